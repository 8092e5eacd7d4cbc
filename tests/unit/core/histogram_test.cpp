#include "sim/core/histogram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/distributions.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{8}, 1, 1, purpose_id("histogram"));

Histogram of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const std::int64_t value : values) histogram.add(value);
  return histogram;
}

std::vector<std::int64_t> latencies(std::uint64_t stream, std::size_t n) {
  const QuantileTable table([](double u) { return lognormal_quantile(u, 3e6, 1.2); });
  std::vector<std::int64_t> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = table.draw(kDraws.bits(i, stream, 0));
  return values;
}

TEST(Histogram, BucketsCoverTheRangeWithoutGapOrOverlap) {
  EXPECT_EQ(Histogram::lower_edge(0), 0);
  EXPECT_EQ(Histogram::lower_edge(Histogram::bucket_count()), std::int64_t{1} << 52);
  for (std::size_t i = 0; i < Histogram::bucket_count(); ++i) {
    const std::int64_t low = Histogram::lower_edge(i);
    const std::int64_t high = Histogram::lower_edge(i + 1);
    ASSERT_LT(low, high);
    ASSERT_EQ(Histogram::bucket_of(low), i);
    ASSERT_EQ(Histogram::bucket_of(high - 1), i);
    ASSERT_EQ(Histogram::bucket_of(Histogram::middle(i)), i);
  }
}

