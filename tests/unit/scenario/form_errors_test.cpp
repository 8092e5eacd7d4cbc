#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(FormErrors, SayWhereAndWhatWouldBeRight) {
  expect_said({
      {"unknown",
       {behind(kOperation, "    rat: 5 /s\n")},
       "f:17:5: error: streams.writes.rat: unknown field\n"
       "    hint: did you mean `rate`?"},
      {"unknown top",
       {behind(kName, "stream: {}\n")},
       "f:2:1: error: stream: unknown field\n"
       "    hint: did you mean `streams`?"},
      {"twice",
       {behind(kRate, "    rate: 5 /s\n")},
       "f:18:5: error: streams.writes.rate: given twice\n"
       "    hint: first on line 17"},
      {"missing",
       {instead_of(kDuration, "  start: 2026-01-01T00:00:00Z\n")},
       "f:3:3: error: clock.duration: missing\n"
       "    hint: how long the run lasts, whole seconds; for example: 250 ms, 30 min, 1 h 30 min"},
      {"wrong type",
       {instead_of(kRate, "    rate: [10 /s]\n")},
       "f:17:11: error: streams.writes.rate: is a list, expected a rate"},
      {"wrong unit",
       {instead_of(kRate, "    rate: 10 RU/s\n")},
       "f:17:11: error: streams.writes.rate: `10 RU/s` is not a rate\n"
       "    hint: write it with a unit: 1011 /s, 6 /min, 4 /h"},
      {"bare number",
       {instead_of(kDuration, "  duration: 10\n")},
       "f:3:13: error: clock.duration: `10` is not a duration\n"
       "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min"},
      {"null", {instead_of(kRate, "    rate:\n")}, "f:17:5: error: streams.writes.rate: is empty"},
      {"bad name",
       {instead_of(kWrites, "  9a:\n")},
       "f:15:3: error: streams: `9a` is not a name\n"
       "    hint: letters, digits, _ and -, starting with a letter"},
      {"anchor",
       {instead_of(kMembers, "    members: &m {A: 1, B: 2}\n")},
       "f:6:14: error: populations.tenants.members: YAML anchors are not allowed\n"
       "    hint: write the value out"},
      {"alias",
       {instead_of(kMembers, "    members: *m\n")},
       "f:6:14: error: is not valid YAML: the referenced anchor is not defined\n"
       "    hint: quote a text that begins with `*`"},
      {"all at once",
       {instead_of(kDuration, "  duration: 10\n"), instead_of(kRate, "    rate: 10\n"),
        instead_of(kThroughput, "    throughput: {manual: 1000}\n")},
       "f:3:13: error: clock.duration: `10` is not a duration\n"
       "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min\n"
       "f:17:11: error: streams.writes.rate: `10` is not a rate\n"
       "    hint: write it with a unit: 1011 /s, 6 /min, 4 /h\n"
       "f:21:26: error: containers.orders.throughput.manual: `1000` is not a throughput\n"
       "    hint: write it with its unit: 4000 RU/s"},
      {"form and meaning at once",
       {instead_of(kRate, "    rate: 10\n"), instead_of(kMonth, "      month: {time: x}\n")},
       "f:12:21: error: items.order.properties.month.time: `x` is not a time pattern\n"
       "    hint: text with %Y %m %d %H %M %S %j %F %T, at least one\n"
       "f:17:11: error: streams.writes.rate: `10` is not a rate\n"
       "    hint: write it with a unit: 1011 /s, 6 /min, 4 /h"},
      {"all meanings at once",
       {instead_of(kMembers, "    members: {A: 0}\n"), instead_of(kMonth, "      month: {time: x}\n"),
        behind(kOperation,
               "    where: [tenantId]\n"
               "    choose: {tenantId: Z}\n"),
        instead_of(kKey, "    partition_key: /x\n"), behind(kName, "objectives: [{metric: latency, at_most: 1 ms}]\n")},
       "f:2:23: error: objectives.0.metric: no metric `latency`\n"
       "    hint: known: throttled_share, first_attempt_throttled_share, failed_share, latency_p50, latency_p90, "
       "latency_p99, latency_p999, consumed_ru, mean_utilization, normalized_ru, physical_partitions\n"
       "f:7:14: error: populations.tenants.members: all weigh 0\n"
       "    hint: at least one weight above 0\n"
       "f:13:21: error: items.order.properties.month.time: `x` is not a time pattern\n"
       "    hint: text with %Y %m %d %H %M %S %j %F %T, at least one\n"
       "f:18:12: error: streams.writes.where: does not go with create\n"
       "    hint: a create knows all properties of its item\n"
       "f:23:20: error: containers.orders.partition_key: item `order` has no property `x`\n"
       "    hint: known: tenantId, month, shard, id"},
  });
}

}  // namespace
}  // namespace cosmos
