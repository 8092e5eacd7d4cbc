#include "models/control/partition_control.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/control/moved_world.h"
#include "models/world/settled_executor.h"
#include "sim/core/kernel.h"
#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using testing::PlanBuilder;

constexpr std::int64_t kSecond = 1'000'000'000;

// 60 seconds, one write a second; splits take 10 s, merges 5.
RunPlan plan_of(std::size_t partitions, std::int64_t ru, std::vector<TimelineAction> timeline) {
  RunPlan plan =
      PlanBuilder(60).partitions(partitions).throughput(ru).add(testing::creates("w", 1, Ru::units(5))).build();
  plan.containers[0].may_change = true;
  plan.containers[0].tracks_storage = true;
  plan.readings.split_duration = Constant{10 * kSecond};
  plan.readings.merge_duration = Constant{5 * kSecond};
  plan.timeline = std::move(timeline);
  return plan;
}

TimelineAction set(std::int64_t second, std::int64_t ru) {
  return {second, 0, SetThroughput{Ru::units(ru), false}, ""};
}
TimelineAction merge(std::int64_t second) { return {second, 0, MergePartitions{}, ""}; }

class WholeRun {
 public:
  explicit WholeRun(RunPlan plan) : plan_(std::move(plan)), model_(plan_, 0, DemandSource::Ahead::kNo) {
    for (std::int64_t second = 0; second < plan_.seconds; ++second) {
      model_.boundary(second);
      budgets_.push_back(model_.world().budgets_of(0));
      model_.advance(second);
    }
    model_.boundary(plan_.seconds);
  }
  [[nodiscard]] const std::vector<Ru>& budgets_at(std::size_t second) const { return budgets_[second]; }
  [[nodiscard]] const std::vector<ContainerEvent>& events() const { return model_.control().events(); }
  [[nodiscard]] World& world() { return model_.world(); }
  [[nodiscard]] std::vector<std::int64_t> ids() {
    std::vector<std::int64_t> all;
    for (const PartitionRange& range : world().containers()[0].partitions.ranges()) {
      all.push_back(range.id);
    }
    return all;
  }

 private:
  RunPlan plan_;
  MovedWorld<SettledExecutor> model_;
  std::vector<std::vector<Ru>> budgets_;  // by second
};

std::vector<Ru> each(std::size_t n, std::int64_t milli) { return std::vector<Ru>(n, Ru::milli(milli)); }

