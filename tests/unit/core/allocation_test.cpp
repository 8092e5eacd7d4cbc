#include <cstdint>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/distributions.h"
#include "sim/core/event_queue.h"
#include "sim/core/histogram.h"
#include "sim/core/radix_sort.h"
#include "sim/core/rng.h"
#include "sim/core/slot_pool.h"
#include "tests/unit/core/allocation_counter.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{7}, 1, 2, purpose_id("allocations"));

// Calls of operator new while `work` runs.
template <class Work>
std::int64_t allocations_of(Work work) {
  const std::int64_t before = test::allocations();
  work();
  return test::allocations() - before;
}

TEST(Allocations, AreCounted) {
  // A plain call, which unlike a new-expression may not be optimised away.
  EXPECT_EQ(allocations_of([] { ::operator delete(::operator new(100)); }), 1);
}

TEST(Allocations, AQueueBelowItsCapacityMakesNone) {
  EventQueue<std::uint64_t> queue;
  queue.reserve(1'000);
  EXPECT_EQ(allocations_of([&queue] {
              for (std::uint64_t i = 0; i < 1'000; ++i) queue.push(kDraws.bits(i));
              while (!queue.empty()) queue.pop();
            }),
            0);
}

TEST(Allocations, APoolThatWasAsFullBeforeMakesNone) {
  SlotPool<std::uint64_t> pool;
  std::vector<SlotPool<std::uint64_t>::Slot> taken;
  for (std::uint64_t i = 0; i < 1'000; ++i) taken.push_back(pool.acquire(i));
  EXPECT_EQ(allocations_of([&pool, &taken] {
              for (const auto slot : taken) pool.release(slot);
              for (auto& slot : taken) slot = pool.acquire(1);
            }),
            0);
}

TEST(Allocations, ASecondSortOfEqualSizeMakesNone) {
  std::vector<KeyValue> items(5'000);
  std::vector<KeyValue> scratch;
  const auto fill_and_sort = [&items, &scratch] {
    for (std::uint32_t i = 0; i < items.size(); ++i) items[i] = {static_cast<std::uint32_t>(kDraws.bits(i) >> 34), i};
    radix_sort(items, scratch);
  };
  fill_and_sort();
  EXPECT_EQ(allocations_of(fill_and_sort), 0);
}

TEST(Allocations, DrawingAndCountingMakeNone) {
  const AliasTable alias(zipf_weights(100, 1.0));
  const PoissonTable poisson(1'000.0);
  const QuantileTable duration([](double u) { return exponential_quantile(u, 1e6, 0.0); });
  Histogram histogram;
  std::int64_t sum = 0;
  EXPECT_EQ(allocations_of([&] {
              for (std::uint64_t i = 0; i < 1'000; ++i) {
                const std::uint64_t bits = kDraws.bits(i);
                sum += alias.draw(bits) + poisson.draw(bits) + draw_poisson(5.0, bits) + draw_poisson(5e3, bits);
                histogram.add(duration.draw(bits));
              }
            }),
            0);
  EXPECT_GT(sum, 0);
  EXPECT_EQ(histogram.count(), 1'000);
}

}  // namespace
}  // namespace sim
