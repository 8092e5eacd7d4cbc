#include "sim/text/timestamp.h"

#include <string>

#include <gtest/gtest.h>

namespace sim {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kStartOf2026 = 1'767'225'600 * kNanoseconds;  // date -u -d 2026-01-01 +%s

std::int64_t nanoseconds(std::string_view text) {
  const auto parsed = parse_timestamp(text);
  return parsed ? parsed->nanoseconds : -1;
}

TEST(Timestamp, DatesAreUtcUnlessTheySayOtherwise) {
  for (const char* text : {"2026-01-01T00:00:00Z", "2026-01-01 00:00:00", "2026-01-01T00:00", "2026-01-01 00:00Z",
                           "2026-01-01T00:00:00+00:00", "2026-01-01T02:00:00+02:00", "2025-12-31T18:30:00.000-05:30"}) {
    EXPECT_EQ(nanoseconds(text), kStartOf2026) << text;
    EXPECT_FALSE(parse_timestamp(text)->is_number) << text;
  }
  EXPECT_EQ(nanoseconds("1970-01-01 00:00:00"), 0);
  // date -u -d "2023-11-16 18:15:46" +%s; seven digits are units of 100 ns.
  EXPECT_EQ(nanoseconds("2023-11-16 18:15:46.6805900"), 1'700'158'546 * kNanoseconds + 680'590'000);
  // date -u -d "2015-02-26 21:42:53" +%s
  EXPECT_EQ(nanoseconds("2015-02-26 21:42:53"), 1'424'986'973 * kNanoseconds);
  // A leap day, and the last second: date -u -d "2199-12-31 23:59:59" +%s
  EXPECT_EQ(nanoseconds("2024-02-29T12:00:00Z"), 1'709'208'000 * kNanoseconds);
  EXPECT_EQ(nanoseconds("2199-12-31T23:59:59Z"), 7'258'118'399 * kNanoseconds);
}

TEST(Timestamp, NumbersAreSeconds) {
  EXPECT_EQ(nanoseconds("604038471"), 604'038'471 * kNanoseconds);
  EXPECT_EQ(nanoseconds("0"), 0);
  EXPECT_EQ(nanoseconds("0.5"), 500'000'000);
  EXPECT_EQ(nanoseconds("1700158546.68059"), 1'700'158'546 * kNanoseconds + 680'590'000);
  EXPECT_EQ(nanoseconds("1.1234567899999"), 1'123'456'789);
  EXPECT_TRUE(parse_timestamp("12")->is_number);
}

TEST(Timestamp, RefusesTheRest) {
  for (const char* text : {"",
                           " ",
                           "-1",
                           "+1",
                           "1e9",
                           "1.",
                           ".5",
                           "1,5",
                           "0x10",
                           "7258118400",
                           "1234567890123",
                           "99999999999999999999",
                           "2026-13-01 00:00:00",
                           "2026-00-01 00:00:00",
                           "2026-02-29 00:00:00",
                           "2026-01-32 00:00:00",
                           "2026-01-01 24:00:00",
                           "2026-01-01 00:60:00",
                           "2026-01-01 00:00:60",
                           "2026-01-01",
                           "2026-01-01 00",
                           "2026-01-01x00:00:00",
                           "2026-01-01 00:00:00.",
                           "2026-01-01 00:00:00 Z",
                           "2026-01-01T00:00:00ZZ",
                           "2026-01-01T00:00:00+2",
                           "2026-01-01T00:00:00+19:00",
                           "1969-12-31 23:59:59",
                           "2200-01-01 00:00:00",
                           "1970-01-01T00:00:00+01:00",
                           "26-01-01 00:00:00",
                           "2026/01/01 00:00:00",
                           "2026-1-1 0:0:0",
                           "noon"}) {
    EXPECT_FALSE(parse_timestamp(text)) << text;
  }
}

}  // namespace
}  // namespace sim
