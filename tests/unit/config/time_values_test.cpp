#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "sim/config/values.h"
#include "tests/unit/config/value_text.h"

namespace sim {
namespace {

std::int64_t nanoseconds(std::string_view text) {
  const auto parsed = ValueTraits<Duration>::parse(text);
  return parsed.value ? parsed.value->count() : -1;
}

TEST(DurationText, IsExactToTheNanosecond) {
  EXPECT_EQ(nanoseconds("250 ms"), 250'000'000);
  EXPECT_EQ(nanoseconds("250ms"), 250'000'000);
  EXPECT_EQ(nanoseconds("1 h 30 min"), 5'400'000'000'000);
  EXPECT_EQ(nanoseconds("1h30min"), 5'400'000'000'000);
  EXPECT_EQ(nanoseconds("1.5 h"), 5'400'000'000'000);
  EXPECT_EQ(nanoseconds("0.1 d"), 8'640'000'000'000);
  EXPECT_EQ(nanoseconds("1 d 2 h 3 min 4 s 5 ms 6 us 7 ns"), 93'784'005'006'007);
  EXPECT_EQ(nanoseconds("0 d"), 0);
  // 0.123456789 d = 10666.6665696 s
  EXPECT_EQ(nanoseconds("0.123456789 d"), 10'666'666'569'600);
  // 2^63 - 1 ns = 106751 d 23 h 47 min 16.854775807 s
  EXPECT_EQ(nanoseconds("106751 d 23 h 47 min 16.854775807 s"), std::numeric_limits<std::int64_t>::max());
}

TEST(DurationText, RefusesTheRest) {
  constexpr const char* kUnit = "not one | write it with a unit: 250 ms, 30 min, 1 h 30 min";
  for (const char* text : {"5", "", "s", "5.", "5. s", ".5 s", "010 s", "5 s ", " 5 s", "5 s 3", "five s", "+5 s"}) {
    EXPECT_EQ(text_of<Duration>(text), kUnit) << '"' << text << '"';
  }
  EXPECT_EQ(text_of<Duration>("5 sec"), "not one | units are ns us ms s min h d: 250 ms, 30 min, 1 h 30 min");
  EXPECT_EQ(text_of<Duration>("1e3 s"), "not one | units are ns us ms s min h d: 250 ms, 30 min, 1 h 30 min");
  EXPECT_EQ(text_of<Duration>("1 m"), "not one | units are ns us ms s min h d: 250 ms, 30 min, 1 h 30 min");
  EXPECT_EQ(text_of<Duration>("-5 s"), "not one | a duration is 0 or more");
  constexpr const char* kOrder = "not one | from the largest unit to the smallest, each once: 1 h 30 min";
  EXPECT_EQ(text_of<Duration>("30 min 1 h"), kOrder);
  EXPECT_EQ(text_of<Duration>("1 h 1 h"), kOrder);
  constexpr const char* kWhole = "not one | whole nanoseconds, at most 106751 d";
  EXPECT_EQ(text_of<Duration>("0.5 ns"), kWhole);
  EXPECT_EQ(text_of<Duration>("106752 d"), kWhole);
  EXPECT_EQ(text_of<Duration>("106751 d 23 h 47 min 16.854775808 s"), kWhole);
  EXPECT_EQ(text_of<Duration>("99999999999999999999 s"), kWhole);
}

TEST(DurationText, IsPrintedInParts) {
  EXPECT_EQ(text_of<Duration>("90 min"), "1 h 30 min");
  EXPECT_EQ(text_of<Duration>("1500 ms"), "1 s 500 ms");
  EXPECT_EQ(text_of<Duration>("0 ms"), "0 s");
  EXPECT_EQ(text_of<Duration>("3660 d"), "3660 d");
  const Duration longest = Duration::max();
  EXPECT_EQ(ValueTraits<Duration>::parse(ValueTraits<Duration>::print(longest)).value, longest);
}

TEST(InstantText, FollowsTheCalendar) {
  EXPECT_EQ(ValueTraits<Instant>::parse("1970-01-01T00:00:00Z").value->unix_seconds, 0);
  // 56 years of which 14 are leap years: 56 * 365 + 14 = 20454 days.
  EXPECT_EQ(ValueTraits<Instant>::parse("2026-01-01T00:00:00Z").value->unix_seconds, 20'454LL * 86'400);
  // 2000 is a leap year: 30 years with 7 leap years, then 31 + 28 days, and the day's last second.
  EXPECT_EQ(ValueTraits<Instant>::parse("2000-02-29T23:59:59Z").value->unix_seconds,
            (30LL * 365 + 7 + 31 + 28) * 86'400 + 86'399);
  for (const char* text : {"1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "2024-12-31T12:34:56Z",
                           "2100-03-01T00:00:00Z", "2200-12-31T23:59:59Z"}) {
    EXPECT_EQ(text_of<Instant>(text), text);
  }
}

TEST(InstantText, RefusesWhatTheCalendarLacks) {
  for (const char* text : {"2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
                           "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z"}) {
    EXPECT_EQ(text_of<Instant>(text), "not one | there is no such day") << text;
  }
  for (const char* text : {"2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z"}) {
    EXPECT_EQ(text_of<Instant>(text), "not one | there is no such time of day") << text;
  }
  for (const char* text : {"2026-01-01", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00+01:00",
                           "2026-1-1T00:00:00Z", "2026-01-01T00:00:00.5Z", "x026-01-01T00:00:00Z", ""}) {
    EXPECT_EQ(text_of<Instant>(text), "not one | write it in UTC: 2026-01-01T00:00:00Z") << text;
  }
  EXPECT_EQ(text_of<Instant>("1969-12-31T23:59:59Z"), "`1969-12-31T23:59:59Z` is out of range | years 1970 to 2200");
  EXPECT_EQ(text_of<Instant>("2201-01-01T00:00:00Z"), "`2201-01-01T00:00:00Z` is out of range | years 1970 to 2200");
}

}  // namespace
}  // namespace sim
