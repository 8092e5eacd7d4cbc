#include "models/world/staged_operations.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "models/world/event_executor.h"
#include "models/world/world.h"
#include "sim/core/kernel.h"
#include "tests/support/plan_builder.h"

// Worked out by hand: an admitted request takes testing::kServiceTime, 6 ms.
namespace cosmos {
namespace {

using testing::PlanBuilder;
namespace property = testing::property;

constexpr double kAnswer = 6e6;  // ns

class FinishedRun {
 public:
  explicit FinishedRun(RunPlan plan) : plan_(std::move(plan)), world_(plan_, 0), executor_(world_) {
    sim::run(*this, plan_.seconds, [](std::int64_t) { return true; });
    window_ = world_.collector().take_windows().front();
  }
  void boundary(std::int64_t second) { world_.boundary(second); }
  void advance(std::int64_t second) { executor_.advance(second); }

  [[nodiscard]] const Cell& cell(std::size_t partition, std::size_t stream = 0) const {
    return window_.totals.cells[partition * plan_.streams.size() + stream];
  }
  [[nodiscard]] Cell all(std::size_t stream) const {
    Cell sum;
    for (std::size_t p = 0; p < world_.partitions().size(); ++p) {
      sum += cell(p, stream);
    }
    return sum;
  }
  [[nodiscard]] const OperationCounts& operations(std::size_t stream = 0) const {
    return window_.totals.operations[stream];
  }
  [[nodiscard]] const sim::Histogram& latency(std::size_t stream = 0) const { return window_.totals.latency[stream]; }

