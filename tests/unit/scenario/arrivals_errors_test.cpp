#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(ArrivalErrors, SayWhatWouldBeRight) {
  expect_said({
      {"start beyond",
       {behind(kOperation, "    start: 10 min\n")},
       "f:17:12: error: streams.writes.start: is at the end of the run or beyond it\n"
       "    hint: before `clock.duration`"},
      {"start in parts",
       {behind(kOperation, "    start: 1500 ms\n")},
       "f:17:12: error: streams.writes.start: `1 s 500 ms` is not in whole seconds\n"
       "    hint: the nearest is 2 s"},
      {"stop before",
       {behind(kOperation,
               "    start: 1 min\n"
               "    stop: 1 min\n")},
       "f:18:11: error: streams.writes.stop: is not after `start`\n"
       "    hint: a stream is on from `start` to `stop`"},
      {"no arrivals",
       {instead_of(kRate, "")},
       "f:16:5: error: streams.writes: does not say how often\n"
       "    hint: exactly one of `rate`, `trace`"},
      {"rate and trace",
       {behind(kRate, "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}}\n")},
       "f:16:5: error: streams.writes: has both `rate` and `trace`\n"
       "    hint: exactly one of `rate`, `trace`"},
      {"spacing of atrace",
       {instead_of(kRate,
                   "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}}\n"
                   "    spacing: even\n")},
       "f:17:19: error: streams.writes.trace.file: `t.csv` is not found\n"
       "    hint: looked for at t.csv; $COSMOSIM_DATA is not set\n"
       "f:18:14: error: streams.writes.spacing: belongs to `rate`\n"
       "    hint: operations of a trace lie evenly at random in their interval"},
      {"rate beyond",
       {instead_of(kRate, "    rate: 10000001 /s\n")},
       "f:17:11: error: streams.writes.rate: is too large\n"
       "    hint: at most 10000000 /s; split it into several streams"},
      {"limit",
       {behind(kOperation, "    limit: 0\n")},
       "f:17:12: error: streams.writes.limit: `0` is out of range\n"
       "    hint: at least 1"},
      {"speed",
       {instead_of(kRate, "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}, speed: 7}\n")},
       "f:17:70: error: streams.writes.trace.speed: makes an interval that is not in whole seconds\n"
       "    hint: an interval of 1 min lasts 8.57143 s at this speed"},
      {"interval",
       {instead_of(kRate, "    trace: {file: t.csv, wide: {first: \"1\", interval: 3660 d}, speed: 0.5}\n")},
       "f:17:71: error: streams.writes.trace.speed: makes an interval longer than any run\n"
       "    hint: at most 3660 d"},
      {"trace missing",
       {instead_of(kRate, "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}}\n")},
       "f:17:19: error: streams.writes.trace.file: `t.csv` is not found\n"
       "    hint: looked for at t.csv; $COSMOSIM_DATA is not set"},
      {"trace property",
       {instead_of(
           kRate,
           "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}, properties: {tenant: a, shard: b}}\n")},
       "f:17:19: error: streams.writes.trace.file: `t.csv` is not found\n"
       "    hint: looked for at t.csv; $COSMOSIM_DATA is not set\n"
       "f:17:84: error: streams.writes.trace.properties.tenant: item `order` has no property `tenant`\n"
       "    hint: did you mean `tenantId`?\n"
       "f:17:94: error: streams.writes.trace.properties.shard: `shard` cannot come from a trace\n"
       "    hint: `given` properties and those of populations can"},
      {"round trip",
       {behind(kOperation, "    client: {round_trip: {uniform: {min: 2 ms, max: 1 ms}}}\n")},
       "f:17:26: error: streams.writes.client.round_trip: `max` is below `min`"},
      {"round trip of all",
       {behind(kName, "client: {round_trip: {uniform: {min: 2 ms, max: 1 ms}}}\n")},
       "f:2:22: error: client.round_trip: `max` is below `min`"},
      {"wait",
       {behind(kOperation, "    client: {retries: {wait: {uniform: {min: 2 s, max: 1 s}}}}\n")},
       "f:17:30: error: streams.writes.client.retries.wait: `max` is below `min`"},
      {"wait too short",
       {behind(kOperation, "    client: {retries: {wait: 0 s}}\n")},
       "f:17:30: error: streams.writes.client.retries.wait: is mostly below 1 ms\n"
       "    hint: a client that does not wait never ends within a second"},
      {"backoff",
       {behind(kOperation, "    client: {retries: {wait: {first: 0 s}}}\n")},
       "f:17:38: error: streams.writes.client.retries.wait.first: `0 s` is out of range\n"
       "    hint: at least 1 ms"},
      {"max retries",
       {behind(kOperation, "    client: {retries: {max: -1}}\n")},
       "f:17:29: error: streams.writes.client.retries.max: `-1` is not a count\n"
       "    hint: a whole number of 0 or more, or `unlimited`"},
  });
}

}  // namespace
}  // namespace cosmos
