#include <algorithm>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using sim::testing::AllocationCounter;
using testing::PlanBuilder;
namespace property = testing::property;

// Calls of operator new while seconds [from, to) are simulated, after those before.
template <class ExecutorOf>
std::int64_t allocations_with(const RunPlan& plan, std::int64_t from, std::int64_t to) {
  World world(plan, 0);
  ExecutorOf executor(world);
  std::int64_t n = 0;
  for (std::int64_t second = 0; second < to; ++second) {
    world.boundary(second);
    const AllocationCounter counter;
    executor.advance(second);
    n += second < from ? 0 : counter.count();
  }
  return n;
}

// By the executor that needs more of them.
std::int64_t allocations_in(const RunPlan& plan, std::int64_t from, std::int64_t to) {
  return std::max(allocations_with<EventExecutor>(plan, from, to), allocations_with<SettledExecutor>(plan, from, to));
}

class WarmExecutor : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!AllocationCounter::works()) {
      GTEST_SKIP() << "operator new cannot be counted here";
    }
  }
};

TEST_F(WarmExecutor, AllocatesNothingWithinItsBudget) {
  const RunPlan plan = PlanBuilder(400)
                           .throughput(10'000)
                           .partitions(4)
                           .add(testing::creates("even", 100, Ru::units(5)))
                           .add(testing::poisson(testing::creates("w", 100, Ru::units(5))))
                           .add(testing::poisson(testing::point_reads("r", 100, Ru::units(1))))
                           .build();
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

TEST_F(WarmExecutor, AllocatesNothingWhileItThrottlesAndRetries) {
  Stream retried = testing::with_retries(testing::creates("w", 100, Ru::units(5)));
  retried.retries.max_wait = sim::Duration::seconds(5);
  const RunPlan plan = PlanBuilder(400).throughput(400).partitions(2).add(retried).build();
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

TEST_F(WarmExecutor, AllocatesNothingForQueriesAndHierarchicalKeys) {
  const RunPlan plan = PlanBuilder(400)
                           .throughput(400)
                           .key({"tenantId", "userId", "id"})
                           .partitions(5)
                           .add(testing::creates("w", 50, Ru::units(5)))
                           .add(testing::queries("one", 20, Ru::units(3), {property::kTenant}))
                           .add(testing::with_retries(testing::queries("all", 10, Ru::units(3), {})))
                           .build();
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

TEST_F(WarmExecutor, AllocatesNothingForKeysThatItHasMet) {
  // 4 tenants x 8 buckets, all met in the first seconds.
  const RunPlan plan = PlanBuilder(400).key({"pk"}).partitions(3).add(testing::creates("w", 50, Ru::units(5))).build();
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

TEST_F(WarmExecutor, AllocatesNothingForListsOfValues) {
  Stream buckets = testing::with_retries(testing::queries("buckets", 20, Ru::units(3), {property::kTenant}));
  buckets.lists = {{property::kBucket, 8}};
  const RunPlan plan = PlanBuilder(400)
                           .throughput(400)
                           .key({"pk"})
                           .partitions(5)
                           .add(testing::creates("w", 50, Ru::units(5)))
                           .add(buckets)
                           .build();
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

TEST_F(WarmExecutor, AllocatesNothingForDrawnSizesAndAges) {
  RunPlan plan = PlanBuilder(400).key({"tenantId", "month"}).add(testing::creates("w", 50, Ru{})).build();
  plan.items[0].size = Lognormal{2'000.0, 0.5};
  plan.streams[0].fixed_charge.reset();
  plan.streams[0].age = Exponential{86'400e9, 0.0};
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

TEST_F(WarmExecutor, AllocatesNothingForPopularItemsAndPopulationsWithinOthers) {
  Stream existing = testing::poisson(testing::point_reads("existing", 100, Ru::units(1)));
  existing.item_choice = ItemChoice{ItemChoice::Order::kExisting, ZipfPopularity{0.99}, 1'000'000};
  Stream newest = testing::poisson(testing::point_reads("newest", 100, Ru::units(1)));
  newest.item_choice = ItemChoice{ItemChoice::Order::kNewest, ZipfPopularity{0.99}, 1'000'000};
  RunPlan plan = PlanBuilder(400)
                     .throughput(10'000)
                     .partitions(4)
                     .key({"userId"})
                     .add(testing::poisson(testing::creates("w", 100, Ru::units(5))))
                     .add(existing)
                     .add(newest)
                     .build();
  plan.populations[0] = plan.populations[0].in_turn();
  plan.populations[1] = plan.populations[1].within(0, plan.populations[0]);
  EXPECT_EQ(allocations_in(plan, 200, 400), 0);
}

}  // namespace
}  // namespace cosmos
