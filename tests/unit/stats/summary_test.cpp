#include "sim/stats/summary.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace sim {
namespace {

Summary of(const std::vector<double>& values) {
  Summary summary;
  for (const double value : values) summary.add(value);
  return summary;
}

TEST(Summary, MomentsOfASmallSampleAreThoseWorkedOutByHand) {
  // 2 4 4 4 5 5 7 9: sum 40, mean 5; squared distances 9 1 1 1 0 0 4 16, together 32; 32 / 7.
  const Summary summary = of({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(summary.count(), 8);
  EXPECT_DOUBLE_EQ(summary.mean(), 5.0);
  EXPECT_DOUBLE_EQ(summary.variance(), 32.0 / 7.0);
  EXPECT_DOUBLE_EQ(summary.standard_deviation(), std::sqrt(32.0 / 7.0));
}

TEST(Summary, AHugeCommonOffsetCostsTheVarianceNothing) {
  // 1e9 + {4, 7, 13, 16}: mean 1e9 + 10, squared distances 36 9 9 36, variance 90 / 3 = 30. The difference of
  // sums of squares would have lost it: 1e18 has no digits left below 128.
  const Summary summary = of({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
  EXPECT_DOUBLE_EQ(summary.mean(), 1e9 + 10);
  EXPECT_DOUBLE_EQ(summary.variance(), 30.0);
}

TEST(Summary, MergingEqualsAddingEverything) {
  const Summary whole = of({1, 2, 3, 10, 20, 30, 40});
  for (int cut = 0; cut <= 7; ++cut) {
    const std::vector<double> values = {1, 2, 3, 10, 20, 30, 40};
    Summary left = of({values.begin(), values.begin() + cut});
    left.merge(of({values.begin() + cut, values.end()}));
    EXPECT_EQ(left.count(), 7);
    EXPECT_NEAR(left.mean(), whole.mean(), 1e-13) << cut;
    EXPECT_NEAR(left.variance(), whole.variance(), 1e-11) << cut;
  }
}

TEST(Summary, NothingOrOneValueSaysNothingAboutSpread) {
  EXPECT_TRUE(std::isnan(Summary().mean()));
  EXPECT_TRUE(std::isnan(Summary().variance()));
  const Interval none = interval_of({});
  EXPECT_EQ(none.n, 0);
  EXPECT_TRUE(std::isnan(none.mean));
  const std::vector<double> single = {3.5};
  const Interval one = interval_of(single);
  EXPECT_EQ(one.n, 1);
  EXPECT_EQ(one.mean, 3.5);
  EXPECT_TRUE(std::isnan(one.half_width));
}

TEST(Summary, EqualValuesHaveAnIntervalOfNoWidth) {
  const std::vector<double> values(5, 0.1);
  EXPECT_EQ(interval_of(values).half_width, 0.0);
  EXPECT_DOUBLE_EQ(interval_of(values).mean, 0.1);
}

TEST(Student, QuantilesHaveTheirClosedFormsForOneAndTwoDegrees) {
  // One degree is the Cauchy distribution: tan(pi (p - 1/2)). Two: a = 2 p - 1, then a sqrt(2 / (1 - a^2)).
  for (const double p : {0.01, 0.3, 0.5, 0.9, 0.975, 0.995}) {
    const double a = 2.0 * p - 1.0;
    EXPECT_NEAR(student_quantile(p, 1), std::tan(std::numbers::pi * (p - 0.5)), 1e-11) << p;
    EXPECT_NEAR(student_quantile(p, 2), a * std::sqrt(2.0 / (1.0 - a * a)), 1e-12) << p;
  }
}

TEST(Student, IntervalOfFiveValuesMatchesTheTable) {
  // 1 .. 5: mean 3, variance 10 / 4 = 2.5; t(0.975, 4) = 2.776 in every table; 2.776 sqrt(2.5 / 5) = 1.963.
  const std::vector<double> values = {1, 2, 3, 4, 5};
  const Interval interval = interval_of(values);
  EXPECT_EQ(interval.n, 5);
  EXPECT_DOUBLE_EQ(interval.mean, 3.0);
  EXPECT_NEAR(interval.half_width, 2.776 * std::sqrt(0.5), 0.0005 * std::sqrt(0.5));
}

TEST(Student, HigherConfidenceIsWider) {
  const std::vector<double> values = {1, 2, 4};
  // n = 3, two degrees: mean 7/3, squares 16/9 + 1/9 + 25/9 = 42/9, variance 7/3. At 80 % a = 0.8:
  // t = 0.8 sqrt(2 / 0.36), half width t sqrt(7 / 9).
  EXPECT_NEAR(interval_of(values, 0.8).half_width, 0.8 * std::sqrt(2.0 / 0.36) * std::sqrt(7.0 / 9.0), 1e-12);
  EXPECT_LT(interval_of(values, 0.8).half_width, interval_of(values).half_width);
  EXPECT_LT(interval_of(values).half_width, interval_of(values, 0.99).half_width);
}

}  // namespace
}  // namespace sim
