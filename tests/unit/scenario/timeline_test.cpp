#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

// What is done while a run lasts, and what follows from what is stored.
namespace cosmos {
namespace {

// Behind the faultless scenario's last line, from line 22 on.
Edit timeline(const std::string& entries) { return behind(kThroughput, "timeline:\n" + entries); }

RunPlan resolved(const std::vector<Edit>& edits) {
  LoadRequest request;
  request.file = "f";
  request.text = edited(edits);
  return load_scenario(request).base.plan;
}

TEST(Timeline, EntriesComeInOrderAndAgain) {
  const RunPlan plan =
      resolved({timeline("  - {at: 1 min, every: 4 min, set_throughput: {manual: 2000 RU/s}}\n"
                         "  - {at: 2 min, merge: {container: orders}}\n")});
  std::vector<std::int64_t> seconds;
  for (const TimelineAction& action : plan.timeline) {
    seconds.push_back(action.second);
  }
  EXPECT_EQ(seconds, (std::vector<std::int64_t>{60, 120, 300, 540}));
  EXPECT_TRUE(std::holds_alternative<MergePartitions>(plan.timeline[1].what));
  EXPECT_EQ(std::get<SetThroughput>(plan.timeline[3].what).throughput, Ru::units(2'000));
  EXPECT_TRUE(plan.containers[0].may_change);
}

TEST(Timeline, WhatTheServiceWouldRefuseIsToldWithItsRule) {
  expect_said({
      {"out of order",
       {timeline("  - {at: 5 min, merge: {}}\n  - {at: 1 min, merge: {}}\n")},
       "f:24:10: error: timeline.1.at: is before the entry above it\n"
       "    hint: entries in the order of time"},
      {"beyond the end",
       {timeline("  - {at: 10 min, merge: {}}\n")},
       "f:23:10: error: timeline.0.at: is beyond the end\n"
       "    hint: 0 s or later, before 10 min"},
      {"before the start",
       {timeline("  - {at: 2020-01-01T00:00:00Z, merge: {}}\n")},
       "f:23:10: error: timeline.0.at: is before the start\n"
       "    hint: 0 s or later, before 10 min"},
      {"no time",
       {timeline("  - {merge: {}}\n")},
       "f:23:5: error: timeline.0.at: missing\n"
       "    hint: when it is done: a duration from the start, or an instant"},
      {"nothing to do",
       {timeline("  - {at: 1 min}\n")},
       "f:23:5: error: timeline.0: says not once what is done\n"
       "    hint: exactly one of `set_throughput`, `merge`, `redistribute`"},
      {"two things to do",
       {timeline("  - {at: 1 min, merge: {}, set_throughput: {manual: 500 RU/s}}\n")},
       "f:23:5: error: timeline.0: says not once what is done\n"
       "    hint: exactly one of `set_throughput`, `merge`, `redistribute`"},
      {"no such container",
       {timeline("  - {at: 1 min, merge: {container: order}}\n")},
       "f:23:36: error: timeline.0.merge.container: no container `order`\n"
       "    hint: did you mean `orders`?"},
      {"off the step",
       {timeline("  - {at: 1 min, set_throughput: {manual: 1050 RU/s}}\n")},
       "f:23:42: error: timeline.0.set_throughput.manual: `1050 RU/s` is off the step (SCALE-12)\n"
       "    hint: multiples of 100 RU/s"},
      {"above the quota",
       {timeline("  - {at: 1 min, set_throughput: {manual: 1000100 RU/s}}\n")},
       "f:23:42: error: timeline.0.set_throughput.manual: `1000100 RU/s` is above the quota (PART-05)\n"
       "    hint: at most 1000000 RU/s"},
      {"below the minimum that an entry before it leaves",
       {timeline("  - {at: 1 min, set_throughput: {manual: 100000 RU/s}}\n"
                 "  - {at: 2 min, set_throughput: {manual: 900 RU/s}}\n")},
       "f:24:42: error: timeline.1.set_throughput.manual: `900 RU/s` is below the minimum of 1000 RU/s (SCALE-09)\n"
       "    hint: the highest before it is 100000 RU/s, 0 GB are stored"},
      {"another kind of throughput",
       {timeline("  - {at: 1 min, set_throughput: {autoscale_max: 2000 RU/s}}\n")},
       "f:23:49: error: timeline.0.set_throughput.autoscale_max: changes between manual and autoscale, which this "
       "version "
       "does not support while a run lasts yet\n"
       "    hint: the container's own kind of throughput"},
      {"both kinds of throughput",
       {timeline("  - {at: 1 min, set_throughput: {manual: 2000 RU/s, autoscale_max: 2000 RU/s}}\n")},
       "f:23:33: error: timeline.0.set_throughput: says not once what is provisioned\n"
       "    hint: exactly one of `manual`, `autoscale_max`"},
      {"no range id",
       {timeline("  - {at: 1 min, redistribute: {throughput: {first: 500 RU/s}}}\n")},
       "f:23:52: error: timeline.0.redistribute.throughput.first: is no partition key range id\n"
       "    hint: a number, such as 0"},
      {"more than one can be given",
       {timeline("  - {at: 1 min, redistribute: {throughput: {\"0\": 20100 RU/s}}}\n")},
       "f:23:50: error: timeline.0.redistribute.throughput.0: `20100 RU/s` is nothing a partition can be given "
       "(REDIS-01)\n"
       "    hint: above 0 RU/s, at most 20000 RU/s"},
      {"again at once",
       {timeline("  - {at: 1 min, every: 0 s, merge: {}}\n")},
       "f:23:24: error: timeline.0.every: is 0 s\n"
       "    hint: 1 s or more"},
  });
}

TEST(Layout, SaysWhatEachRangeIs) {
  const RunPlan plan = resolved({behind(
      kThroughput, "    layout: {equal: 2, ids: [7, 3], throughput: [400 RU/s, 600 RU/s], stored: [1 GB, 2 GB]}\n")});
  const Container& container = plan.containers[0];
  EXPECT_EQ(container.ids, (std::vector<std::int64_t>{7, 3}));
  EXPECT_EQ(container.budgets(), (std::vector<Ru>{Ru::units(400), Ru::units(600)}));
  EXPECT_EQ(container.stated_bytes, (std::vector<double>{1e9, 2e9}));
  EXPECT_DOUBLE_EQ(container.gigabytes_stored, 3.45) << "with 15 % index";
  expect_said({
      {"another length",
       {behind(kThroughput, "    layout: {equal: 2, ids: [7]}\n")},
       "f:22:29: error: containers.orders.layout.ids: has 1 entries for 2 ranges\n"
       "    hint: one for each range, in key order"},
      {"one id twice",
       {behind(kThroughput, "    layout: {equal: 2, ids: [7, 7]}\n")},
       "f:22:33: error: containers.orders.layout.ids.1: stands there already\n"
       "    hint: each range has a number of its own, from 0 on (SPLIT-05)"},
      {"RU/s that do not sum",
       {behind(kThroughput, "    layout: {equal: 2, throughput: [400 RU/s, 500 RU/s]}\n")},
       "f:22:36: error: containers.orders.layout.throughput: sums to 900 RU/s, the container has 1000 RU/s\n"
       "    hint: the same"},
  });
}

// 120 GB of data and 15 % index are 138 GB: halves of 69 GB split once more, quarters of 34.5 do not. 400 RU/s would
// not do for 138 GB (SCALE-09), 1,000 do.
TEST(StoredAtTheStart, HasSplitWhatItWasTooMuchFor) {
  const RunPlan plan = resolved(
      {instead_of(kKey, "    partition_key: /id\n"), behind(kThroughput, "    stored: {order: {data: 120 GB}}\n")});
  const Container& container = plan.containers[0];
  EXPECT_EQ(container.partitions(), 4U);
  EXPECT_EQ(container.ids, (std::vector<std::int64_t>{3, 4, 5, 6}));
  EXPECT_EQ(container.parents[0], (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(
      container.layout_reason,
      "created at 1000 RU/s: one physical partition for each 6000 RU/s begun = 1 (SCALE-01); 138 GB with index: 3 "
      "splits made them 4 (SPLIT-01)");
}

TEST(Rates, NeedStreamsOfWhichASecondStandsForOthers) {
  expect_said({
      {"bursts",
       {instead_of(kRate, "    bursts: {operations: 5, within: 1 s}\n"),
        behind(kDuration, "experiment: {executor: rates}\n")},
       "f:4:24: error: experiment.executor: `rates` cannot run stream `writes`: it has no rate\n"
       "    hint: `auto`, or streams with a `rate` alone"},
      {"a timeout",
       {behind(kRate, "    client: {timeout: 1 s}\n"), behind(kDuration, "experiment: {executor: rates}\n")},
       "f:4:24: error: experiment.executor: `rates` cannot run stream `writes`: it has a timeout\n"
       "    hint: `auto`, or streams with a `rate` alone"},
      {"autoscale",
       {instead_of(kThroughput, "    throughput: {autoscale_max: 1000 RU/s}\n"),
        behind(kDuration, "experiment: {executor: rates}\n")},
       "f:4:24: error: experiment.executor: `rates` does not follow autoscale, which looks at each second\n"
       "    hint: `auto`"},
      {"a limit",
       {behind(kRate, "    limit: 5\n"), behind(kDuration, "experiment: {executor: rates}\n")},
       "f:4:24: error: experiment.executor: `rates` cannot run stream `writes`: it has a limit\n"
       "    hint: `auto`, or streams with a `rate` alone"},
  });
}

}  // namespace
}  // namespace cosmos
