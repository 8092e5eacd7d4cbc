#include "sim/tool/format.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace sim {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Grouped, PutsACommaBeforeEachThirdDigit) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(grouped(100'000), "100,000");
}

TEST(Grouped, KeepsTheSignOutOfTheGroups) {
  EXPECT_EQ(grouped(-999), "-999");
  EXPECT_EQ(grouped(-1'234), "-1,234");
  EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Amount, HasNoDecimalsFrom100On) {
  EXPECT_EQ(ru_per_second(12'345), "12,345 RU/s");
  EXPECT_EQ(ru_per_second(12'345.6), "12,346 RU/s");
  EXPECT_EQ(ru_per_second(100.4), "100 RU/s");
  EXPECT_EQ(exact_ru(3'001'000), "3,001 RU");
  EXPECT_EQ(exact_ru(1'234'000'125), "1,234,000.125 RU");
  EXPECT_EQ(exact_ru(5), "0.005 RU");
}

TEST(Amount, HasAtMostTwoDecimalsBelow100) {
  EXPECT_EQ(ru(99.5), "99.5 RU");
  EXPECT_EQ(ru(4.257), "4.26 RU");
  EXPECT_EQ(ru(5), "5 RU");
  EXPECT_EQ(ru(10), "10 RU");
  EXPECT_EQ(ru(0), "0 RU");
}

TEST(Amount, RoundsIntoTheNextRangeCleanly) {
  EXPECT_EQ(ru(99.996), "100 RU");
  EXPECT_EQ(ru(999.6), "1,000 RU");
}

TEST(Amount, NeverCallsSomethingNothing) {
  EXPECT_EQ(ru(0.004), "<0.01 RU");
  EXPECT_EQ(ru(0.006), "0.01 RU");
}

TEST(Amount, HasNoNegativeZero) {
  EXPECT_EQ(ru(-0.0), "0 RU");
  EXPECT_EQ(ru(-0.001), "0 RU");
  EXPECT_EQ(ru(-12'345), "-12,345 RU");
}

TEST(Amount, SaysWhenThereIsNoValue) {
  EXPECT_EQ(ru(kNotANumber), "n/a");
  EXPECT_EQ(ru(kInfinity), "n/a");
}

TEST(Percent, HasThreeSignificantDigits) {
  EXPECT_EQ(percent(0.0123), "1.23 %");
  EXPECT_EQ(percent(0.1236), "12.4 %");
  EXPECT_EQ(percent(0.05), "5 %");
  EXPECT_EQ(percent(0.2), "20 %");
  EXPECT_EQ(percent(0.00012), "0.01 %");
}

TEST(Percent, SaysNothingAndAllOnlyWhenTheyAreExact) {
  EXPECT_EQ(percent(0), "0 %");
  EXPECT_EQ(percent(1), "100 %");
  EXPECT_EQ(percent(1e-9), "<0.01 %");
  EXPECT_EQ(percent(0.99999), ">99.99 %");
  EXPECT_EQ(percent(0.99994), ">99.99 %");
  EXPECT_EQ(percent(0.9996), "99.96 %");
  EXPECT_EQ(percent(0.9994), "99.9 %");
}

TEST(Percent, AllowsDifferencesAndOverload) {
  EXPECT_EQ(percent(-0.0123), "-1.23 %");
  EXPECT_EQ(percent(-1e-9), ">-0.01 %");
  EXPECT_EQ(percent(1.324), "132 %");
  EXPECT_EQ(percent(12.345), "1,234 %");  // 1234.5 in binary lies a little below the half
  EXPECT_EQ(percent(kNotANumber), "n/a");
}

TEST(DurationText, HasThreeSignificantDigitsBelowAMinute) {
  EXPECT_EQ(duration(Duration::nanoseconds(7)), "7 ns");
  EXPECT_EQ(duration(Duration::microseconds(812)), "812 µs");
  EXPECT_EQ(duration(Duration::nanoseconds(812'400)), "812 µs");
  EXPECT_EQ(duration(Duration::nanoseconds(4'521'000)), "4.52 ms");
  EXPECT_EQ(duration(Duration::nanoseconds(4'500'000)), "4.5 ms");
  EXPECT_EQ(duration(Duration::milliseconds(1'250)), "1.25 s");
  EXPECT_EQ(duration(Duration::milliseconds(1'005)), "1.01 s");  // 1005 is a tie of the third digit: up
  EXPECT_EQ(duration(Duration::seconds(30)), "30 s");
}

TEST(DurationText, KeepsTheZerosAfterThePoint) {
  EXPECT_EQ(duration(Duration::microseconds(1'050)), "1.05 ms");
  EXPECT_EQ(duration(Duration::nanoseconds(1'002)), "1 µs");
}

TEST(DurationText, HasTwoUnitsFromAMinuteOn) {
  EXPECT_EQ(duration(Duration::seconds(60)), "1 min");
  EXPECT_EQ(duration(Duration::seconds(200)), "3 min 20 s");
  EXPECT_EQ(duration(Duration::minutes(150)), "2 h 30 min");
  EXPECT_EQ(duration(Duration::hours(76)), "3 d 4 h");
  EXPECT_EQ(duration(Duration::days(3'660)), "3,660 d");
}

TEST(DurationText, RoundsIntoTheNextUnitCleanly) {
  EXPECT_EQ(duration(Duration::nanoseconds(999'600)), "1 ms");
  EXPECT_EQ(duration(Duration::milliseconds(59'960)), "1 min");
  EXPECT_EQ(duration(Duration::milliseconds(119'600)), "2 min");
  EXPECT_EQ(duration(Duration::milliseconds(3'599'700)), "1 h");
  EXPECT_EQ(duration(Duration::seconds(86'380)), "1 d");            // 23 h 59 min 40 s
  EXPECT_EQ(duration(Duration::seconds(86'400 * 2 - 600)), "2 d");  // 1 d 23 h 50 min
}

TEST(DurationText, TakesTheWholeRange) {
  EXPECT_EQ(duration(Duration()), "0 s");
  EXPECT_EQ(duration(Duration::milliseconds(-1'500)), "-1.5 s");
  // 2^63 - 1 ns = 9,223,372,036.85 s = 106,751 d and 85,636.85 s; 85,636.85 s are 23.8 h: one more day
  EXPECT_EQ(duration(Duration::max()), "106,752 d");
  EXPECT_EQ(duration(Duration::nanoseconds(std::numeric_limits<std::int64_t>::min())), "-106,752 d");
}

TEST(DurationText, OfSecondsIsTheSameText) {
  EXPECT_EQ(duration_of_seconds(0.00452), "4.52 ms");
  EXPECT_EQ(duration_of_seconds(200), "3 min 20 s");
  EXPECT_EQ(duration_of_seconds(0), "0 s");
  EXPECT_EQ(duration_of_seconds(kNotANumber), "n/a");
  // held at 9.2e9 s = 106,481 d 11.6 h, rounded to the hour
  EXPECT_EQ(duration_of_seconds(1e30), "106,481 d 12 h");
}

TEST(BytesText, UsesDecimalUnits) {
  EXPECT_EQ(bytes(0), "0 B");
  EXPECT_EQ(bytes(812), "812 B");
  EXPECT_EQ(bytes(1'024), "1.02 kB");
  EXPECT_EQ(bytes(1'500'000'000), "1.5 GB");
  EXPECT_EQ(bytes(50'000'000'000), "50 GB");
  EXPECT_EQ(bytes(999'999), "1 MB");
  EXPECT_EQ(bytes(-1'500), "-1.5 kB");
  EXPECT_EQ(bytes(std::numeric_limits<std::int64_t>::max()), "9.22 EB");
}

TEST(IntervalText, ShowsTheFirstDigitOfTheHalfWidth) {
  EXPECT_EQ(percent_interval(0.1241, 0.003), "12.4 % ± 0.3");
  EXPECT_EQ(percent_interval(0.1241, 0.0004), "12.41 % ± 0.04");
  EXPECT_EQ(percent_interval(0.1241, 0.032), "12 % ± 3");
  EXPECT_EQ(percent_interval(0.12, 0.003), "12.0 % ± 0.3");
  EXPECT_EQ(amount_interval(12'345, 23.4, "RU/s"), "12,345 RU/s ± 23");
  EXPECT_EQ(duration_interval(0.00452, 0.00005), "4.52 ms ± 0.05");
  EXPECT_EQ(duration_interval(200, 3), "200 s ± 3");
}

TEST(IntervalText, RoundsTheHalfWidthBeforeCountingItsDigits) {
  EXPECT_EQ(percent_interval(0.1241, 0.0096), "12 % ± 1");  // 0.96 rounds to 1
  EXPECT_EQ(percent_interval(0.1241, 0.00094), "12.41 % ± 0.09");
}

TEST(IntervalText, NeverShowsAWidthAsZeroThatIsNot) {
  EXPECT_EQ(percent_interval(0.1241, 1e-9), "12.410 % ± <0.001");
  EXPECT_EQ(percent_interval(0.1241, 0), "12.4 % ± 0");
}

TEST(IntervalText, WithoutAWidthIsThePlainValue) {
  EXPECT_EQ(percent_interval(0.1241, kNotANumber), "12.4 %");
  EXPECT_EQ(amount_interval(12'345, kNotANumber, "RU/s"), "12,345 RU/s");
  EXPECT_EQ(duration_interval(0.00452, kInfinity), "4.52 ms");
  EXPECT_EQ(percent_interval(kNotANumber, 0.1), "n/a");
}

}  // namespace
}  // namespace sim
