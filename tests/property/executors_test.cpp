#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "tests/property/random_plan.h"

// The settled executor against the definition of right, on random plans. A seed that fails is printed.
namespace cosmos {
namespace {

struct Counted {
  std::uint64_t fingerprint = 0;
  std::vector<std::vector<std::int64_t>> cells;  // of the window: partition x stream
  std::vector<std::vector<std::int64_t>> operations;
  std::vector<std::vector<std::int64_t>> latency;
  std::vector<std::int64_t> keys;
  friend bool operator==(const Counted&, const Counted&) = default;
};

template <class Executor>
Counted run(const RunPlan& plan) {
  World world(plan, 0);
  Executor executor(world);
  for (std::int64_t second = 0; second < plan.seconds; ++second) {
    world.boundary(second);
    executor.advance(second);
  }
  world.boundary(plan.seconds);
  Counted out;
  out.fingerprint = world.collector().fingerprint();
  const Totals totals = world.collector().take_windows().at(0).totals;
  for (const Cell& cell : totals.cells) {
    out.cells.push_back(
        {cell.admitted_milli_ru, cell.attempts, cell.throttled, cell.first_attempts, cell.first_throttled});
  }
  for (const OperationCounts& counts : totals.operations) {
    out.operations.push_back({counts.started, counts.succeeded, counts.failed});
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

class Executors : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Executors, CountTheSame) {
  const RunPlan plan = testing::random_plan(GetParam());
  const Counted events = run<EventExecutor>(plan);
  const Counted settled = run<SettledExecutor>(plan);
  EXPECT_EQ(events.cells, settled.cells);
  EXPECT_EQ(events.operations, settled.operations);
  EXPECT_EQ(events.latency, settled.latency);
  EXPECT_EQ(events.keys, settled.keys);
  EXPECT_EQ(events.fingerprint, settled.fingerprint);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Executors, ::testing::Range(std::uint64_t{1}, std::uint64_t{201}),
                         [](const auto& seed) { return "Seed" + std::to_string(seed.param); });

}  // namespace
}  // namespace cosmos
