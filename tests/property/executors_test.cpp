#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/control/moved_world.h"
#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "sim/core/kernel.h"
#include "tests/property/random_plan.h"
#include "tests/support/plan_builder.h"

// The settled executor against the definition of right, on random plans. A seed that fails is printed.
namespace cosmos {
namespace {

struct Counted {
  std::uint64_t fingerprint = 0;
  std::vector<std::vector<std::int64_t>> cells;  // of the window: partition x stream
  std::vector<std::vector<std::int64_t>> operations;
  std::vector<std::vector<std::int64_t>> latency;
  std::vector<std::int64_t> keys;
  std::vector<std::vector<std::int64_t>> partitions;  // every one that there was: id, born, ended, RU/s
  std::vector<std::vector<std::int64_t>> stored;      // container x partition at the end
  friend bool operator==(const Counted&, const Counted&) = default;
};

template <class ExecutorOf>
Counted run(const RunPlan& plan, DemandSource::Ahead ahead = DemandSource::Ahead::kNo) {
  MovedWorld<ExecutorOf> model(plan, 0, ahead);
  sim::run(model, plan.seconds, [](std::int64_t) { return true; });
  World& world = model.world();
  Counted out;
  out.fingerprint = world.collector().fingerprint();
  for (const PartitionRecord& record : world.records()) {
    out.partitions.push_back({record.id, record.born, record.ended.value_or(-1), record.budget.milli()});
  }
  for (const World::ContainerState& container : world.containers()) {
    if (container.storage) {
      out.stored.push_back(container.storage->bytes_in(container.map));
    }
  }
  const Totals totals = world.collector().take_windows().at(0).totals;
  for (const Cell& cell : totals.cells) {
    out.cells.push_back(
        {cell.admitted_milli_ru, cell.attempts, cell.throttled, cell.first_attempts, cell.first_throttled});
  }
  for (const OperationCounts& counts : totals.operations) {
    out.operations.push_back({counts.started, counts.succeeded, counts.failed, counts.full});
  }
  for (const sim::Histogram& histogram : totals.latency) {
    std::vector<std::int64_t>& counts = out.latency.emplace_back();
    for (std::size_t i = 0; i < sim::Histogram::bucket_count(); ++i) {
      counts.push_back(histogram.count(i));
    }
  }
  for (const World::ContainerState& container : world.containers()) {
    for (const KeyUse& use : container.key_use) {
      out.keys.insert(out.keys.end(), {use.milli_ru, use.throttled});
    }
  }
  return out;
}

void expect_the_same(const RunPlan& plan) {
  const Counted events = run<EventExecutor>(plan);
  const Counted settled = run<SettledExecutor>(plan);
  EXPECT_EQ(events.cells, settled.cells);
  EXPECT_EQ(events.operations, settled.operations);
  EXPECT_EQ(events.latency, settled.latency);
  EXPECT_EQ(events.keys, settled.keys);
  EXPECT_EQ(events.partitions, settled.partitions);
  EXPECT_EQ(events.stored, settled.stored);
  EXPECT_EQ(events.fingerprint, settled.fingerprint);
}

class Executors : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Executors, CountTheSame) { expect_the_same(testing::random_plan(GetParam())); }

TEST_P(Executors, CountTheSameWithBurstCapacity) {
  RunPlan plan = testing::random_plan(GetParam());
  plan.burst_capacity = true;
  plan.readings.burst_at_start = static_cast<double>(GetParam() % 5) / 100.0;
  expect_the_same(plan);
}

// Throughput goes up beyond what the partitions can give, then far down, and they are merged; meanwhile what is written
// fills logical partitions of 40 kB and splits physical ones of 100 kB.
RunPlan plan_with_moves(std::uint64_t seed) {
  RunPlan plan = testing::random_plan(seed);
  Container& container = plan.containers[0];
  container.may_change = true;
  container.tracks_storage = seed % 3 != 0;
  const auto up =
      static_cast<std::int64_t>(container.partitions()) * 10'000 + 5'000 * static_cast<std::int64_t>(seed % 4);
  plan.timeline = {{1, 0, SetThroughput{Ru::units(up + 100), false}, ""},
                   {static_cast<std::int64_t>(seed % 5) + 2, 0, SetThroughput{Ru::units(600), false}, ""},
                   {static_cast<std::int64_t>(seed % 7) + 3, 0, MergePartitions{}, ""}};
  std::stable_sort(plan.timeline.begin(), plan.timeline.end(),
                   [](const TimelineAction& a, const TimelineAction& b) { return a.second < b.second; });
  plan.readings.gigabyte = 2'000.0;
  plan.readings.split_duration = Uniform{0.0, 2e9};
  plan.readings.merge_duration = Constant{static_cast<std::int64_t>(seed % 3) * 1'000'000'000};
  plan.readings.storage_split_ru = seed % 2 == 0 ? StorageSplitRu::kEven : StorageSplitRu::kInherit;
  plan.readings.split_point = static_cast<SplitPoint>(seed % 3);
  plan.burst_capacity = seed % 4 == 1;
  return plan;
}

TEST_P(Executors, CountTheSameWhilePartitionsMove) { expect_the_same(plan_with_moves(GetParam())); }

// Whatever happened: the ranges cover the key space, what is stored is what was written, the RU/s are all there.
TEST_P(Executors, LeaveWholePartitionsBehind) {
  RunPlan plan = plan_with_moves(GetParam());
  plan.containers[0].tracks_storage = true;
  std::vector<Ru> settings = {plan.containers[0].throughput};
  for (const TimelineAction& action : plan.timeline) {
    if (const auto* const to = std::get_if<SetThroughput>(&action.what)) {
      settings.push_back(to->throughput);
    }
  }
  MovedWorld<SettledExecutor> model(plan, 0, DemandSource::Ahead::kNo);
  for (std::int64_t second = 0; second < plan.seconds; ++second) {
    model.boundary(second);
    const World::ContainerState& container = model.world().containers()[0];
    const std::vector<PartitionRange>& ranges = container.partitions.ranges();
    ASSERT_EQ(ranges.front().range.min, KeyPoint::lowest());
    ASSERT_EQ(ranges.back().range.max, KeyPoint::highest());
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      ASSERT_LT(ranges[i].range.min, ranges[i].range.max);
      ASSERT_TRUE(i == 0 || ranges[i - 1].range.max == ranges[i].range.min);
      ASSERT_TRUE(std::all_of(ranges[i].parents.begin(), ranges[i].parents.end(),
                              [&](std::int64_t parent) { return parent < ranges[i].id; }));
      ids.push_back(ranges[i].id);
    }
    std::sort(ids.begin(), ids.end());
    ASSERT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
    const std::vector<std::int64_t> bytes = container.storage->bytes_in(container.map);
    ASSERT_EQ(std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0}), container.storage->total());
    Ru sum;
    for (const Ru budget : model.world().budgets_of(0)) {
      ASSERT_LE(budget, Ru::units(10'000));
      sum += budget;
    }
    ASSERT_TRUE(std::any_of(settings.begin(), settings.end(), [sum](Ru setting) { return setting == sum; }))
        << sum.as_double() << " RU/s";
    model.advance(second);
  }
}

// Fan-outs that return another number of items each time, and batches and patches of drawn sizes.
TEST_P(Executors, CountTheSameWhereChargesAreDrawn) {
  Stream ranges = testing::queries("ranges", 5, Ru{}, {});
  ranges.query_charge.reset();
  ranges.returns = Uniform{0.5, 100.5};
  Stream batches = testing::creates("batches", 4, Ru{});
  batches.batch = 3;
  Stream patches = testing::creates("patches", 9, Ru{});
  patches.operation = OperationKind::kPatch;
  batches.fixed_charge.reset();
  patches.fixed_charge.reset();
  testing::PlanBuilder builder(6);
  builder.seed(GetParam()).throughput(240).partitions(3);
  for (Stream* const stream : {&ranges, &batches, &patches}) {
    builder.add(testing::with_retries(testing::poisson(*stream)));
  }
  RunPlan plan = builder.build();
  plan.items[0].size = Lognormal{2'000.0, 1.0};
  expect_the_same(plan);
}

// Waits of the clients' own, short enough that many tries fall into one second.
TEST_P(Executors, CountTheSameWhereClientsChooseTheirWaits) {
  const std::uint64_t seed = GetParam();
  Stream drawn = testing::poisson(testing::creates("drawn", 150, Ru::units(3)));
  drawn.retries = {9, sim::Duration::max(), DrawnWait{Uniform{0.0, 180e6}}, BudgetCheck::kWithThisWait};
  Stream backoff = testing::poisson(testing::point_reads("backoff", 200, Ru::units(1)));
  backoff.retries = {static_cast<std::int64_t>(seed % 12), sim::Duration::milliseconds(700),
                     BackoffWait{sim::Duration::milliseconds(20), 2.0, sim::Duration::milliseconds(300), 0.5},
                     static_cast<BudgetCheck>(seed % 3)};
  Stream everywhere = testing::poisson(testing::queries("everywhere", 20, Ru::units(2), {}));
  everywhere.retries = {RetryRules::kUnlimited, sim::Duration::max(), DrawnWait{Exponential{50e6, 1e6}}};
  everywhere.timeout = seed % 2 == 0 ? sim::Duration::max() : sim::Duration::milliseconds(900);
  expect_the_same(testing::PlanBuilder(5)
                      .seed(seed)
                      .throughput(600)
                      .partitions(1 + seed % 5)
                      .tenants(7, Placement::kHash)
                      .ratelimit(seed % 4 == 3 ? RateLimit::kStrictSecond : RateLimit::kDebt)
                      .add(drawn)
                      .add(backoff)
                      .add(everywhere)
                      .build());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Executors, ::testing::Range(std::uint64_t{1}, std::uint64_t{201}),
                         [](const auto& seed) { return "Seed" + std::to_string(seed.param); });

// Two streams ask for 12,000 RU/s of 4,000: with the SDK's waits thousands come back at the same instants.
RunPlan crowded(RateLimit rule) {
  return testing::PlanBuilder(12)
      .throughput(4'000)
      .partitions(2)
      .tenants(50, Placement::kHash)
      .ratelimit(rule)
      .add(testing::with_retries(testing::poisson(testing::creates("w", 1'000, Ru::units(8)))))
      .add(testing::with_retries(testing::poisson(testing::point_reads("r", 4'000, Ru::units(1)))))
      .build();
}

TEST(ExecutorsInACrowd, CountTheSameOnTwoThreads) {
  const RunPlan plan = crowded(RateLimit::kDebt);
  const Counted one = run<SettledExecutor>(plan);
  EXPECT_EQ(run<SettledExecutor>(plan, DemandSource::Ahead::kOnAThread), one);
  EXPECT_EQ(run<EventExecutor>(plan, DemandSource::Ahead::kOnAThread), one);
}

TEST(ExecutorsInACrowd, CountTheSameUnderDebt) { expect_the_same(crowded(RateLimit::kDebt)); }
TEST(ExecutorsInACrowd, CountTheSameInStrictSeconds) { expect_the_same(crowded(RateLimit::kStrictSecond)); }

}  // namespace
}  // namespace cosmos