 private:
  RunPlan plan_;
  World world_;
  EventExecutor executor_;
  WindowFigures window_;
};

// Queries of everything that return `items` at a charge of 2.8 RU a partition and 2 RU for the result.
Stream paged(std::int64_t per_second, std::int64_t items, Paging paging) {
  Stream stream = testing::queries("q", per_second, Ru::milli(2'800), {});
  stream.query_charge->result = Ru::units(2);
  stream.returns = Constant{items};
  stream.paging = paging;
  return stream;
}

TEST(StagedOperations, StepsFollowOneAnother) {
  const FinishedRun run(PlanBuilder(3)
                            .add_steps("change", {testing::point_reads("read", 10, Ru::units(1)),
                                                  testing::creates("write", 10, Ru::units(5))})
                            .build());
  EXPECT_EQ(run.operations(0).started, 30);
  EXPECT_EQ(run.operations(0).succeeded, 30);
  EXPECT_EQ(run.latency(0).min(), 2 * kAnswer);
  EXPECT_EQ(run.latency(0).max(), 2 * kAnswer);
  EXPECT_EQ(run.all(0).attempts, 0) << "the whole sends nothing itself";
  for (const std::size_t step : {1U, 2U}) {
    EXPECT_EQ(run.operations(step).succeeded, 30);
    EXPECT_EQ(run.latency(step).max(), kAnswer);
    EXPECT_EQ(run.all(step).attempts, 30);
  }
  EXPECT_EQ(run.all(2).admitted_milli_ru, 30 * 5'000);
}

TEST(StagedOperations, WhatFollowsAFailedStepIsNotDone) {
  // 10 RU/s, one operation a second: read 1 RU, write 20 RU. Balance 10 9 | -11; -1: the read is refused; 9 8 | -12;
  // -2.
  const FinishedRun run(PlanBuilder(4)
                            .throughput(10)
                            .add_steps("change", {testing::point_reads("read", 1, Ru::units(1)),
                                                  testing::creates("write", 1, Ru::units(20))})
                            .build());
  EXPECT_EQ(run.operations(0).succeeded, 2);
  EXPECT_EQ(run.operations(0).failed, 2);
  EXPECT_EQ(run.all(1).attempts, 4);
  EXPECT_EQ(run.all(1).throttled, 2);
  EXPECT_EQ(run.all(2).attempts, 2);
  EXPECT_EQ(run.all(2).throttled, 0);
}

TEST(StagedOperations, StepsAreAboutOneItem) {
  const FinishedRun run(PlanBuilder(10)
                            .partitions(4)
                            .tenants(50, Placement::kHash)
                            .add_steps("change", {testing::point_reads("read", 20, Ru::units(1)),
                                                  testing::creates("write", 20, Ru::units(1))})
                            .build());
  for (std::size_t p = 0; p < 4; ++p) {
    EXPECT_GT(run.cell(p, 1).attempts, 0);
    EXPECT_EQ(run.cell(p, 1).attempts, run.cell(p, 2).attempts);
  }
}

TEST(StagedOperations, AStepMayDrawAnewForItselfAlone) {
  Stream moved = testing::creates("write", 100, Ru::units(1));
  RunPlan plan = PlanBuilder(10)
                     .partitions(4)
                     .add_steps("move", {testing::only_tenant(testing::point_reads("read", 100, Ru::units(1)), 0),
                                         moved, testing::only_tenant(testing::creates("delete", 100, Ru::units(1)), 0)})
                     .build();
  plan.streams[2].part_of->drawn_anew[property::kTenant] = 1;
  const FinishedRun run(plan);
  EXPECT_EQ(run.cell(0, 1).attempts, 1'000) << "tenant 0 of 4 lies in the first quarter";
  EXPECT_EQ(run.cell(0, 3).attempts, 999) << "the last starts at 9.99 s and is deleted 12 ms later";
  for (std::size_t p = 0; p < 4; ++p) {
    EXPECT_NEAR(static_cast<double>(run.cell(p, 2).attempts), 250.0, 70.0);  // five deviations of 13.7
  }
}

TEST(StagedOperations, PartitionsAskedOneAfterTheOtherTakeOneAnswerEach) {
  for (const auto& [at_a_time, answers] : {std::pair(1U, 4), {2U, 2}, {3U, 2}, {4U, 1}}) {
    const FinishedRun run(PlanBuilder(2).partitions(4).add(paged(5, 4, {.partitions = at_a_time})).build());
    EXPECT_EQ(run.operations().succeeded, 10);
    EXPECT_EQ(run.latency().max(), answers * kAnswer) << at_a_time;
    EXPECT_EQ(run.latency().min(), answers * kAnswer) << at_a_time;
    for (std::size_t p = 0; p < 4; ++p) {
      EXPECT_EQ(run.cell(p).attempts, 10);
      EXPECT_EQ(run.cell(p).admitted_milli_ru, 10 * (2'800 + 500));
    }
  }
}

TEST(StagedOperations, TopEndsASequentialQueryAsSoonAsItHasEnough) {
  // 8 items on 4 partitions, 2 each: 3 are there after the second. Of the result's 0.5 RU there both items are read.
  const FinishedRun run(PlanBuilder(2).partitions(4).add(paged(5, 8, {.partitions = 1, .top = 3})).build());
  EXPECT_EQ(run.operations().succeeded, 10);
  EXPECT_EQ(run.latency().max(), 2 * kAnswer);
  EXPECT_EQ(run.cell(0).attempts, 10);
  EXPECT_EQ(run.cell(1).attempts, 10);
  EXPECT_EQ(run.cell(2).attempts, 0);
  EXPECT_EQ(run.cell(1).admitted_milli_ru, 10 * (2'800 + 500));
}

TEST(StagedOperations, TopReadsOnlySoManyOfWhatAPartitionHolds) {
  // 400 items on 4 partitions: the first gives 10 of its 100, for a tenth of its 0.5 RU.
  const FinishedRun run(PlanBuilder(2).partitions(4).add(paged(5, 400, {.partitions = 1, .top = 10})).build());
  EXPECT_EQ(run.latency().max(), kAnswer);
  EXPECT_EQ(run.cell(0).admitted_milli_ru, 10 * (2'800 + 50));
  EXPECT_EQ(run.cell(1).attempts, 0);
  // In order, each partition has loaded and sorted all for its first 10: the whole of its share.
  Stream sorted = paged(5, 400, {.partitions = 4, .top = 10});
  sorted.paging->stops_early = false;
  const FinishedRun all(PlanBuilder(2).partitions(4).add(sorted).build());
  for (std::size_t p = 0; p < 4; ++p) {
    EXPECT_EQ(all.cell(p).admitted_milli_ru, 10 * (2'800 + 500));
  }
}

TEST(StagedOperations, PagesOfAPartitionFollowOneAnotherAndPayTheFixedPartEach) {
  // 250 items by 100: 100, 100, 50; the result's 2 RU by items.
  const FinishedRun one(PlanBuilder(2).add(paged(5, 250, {})).build());
  EXPECT_EQ(one.operations().succeeded, 10);
  EXPECT_EQ(one.latency().max(), 3 * kAnswer);
  EXPECT_EQ(one.cell(0).attempts, 30);
  EXPECT_EQ(one.cell(0).admitted_milli_ru, 10 * (3 * 2'800 + 2'000));
  // 125 on each of two partitions, which are asked at once: two pages each.
  const FinishedRun two(PlanBuilder(2).partitions(2).add(paged(5, 250, {.partitions = 2})).build());
  EXPECT_EQ(two.latency().max(), 2 * kAnswer);
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(two.cell(p).attempts, 20);
    EXPECT_EQ(two.cell(p).admitted_milli_ru, 10 * (2 * 2'800 + 1'000));
  }
}

TEST(StagedOperations, EachPageIsRetriedByItself) {
  // One query of three pages of 3 RU at 3 RU/s: page 2 is refused at 6 ms and waits for second 1, page 3 for second 2.
  Stream query = testing::with_retries(paged(1, 250, {}));
  query.query_charge = QueryCharges{Ru::units(3), Ru{}};
  query.limit = 1;
  const FinishedRun run(PlanBuilder(4).throughput(3).add(query).build());
  EXPECT_EQ(run.operations().succeeded, 1);
  EXPECT_EQ(run.cell(0).attempts, 5);
  EXPECT_EQ(run.cell(0).throttled, 2);
  EXPECT_EQ(run.latency().max(), 2e9 + kAnswer);
}

TEST(StagedOperations, AQueryFailsWithItsFirstPartitionThatDoes) {
  // Strictly 3 RU/s a partition: 2.8 + 0.5 RU never pass on any; asked one after the other, only the first is.
  const FinishedRun run(PlanBuilder(2)
                            .partitions(4)
                            .throughput(12)
                            .ratelimit(RateLimit::kStrictSecond)
                            .add(paged(5, 4, {.partitions = 1}))
                            .build());
  EXPECT_EQ(run.operations().failed, 10);
  EXPECT_EQ(run.cell(0).attempts, 10);
  EXPECT_EQ(run.cell(1).attempts, 0);
}

TEST(StagedOperations, ATimeoutIsOfTheWholeQuery) {
  // Four partitions one after the other take 24 ms.
  for (const auto& [timeout, succeeded] : {std::pair(23, 0), {24, 10}}) {
    Stream query = paged(5, 4, {.partitions = 1});
    query.timeout = sim::Duration::milliseconds(timeout);
    const FinishedRun run(PlanBuilder(2).partitions(4).add(query).build());
    EXPECT_EQ(run.operations().succeeded, succeeded);
    EXPECT_EQ(run.operations().failed, 10 - succeeded);
  }
}

TEST(StagedOperations, WhatIsUnderWayAtTheEndIsNeitherDoneNorFailed) {
  // The last of 5 evenly spaced in the only second starts at 0.8 s; its answers take 24 x 10 ms.
  RunPlan plan = PlanBuilder(1).partitions(4).add(paged(5, 4, {.partitions = 1})).build();
  plan.readings.read_latency = Constant{59'000'000};
  const FinishedRun run(plan);
  EXPECT_EQ(run.operations().started, 5);
  EXPECT_EQ(run.operations().succeeded, 4);
  EXPECT_EQ(run.operations().failed, 0);
}

}  // namespace
}  // namespace cosmos
