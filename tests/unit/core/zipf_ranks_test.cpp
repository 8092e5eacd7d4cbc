#include "sim/core/zipf_ranks.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/distributions.h"
#include "sim/core/rng.h"
#include "tests/support/chi_square.h"

namespace sim {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr Draws kDraws(Seed{kSeed}, 1, 1, purpose_id("zipf"));

std::uint64_t draw(const ZipfRanks& ranks, std::uint64_t i) {
  return ranks.draw(kDraws.bits(2 * i), kDraws.bits(2 * i + 1));
}

TEST(ZipfRanks, AreDrawnByTheirWeights) {
  constexpr std::int64_t kTries = 200'000;
  for (const double theta : {0.0, 0.6, 0.99, 1.0, 1.3, 3.0}) {
    for (const std::size_t n : {1U, 2U, 10U, 1'023U, 1'024U, 5'000U}) {
      const ZipfRanks ranks(theta, n);
      std::vector<std::int64_t> counts(n);
      for (std::uint64_t i = 0; i < kTries; ++i) {
        const std::uint64_t rank = draw(ranks, i);
        ASSERT_LT(rank, n);
        ++counts[rank];
      }
      EXPECT_LT(testing::chi_square_deviations(counts, zipf_weights(n, theta)), 5.0)
          << "theta " << theta << ", " << n << " ranks, seed " << kSeed;
    }
  }
}

// The sum of k^-theta up to n: term by term to 2,000, the integral from 2,000.5 to n + 1/2 beyond.
double zipf_sum(double theta, double n) {
  double sum = 0.0;
  for (int k = 1; k <= 2'000 && k <= n; ++k) sum += std::pow(k, -theta);
  return n <= 2'000 ? sum : sum + (std::pow(n + 0.5, 1.0 - theta) - std::pow(2'000.5, 1.0 - theta)) / (1.0 - theta);
}

TEST(ZipfRanks, OfABillionHoldTheirSharesWithoutAList) {
  constexpr double kRanks = 1e9;
  constexpr int kTries = 400'000;
  const ZipfRanks ranks(0.99, std::uint64_t{1'000'000'000});
  const std::vector<double> up_to = {1, 10, 1'000, 1e5, 1e7, kRanks};
  std::vector<double> share(up_to.size());
  for (std::uint64_t i = 0; i < kTries; ++i) {
    const auto rank = static_cast<double>(draw(ranks, i));
    for (std::size_t k = 0; k < up_to.size(); ++k) share[k] += rank < up_to[k] ? 1.0 / kTries : 0.0;
  }
  for (std::size_t k = 0; k < up_to.size(); ++k) {
    const double expected = zipf_sum(0.99, up_to[k]) / zipf_sum(0.99, kRanks);
    EXPECT_NEAR(share[k], expected, 5.0 * std::sqrt(expected * (1.0 - expected) / kTries) + 1e-6)
        << "first " << up_to[k] << ", seed " << kSeed;
  }
}

}  // namespace
}  // namespace sim
