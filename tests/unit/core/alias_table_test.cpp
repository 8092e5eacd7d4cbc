#include "sim/core/alias_table.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/distributions.h"
#include "sim/core/fingerprint.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{3}, 1, 1, purpose_id("alias"));

// The share of words that draw each index, from evenly spaced words: right to about one cell in `words`.
std::vector<double> shares(const AliasTable& table, std::uint64_t words) {
  std::vector<double> share(table.size());
  const std::uint64_t step = std::numeric_limits<std::uint64_t>::max() / words;
  for (std::uint64_t i = 0; i < words; ++i) share[table.draw(i * step + step / 2)] += 1.0 / static_cast<double>(words);
  return share;
}

TEST(AliasTable, SharesAreTheWeightsNormalised) {
  const std::vector<double> weights = {1.0, 10.0, 0.5, 4.0, 0.0, 100.0, 2.5};
  const AliasTable table(weights);
  ASSERT_EQ(table.size(), 7U);
  const std::vector<double> share = shares(table, 1U << 20);
  // Seven cells, each of two runs of words: an index's share is off by at most one word an edge.
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(share[i], weights[i] / 118.0, 16.0 / (1 << 20)) << i;
}

TEST(AliasTable, AnIndexOfWeightZeroIsNeverDrawn) {
  for (const std::size_t n : {2U, 3U, 10U, 1'000U}) {
    std::vector<double> weights(n, 0.1);
    for (std::size_t i = 0; i < n; i += 2) weights[i] = 0.0;
    const AliasTable table(weights);
    for (std::uint64_t i = 0; i < 100'000; ++i) ASSERT_EQ(table.draw(kDraws.bits(i)) % 2, 1U);
    ASSERT_EQ(table.draw(0) % 2, 1U);
    ASSERT_EQ(table.draw(~std::uint64_t{0}) % 2, 1U);
  }
}

TEST(AliasTable, TheOnlyPositiveWeightIsAlwaysDrawnWhereverItLies) {
  for (std::size_t at = 0; at < 5; ++at) {
    std::vector<double> weights(5, 0.0);
    weights[at] = 1e-300;
    const AliasTable table(weights);
    for (std::uint64_t i = 0; i < 1'000; ++i) ASSERT_EQ(table.draw(kDraws.bits(i)), at);
  }
}

TEST(AliasTable, EqualWeightsAreDrawnByTheHighPartOfTheWord) {
  const std::vector<double> weights(10, 3.7);
  const AliasTable table(weights);
  for (std::uint64_t i = 0; i < 10'000; ++i) ASSERT_EQ(table.draw(kDraws.bits(i)), scale_bits(kDraws.bits(i), 10));
}

TEST(AliasTable, OneWeightIsCertain) {
  const std::vector<double> weights = {0.3};
  EXPECT_EQ(AliasTable(weights).draw(0), 0U);
  EXPECT_EQ(AliasTable(weights).draw(~std::uint64_t{0}), 0U);
}

TEST(AliasTable, RandomTablesHaveTheirSharesWhateverTheOrderOfWeights) {
  for (std::uint64_t round = 0; round < 50; ++round) {
    const std::size_t n = 1 + scale_bits(kDraws.bits(round), 40);
    std::vector<double> weights(n);
    double total = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double u = kDraws.uniform(1'000 * (round + 1) + i);
      weights[i] = u < 0.2 ? 0.0 : u * u * u;
      total += weights[i];
    }
    if (total == 0.0) continue;
    const std::vector<double> share = shares(AliasTable(weights), 1U << 18);
    // Each of at most 40 cells has two edges, and an index lies in at most all of them.
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_NEAR(share[i], weights[i] / total, 80.0 / (1 << 18)) << "round " << round << " index " << i;
    }
  }
}

TEST(AliasTable, ZipfDrawsPassAChiSquareTest) {
  constexpr std::size_t kKeys = 1'000;
  constexpr int kWords = 1'000'000;
  const std::vector<double> weights = zipf_weights(kKeys, 0.99);
  const AliasTable table(weights);
  std::vector<double> counts(kKeys);
  for (std::uint64_t i = 0; i < kWords; ++i) counts[table.draw(kDraws.bits(i))] += 1.0;
  double total = 0.0;
  for (const double w : weights) total += w;
  double chi_square = 0.0;
  for (std::size_t i = 0; i < kKeys; ++i) {
    const double expected = weights[i] / total * kWords;
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  // 999 degrees of freedom: standard deviation sqrt(1998) = 44.7; five of them.
  EXPECT_NEAR(chi_square, 999.0, 5 * 44.7);
}

TEST(AliasTable, LowSixteenBitsOfTheWordAreFreeInSmallTables) {
  const AliasTable table(zipf_weights(60'000, 0.99));
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = kDraws.bits(i);
    // A coin is 32 of the bits below the cell's; at 60,000 < 2^16 cells the lowest 16 bits can move it by at most
    // one step of 2^-32, so all but about one draw in 2^32 keep.
    ASSERT_EQ(table.draw(bits & ~std::uint64_t{0xffff}), table.draw(bits | 0xffff));
  }
}

TEST(ZipfWeights, AreInversePowersOfTheRank) {
  const std::vector<double> weights = zipf_weights(4, 2.0);
  EXPECT_EQ(weights, (std::vector<double>{1.0, 1.0 / 4, 1.0 / 9, 1.0 / 16}));
  EXPECT_EQ(zipf_weights(3, 0.0), (std::vector<double>{1.0, 1.0, 1.0}));
  EXPECT_NEAR(zipf_weights(1'000, 0.99)[999], std::pow(1'000.0, -0.99), 1e-17);
}

TEST(AliasTable, DrawsAreTheSameFromEveryCompilerAndBuild) {
  const AliasTable table(zipf_weights(100'000, 0.99));
  Fingerprint fingerprint;
  for (std::uint64_t i = 0; i < 200'000; ++i) fingerprint.add(table.draw(kDraws.bits(i)));
  EXPECT_EQ(fingerprint.hex(), "f064cdd6fb47e14b");
}

TEST(AliasTableDeathTest, RefusesWeightsThatAreNone) {
  const std::vector<double> none;
  const std::vector<double> zeros = {0.0, 0.0};
  const std::vector<double> negative = {1.0, -1.0};
  const std::vector<double> not_a_number = {std::nan("")};
  EXPECT_DEATH(AliasTable{none}, "invariant");
  EXPECT_DEATH(AliasTable{zeros}, "invariant");
  EXPECT_DEATH(AliasTable{negative}, "invariant");
  EXPECT_DEATH(AliasTable{not_a_number}, "invariant");
}

}  // namespace
}  // namespace sim
