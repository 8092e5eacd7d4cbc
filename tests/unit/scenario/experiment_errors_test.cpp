#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(ExperimentErrors, SayWhatWouldBeRight) {
  expect_said({
      {"duration in parts",
       {instead_of(kDuration, "  duration: 1500 ms\n")},
       "f:3:13: error: clock.duration: `1 s 500 ms` is not in whole seconds\n"
       "    hint: the nearest is 2 s"},
      {"duration range",
       {instead_of(kDuration, "  duration: 0 s\n")},
       "f:3:13: error: clock.duration: `0 s` is out of range\n"
       "    hint: 1 s to 3660 d"},
      {"bin in parts",
       {behind(kName, "output: {bin: 2500 ms}\n")},
       "f:2:15: error: output.bin: `2 s 500 ms` is not in whole seconds\n"
       "    hint: the nearest is 3 s"},
      {"warmup",
       {behind(kDuration, "  warmup: 10 min\n"),
        behind(kName, "objectives: [{metric: throttled_share, at_most: 1 %}]\n")},
       "f:5:11: error: clock.warmup: is as long as the run or longer\n"
       "    hint: below `clock.duration`, 10 min"},
      {"warmup in parts",
       {behind(kDuration, "  warmup: 400 ms\n")},
       "f:4:11: error: clock.warmup: `400 ms` is not in whole seconds\n"
       "    hint: the nearest is 1 s"},
      {"retry after",
       {behind(kName, "model: {retry_after: 0 s}\n")},
       "f:2:22: error: model.retry_after: is below 1 ms\n"
       "    hint: a client that does not wait never ends within a second"},
      {"latency",
       {behind(kName, "model: {latency: {write: {uniform: {min: 2 ms, max: 1 ms}}}}\n")},
       "f:2:26: error: model.latency.write: `max` is below `min`"},
      {"regions",
       {behind(kName, "account: {regions: [East US, West US]}\n")},
       "f:2:20: error: account.regions: 2 regions\n"
       "    hint: this version simulates one region"},
      {"metric",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled, at_most: 1 %}\n")},
       "f:3:14: error: objectives.0.metric: no metric `throttled`\n"
       "    hint: known: throttled_share, first_attempt_throttled_share, failed_share, latency_p50, latency_p90, "
       "latency_p99, latency_p999, consumed_ru, mean_utilization, normalized_ru, physical_partitions"},
      {"metric not built",
       {behind(kName,
               "objectives:\n"
               "  - {metric: monthly_price, at_most: 1}\n")},
       "f:3:14: error: objectives.0.metric: `monthly_price` is in the grammar, but this version does not support it "
       "yet\n"
       "    hint: known: throttled_share, first_attempt_throttled_share, failed_share, latency_p50, latency_p90, "
       "latency_p99, latency_p999, consumed_ru, mean_utilization, normalized_ru, physical_partitions"},
      {"no threshold",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share}\n")},
       "f:3:5: error: objectives.0: has no threshold\n"
       "    hint: exactly one of `at_most`, `at_least`"},
      {"two thresholds",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share, at_most: 1 %, at_least: 1 %}\n")},
       "f:3:5: error: objectives.0: has both `at_most` and `at_least`\n"
       "    hint: exactly one of `at_most`, `at_least`"},
      {"unit share",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share, at_most: 1 ms}\n")},
       "f:3:40: error: objectives.0.at_most: `1 ms` has not the unit of throttled_share\n"
       "    hint: a share, such as 80 %, 0.5 %"},
      {"unit duration",
       {behind(kName,
               "objectives:\n"
               "  - {metric: latency_p99, at_most: 1 %}\n")},
       "f:3:36: error: objectives.0.at_most: `1 %` has not the unit of latency_p99\n"
       "    hint: a duration, such as 250 ms, 30 min, 1 h 30 min"},
      {"unit throughput",
       {behind(kName,
               "objectives:\n"
               "  - {metric: consumed_ru, at_least: 5}\n")},
       "f:3:37: error: objectives.0.at_least: `5` has not the unit of consumed_ru\n"
       "    hint: a throughput, such as 4000 RU/s"},
      {"unit count",
       {behind(kName,
               "objectives:\n"
               "  - {metric: physical_partitions, at_most: 1 %}\n")},
       "f:3:44: error: objectives.0.at_most: `1 %` has not the unit of physical_partitions\n"
       "    hint: a count, such as 1, 4000"},
      {"worst partition",
       {behind(kName,
               "objectives:\n"
               "  - {metric: latency_p99, at_most: 5 ms, partition: worst}\n")},
       "f:3:53: error: objectives.0.partition: latency_p99 is no figure of a partition\n"
       "    hint: leave `partition` out"},
      {"objective container",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share, at_most: 1 %, container: order}\n")},
       "f:3:56: error: objectives.0.container: no container `order`\n"
       "    hint: did you mean `orders`?"},
      {"objective stream",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share, at_most: 1 %, stream: write}\n")},
       "f:3:53: error: objectives.0.stream: no stream `write`\n"
       "    hint: did you mean `writes`?"},
      {"no figure of astream",
       {behind(kName,
               "objectives:\n"
               "  - {metric: mean_utilization, at_most: 1 %, stream: writes}\n")},
       "f:3:54: error: objectives.0.stream: mean_utilization is no figure of a stream\n"
       "    hint: leave `stream` out"},
      {"window",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share, at_most: 1 %, start: 10 min}\n")},
       "f:3:5: error: objectives.0: covers no part of the run\n"
       "    hint: `start` before `stop`, both within `clock.duration`"},
      {"window in parts",
       {behind(kName,
               "objectives:\n"
               "  - {metric: throttled_share, at_most: 1 %, start: 1500 ms}\n")},
       "f:3:52: error: objectives.0.start: `1 s 500 ms` is not in whole seconds\n"
       "    hint: the nearest is 2 s"},
  });
}

}  // namespace
}  // namespace cosmos
