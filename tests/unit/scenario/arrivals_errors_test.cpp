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
       "    hint: exactly one of `rate`, `bursts`, `trace`"},
      {"rate and trace",
       {behind(kRate, "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}}\n")},
       "f:16:5: error: streams.writes: has both `rate` and `trace`\n"
       "    hint: exactly one of `rate`, `bursts`, `trace`"},
      {"spacing of atrace",
       {instead_of(kRate,
                   "    trace: {file: t.csv, wide: {first: \"1\", interval: 1 min}}\n"
                   "    spacing: even\n")},
       "f:17:19: error: streams.writes.trace.file: `t.csv` is not found\n"
       "    hint: looked for at t.csv; $COSMOSIM_DATA is not set\n"
       "f:18:14: error: streams.writes.spacing: belongs to `rate` and `bursts`\n"
       "    hint: a trace says when its operations come"},
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
      {"sdk",
       {behind(kOperation, "    client: {sdk: pyton}\n")},
       "f:17:19: error: streams.writes.client.sdk: `pyton` is not a client library\n"
       "    hint: did you mean `python`?"},
      {"cache of writes",
       {behind(kOperation, "    client: {cache: {hit_share: 80 %}}\n")},
       "f:17:21: error: streams.writes.client.cache: stands in front of writes\n"
       "    hint: a cache answers reads"},
      {"cache of all", {behind(kName, "client: {cache: {hit_share: 80 %}}\n")}, ""},
      {"timeout",
       {behind(kOperation, "    client: {timeout: 0 s}\n")},
       "f:17:23: error: streams.writes.client.timeout: `0 s` is out of range\n"
       "    hint: at least 1 ms"},
      {"max retries",
       {behind(kOperation, "    client: {retries: {max: -1}}\n")},
       "f:17:29: error: streams.writes.client.retries.max: `-1` is not a count\n"
       "    hint: a whole number of 0 or more, or `unlimited`"},
  });
}

TEST(ShapeErrors, SayWhatWouldBeRight) {
  const auto shape = [](const std::string& factor) {
    return std::vector<Edit>{behind(kRate, "    shape: [" + factor + "]\n")};
  };
  expect_said({
      {"negative", shape("{steps: [{at: 1 min, factor: -1}]}"),
       "f:18:42: error: streams.writes.shape.0.steps.0.factor: `-1` is out of range\n"
       "    hint: 0 to 1000000"},
      {"amplitude", shape("{diurnal: {amplitude: 1.5, peak: \"14:00\"}}"),
       "f:18:35: error: streams.writes.shape.0.diurnal.amplitude: `1.5` is out of range\n"
       "    hint: 0 to 1"},
      {"time of day", shape("{diurnal: {amplitude: 0.5, peak: 14 h}}"),
       "f:18:46: error: streams.writes.shape.0.diurnal.peak: `14 h` is not a time of day\n"
       "    hint: hours and minutes, in quotes: \"08:00\""},
      {"no such time of day", shape("{daily: [{at: \"24:00\", factor: 1}]}"),
       "f:18:27: error: streams.writes.shape.0.daily.0.at: `24:00` is not a time of day\n"
       "    hint: there is no such time of day"},
      {"order of steps", shape("{steps: [{at: 2 min, factor: 1}, {at: 2 min, factor: 2}]}"),
       "f:18:51: error: streams.writes.shape.0.steps.1.at: is not after the step before it\n"
       "    hint: steps in the order of time, each once"},
      {"order of the day", shape("{daily: [{at: \"08:00\", factor: 1}, {at: \"07:00\", factor: 2}]}"),
       "f:18:53: error: streams.writes.shape.0.daily.1.at: is not after the step before it\n"
       "    hint: steps in the order of the day, each once; the last one holds over midnight"},
      {"no steps", shape("{steps: []}"),
       "f:18:21: error: streams.writes.shape.0.steps: is empty\n"
       "    hint: at least one step: {at: 10 min, factor: 3}"},
      {"no steps of the day", shape("{daily: []}"),
       "f:18:21: error: streams.writes.shape.0.daily: is empty\n"
       "    hint: at least one step: {at: \"08:00\", factor: 1}"},
      {"ramp", shape("{ramp: {start: 2 min, stop: 1 min, factor: 2}}"),
       "f:18:41: error: streams.writes.shape.0.ramp.stop: is not after `start`\n"
       "    hint: the rate moves from `start` to `stop`"},
      {"parts of a second", shape("{spike: {at: 1500 ms, factor: 2, length: 1 s}}"),
       "f:18:26: error: streams.writes.shape.0.spike.at: `1 s 500 ms` is not in whole seconds\n"
       "    hint: the nearest is 2 s"},
      {"moment", shape("{spike: {at: noon, factor: 2, length: 1 s}}"),
       "f:18:26: error: streams.writes.shape.0.spike.at: `noon` is not a duration or an instant\n"
       "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min, or an instant: 2026-01-01T08:00:00Z"},
      {"spike", shape("{spike: {at: 0 s, factor: 2, length: 2 min, every: 1 min}}"),
       "f:18:50: error: streams.writes.shape.0.spike.length: is longer than `every`\n"
       "    hint: a spike ends before the next one begins"},
      {"growth", shape("{growth: {factor: 1.05, every: 1 min}}"),
       "f:18:44: error: streams.writes.shape.0.growth.every: `1 min` is out of range\n"
       "    hint: 1 h to 3660 d"},
      {"peak", shape("{steps: [{at: 0 s, factor: 10000}]}, {spike: {at: 1 s, factor: 200, length: 1 s}}"),
       "f:18:12: error: streams.writes.shape: makes a rate of 2e+07 /s where all its factors are highest\n"
       "    hint: at most 10000000 /s; split it into several streams"},
      {"word", shape("{diurnl: {amplitude: 0.5, peak: \"14:00\"}}"),
       "f:18:14: error: streams.writes.shape.0: `diurnl` is not one of the choices\n    hint: did you mean `diurnal`?"},
      {"shape of bursts",
       {instead_of(kRate,
                   "    bursts: {operations: 5, within: 1 s}\n"
                   "    shape: [{steps: [{at: 0 s, factor: 2}]}]\n")},
       "f:18:12: error: streams.writes.shape: belongs to `rate`\n"
       "    hint: factors on how often operations come"},
  });
}

TEST(BurstErrors, SayWhatWouldBeRight) {
  expect_said({
      {"overlap",
       {instead_of(kRate, "    bursts: {operations: 5, within: 2 s, every: 1 s}\n")},
       "f:17:37: error: streams.writes.bursts.within: is longer than `every`\n"
       "    hint: a burst ends before the next one begins"},
      {"too many",
       {instead_of(kRate, "    bursts: {operations: 20000001, within: 2 s}\n")},
       "f:17:26: error: streams.writes.bursts.operations: are too many for so short a time\n"
       "    hint: at most 10000000 in a second; split it into several streams"},
      {"none",
       {instead_of(kRate, "    bursts: {operations: 0, within: 2 s}\n")},
       "f:17:26: error: streams.writes.bursts.operations: `0` is out of range\n"
       "    hint: 1 to 4000000000"},
      {"rate and bursts",
       {behind(kRate, "    bursts: {operations: 5, within: 1 s}\n")},
       "f:16:5: error: streams.writes: has both `rate` and `bursts`\n"
       "    hint: exactly one of `rate`, `bursts`, `trace`"},
  });
}

}  // namespace
}  // namespace cosmos