TEST(PartitionControl, WhatThePartitionsCanGiveIsHadAtOnceAndLoweringKeepsThem) {
  WholeRun run(plan_of(2, 4'000, {set(10, 20'000), set(20, 1'000)}));
  EXPECT_EQ(run.budgets_at(9), each(2, 2'000'000));
  EXPECT_EQ(run.budgets_at(10), each(2, 10'000'000));
  EXPECT_EQ(run.budgets_at(20), each(2, 500'000));
  EXPECT_EQ(run.events()[0].rule, "SCALE-02");
  EXPECT_EQ(run.events()[1].rule, "SCALE-08");
}

// 2 partitions to ceil(90,000 / 10,000) = 9: 4 after 10 s, 8 after 20, 9 after 30; until then all share 4,000.
TEST(PartitionControl, MoreThanTwiceAsManyPartitionsTakeSeveralRounds) {
  WholeRun run(plan_of(2, 4'000, {set(5, 90'000), set(12, 10'000)}));
  EXPECT_EQ(run.budgets_at(14), each(2, 2'000'000));
  EXPECT_EQ(run.budgets_at(15), each(4, 1'000'000));
  EXPECT_EQ(run.budgets_at(25), each(8, 500'000));
  EXPECT_EQ(run.budgets_at(35), each(9, 10'000'000));
  ASSERT_EQ(run.events().size(), 5U);
  EXPECT_EQ(run.events()[1].rule, "SCALE-04");
  EXPECT_EQ(run.events()[1].text, "10000 RU/s refused (423): the change to 90000 RU/s is still under way");
  // 0, 1 -> 2 to 5 -> 6 to 13; the last round splits the first of equal width and lowest id, 6.
  EXPECT_EQ(run.ids(), (std::vector<std::int64_t>{14, 15, 7, 8, 9, 10, 11, 12, 13}));
  EXPECT_EQ(run.events()[4].before, (std::vector<std::int64_t>{6}));
  EXPECT_EQ(run.events()[4].after, (std::vector<std::int64_t>{14, 15}));
  const PartitionRecord& last = run.world().records().back();
  EXPECT_EQ(last.ancestors, (std::vector<std::int64_t>{0, 2, 6}));
  EXPECT_EQ(last.parents, (std::vector<std::int64_t>{6}));
  EXPECT_EQ(last.cause, PartitionCause::kThroughputSplit);
  EXPECT_EQ(last.born, 35);
}

// A hundredth of 90,000 is 900.
TEST(PartitionControl, BelowWhatTheHighestEverLeavesIsRefused) {
  RunPlan plan = plan_of(9, 90'000, {set(10, 800), set(20, 900)});
  WholeRun run(plan);
  EXPECT_EQ(run.events()[0].rule, "SCALE-09");
  EXPECT_EQ(run.budgets_at(19), each(9, 10'000'000));
  EXPECT_EQ(run.budgets_at(20), each(9, 100'000));
}

// ceil(20,000 / 10,000) = 2 of four: the two neighbours of each half.
TEST(PartitionControl, AMergeJoinsNeighboursAndTakesItsTime) {
  WholeRun run(plan_of(4, 20'000, {merge(10)}));
  EXPECT_EQ(run.budgets_at(14), each(4, 5'000'000));
  EXPECT_EQ(run.budgets_at(15), each(2, 10'000'000));
  EXPECT_EQ(run.ids(), (std::vector<std::int64_t>{5, 4}));  // the right half is joined first
  EXPECT_EQ(run.world().records()[5].parents.size(), 2U);
  EXPECT_NEAR(run.world().containers()[0].partitions.ranges()[0].range.width(), 0.5, 1e-9);
}

TEST(PartitionControl, RaisingTheThroughputCancelsAMergeAndLoweringDoesNot) {
  WholeRun raised(plan_of(4, 10'000, {merge(10), set(12, 20'000)}));
  EXPECT_EQ(raised.budgets_at(59), each(4, 5'000'000));
  EXPECT_EQ(raised.events()[1].rule, "MERGE-04");
  WholeRun lowered(plan_of(4, 20'000, {merge(10), set(12, 10'000)}));
  EXPECT_EQ(lowered.budgets_at(59), each(2, 5'000'000)) << "as many as it had in mind when it began";
  WholeRun nothing(plan_of(2, 20'000, {merge(10)}));
  EXPECT_EQ(nothing.budgets_at(59), each(2, 10'000'000));
  EXPECT_EQ(nothing.events()[0].text, "nothing to merge: 20000 RU/s and 0 GB need 2 physical partitions");
}

TimelineAction redistribute(std::int64_t second, std::vector<std::pair<std::int64_t, Ru>> throughput) {
  return {second, 0, Redistribute{std::move(throughput)}, ""};
}

// REDIS-02: 6,000 as 3,000 / 3,000 to 5,000 / 20,000 gives 5,000 / 10,000 at once, and 5,000 / 10,000 / 10,000 after
// the split. REDIS-04: the container's throughput cannot be set any more.
TEST(PartitionControl, RedistributedThroughputIsEachPartitionsOwn) {
  WholeRun run(plan_of(2, 6'000, {redistribute(10, {{0, Ru::units(5'000)}, {1, Ru::units(20'000)}}), set(30, 9'000)}));
  EXPECT_EQ(run.budgets_at(10), (std::vector<Ru>{Ru::units(5'000), Ru::units(10'000)}));
  EXPECT_EQ(run.budgets_at(20), (std::vector<Ru>{Ru::units(5'000), Ru::units(10'000), Ru::units(10'000)}));
  EXPECT_EQ(run.budgets_at(59), run.budgets_at(20));
  EXPECT_EQ(run.events().back().rule, "REDIS-04");
  EXPECT_EQ(run.world().records().back().cause, PartitionCause::kRedistribution);
  // 15,000 for one: two of 7,500 (REDIS-01).
  WholeRun half(plan_of(1, 6'000, {redistribute(10, {{0, Ru::units(15'000)}})}));
  EXPECT_EQ(half.budgets_at(59), each(2, 7'500'000));
}

// REDIS-03, REDIS-04: 6,000 as 1,000 / 4,000 / 1,000 is conserved and kept as shares: at 24,000 the second is capped.
TEST(PartitionControl, TheOlderEditionConservesAndKeepsShares) {
  RunPlan plan = plan_of(
      3, 6'000,
      {redistribute(5, {{1, Ru::units(5'000)}}),
       redistribute(10, {{0, Ru::units(1'000)}, {1, Ru::units(4'000)}, {2, Ru::units(1'000)}}), set(20, 24'000)});
  plan.readings.redistribution = Redistribution::kV2023;
  WholeRun run(plan);
  EXPECT_EQ(run.budgets_at(9), each(3, 2'000'000)) << "9,000 are not 6,000";
  EXPECT_EQ(run.events()[0].rule, "REDIS-03");
  EXPECT_EQ(run.budgets_at(10), (std::vector<Ru>{Ru::units(1'000), Ru::units(4'000), Ru::units(1'000)}));
  EXPECT_EQ(run.budgets_at(20), (std::vector<Ru>{Ru::units(4'000), Ru::units(10'000), Ru::units(4'000)}));
}

// A tenant of its own for each of 4; a write stores 1,024 bytes. A gigabyte of 512 bytes makes a logical partition full
// at 10,240 bytes, after 10 writes; 2 a second to one tenant: full when second 5 begins. 16 GB are 8,192 bytes.
TEST(PartitionControl, AFullLogicalPartitionTakesNoMore) {
  RunPlan plan = PlanBuilder(20)
                     .throughput(1'000)
                     .add(testing::only_tenant(testing::creates("full", 2, Ru::units(5)), 0))
                     .add(testing::only_tenant(testing::point_reads("reads", 2, Ru::units(1)), 0))
                     .build();
  plan.containers[0].tracks_storage = true;
  plan.readings.gigabyte = 512.0;
  WholeRun run(plan);
  ASSERT_EQ(run.events().size(), 2U);
  EXPECT_EQ(run.events()[0].second, 4);
  EXPECT_EQ(run.events()[0].rule, "PART-02");
  EXPECT_EQ(run.events()[1].second, 5);
  EXPECT_EQ(run.events()[1].rule, "PART-03");
  const OperationCounts writes = run.world().collector().operations(0);
  EXPECT_EQ(writes.started, 40);
  EXPECT_EQ(writes.succeeded, 10);
  EXPECT_EQ(writes.full, 30);
  EXPECT_EQ(writes.failed, 30);
  EXPECT_EQ(run.world().collector().operations(1).succeeded, 40) << "reads go on";
}

// Deletes of the same tenant's items give room again: 10 writes fill it at second 5, a delete in each second from
// second 8 on takes 1,024 bytes away, and the next second's writes go in until it is full once more.
TEST(PartitionControl, DeletesMakeRoom) {
  Stream deletes = testing::only_tenant(testing::creates("deletes", 1, Ru::units(5)), 0);
  deletes.operation = OperationKind::kDelete;
  deletes.start_second = 8;
  RunPlan plan = PlanBuilder(12)
                     .throughput(1'000)
                     .add(testing::only_tenant(testing::creates("writes", 2, Ru::units(5)), 0))
                     .add(deletes)
                     .build();
  plan.containers[0].tracks_storage = true;
  plan.readings.gigabyte = 512.0;
  WholeRun run(plan);
  // Second 8: 10,240 - 1,024. Second 9: + 2,048 - 1,024 = 10,240: full. Second 10: - 1,024. Second 11: + 2,048 - 1,024.
  EXPECT_EQ(run.world().collector().operations(0).succeeded, 10 + 2 + 2);
  EXPECT_EQ(run.world().containers()[0].storage->total(), 10'240);
}

}  // namespace
}  // namespace cosmos
