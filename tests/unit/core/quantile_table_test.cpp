#include "sim/core/quantile_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "sim/core/distributions.h"
#include "sim/core/fingerprint.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{6}, 1, 1, purpose_id("quantile"));
constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};

// The greatest distance of a draw from the quantile itself, as a share of it; what rounding to a whole number may
// do is taken off. Half of the words are even, half crowd towards the two ends.
double worst_error(const std::function<double(double)>& quantile) {
  const QuantileTable table(quantile);
  double worst = 0.0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const std::uint64_t word = kDraws.bits(i) >> 11U << 11U;
    const unsigned towards_end = i % 2 == 0 ? 0U : static_cast<unsigned>(i % 40);
    const std::uint64_t low_end = word >> towards_end;
    for (const std::uint64_t bits : {low_end, kAllOnes - low_end}) {
      const double u = bits < kAllOnes / 2 ? static_cast<double>(bits) * 0x1p-64
                                           : 1.0 - static_cast<double>(kAllOnes - bits) * 0x1p-64;
      if (u < 0x1p-36 || u > 1.0 - 0x1p-36) continue;  // closer to 1 a double u has too few digits to compare with
      const double exact = quantile(u);
      const double error = std::abs(static_cast<double>(table.draw(bits)) - exact) - 0.51;
      worst = std::max(worst, error / exact);
    }
  }
  return worst;
}

TEST(QuantileTable, AStraightLineIsExact) {
  // 1000 + 2^32 u at u = bits / 2^64 is 1000 + bits / 2^32, rounded to nearest.
  const QuantileTable table([](double u) { return uniform_quantile(u, 1'000.0, 1'000.0 + 0x1p32); });
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = kDraws.bits(i);
    const auto expected = static_cast<std::int64_t>(1'000 + ((bits + (std::uint64_t{1} << 31)) >> 32));
    ASSERT_NEAR(static_cast<double>(table.draw(bits)), static_cast<double>(expected), 1.0) << bits;
  }
}

TEST(QuantileTable, AConstantIsThatConstant) {
  const QuantileTable table([](double) { return 5e6; });
  for (std::uint64_t i = 0; i < 10'000; ++i) ASSERT_EQ(table.draw(kDraws.bits(i)), 5'000'000);
  EXPECT_EQ(table.draw(0), 5'000'000);
  EXPECT_EQ(table.draw(kAllOnes), 5'000'000);
  EXPECT_DOUBLE_EQ(table.mean(), 5e6);
}

TEST(QuantileTable, SmoothDistributionsAreRightFarIntoTheirTails) {
  EXPECT_LT(worst_error([](double u) { return exponential_quantile(u, 2e9, 1e9); }), 5e-5);
  EXPECT_LT(worst_error([](double u) { return lognormal_quantile(u, 1e9, 1.0); }), 5e-5);
  EXPECT_LT(worst_error([](double u) { return pareto_quantile(u, 1e6, 0.35, 1e6); }), 5e-5);
}

TEST(QuantileTable, SmallCountsComeInTheirShares) {
  // Even on [0.5, 3.5), rounded to nearest: 1, 2 and 3 a third each. 300,000 draws, standard error
  // sqrt(2/9 x 300,000) = 258; five of them.
  const QuantileTable table([](double u) { return uniform_quantile(u, 0.5, 3.5); });
  std::array<int, 4> counts{};
  for (std::uint64_t i = 0; i < 300'000; ++i) ++counts.at(static_cast<std::size_t>(table.draw(kDraws.bits(i))));
  for (std::size_t k = 1; k <= 3; ++k) EXPECT_NEAR(counts[k], 100'000, 5 * 258) << k;
}

TEST(QuantileTable, MeansAreThoseOfTheDistributions) {
  const auto mean_of = [](const std::function<double(double)>& quantile) { return QuantileTable(quantile).mean(); };
  EXPECT_NEAR(mean_of([](double u) { return uniform_quantile(u, 20e6, 180e6); }), 100e6, 1.0);
  EXPECT_NEAR(mean_of([](double u) { return exponential_quantile(u, 2e6, 1e6); }), 2e6, 2e6 * 1e-5);
  // e^(sigma^2 / 2) times the median.
  EXPECT_NEAR(mean_of([](double u) { return lognormal_quantile(u, 1e6, 0.8); }), 1e6 * std::exp(0.32), 1e6 * 5e-5);
  // Location + scale / (1 - shape).
  EXPECT_NEAR(mean_of([](double u) { return pareto_quantile(u, 214'476.0, 0.25, 1'000.0); }),
              1'000.0 + 214'476.0 / 0.75, 10.0);
}

TEST(QuantileTable, AverageDrawIsTheMean) {
  const QuantileTable table([](double u) { return exponential_quantile(u, 1e6, 0.0); });
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) sum += static_cast<double>(table.draw(kDraws.bits(i)));
  // Standard error 1e6 / sqrt(1e6) = 1000; five of them.
  EXPECT_NEAR(sum / 1e6, 1e6, 5e3);
}

TEST(QuantileTable, DrawsRiseWithTheWord) {
  const QuantileTable table([](double u) { return lognormal_quantile(u, 1e6, 2.0); });
  std::int64_t before = 0;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const std::int64_t now = table.draw(i * (kAllOnes / 1'000'000));
    ASSERT_GE(now, before) << i;
    before = now;
  }
  EXPECT_LE(table.draw(0), table.draw(1));
  EXPECT_LE(table.draw((std::uint64_t{1} << 63) - 1), table.draw(std::uint64_t{1} << 63));
  EXPECT_LE(table.draw(kAllOnes - 1), table.draw(kAllOnes));
}

TEST(QuantileTable, ValuesAreBroughtIntoRange) {
  const QuantileTable table([](double u) { return u < 0.5 ? -1.0 : std::numeric_limits<double>::infinity(); });
  EXPECT_EQ(table.draw(0), 0);
  EXPECT_EQ(table.draw(kAllOnes), QuantileTable::kMaxValue);
}

TEST(QuantileTable, DrawsAreTheSameFromEveryCompilerAndBuild) {
  Fingerprint fingerprint;
  for (const QuantileTable& table :
       {QuantileTable([](double u) { return exponential_quantile(u, 3e6, 1e6); }),
        QuantileTable([](double u) { return lognormal_quantile(u, 1'024.0, 0.8); }),
        QuantileTable([](double u) { return pareto_quantile(u, 214.476, 0.348238, 0.0); })}) {
    for (std::uint64_t i = 0; i < 50'000; ++i) fingerprint.add(static_cast<std::uint64_t>(table.draw(kDraws.bits(i))));
  }
  EXPECT_EQ(fingerprint.hex(), "048ff91f722d98a3");
}

TEST(QuantileTableDeathTest, RefusesWhatIsNotANumber) {
  EXPECT_DEATH(QuantileTable([](double) { return std::nan(""); }), "invariant");
}

}  // namespace
}  // namespace sim