TEST(Histogram, BucketsAreSingleValuesBelow128ThenA64thWide) {
  for (std::size_t i = 0; i < 128; ++i) ASSERT_EQ(Histogram::lower_edge(i + 1) - Histogram::lower_edge(i), 1);
  for (std::size_t i = 128; i < Histogram::bucket_count(); ++i) {
    ASSERT_LE(64 * (Histogram::lower_edge(i + 1) - Histogram::lower_edge(i)), Histogram::lower_edge(i));
  }
  // By hand: 1000 has ten bits, of which 7 count: 1000 / 8 = 125, so the bucket is [1000, 1008).
  const std::size_t bucket = Histogram::bucket_of(1'003);
  EXPECT_EQ(Histogram::lower_edge(bucket), 1'000);
  EXPECT_EQ(Histogram::lower_edge(bucket + 1), 1'008);
}

TEST(Histogram, QuantilesOfSmallValuesFollowTheRankRule) {
  const Histogram histogram = of({40, 10, 30, 20});
  EXPECT_EQ(histogram.quantile(0.0), 10.0);   // rank at least 1
  EXPECT_EQ(histogram.quantile(0.25), 10.0);  // ceil(1.00) = 1
  EXPECT_EQ(histogram.quantile(0.26), 20.0);  // ceil(1.04) = 2
  EXPECT_EQ(histogram.quantile(0.5), 20.0);
  EXPECT_EQ(histogram.quantile(0.75), 30.0);
  EXPECT_EQ(histogram.quantile(1.0), 40.0);
}

TEST(Histogram, RankIsNotPushedUpByRounding) {
  // 0.07 x 100 is 7.000000000000001 in doubles; the rank that is meant is 7.
  Histogram histogram;
  for (std::int64_t value = 1; value <= 100; ++value) histogram.add(value);
  for (int percent = 1; percent <= 100; ++percent) EXPECT_EQ(histogram.quantile(percent / 100.0), percent);
}

TEST(Histogram, ValuesOfOneBucketAreSpreadOverIt) {
  // All four in [1000, 1008): the second is put at 1000 + 8 x 1.5 / 4 = 1003, the fourth at 1007; the first would
  // be at 1001.
  const Histogram histogram = of({1'000, 1'001, 1'006, 1'007});
  EXPECT_EQ(histogram.quantile(0.25), 1'001.0);
  EXPECT_EQ(histogram.quantile(0.5), 1'003.0);
  EXPECT_EQ(histogram.quantile(1.0), 1'007.0);
}

TEST(Histogram, AConstantIsReportedExactly) {
  Histogram histogram;
  histogram.add(5'000'000, 1'000);
  EXPECT_EQ(histogram.count(), 1'000);
  EXPECT_EQ(histogram.mean(), 5e6);
  EXPECT_EQ(histogram.min(), 5e6);
  EXPECT_EQ(histogram.max(), 5e6);
  for (const double q : {0.0, 0.5, 0.99, 1.0}) EXPECT_EQ(histogram.quantile(q), 5e6);
}

TEST(Histogram, QuantilesOfLatenciesAreWithinABucketOfTheSortedValues) {
  std::vector<std::int64_t> values = latencies(0, 20'000);
  const Histogram histogram = of(values);
  std::sort(values.begin(), values.end());
  for (int i = 1; i <= 1'000; ++i) {
    const double q = i / 1'000.0;
    const auto exact = static_cast<double>(values[static_cast<std::size_t>(20 * i - 1)]);  // rank 20 i of 20,000
    ASSERT_NEAR(histogram.quantile(q), exact, exact / 64.0) << q;
  }
}

TEST(Histogram, MeanMinAndMaxAreExact) {
  const Histogram histogram = of({1'234'567, 89, 1'000'000'007});
  EXPECT_DOUBLE_EQ(histogram.mean(), 1'001'234'663 / 3.0);
  EXPECT_EQ(histogram.min(), 89.0);
  EXPECT_EQ(histogram.max(), 1'000'000'007.0);
}

TEST(Histogram, SumsBeyond64BitsKeepTheMean) {
  Histogram histogram;
  histogram.add(Histogram::kMaxValue, std::int64_t{1} << 40);  // 2^92 together
  EXPECT_DOUBLE_EQ(histogram.mean(), static_cast<double>(Histogram::kMaxValue));
}

TEST(Histogram, ValuesOutsideTheRangeCountAtItsEnds) {
  const Histogram histogram = of({-5, std::int64_t{1} << 60});
  EXPECT_EQ(histogram.count(0), 1);
  EXPECT_EQ(histogram.count(Histogram::bucket_count() - 1), 1);
  EXPECT_EQ(histogram.min(), 0.0);
  EXPECT_EQ(histogram.max(), static_cast<double>(Histogram::kMaxValue));
}

TEST(Histogram, EmptyHasNoStatistics) {
  const Histogram histogram;
  EXPECT_TRUE(histogram.empty());
  EXPECT_EQ(histogram.count(), 0);
  EXPECT_TRUE(std::isnan(histogram.mean()));
  EXPECT_TRUE(std::isnan(histogram.min()));
  EXPECT_TRUE(std::isnan(histogram.max()));
  EXPECT_TRUE(std::isnan(histogram.quantile(0.5)));
}

void expect_equal(const Histogram& a, const Histogram& b) {
  for (std::size_t i = 0; i < Histogram::bucket_count(); ++i) ASSERT_EQ(a.count(i), b.count(i)) << i;
  EXPECT_EQ(a.mean(), b.mean());
  EXPECT_EQ(a.min(), b.min());
  EXPECT_EQ(a.max(), b.max());
}

TEST(Histogram, MergingEqualsAddingEverythingInAnyOrder) {
  const std::vector<std::int64_t> first = latencies(1, 5'000);
  const std::vector<std::int64_t> second = latencies(2, 3'000);
  std::vector<std::int64_t> all = first;
  all.insert(all.end(), second.begin(), second.end());
  Histogram forward = of(first);
  forward.merge(of(second));
  Histogram backward = of(second);
  backward.merge(of(first));
  expect_equal(forward, of(all));
  expect_equal(backward, of(all));
}

TEST(Histogram, SubtractingASnapshotLeavesWhatCameSince) {
  const std::vector<std::int64_t> first = latencies(3, 5'000);
  const std::vector<std::int64_t> second = latencies(4, 3'000);
  Histogram histogram = of(first);
  const Histogram snapshot = histogram;
  for (const std::int64_t value : second) histogram.add(value);
  histogram.subtract(snapshot);
  const Histogram since = of(second);
  for (std::size_t i = 0; i < Histogram::bucket_count(); ++i) ASSERT_EQ(histogram.count(i), since.count(i)) << i;
  EXPECT_EQ(histogram.mean(), since.mean());
  // Bounds only, but no further off than the bucket.
  EXPECT_LE(histogram.min(), since.min());
  EXPECT_GE(histogram.min(), since.min() * 63.0 / 64.0);
  EXPECT_GE(histogram.max(), since.max());
  EXPECT_LE(histogram.max(), since.max() * 65.0 / 64.0);
}

TEST(Histogram, SubtractingItselfLeavesAnEmptyOne) {
  Histogram histogram = of({1, 2, 3'000});
  histogram.subtract(Histogram(histogram));
  EXPECT_TRUE(histogram.empty());
  histogram.add(77);
  EXPECT_EQ(histogram.mean(), 77.0);
  EXPECT_EQ(histogram.min(), 77.0);
}

TEST(Histogram, CountingByBucketTakesTheMiddle) {
  Histogram histogram;
  histogram.add_bucket(Histogram::bucket_of(1'003), 4);  // [1000, 1008): 1000 .. 1007, middle 1003
  histogram.add_bucket(Histogram::bucket_of(50), 0);
  EXPECT_EQ(histogram.count(), 4);
  EXPECT_EQ(histogram.mean(), 1'003.0);
}

}  // namespace
}  // namespace sim
