#include "models/routing/key_router.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

namespace property = testing::property;

// Words of unique levels in tests that have none.
constexpr auto kNoWords = [](std::uint64_t, std::uint64_t) { return std::uint64_t{0}; };

// Case PC-12: key [/tenantId, /userId] on 16 physical partitions. Of two tenants placed at 1/4 and 3/4 of the hash
// range, T is cut twice, so that it lies on 3 partitions; S lies on 1. The other 13 cuts are at j/14.
std::vector<KeyPoint> sixteen_partitions() {
  const HashBlock t = evenly_placed_hash(0, 2);
  std::vector<KeyPoint> cuts = {KeyPoint::of(std::array{t, hash_at_share(0.3)}),
                                KeyPoint::of(std::array{t, hash_at_share(0.7)})};
  for (int j = 1; j <= 13; ++j) {
    cuts.push_back(KeyPoint::of(hash_at_share(j / 14.0)));
  }
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

class HierarchicalKeyTest : public ::testing::Test {
 protected:
  HierarchicalKeyTest()
      : plan_(testing::PlanBuilder(1).tenants(2).key({"tenantId", "userId"}).boundaries(sixteen_partitions()).build()),
        map_(plan_.containers[0].boundaries),
        router_(map_, plan_.containers[0].key, plan_.populations, plan_.items[0], sim::Seed{1}, key_slots_) {}

  Target route(std::int64_t tenant, std::int64_t user, std::size_t known_levels) {
    Coordinates at(plan_.items[0].properties.size());
    at[property::kTenant] = tenant;
    at[property::kUser] = user;
    return router_.route(at, known_levels, kNoWords);
  }

  RunPlan plan_;
  PartitionMap map_;
  std::uint32_t key_slots_ = 0;
  KeyRouter router_;
};

TEST_F(HierarchicalKeyTest, VisitsAreThoseOfThePublicCase) {
  for (std::int64_t user = 0; user < 100; ++user) {
    EXPECT_EQ(route(0, user, 2).visits, 1U);  // (T, user)
  }
  EXPECT_EQ(route(0, 0, 1).visits, 3U);   // T
  EXPECT_EQ(route(1, 0, 1).visits, 1U);   // S
  EXPECT_EQ(route(0, 0, 0).visits, 16U);  // user only
}

TEST_F(HierarchicalKeyTest, TheFirstPartitionIsTheOneInKeyOrder) {
  // T at 7/28 lies behind the cuts at 1/14, 2/14 and 3/14: its three partitions are 3, 4 and 5.
  EXPECT_EQ(route(0, 0, 1).first, 3U);
  EXPECT_EQ(route(0, 0, 0).first, 0U);
  // S at 3/4 lies behind ten cuts of the 13 and both cuts of T.
  EXPECT_EQ(route(1, 0, 1).first, 12U);
}

TEST_F(HierarchicalKeyTest, AUserOfACutTenantLiesWhereBothHashesSay) {
  for (std::int64_t user = 0; user < 100; ++user) {
    const std::array blocks = {
        evenly_placed_hash(0, 2),
        key_point(KeyHashing::kHashV2, std::array{KeyValue::text("user-" + std::to_string(user + 1))}).block(0)};
    EXPECT_EQ(route(0, user, 2).first, map_.locate(KeyPoint::of(blocks))) << user;
  }
}

TEST_F(HierarchicalKeyTest, ATenantIsCountedOnEachPartitionThatItLiesOn) {
  // T has three slots, S one; a request of T is counted in the slot of the partition it goes to.
  ASSERT_EQ(key_slots_, 4U);
  EXPECT_EQ(route(0, 0, 1).key_slot, 0U);
  EXPECT_EQ(route(1, 0, 1).key_slot, 3U);
  for (std::int64_t user = 0; user < 100; ++user) {
    const Target target = route(0, user, 2);
    EXPECT_EQ(target.key_slot, target.first - 3);
  }
  EXPECT_EQ(route(0, 0, 0).key_slot, Target::kNotCounted);
}

TEST_F(HierarchicalKeyTest, OnlyPropertiesOfKnownLevelsAreNeeded) {
  EXPECT_TRUE(router_.needed_properties(0).empty());
  EXPECT_EQ(router_.needed_properties(1), std::vector<std::size_t>{property::kTenant});
  EXPECT_EQ(router_.needed_properties(2), (std::vector<std::size_t>{property::kTenant, property::kUser}));
}

TEST(KeyRouter, DoublingThePartitionsDoublesOnlyWhatKnowsNothing) {
  for (const std::size_t partitions : {16U, 32U}) {
    const RunPlan plan = testing::PlanBuilder(1).key({"tenantId", "userId"}).partitions(partitions).build();
    const PartitionMap map(plan.containers[0].boundaries);
    std::uint32_t key_slots = 0;
    KeyRouter router(map, plan.containers[0].key, plan.populations, plan.items[0], sim::Seed{1}, key_slots);
    const Coordinates at(plan.items[0].properties.size());
    EXPECT_EQ(router.route(at, 0, kNoWords).visits, partitions);
    EXPECT_EQ(router.route(at, 2, kNoWords).visits, 1U);
  }
}

// Two kinds of item in one container: the slots of the second follow those of the first.
TEST(KeyRouter, ValuesOfAKeyOfOneLevelHaveASlotEachInTheirOrder) {
  const RunPlan plan = testing::PlanBuilder(1).tenants(50, Placement::kHash).partitions(7).build();
  const PartitionMap map(plan.containers[0].boundaries);
  std::uint32_t key_slots = 0;
  KeyRouter first(map, plan.containers[0].key, plan.populations, plan.items[0], sim::Seed{1}, key_slots);
  KeyRouter second(map, plan.containers[0].key, plan.populations, plan.items[0], sim::Seed{1}, key_slots);
  EXPECT_EQ(key_slots, 100U);
  ASSERT_EQ(second.listed_values(), 50U);
  ASSERT_TRUE(second.no_value_is_cut());
  std::vector<std::int64_t> positions;
  Coordinates at(plan.items[0].properties.size());
  for (std::uint32_t tenant = 0; tenant < 50; ++tenant) {
    positions.push_back(tenant);
    at[property::kTenant] = tenant;
    const std::array key = {KeyValue::text("tenant-" + std::to_string(tenant + 1))};
    const std::uint32_t partition = map.locate(key_point(KeyHashing::kHashV2, key));
    EXPECT_EQ(second.route(at, 1, kNoWords).first, partition) << tenant;
    EXPECT_EQ(second.route(at, 1, kNoWords).key_slot, 50 + tenant);
    EXPECT_EQ(second.group_of(tenant).span.first, partition);
    EXPECT_EQ(second.group_of(tenant).slot, 50 + tenant);
  }
  std::vector<std::uint32_t> partitions(50);
  std::vector<std::uint32_t> slots(50);
  second.route_column(positions, partitions, slots);
  for (std::uint32_t tenant = 0; tenant < 50; ++tenant) {
    EXPECT_EQ(partitions[tenant], second.group_of(tenant).span.first);
    EXPECT_EQ(slots[tenant], 50 + tenant);
  }
}

TEST(KeyRouter, LevelsHashedTogetherAreRoutedAsOne) {
  RunPlan plan = testing::PlanBuilder(1).tenants(4, Placement::kHash).key({"tenantId", "bucket"}).partitions(8).build();
  plan.containers[0].key.several_levels = HpkHash::kCombined;
  const PartitionMap map(plan.containers[0].boundaries);
  std::uint32_t key_slots = 0;
  KeyRouter router(map, plan.containers[0].key, plan.populations, plan.items[0], sim::Seed{1}, key_slots);
  EXPECT_EQ(router.levels(), 1U);
  Coordinates at(plan.items[0].properties.size());
  for (std::int64_t bucket = 0; bucket < 8; ++bucket) {
    at[property::kBucket] = bucket;
    const std::array key = {KeyValue::text("tenant-1"), KeyValue::text(std::to_string(bucket))};
    const Target target = router.route(at, 1, kNoWords);
    EXPECT_EQ(target.first, map.locate(KeyPoint::of(hash_v2(key)))) << bucket;
    EXPECT_EQ(target.key_slot, static_cast<std::uint32_t>(bucket));  // as they are met
  }
}

TEST(KeyRouter, Version1KeysAreRoutedByTheir32Bits) {
  RunPlan plan = testing::PlanBuilder(1).tenants(50, Placement::kHash).build();
  plan.containers[0].key.hashing = KeyHashing::kHashV1;
  plan.containers[0].boundaries = initial_boundaries(KeyHashing::kHashV1, 7);
  const PartitionMap map(plan.containers[0].boundaries);
  std::uint32_t key_slots = 0;
  KeyRouter router(map, plan.containers[0].key, plan.populations, plan.items[0], sim::Seed{1}, key_slots);
  Coordinates at(plan.items[0].properties.size());
  for (std::int64_t tenant = 0; tenant < 50; ++tenant) {
    at[property::kTenant] = tenant;
    const std::array key = {KeyValue::text("tenant-" + std::to_string(tenant + 1))};
    EXPECT_EQ(router.route(at, 1, kNoWords).first, map.locate(key_point(KeyHashing::kHashV1, key))) << tenant;
  }
}

TEST(KeyRouter, AUniqueKeyIsDrawnAndNotCounted) {
  const RunPlan plan = testing::PlanBuilder(1).key({"id"}).partitions(4).build();
  const PartitionMap map(plan.containers[0].boundaries);
  std::uint32_t key_slots = 0;
  KeyRouter router(map, plan.containers[0].key, plan.populations, plan.items[0], sim::Seed{1}, key_slots);
  const Coordinates at(plan.items[0].properties.size());
  for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
    // The top two bits of the word decide the quarter.
    const auto words = [&](std::uint64_t, std::uint64_t which) { return which == 0 ? (2 * quarter + 1) << 61 : 0; };
    const Target target = router.route(at, 1, words);
    EXPECT_EQ(target.first, quarter);
    EXPECT_EQ(target.key_slot, Target::kNotCounted);
  }
  EXPECT_EQ(key_slots, 0U);
  EXPECT_TRUE(router.needed_properties(1).empty());
}

}  // namespace
}  // namespace cosmos
