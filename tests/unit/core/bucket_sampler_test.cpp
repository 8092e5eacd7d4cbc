#include "sim/core/bucket_sampler.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/distributions.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

TEST(BucketSampler, GivesEveryBucketItsProbability) {
  // Even over [64, 192): buckets of width 1 up to 128, then of width 2. 64 of 128 values lie below 128.
  const BucketSampler sampler(QuantileTable([](double u) { return 64.0 + 128.0 * u; }), 0);
  EXPECT_EQ(sampler.first(), 64U);
  EXPECT_EQ(sampler.size(), 64U + 32U);
  const Draws words(Seed{3}, 0, 0, 0);
  constexpr int kDraws = 128'000;
  std::vector<int> counts(sampler.size());
  for (std::uint64_t i = 0; i < kDraws; ++i) ++counts[sampler.position(words.bits(i))];
  // 1,000 or 2,000 in each; six standard deviations (32 and 45), for 96 of them.
  for (std::size_t b = 0; b < 64; ++b) EXPECT_NEAR(counts[b], 1'000, 190) << b;
  for (std::size_t b = 64; b < 96; ++b) EXPECT_NEAR(counts[b], 2'000, 270) << b;
}

TEST(BucketSampler, AValueLiesInTheBucketOfItsWord) {
  const BucketSampler sampler(QuantileTable([](double u) { return exponential_quantile(u, 3e6, 0.0); }), 1'000'000);
  const Draws words(Seed{4}, 0, 0, 0);
  double sum = 0.0;
  constexpr std::uint64_t kDraws = 200'000;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const std::int64_t value = sampler.draw(words.bits(i));
    ASSERT_EQ(Histogram::bucket_of(value), sampler.bucket(words.bits(i)));
    ASSERT_GE(value, 1'000'000 - 1'000'000 / 64);
    sum += static_cast<double>(value);
  }
  // 1 ms + Exp(3 ms): mean 4 ms, deviation 3 ms; five standard errors of 6.7 us.
  EXPECT_NEAR(sum / kDraws, 4e6, 5 * 3e6 / std::sqrt(double{kDraws}));
}

TEST(BucketSampler, AGreaterRankNeverGivesALesserValue) {
  const BucketSampler sampler(QuantileTable([](double u) { return exponential_quantile(u, 3e6, 0.0); }), 100);
  const Draws words(Seed{5}, 0, 0, 0);
  for (std::uint64_t i = 1; i < 200'000; ++i) {
    const std::uint64_t a = words.bits(i - 1);
    const std::uint64_t b = words.bits(i);
    ASSERT_EQ(sampler.draw(a), BucketSampler::value(sampler.rank(a)));
    ASSERT_EQ(std::max(sampler.draw(a), sampler.draw(b)),
              BucketSampler::value(std::max(sampler.rank(a), sampler.rank(b))));
  }
}

TEST(BucketSampler, MassOfOneValueIsOneBucket) {
  const BucketSampler sampler(QuantileTable([](double) { return 500.0; }), 24);
  EXPECT_EQ(sampler.size(), 1U);
  EXPECT_EQ(sampler.first(), Histogram::bucket_of(524));
}

}  // namespace
}  // namespace sim
