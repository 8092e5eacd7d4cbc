#include "models/items/time_pattern.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

std::string text_at(const char* pattern, std::int64_t unix_seconds) {
  const auto parsed = TimePattern::parse(pattern);
  return parsed ? parsed->text(parsed->period_of(unix_seconds)) : "not a pattern";
}

// 2026-07-04T05:06:07Z: 56 years with 14 leap days after 1970, then 184 days to 4 July and
// 5 x 3600 + 6 x 60 + 7 = 18,367 seconds.
constexpr std::int64_t kFourthOfJuly = (56 * 365 + 14 + 184) * std::int64_t{86'400} + 18'367;

TEST(TimePattern, EveryConversionIsWrittenAsStrftimeWritesIt) {
  EXPECT_EQ(text_at("%Y-%m-%dT%H:%M:%SZ", kFourthOfJuly), "2026-07-04T05:06:07Z");
  EXPECT_EQ(text_at("%F", kFourthOfJuly), "2026-07-04");
  EXPECT_EQ(text_at("%FT%T", kFourthOfJuly), "2026-07-04T05:06:07");
  EXPECT_EQ(text_at("day %j", kFourthOfJuly), "day 185");
  EXPECT_EQ(text_at("100%% of %Y", kFourthOfJuly), "100% of 2026");
}

TEST(TimePattern, OnlyTheFinestUnitCounts) {
  // Minutes and hours, in either order: every second of the minute has one text, the next minute another.
  const auto pattern = TimePattern::parse("%M %H");
  ASSERT_TRUE(pattern);
  const std::int64_t minute = pattern->period_of(kFourthOfJuly);
  EXPECT_EQ(pattern->period_of(kFourthOfJuly - 7), minute);
  EXPECT_EQ(pattern->period_of(kFourthOfJuly + 52), minute);
  EXPECT_EQ(pattern->period_of(kFourthOfJuly + 53), minute + 1);
  EXPECT_EQ(pattern->text(minute), "06 05");
}

TEST(TimePattern, MonthsAndYearsFollowTheCalendar) {
  const auto month = TimePattern::parse("%Y-%m");
  ASSERT_TRUE(month);
  constexpr std::int64_t kMarch2024 = (54 * 365 + 13 + 31 + 29) * std::int64_t{86'400};  // after a 29 February
  EXPECT_EQ(month->text(month->period_of(kMarch2024)), "2024-03");
  EXPECT_EQ(month->text(month->period_of(kMarch2024 - 1)), "2024-02");
  EXPECT_EQ(month->period_of(kMarch2024) - month->period_of(kMarch2024 - 1), 1);
  EXPECT_EQ(text_at("%j", kMarch2024 - 1), "060");
  constexpr std::int64_t kNewYear2026 = (56 * 365 + 14) * std::int64_t{86'400};
  EXPECT_EQ(text_at("%Y", kNewYear2026), "2026");
  EXPECT_EQ(text_at("%Y", kNewYear2026 - 1), "2025");
  EXPECT_EQ(month->period_of(kNewYear2026) - month->period_of(kNewYear2026 - 1), 1);
}

TEST(TimePattern, TimesBefore1970BelongToThePeriodThatHoldsThem) {
  EXPECT_EQ(text_at("%FT%T", -1), "1969-12-31T23:59:59");
  EXPECT_EQ(text_at("%Y-%m", -1), "1969-12");
  EXPECT_EQ(text_at("%H", -3'601), "22");
}

TEST(TimePattern, APatternWithoutAConversionOrWithAnotherOneIsNone) {
  for (const char* pattern : {"", "2026", "100%%", "%", "%Y-%", "%y", "%A", "%Q %Y"}) {
    EXPECT_FALSE(TimePattern::parse(pattern)) << pattern;
  }
}

}  // namespace
}  // namespace cosmos
