#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(VariantErrors, NameTheVariantAndItsLine) {
  expect_said({
      {"all",
       {behind(kThroughput,
               "variants:\n"
               "  all: {}\n"
               "  base: {}\n")},
       "f:23:8: error: variants.all: a variant may not be called `all`\n"
       "    hint: --variant all means each of them\n"
       "f:24:9: error: variants.base: a variant may not be called `base`\n"
       "    hint: `base` is the file as written"},
      {"value",
       {behind(kThroughput,
               "variants:\n"
               "  fast:\n"
               "    clock.duration: 5\n")},
       "f:24:21: error: variants.fast: clock.duration: `5` is not a duration\n"
       "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min"},
      {"meaning",
       {behind(kThroughput,
               "variants:\n"
               "  wide:\n"
               "    containers.orders.throughput.manual: 1050 RU/s\n")},
       "f:24:42: error: variants.wide: containers.orders.throughput.manual: `1050 RU/s` is off the step (SCALE-12)\n"
       "    hint: multiples of 100 RU/s"},
      {"path",
       {behind(kThroughput,
               "variants:\n"
               "  odd:\n"
               "    streams.writes.rate.x: 5\n"
               "    a..b: 5\n")},
       "f:24:28: error: variants.odd.streams.writes.rate.x: `streams.writes.rate` is a single value and has no field "
       "`x`\n"
       "f:25:11: error: variants.odd.a..b: `a..b` is not a path\n"
       "    hint: names joined by dots: containers.orders.throughput.manual"},
      {"take away",
       {behind(kThroughput,
               "variants:\n"
               "  less: {streams.writes.limit: null}\n")},
       "f:23:32: error: variants.less.streams.writes.limit: there is no such field to take away"},
      {"required",
       {behind(kThroughput,
               "variants:\n"
               "  less: {streams.writes.rate: null}\n")},
       "f:23:9: error: variants.less: streams.writes: does not say how often\n"
       "    hint: exactly one of `rate`, `bursts`, `trace`"},
      {"element",
       {behind(kThroughput,
               "variants:\n"
               "  more: {objectives.3.at_most: 1 %}\n")},
       "f:23:32: error: variants.more: objectives: is a map, expected a list"},
      {"once for all",
       {behind(kThroughput,
               "variants:\n"
               "  a: {}\n"
               "  b: {}\n"),
        instead_of(kRate, "    rate: 5\n")},
       "f:17:11: error: streams.writes.rate: `5` is not a rate\n"
       "    hint: write it with a unit: 1011 /s, 6 /min, 4 /h"},
      {"meaning once for all",
       {behind(kThroughput,
               "variants:\n"
               "  a: {}\n"
               "  b: {}\n"),
        instead_of(kKey, "    partition_key: /x\n")},
       "f:20:20: error: containers.orders.partition_key: item `order` has no property `x`\n"
       "    hint: known: tenantId, month, shard, id"},
      {"variants",
       {behind(kThroughput,
               "variants:\n"
               "  a: {variants.b: {}}\n")},
       "f:23:19: error: variants.a.variants.b: a variant may not change the variants"},
      {"not amap",
       {behind(kThroughput,
               "variants:\n"
               "  a: 5\n")},
       "f:23:6: error: variants.a: is a single value, expected a map"},
  });
}

}  // namespace
}  // namespace cosmos
