#include "sim/core/slot_pool.h"

#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"

namespace sim {
namespace {

TEST(SlotPool, FreshSlotsAreNumberedFromZero) {
  SlotPool<int> pool;
  EXPECT_EQ(pool.acquire(10), 0U);
  EXPECT_EQ(pool.acquire(11), 1U);
  EXPECT_EQ(pool[0], 10);
  EXPECT_EQ(pool[1], 11);
  EXPECT_EQ(pool.in_use(), 2U);
}

TEST(SlotPool, TheSlotReleasedLastIsGivenOutFirst) {
  SlotPool<int> pool;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pool.acquire(i), static_cast<std::uint32_t>(i));
  pool.release(1);
  pool.release(3);
  EXPECT_EQ(pool.in_use(), 2U);
  EXPECT_EQ(pool.acquire(30), 3U);
  EXPECT_EQ(pool.acquire(10), 1U);
  EXPECT_EQ(pool.acquire(40), 4U);
  EXPECT_EQ(pool[3], 30);
  EXPECT_EQ(pool[2], 2);
}

TEST(SlotPool, NeverShrinksAndNeverGrowsBeyondTheMostEverTaken) {
  SlotPool<int> pool;
  std::vector<std::uint32_t> taken;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 100; ++i) taken.push_back(pool.acquire(i));
    for (const std::uint32_t slot : taken) pool.release(slot);
    taken.clear();
    EXPECT_EQ(pool.capacity(), 100U);
    EXPECT_EQ(pool.in_use(), 0U);
  }
}

TEST(SlotPool, KeepsEveryValueThroughRandomUse) {
  SlotPool<std::uint64_t> pool;
  std::map<std::uint32_t, std::uint64_t> expected;
  const Draws draws(Seed{11}, 1, 1, purpose_id("pool"));
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    if (expected.empty() || draws.uniform(i) < 0.52) {
      const std::uint32_t slot = pool.acquire(i);
      ASSERT_TRUE(expected.emplace(slot, i).second) << "slot " << slot << " was taken at step " << i;
    } else {
      auto victim = expected.lower_bound(static_cast<std::uint32_t>(scale_bits(draws.bits(i, 1, 0), pool.capacity())));
      if (victim == expected.end()) victim = expected.begin();
      ASSERT_EQ(pool[victim->first], victim->second);
      pool.release(victim->first);
      expected.erase(victim);
    }
    ASSERT_EQ(pool.in_use(), expected.size());
  }
  for (const auto& [slot, value] : expected) ASSERT_EQ(pool[slot], value);
}

TEST(SlotPool, ClearingStartsAgainFromZero) {
  SlotPool<int> pool;
  pool.reserve(10);
  EXPECT_EQ(pool.acquire(1), 0U);
  pool.clear();
  EXPECT_EQ(pool.in_use(), 0U);
  EXPECT_EQ(pool.acquire(2), 0U);
}

}  // namespace
}  // namespace sim
