#include "models/workload/rate_shape.h"

#include <numbers>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

constexpr std::int64_t kHour = 3'600;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kStartOf2026 = 1'767'225'600;  // a Thursday

RateShape shape(std::vector<ShapeFactor> factors, std::int64_t start = kStartOf2026) {
  return RateShape(std::move(factors), start);
}

TEST(RateShape, StepsHoldFromTheirSecondOn) {
  const RateShape steps = shape({StepsFactor{{{10, 3.0}, {20, 0.5}}}});
  EXPECT_EQ(steps.mean(0), 1.0);
  EXPECT_EQ(steps.mean(9), 1.0);
  EXPECT_EQ(steps.mean(10), 3.0);
  EXPECT_EQ(steps.mean(19), 3.0);
  EXPECT_EQ(steps.mean(1'000'000), 0.5);
  EXPECT_EQ(steps.bound(100), 3.0);
}

TEST(RateShape, StepsBeforeTheRunHold) { EXPECT_EQ(shape({StepsFactor{{{-5, 2.0}}}}).mean(0), 2.0); }

// From 1 at second 10 to 5 at second 14: the mean over [10, 11) is 1 + 4 x 0.5/4 = 1.5, then 2.5, 3.5, 4.5, 5.
TEST(RateShape, ARampsMeanIsThatOfTheMiddleOfTheSecond) {
  const RateShape ramp = shape({RampFactor{10, 14, 5.0}});
  EXPECT_NEAR(ramp.mean(9), 1.0, 1e-15);
  EXPECT_NEAR(ramp.mean(10), 1.5, 1e-14);
  EXPECT_NEAR(ramp.mean(11), 2.5, 1e-14);
  EXPECT_NEAR(ramp.mean(13), 4.5, 1e-14);
  EXPECT_NEAR(ramp.mean(14), 5.0, 1e-14);
}

// Two ramps from 1 to 2 over one second, multiplied: the integral of (1 + u)^2 is 7/3; three of them: (2^4 - 1)/4.
TEST(RateShape, ProductsAreIntegratedNotTheirMiddles) {
  const RampFactor ramp{0, 1, 2.0};
  EXPECT_NEAR(shape({ramp, ramp}).mean(0), 7.0 / 3.0, 1e-14);
  EXPECT_NEAR(shape({ramp, ramp, ramp}).mean(0), 15.0 / 4.0, 1e-14);
}

TEST(RateShape, ADayHasItsStepsAndTheLastHoldsOverMidnight) {
  // The run starts at 06:00.
  const RateShape daily = shape({DailyFactor{{{8 * kHour, 1.0}, {18 * kHour, 0.25}}}}, kStartOf2026 + 6 * kHour);
  EXPECT_EQ(daily.mean(0), 0.25);
  EXPECT_EQ(daily.mean(2 * kHour - 1), 0.25);
  EXPECT_EQ(daily.mean(2 * kHour), 1.0);
  EXPECT_EQ(daily.mean(12 * kHour - 1), 1.0);
  EXPECT_EQ(daily.mean(12 * kHour), 0.25);
  EXPECT_EQ(daily.mean(26 * kHour), 1.0);
}

// 1 + a cos(w (t - peak)); the integral over [t, t + 1) is 1 + a (sin(w (t + 1 - peak)) - sin(w (t - peak))) / w.
// Symmetric about the peak: the two seconds beside it are equal, (sin w) / w = 1 - w^2/6 + w^4/120 of the amplitude.
TEST(RateShape, ASineHasItsExactMean) {
  const RateShape diurnal = shape({DiurnalFactor{0.5, 14 * kHour}});
  const double w = 2.0 * std::numbers::pi / static_cast<double>(kDay);
  const double beside_peak = 1.0 - w * w / 6.0 + w * w * w * w / 120.0;
  EXPECT_NEAR(diurnal.mean(14 * kHour), 1.0 + 0.5 * beside_peak, 1e-15);
  EXPECT_NEAR(diurnal.mean(14 * kHour - 1), 1.0 + 0.5 * beside_peak, 1e-15);
  EXPECT_NEAR(diurnal.mean(2 * kHour), 1.0 - 0.5 * beside_peak, 1e-15);
  // A quarter of a day from the peak the factor crosses 1 with slope a w: half a second of it.
  EXPECT_NEAR(diurnal.mean(20 * kHour), 1.0 - 0.5 * w * 0.5, 1e-12);
  EXPECT_NEAR(diurnal.mean(20 * kHour - 1), 1.0 + 0.5 * w * 0.5, 1e-12);
  EXPECT_EQ(diurnal.bound(kDay), 1.5);
}

TEST(RateShape, ASinesMeanOverADayIsOne) {
  const RateShape diurnal = shape({DiurnalFactor{0.66, 14 * kHour + 17}});
  double sum = 0.0;
  for (std::int64_t second = 0; second < kDay; ++second) sum += diurnal.mean(second);
  EXPECT_NEAR(sum, static_cast<double>(kDay), 1e-8);
}

TEST(RateShape, WeekdaysAreThoseOfTheCalendar) {
  // 2026-01-01 is a Thursday; Monday is number 0.
  const RateShape weekly = shape({WeeklyFactor{{1.0, 1.0, 1.0, 4.0, 5.0, 0.6, 0.5}}});
  EXPECT_EQ(weekly.mean(0), 4.0);
  EXPECT_EQ(weekly.mean(kDay - 1), 4.0);
  EXPECT_EQ(weekly.mean(kDay), 5.0);
  EXPECT_EQ(weekly.mean(2 * kDay), 0.6);
  EXPECT_EQ(weekly.mean(3 * kDay), 0.5);
  EXPECT_EQ(weekly.mean(4 * kDay), 1.0);
  EXPECT_EQ(weekly.mean(7 * kDay), 4.0);
}

TEST(RateShape, SpikesComeOnceOrAgain) {
  const RateShape once = shape({SpikeFactor{100, 5, SpikeFactor::kOnce, 10.0}});
  const RateShape again = shape({SpikeFactor{100, 5, 60, 10.0}});
  for (const RateShape* spike : {&once, &again}) {
    EXPECT_EQ(spike->mean(99), 1.0);
    EXPECT_EQ(spike->mean(100), 10.0);
    EXPECT_EQ(spike->mean(104), 10.0);
    EXPECT_EQ(spike->mean(105), 1.0);
    EXPECT_EQ(spike->mean(40), 1.0);  // not before the first
  }
  EXPECT_EQ(once.mean(160), 1.0);
  EXPECT_EQ(again.mean(160), 10.0);
  EXPECT_EQ(again.mean(100 + 60 * 1'000'000 + 5), 1.0);
}

// 1.05 in 30 days: after 60 days 1.05^2; over a second the growth is linear to 1e-15.
TEST(RateShape, GrowthIsCompound) {
  const RateShape growth = shape({GrowthFactor{1.05, 30 * kDay}});
  EXPECT_NEAR(growth.mean(0), 1.0, 1e-7);
  EXPECT_NEAR(growth.mean(30 * kDay), 1.05, 1e-7);
  EXPECT_NEAR(growth.mean(60 * kDay), 1.1025, 1e-7);
  EXPECT_NEAR(growth.bound(60 * kDay), 1.1025, 1e-12);
}

TEST(RateShape, FactorsMultiply) {
  EXPECT_EQ(shape({StepsFactor{{{0, 3.0}}}, SpikeFactor{10, 1, SpikeFactor::kOnce, 4.0},
                   WeeklyFactor{{1, 1, 1, 0.5, 1, 1, 1}}})
                .mean(10),
            6.0);
}

}  // namespace
}  // namespace cosmos
