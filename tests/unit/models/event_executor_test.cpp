#include "models/world/event_executor.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "models/world/world.h"
#include "sim/core/kernel.h"
#include "sim/core/rng.h"
#include "tests/support/plan_builder.h"

// Small worlds worked out by hand. An admitted request takes testing::kServiceTime.
namespace cosmos {
namespace {

using testing::PlanBuilder;
namespace property = testing::property;

constexpr double kService = 6e6;  // ns

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
  [[nodiscard]] const OperationCounts& operations(std::size_t stream = 0) const {
    return window_.totals.operations[stream];
  }
  [[nodiscard]] const sim::Histogram& latency(std::size_t stream = 0) const { return window_.totals.latency[stream]; }
  // Admitted RU and 429s of the only partition, second by second.
  [[nodiscard]] std::vector<std::int64_t> milli_ru() { return world_.collector().series().milli_ru; }
  [[nodiscard]] std::vector<std::int64_t> throttled() { return world_.collector().series().stream_throttled; }
  [[nodiscard]] const World& world() const { return world_; }

 private:
  RunPlan plan_;
  World world_;
  EventExecutor executor_;
  WindowFigures window_;
};

TEST(EventExecutor, WithinItsBudgetNothingIsThrottled) {
  FinishedRun run(PlanBuilder(3).throughput(20).add(testing::creates("w", 20, Ru::units(1))).build());
  EXPECT_EQ(run.cell(0).attempts, 60);
  EXPECT_EQ(run.cell(0).throttled, 0);
  EXPECT_EQ(run.milli_ru(), (std::vector<std::int64_t>{20'000, 20'000, 20'000}));
  EXPECT_EQ(run.operations().succeeded, 60);
  EXPECT_EQ(run.latency().min(), kService);
  EXPECT_EQ(run.latency().max(), kService);
}

TEST(EventExecutor, WritesTakeTheTimeOfWritesAndReadsThatOfReads) {
  PlanBuilder builder(1);
  builder.throughput(1'000);
  for (const OperationKind kind :
       {OperationKind::kPointRead, OperationKind::kQuery, OperationKind::kCreate, OperationKind::kUpsert,
        OperationKind::kReplace, OperationKind::kPatch, OperationKind::kDelete}) {
    Stream stream = testing::creates(name_of(kind), 1, Ru::units(1));
    stream.operation = kind;
    builder.add(stream);
  }
  RunPlan plan = builder.build();
  plan.readings.read_latency = Constant{3'000'000};  // and 1 ms on the way
  plan.readings.write_latency = Constant{9'000'000};
  const FinishedRun run(plan);
  EXPECT_EQ(run.latency(0).max(), 4e6);
  EXPECT_EQ(run.latency(1).max(), 4e6);
  for (std::size_t s = 2; s < plan.streams.size(); ++s) {
    EXPECT_EQ(run.latency(s).max(), 10e6) << plan.streams[s].name;
  }
}

TEST(EventExecutor, ABatchIsOneRequestThatIsAdmittedOrRefusedAsAWhole) {
  // 10 batches of 20 creates a second, each of 20 x (4.95 + 10 x 0.19) = 137 RU, at 400 RU/s:
  // balance 400 263 126 | -11.
  Stream batches = testing::creates("b", 10, Ru{});
  batches.fixed_charge.reset();
  batches.batch = 20;
  const FinishedRun run(PlanBuilder(1).throughput(400).add(batches).build());
  EXPECT_EQ(run.operations().started, 10);
  EXPECT_EQ(run.operations().succeeded, 3);
  EXPECT_EQ(run.cell(0).attempts, 10);
  EXPECT_EQ(run.cell(0).admitted_milli_ru, 3 * 137'000);
}

TEST(EventExecutor, DebtOfOneSecondIsPaidByTheNext) {
  // 10 RU/s, 5 requests of 3 RU in every second. Balance 10 7 4 1 | -2; 8 5 2 | -1; 9 6 3 | 0; 10 7 4 1 | -2:
  // admitted 4 3 3 4 3 3.
  FinishedRun run(PlanBuilder(6).throughput(10).add(testing::creates("w", 5, Ru::units(3))).build());
  EXPECT_EQ(run.milli_ru(), (std::vector<std::int64_t>{12'000, 9'000, 9'000, 12'000, 9'000, 9'000}));
  EXPECT_EQ(run.throttled(), (std::vector<std::int64_t>{1, 2, 2, 1, 2, 2}));
  EXPECT_EQ(run.operations().failed, 10);
  EXPECT_EQ(run.operations().succeeded, 20);
}

TEST(EventExecutor, StrictSecondsNeverOvershoot) {
  FinishedRun run(PlanBuilder(3)
                      .throughput(10)
                      .ratelimit(RateLimit::kStrictSecond)
                      .add(testing::creates("w", 5, Ru::units(3)))
                      .build());
  EXPECT_EQ(run.milli_ru(), (std::vector<std::int64_t>{9'000, 9'000, 9'000}));
  EXPECT_EQ(run.throttled(), (std::vector<std::int64_t>{2, 2, 2}));
}

TEST(EventExecutor, ARetrySucceedsWhenTheNextSecondOpens) {
  // 12 requests of 1 RU in the first second at floor(k x 10^9 / 12) ns, 10 RU/s: numbers 10 and 11, at
  // 833,333,333 and 916,666,666 ns, wait for second 1: 166,666,667 and 83,333,334 ns.
  Stream stream = testing::with_retries(testing::creates("w", 12, Ru::units(1)));
  stream.stop_second = 1;
  FinishedRun run(PlanBuilder(2).throughput(10).add(stream).build());
  EXPECT_EQ(run.milli_ru(), (std::vector<std::int64_t>{10'000, 2'000}));
  EXPECT_EQ(run.cell(0).attempts, 14);
  EXPECT_EQ(run.cell(0).first_attempts, 12);
  EXPECT_EQ(run.cell(0).throttled, 2);
  EXPECT_EQ(run.operations().succeeded, 12);
  EXPECT_EQ(run.latency().max(), 166'666'667 + kService);
  EXPECT_DOUBLE_EQ(run.latency().mean(), (166'666'667 + 83'333'334) / 12.0 + kService);
}

TEST(EventExecutor, RetriesOfOneInstantAreOfferedInTheOrderOfTheirTies) {
  // 25 requests of 1 RU, 10 RU/s: numbers 10 to 24 all return at 1 s, where the 10 of lowest tie are admitted;
  // the other 5 return at 2 s. Number k arrived at k x 40 ms.
  Stream stream = testing::with_retries(testing::creates("w", 25, Ru::units(1)));
  stream.stop_second = 1;
  const RunPlan plan = PlanBuilder(3).throughput(10).add(stream).build();
  const sim::Draws ties(replication_seed(plan.seed, 0), sim::purpose_id("w"), 0, sim::purpose_id("tie"));
  std::vector<std::uint64_t> waiting;
  for (std::uint64_t number = 10; number < 25; ++number) {
    waiting.push_back(number);
  }
  std::sort(waiting.begin(), waiting.end(),
            [&](std::uint64_t a, std::uint64_t b) { return ties.bits(a, 0, 1) < ties.bits(b, 0, 1); });
  double waited = 0.0;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    waited += (i < 10 ? 1e9 : 2e9) - 4e7 * static_cast<double>(waiting[i]);
  }
  FinishedRun run(plan);
  EXPECT_EQ(run.throttled(), (std::vector<std::int64_t>{15, 5, 0}));
  EXPECT_DOUBLE_EQ(run.latency().mean(), waited / 25.0 + kService);
  double longest = 0.0;
  for (std::size_t i = 10; i < waiting.size(); ++i) {
    longest = std::max(longest, 2e9 - 4e7 * static_cast<double>(waiting[i]));
  }
  EXPECT_EQ(run.latency().max(), longest + kService);
}

TEST(EventExecutor, ARetryGoesBeforeAnArrivalOfTheSameInstant) {
  // 1 RU/s, requests of 1 RU at 0, 0.5, 1 and 1.5 s. The one of 0.5 s returns at 1 s and takes the second's only RU.
  FinishedRun run(
      PlanBuilder(2).throughput(1).add(testing::with_retries(testing::creates("w", 2, Ru::units(1)))).build());
  EXPECT_EQ(run.cell(0).attempts, 5);
  EXPECT_EQ(run.cell(0).throttled, 3);
  EXPECT_EQ(run.cell(0).first_throttled, 3);
  EXPECT_EQ(run.operations().started, 4);
  EXPECT_EQ(run.operations().succeeded, 2);
  EXPECT_EQ(run.operations().failed, 0);  // two still wait at the end
  EXPECT_EQ(run.latency().max(), 5e8 + kService);
}

TEST(EventExecutor, AnOperationIsGivenUpAfterItsLastRetry) {
  // A create of 100 RU at 1 RU/s closes the partition for 100 seconds. A read in second 1 tries four times, 10 ms
  // apart, and is given up.
  Stream flood = testing::creates("flood", 1, Ru::units(100));
  flood.limit = 1;
  Stream read = testing::point_reads("read", 1, Ru::units(1));
  read.start_second = 1;
  read.limit = 1;
  read.retries.max_retries = 3;
  RunPlan plan = PlanBuilder(3).throughput(1).add(flood).add(read).build();
  plan.readings.retry_after = RetryAfter::kFixed;
  plan.readings.fixed_retry_after = sim::Duration::milliseconds(10);
  FinishedRun run(plan);
  EXPECT_EQ(run.cell(0, 1).attempts, 4);
  EXPECT_EQ(run.cell(0, 1).throttled, 4);
  EXPECT_EQ(run.cell(0, 1).first_throttled, 1);
  EXPECT_EQ(run.operations(1).failed, 1);
  EXPECT_EQ(run.operations(1).succeeded, 0);
  EXPECT_TRUE(run.latency(1).empty());
}

TEST(EventExecutor, TheSdkGivesUpAtOnceWhenTheWaitExceedsItsBudget) {
  // -99 RU at 1 RU/s: in second 1 the service says 99 s, the SDK waits for less than 30.
  Stream flood = testing::creates("flood", 1, Ru::units(100));
  flood.limit = 1;
  Stream read = testing::with_retries(testing::point_reads("read", 1, Ru::units(1)));
  read.start_second = 1;
  read.limit = 1;
  FinishedRun run(PlanBuilder(3).throughput(1).add(flood).add(read).build());
  EXPECT_EQ(run.cell(0, 1).attempts, 1);
  EXPECT_EQ(run.operations(1).failed, 1);
}

TEST(EventExecutor, AnOperationThatTakesLongerThanItsTimeoutHasFailed) {
  // 1 RU/s, four requests of 1 RU in second 0, at 0, 0.25, 0.5 and 0.75 s; each second admits one. The 429s of the last
  // three say 0.75, 0.5 and 0.25 s: with a timeout of 0.6 s the first of them is not sent again, whoever wins in second
  // 1 has waited 0.5 or 0.25 s and answers 6 ms later, in time; the other one would come back in second 2, too late.
  Stream stream = testing::with_retries(testing::creates("w", 4, Ru::units(1)));
  stream.limit = 4;
  stream.timeout = sim::Duration::milliseconds(600);
  FinishedRun run(PlanBuilder(4).throughput(1).add(stream).build());
  EXPECT_EQ(run.cell(0).attempts, 6);
  EXPECT_EQ(run.operations().succeeded, 2);
  EXPECT_EQ(run.operations().failed, 2);
  EXPECT_LE(run.latency().max(), 6e8);
}

TEST(EventExecutor, AnAnswerAfterTheTimeoutIsAFailureThatWasPaidFor) {
  // 5 ms at the service and 1 ms on the way are more than 5.9 ms, and not more than 6 ms.
  Stream late = testing::creates("late", 10, Ru::units(1));
  late.timeout = sim::Duration::microseconds(5'900);
  Stream in_time = testing::creates("in time", 10, Ru::units(1));
  in_time.timeout = sim::Duration::milliseconds(6);
  FinishedRun run(PlanBuilder(1).add(late).add(in_time).build());
  EXPECT_EQ(run.operations(0).failed, 10);
  EXPECT_TRUE(run.latency(0).empty());
  EXPECT_EQ(run.cell(0, 0).admitted_milli_ru, 10'000);
  EXPECT_EQ(run.operations(1).succeeded, 10);
}

// Two partitions of 1 RU/s each. A create of 3 RU for tenant 0, on partition 0, closes that partition: -2 in second
// 0, -1, 0, and 1 in second 3. A query of both partitions begins in second 1.
RunPlan half_closed(const Stream& query) {
  Stream flood = testing::only_tenant(testing::creates("flood", 1, Ru::units(3)), 0);
  flood.limit = 1;
  return PlanBuilder(5).throughput(2).partitions(2).add(flood).add(query).build();
}

Stream one_query(std::vector<std::size_t> known) {
  Stream query = testing::queries("q", 1, Ru::units(1), std::move(known));
  query.start_second = 1;
  query.limit = 1;
  return query;
}

TEST(EventExecutor, AQueryEndsWithItsSlowestVisit) {
  FinishedRun run(half_closed(testing::with_retries(one_query({}))));
  EXPECT_EQ(run.cell(0, 1).attempts, 2);  // refused at 1 s, admitted at 3 s
  EXPECT_EQ(run.cell(0, 1).throttled, 1);
  EXPECT_EQ(run.cell(1, 1).attempts, 1);
  EXPECT_EQ(run.operations(1).started, 1);
  EXPECT_EQ(run.operations(1).succeeded, 1);
  EXPECT_EQ(run.latency(1).count(), 1);
  EXPECT_EQ(run.latency(1).max(), 2e9 + kService);
}

TEST(EventExecutor, AQueryOfWhichOneVisitIsGivenUpFailsOnce) {
  FinishedRun run(half_closed(one_query({})));
  EXPECT_EQ(run.cell(0, 1).throttled, 1);
  EXPECT_EQ(run.cell(1, 1).admitted_milli_ru, 1'000);  // this visit is charged all the same
  EXPECT_EQ(run.operations(1).failed, 1);
  EXPECT_EQ(run.operations(1).succeeded, 0);
  EXPECT_TRUE(run.latency(1).empty());
}

TEST(EventExecutor, AQueryThatKnowsTheKeyVisitsOnePartition) {
  FinishedRun run(half_closed(testing::only_tenant(one_query({property::kTenant}), 3)));
  EXPECT_EQ(run.cell(0, 1).attempts, 0);
  EXPECT_EQ(run.cell(1, 1).attempts, 1);
  EXPECT_EQ(run.latency(1).max(), kService);
}

TEST(EventExecutor, KeysAreCountedWhereTheyWereUsed) {
  // 10 RU/s on one partition; 5 requests of 3 RU, all of tenant 2: 4 admitted, 1 refused.
  FinishedRun run(
      PlanBuilder(1).throughput(10).add(testing::only_tenant(testing::creates("w", 5, Ru::units(3)), 2)).build());
  const auto& use = run.world().containers()[0].key_use;
  ASSERT_EQ(use.size(), 4U);
  EXPECT_EQ(use[2].milli_ru, 12'000);
  EXPECT_EQ(use[2].throttled, 1);
  EXPECT_EQ(use[0].milli_ru + use[1].milli_ru + use[3].milli_ru, 0);
}

TEST(World, AReplicationHasItsOwnSeedAndBudgetsOfTheExactSum) {
  const RunPlan plan = PlanBuilder(1).throughput(400).partitions(3).build();
  const World first(plan, 0);
  const World second(plan, 1);
  EXPECT_NE(first.seed(), second.seed());
  Ru sum;
  for (const RequestBudget& budget : first.partitions()) {
    sum += budget.per_second();
  }
  EXPECT_EQ(first.partitions().size(), plan.containers[0].partitions());
  EXPECT_EQ(sum, Ru::units(400));
}

TEST(World, KeysAreCountedAnewAfterTheWarmUp) {
  RunPlan plan = PlanBuilder(3).add(testing::only_tenant(testing::creates("w", 5, Ru::units(1)), 0)).build();
  plan.windows = {{2, 3}};
  FinishedRun run(plan);
  EXPECT_EQ(run.world().containers()[0].key_use[0].milli_ru, 5'000);
  EXPECT_EQ(run.cell(0).attempts, 5);
}

}  // namespace
}  // namespace cosmos
