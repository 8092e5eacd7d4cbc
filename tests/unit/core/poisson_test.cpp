#include "sim/core/poisson.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include <boost/math/distributions/poisson.hpp>
#include <gtest/gtest.h>

#include "sim/core/fingerprint.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{5}, 1, 1, purpose_id("poisson"));
using Draw = std::function<std::int64_t(std::uint64_t)>;

// The share of words that draw at most k: the least word that draws more, by bisection (draws are by inversion).
double share_at_most(const Draw& draw, std::int64_t k) {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
  if (draw(low) > k) return 0.0;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (draw(middle) > k ? high : low) = middle;
  }
  return static_cast<double>(high) * 0x1p-64;
}

// The greatest distance to the true distribution function at 200 numbers within six standard deviations.
double worst_distance(const Draw& draw, double mean) {
  const boost::math::poisson_distribution<double> exact(mean);
  const double sigma = std::sqrt(mean);
  double worst = 0.0;
  for (int i = -100; i <= 100; ++i) {
    const auto k = static_cast<std::int64_t>(mean + sigma * 0.06 * i);
    if (k < 0) continue;
    worst = std::max(worst, std::abs(share_at_most(draw, k) - boost::math::cdf(exact, static_cast<double>(k))));
  }
  return worst;
}

TEST(PoissonTable, DistributionFunctionIsTheTrueOne) {
  for (const double mean : {1e-6, 0.3, 1.0, 2.5, 40.0, 1'000.0, 50'000.0, 1e6}) {
    const PoissonTable table(mean);
    const auto draw = [&table](std::uint64_t bits) { return table.draw(bits); };
    EXPECT_LT(worst_distance(draw, mean), 1e-11) << mean;
  }
}

TEST(PoissonTable, MeanZeroAlwaysDrawsZero) {
  const PoissonTable table(0.0);
  EXPECT_EQ(table.draw(0), 0);
  EXPECT_EQ(table.draw(~std::uint64_t{0}), 0);
  EXPECT_EQ(table.mean(), 0.0);
}

TEST(PoissonTable, SharesOfASmallMeanAreThoseWorkedOutByHand) {
  // Mean ln 2: p(0) = e^-ln 2 = 1/2, p(1) = ln 2 / 2 = 0.34657, so the words change from 0 to 1 at 2^63;
  // the mode is given up to 2^-48 = 3.6e-15 of all words too many.
  const PoissonTable table(0.69314718055994530942);
  const auto draw = [&table](std::uint64_t bits) { return table.draw(bits); };
  EXPECT_NEAR(share_at_most(draw, 0), 0.5, 3.6e-15);
  EXPECT_NEAR(share_at_most(draw, 1), 0.5 + 0.34657359027997264, 3.6e-15);
}

TEST(PoissonTable, LargestMeanHasItsMomentsAndItsTails) {
  const double mean = PoissonTable::kMaxMean;
  const PoissonTable table(mean);
  constexpr int kWords = 100'000;
  double sum = 0.0;
  double squares = 0.0;
  for (std::uint64_t i = 0; i < kWords; ++i) {
    const double off = static_cast<double>(table.draw(kDraws.bits(i))) - mean;
    sum += off;
    squares += off * off;
  }
  // Standard error of the mean sqrt(1e7 / 1e5) = 10, of the variance 1e7 sqrt(2 / 1e5) = 4.5e4; five of each.
  EXPECT_NEAR(sum / kWords, 0.0, 50.0);
  EXPECT_NEAR(squares / kWords, 1e7, 5 * 4.5e4);
  // One word of 2^64 is beyond 9 standard deviations (3162 each) but not beyond 10.
  EXPECT_LT(table.draw(0), static_cast<std::int64_t>(mean - 8 * 3'162));
  EXPECT_GT(table.draw(0), static_cast<std::int64_t>(mean - 10 * 3'162));
  EXPECT_GT(table.draw(~std::uint64_t{0}), static_cast<std::int64_t>(mean + 8 * 3'162));
  EXPECT_LT(table.draw(~std::uint64_t{0}), static_cast<std::int64_t>(mean + 10 * 3'162));
}

TEST(PoissonTable, DrawsRiseWithTheWord) {
  const PoissonTable table(300.0);
  std::int64_t before = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::int64_t now = table.draw(i * (~std::uint64_t{0} / 100'000));
    ASSERT_GE(now, before);
    before = now;
  }
}

TEST(PoissonTable, DrawsAreTheSameFromEveryCompilerAndBuild) {
  Fingerprint fingerprint;
  for (const double mean : {0.7, 20.0, 50'000.0}) {
    const PoissonTable table(mean);
    for (std::uint64_t i = 0; i < 50'000; ++i) fingerprint.add(static_cast<std::uint64_t>(table.draw(kDraws.bits(i))));
  }
  EXPECT_EQ(fingerprint.hex(), "c78c6e5631d23340");
}

TEST(DrawPoisson, IsExactForSmallMeans) {
  for (const double mean : {0.0, 1e-9, 0.3, 1.0, 5.5, 15.9}) {
    const PoissonTable table(mean);
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      ASSERT_EQ(draw_poisson(mean, kDraws.bits(i)), table.draw(kDraws.bits(i))) << mean << " word " << i;
    }
  }
}

TEST(DrawPoisson, DistributionFunctionOfLargerMeansIsRightToAHundredthOfTheirInverse) {
  for (const double mean : {16.0, 25.0, 100.0, 1'234.5, 1e5}) {
    const auto draw = [mean](std::uint64_t bits) { return draw_poisson(mean, bits); };
    EXPECT_LT(worst_distance(draw, mean), 0.01 / mean) << mean;
  }
}

TEST(DrawPoisson, ExtremeWordsStayInRange) {
  for (const double mean : {0.0, 1.0, 15.9, 16.0, 1e6, 1e15}) {
    EXPECT_GE(draw_poisson(mean, 0), 0) << mean;
    const auto most = static_cast<double>(draw_poisson(mean, ~std::uint64_t{0}));
    EXPECT_LE(most, mean + 12 * std::sqrt(mean) + 20) << mean;
  }
}

}  // namespace
}  // namespace sim
