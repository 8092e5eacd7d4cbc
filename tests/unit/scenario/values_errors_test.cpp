#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

// Numbers that are none, do not fit or are absurd, for each kind of value: refused as they are written, never wrapped
// nor replaced by a default.
namespace cosmos {
namespace {

struct Field {
  std::string line;  // of the scenario
  std::string text;  // what stands there instead, {} for the value
  std::string place;
  std::string path;
};

// Each value in the field's place is answered with `value` in backquotes and this behind it.
void expect_answers(const Field& field, const std::vector<std::pair<std::string, std::string>>& answers) {
  for (const auto& [value, answer] : answers) {
    const std::string shown = value == "\"\"" ? "" : value;
    EXPECT_EQ(said_of(edited({instead_of(field.line, fmt::format(fmt::runtime(field.text), value))})),
              fmt::format("f:{}: error: {}: `{}` {}", field.place, field.path, shown, answer));
  }
}

TEST(AbsurdValues, DurationsAreWholeNanosecondsOfLessThan293Years) {
  const std::string units = "is not a duration\n    hint: units are ns us ms s min h d: 250 ms, 30 min, 1 h 30 min";
  const std::string form = "is not a duration\n    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min";
  const std::string sign = "is not a duration\n    hint: a duration is 0 or more";
  const std::string most = "is not a duration\n    hint: whole nanoseconds, at most 106751 d";
  expect_answers({kDuration, "  duration: {}\n", "3:13", "clock.duration"},
                 {{"1e300 s", units},
                  {"1e-300 s", units},
                  {"0x10 s", units},
                  {"10 m", units},
                  {"nan", form},
                  {".inf", form},
                  {"\"\"", form},
                  {"-1 s", sign},
                  {"-0 s", sign},
                  {"18446744073709551616 s", most},
                  {"9223372037 s", most},
                  {"106752 d", most},
                  {"0.1 ns", most},
                  {"3661 d", "is out of range\n    hint: 1 s to 3660 d"}});
}

TEST(AbsurdValues, RatesAreUpToABillionASecond) {
  const std::string form = "is not a rate\n    hint: write it with a unit: 1011 /s, 6 /min, 4 /h";
  const std::string range = "is out of range\n    hint: 0 to 1000000000 /s";
  expect_answers({kRate, "    rate: {}\n", "17:11", "streams.writes.rate"},
                 {{"1e300 /s", form},
                  {"1e-300 /s", form},
                  {"0x10 /s", form},
                  {"nan /s", form},
                  {".inf", form},
                  {"\"\"", form},
                  {"-1 /s", range},
                  {"1000000001 /s", range},
                  {"18446744073709551616 /s", range},
                  {"0.0000001 /s", "is not a rate\n    hint: at most 6 decimals"},
                  {"10 /w", "is not a rate\n    hint: per s, min, h or d: 1011 /s, 6 /min, 4 /h"}});
}

TEST(AbsurdValues, SizesAreUpToAMillionTerabytes) {
  const std::string form =
      "is not a size\n    hint: write it with a unit: 500 B, 1 KiB, 15 GB (KB = 1000 B, KiB = 1024 B)";
  const std::string range = "is not a size\n    hint: 0 B to 1000000 TB, with at most 6 decimals";
  expect_answers({kSize, "    size: {}\n", "9:11", "items.order.size"},
                 {{"1e300 B", form},
                  {"1e-300 B", form},
                  {"0x10 B", form},
                  {"nan B", form},
                  {".inf", form},
                  {"\"\"", form},
                  {"1 kb", form},
                  {"-1 B", range},
                  {"18446744073709551616 B", range},
                  {"9223372036854775807 TB", range},
                  {"1000001 TB", range},
                  {"0.0000001 KB", range},
                  {"0.4 B", "is not a size\n    hint: 0 B, or at least a byte"}});
}

TEST(AbsurdValues, ThroughputsAndChargesAreThousandthsOfAnRu) {
  const std::string throughput = "is not a throughput\n    hint: write it with its unit: 4000 RU/s";
  const std::string most = "is not a throughput\n    hint: at most 9000000000000 RU/s, with at most 3 decimals";
  expect_answers({kThroughput, "    throughput: {{manual: {}}}\n", "21:26", "containers.orders.throughput.manual"},
                 {{"1e300 RU/s", throughput},
                  {"0x10 RU/s", throughput},
                  {"nan RU/s", throughput},
                  {".inf", throughput},
                  {"\"\"", throughput},
                  {"-100 RU/s", "is not a throughput\n    hint: 0 or more"},
                  {"18446744073709551616 RU/s", most},
                  {"9000000000001 RU/s", most},
                  {"0.0001 RU/s", most}});
  const std::string charge = "is not a charge\n    hint: write it with its unit: 13.9 RU";
  const std::string limit = "is not a charge\n    hint: at most 10000000 RU, with at most 3 decimals";
  expect_answers({kOperation, "    operation: query\n    where: []\n    charge: {{per_partition: {}}}\n", "18:29",
                  "streams.writes.charge.per_partition"},
                 {{"1e300 RU", charge},
                  {"0x10 RU", charge},
                  {"nan", charge},
                  {".inf", charge},
                  {"\"\"", charge},
                  {"-1 RU", "is not a charge\n    hint: 0 or more"},
                  {"18446744073709551616 RU", limit},
                  {"10000000.001 RU", limit},
                  {"0.0001 RU", limit}});
}

TEST(AbsurdValues, CountsAreDigitsThatFit) {
  const std::string form = "is not a count\n    hint: digits alone: 1, 4000";
  const std::string range = "is out of range\n    hint: at least 1";
  const Field limit{kOperation, "    operation: create\n    limit: {}\n", "17:12", "streams.writes.limit"};
  expect_answers(limit, {{"1e300", form},
                         {"1e-300", form},
                         {"0x10", form},
                         {"nan", form},
                         {".inf", form},
                         {"1.5", form},
                         {"01", "is not a count\n    hint: write it without leading zeros"},
                         {"-0", range},
                         {"-1", range},
                         {"18446744073709551616", "is not a count\n    hint: at most 9223372036854775807"}});
  EXPECT_EQ(said_of(edited({behind(kOperation, "    limit: \"\"\n")})),
            "f:17:12: error: streams.writes.limit: is a text in quotes, expected a count\n"
            "    hint: write it without quotes");
}

TEST(AbsurdValues, NumbersAreFiniteAndInTheirRange) {
  const std::string form = "is not a number\n    hint: for example: 0.99, 4000";
  const std::string range = "is out of range\n    hint: 0 to 3";
  expect_answers({kMembers, "    count: 5\n    popularity: {{zipf: {{theta: {}}}}}\n", "7:32",
                  "populations.tenants.popularity.zipf.theta"},
                 {{"nan", form},
                  {".inf", form},
                  {"-.inf", form},
                  {"0x10", form},
                  {"1e999", form},
                  {"1e-999", form},
                  {"0.9 %", form},
                  {"1e300", range},
                  {"-1", range},
                  {"18446744073709551616", range}});
  const std::string weight = "is not a weight\n    hint: a number from 0 to 1e15, or a share such as 30 %";
  expect_answers({kMembers, "    members: {{A: {}, B: 2}}\n", "6:18", "populations.tenants.members.A"},
                 {{"1e300", weight},
                  {"1e16", weight},
                  {"-1", weight},
                  {"nan", weight},
                  {".inf", weight},
                  {"0x10", weight},
                  {"18446744073709551616", weight},
                  {"\"\"", weight}});
}

TEST(AbsurdValues, SharesAreFromNoneToAll) {
  const std::string form = "is not a share\n    hint: write it in percent: 80 %";
  const std::string range = "is out of range\n    hint: 0 % to 100 %";
  expect_answers({kThroughput, "    throughput: {{manual: 1000 RU/s}}\n    layout: {{shares: [{}, 50 %]}}\n", "22:23",
                  "containers.orders.layout.shares.0"},
                 {{"1e300 %", form},
                  {"nan %", form},
                  {"0x10 %", form},
                  {"\"\"", form},
                  {"0.5", "is not a share\n    hint: write it in percent: 50 %"},
                  {"-1 %", range},
                  {"100.000001 %", range},
                  {"18446744073709551616 %", range},
                  {"0.0000001 %", "is not a share\n    hint: at most 6 decimals"}});
}

TEST(AbsurdValues, InstantsAreOfTheCalendarFrom1970To2200) {
  const std::string form = "is not an instant\n    hint: write it in UTC: 2026-01-01T00:00:00Z";
  const std::string range = "is out of range\n    hint: years 1970 to 2200";
  expect_answers({kDuration, "  duration: 10 min\n  start: {}\n", "4:10", "clock.start"},
                 {{"1969-12-31T23:59:59Z", range},
                  {"2201-01-01T00:00:00Z", range},
                  {"99999-01-01T00:00:00Z", form},
                  {"2026-01-01", form},
                  {"2026-01-01T00:00:00", form},
                  {"0", form},
                  {"\"\"", form},
                  {"2026-02-30T00:00:00Z", "is not an instant\n    hint: there is no such day"},
                  {"2026-01-01T24:00:00Z", "is not an instant\n    hint: there is no such time of day"}});
}

TEST(AbsurdValues, ANameIsThatOfAFile) {
  expect_said({
      {"none",
       {instead_of(kName, "name: \"\"\n")},
       "f:1:7: error: name: is empty\n"
       "    hint: what the scenario is called"},
      {"a long one",
       {instead_of(kName, "name: " + std::string(201, 'x') + "\n")},
       "f:1:7: error: name: has 201 bytes\n"
       "    hint: at most 200; the rest belongs in `description`"},
  });
  EXPECT_EQ(said_of(edited({instead_of(kName, "name: " + std::string(200, 'x') + "\n")})), "");
}

TEST(AbsurdValues, TheLongestWaitIsNoShorterThanTheFirst) {
  expect_said({{"a cap of nearly nothing",
                {behind(kRate, "    client: {retries: {wait: {first: 1 ms, cap: 1 ns}}}\n")},
                "f:18:49: error: streams.writes.client.retries.wait.cap: is below `first`\n"
                "    hint: the longest wait is no shorter than the first"}});
}

TEST(AbsurdValues, WhatTheServiceAddsToAnItemIsNoMoreThanAnItem) {
  expect_said({{"system properties",
                {behind(kSize, "    system_properties: 1000000 TB\n")},
                "f:10:24: error: items.order.system_properties: is above 2 MiB (PART-10)\n"
                "    hint: what the service adds to an item, about 205 B"}});
}

}  // namespace
}  // namespace cosmos
