#include "models/workload/list_router.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
namespace property = testing::property;

constexpr std::uint32_t kNotCounted = Target::kNotCounted;

// Word `which` of choice c lies in quarter c of the key space.
constexpr auto kQuarters = [](std::uint64_t, std::uint64_t which, std::uint64_t choice) {
  return which == 0 ? (2 * (choice % 4) + 1) << 61 : std::uint64_t{0};
};

using Visited = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // partition, key slot

// Routes single requests of a plan's item, all of whose levels are known unless it is said.
class Routed {
 public:
  Routed(RunPlan plan, std::vector<ListedProperty> lists, std::size_t known_levels = 1)
      : plan_(std::move(plan)),
        map_(plan_.containers[0].boundaries),
        router_(map_, plan_.containers[0].key, plan_.populations, plan_.items[0], sim::Seed{1}, key_slots_),
        lists_(plan_.populations, plan_.items[0], lists, router_, known_levels) {}

  Visited operator()(const std::vector<std::pair<std::size_t, std::int64_t>>& own) {
    Coordinates at(plan_.items[0].properties.size());
    for (const auto& [property, coordinate] : own) {
      at[property] = coordinate;
    }
    std::vector<Visit> visits;
    lists_.route(at, kQuarters, visits);
    Visited out;
    for (const Visit& visit : visits) {
      out.emplace_back(visit.partition, visit.key_slot);
    }
    return out;
  }
  std::vector<std::uint32_t> partitions(const std::vector<std::pair<std::size_t, std::int64_t>>& own) {
    std::vector<std::uint32_t> out;
    for (const auto& [partition, slot] : (*this)(own)) {
      out.push_back(partition);
    }
    return out;
  }
  // Where texts hash to, each partition once.
  [[nodiscard]] std::vector<std::uint32_t> places_of(const std::vector<std::string>& texts) const {
    std::vector<std::uint32_t> out;
    for (const std::string& text : texts) {
      out.push_back(map_.locate(key_point(KeyHashing::kHashV2, std::array{KeyValue::text(text)})));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  [[nodiscard]] const KeyRouter& router() const { return router_; }
  [[nodiscard]] const ListRouter& lists() const { return lists_; }

 private:
  RunPlan plan_;
  PartitionMap map_;
  std::uint32_t key_slots_ = 0;
  KeyRouter router_;
  ListRouter lists_;
};

// Eight tenants at 1/16, 3/16, … of the hash range, four quarters: tenants 2q and 2q + 1 lie on partition q.
testing::PlanBuilder two_tenants_a_quarter() { return testing::PlanBuilder(1).tenants(8).partitions(4); }

TEST(ListRouter, EachPartitionIsAskedOnceWhateverOfTheListLiesThere) {
  Routed route(two_tenants_a_quarter().build(), {{property::kTenant, 3}});
  // Tenants 1, 2 and 3. A visit that asks for two keys is counted for neither.
  EXPECT_THAT(route({{property::kTenant, 1}}), ElementsAre(std::pair(0U, 1U), std::pair(1U, kNotCounted)));
  // Tenants 7, 0 and 1: not neighbours in key order.
  EXPECT_THAT(route({{property::kTenant, 7}}), ElementsAre(std::pair(0U, kNotCounted), std::pair(3U, 7U)));
  // The next request knows nothing of the last.
  EXPECT_THAT(route({{property::kTenant, 4}}), ElementsAre(std::pair(2U, kNotCounted), std::pair(3U, 6U)));
}

TEST(ListRouter, AListOfOneIsTheItemsOwnValue) {
  Routed route(two_tenants_a_quarter().build(), {{property::kTenant, 1}});
  for (std::int64_t tenant = 0; tenant < 8; ++tenant) {
    const auto slot = static_cast<std::uint32_t>(tenant);
    EXPECT_THAT(route({{property::kTenant, tenant}}), ElementsAre(std::pair(slot / 2, slot)));
  }
}

TEST(ListRouter, AListOfAllNeedsNoValueOfTheItem) {
  Routed route(two_tenants_a_quarter().build(), {{property::kTenant, 8}});
  EXPECT_TRUE(route.lists().names_all(property::kTenant));
  EXPECT_THAT(route.partitions({}), ElementsAre(0, 1, 2, 3));
  EXPECT_FALSE(Routed(two_tenants_a_quarter().build(), {{property::kTenant, 7}}).lists().names_all(property::kTenant));
}

TEST(ListRouter, ASyntheticKeyIsAskedForWithEachOfItsSuffixes) {
  Routed route(testing::PlanBuilder(1).key({"pk"}).partitions(32).build(), {{property::kBucket, 8}});
  std::vector<std::string> keys;
  for (int bucket = 0; bucket < 8; ++bucket) {
    keys.push_back("tenant-3-" + std::to_string(bucket));
  }
  const std::vector<std::uint32_t> expected = route.places_of(keys);
  EXPECT_LE(expected.size(), 8U);
  EXPECT_THAT(route.partitions({{property::kTenant, 2}, {property::kBucket, 5}}), ElementsAreArray(expected));
}

TEST(ListRouter, BucketsOfAListFollowTheItemsOwn) {
  Routed route(testing::PlanBuilder(1).key({"bucket"}).partitions(64).build(), {{property::kBucket, 3}});
  EXPECT_THAT(route.partitions({{property::kBucket, 6}}), ElementsAreArray(route.places_of({"6", "7", "0"})));
}

TEST(ListRouter, PeriodsOfAListAreTheLastOnes) {
  Routed route(testing::PlanBuilder(1).key({"month"}).partitions(64).build(), {{property::kMonth, 3}});
  EXPECT_THAT(route.partitions({{property::kMonth, 2026 * 12 + 1}}),
              ElementsAreArray(route.places_of({"2026-02", "2026-01", "2025-12"})));
  // The values met are listed from the item's own on.
  EXPECT_EQ(route.router().level(0).text(2), "2025-12");
}

TEST(ListRouter, ListsMultiply) {
  RunPlan plan = testing::PlanBuilder(1).key({"pk"}).partitions(64).build();
  Routed route(std::move(plan), {{property::kTenant, 2}, {property::kBucket, 2}});
  EXPECT_THAT(route.partitions({{property::kTenant, 3}, {property::kBucket, 7}}),
              ElementsAreArray(route.places_of({"tenant-4-7", "tenant-4-0", "tenant-1-7", "tenant-1-0"})));
}

TEST(ListRouter, FreshValuesStandBesideAUniqueOne) {
  Routed route(testing::PlanBuilder(1).key({"id"}).partitions(4).build(), {{property::kId, 3}});
  EXPECT_THAT(route({}),
              ElementsAre(std::pair(0U, kNotCounted), std::pair(1U, kNotCounted), std::pair(2U, kNotCounted)));
}

// Case PC-12 (key_router_test.cpp): T lies on partitions 3, 4 and 5, counted in slots 0 to 2; S on 12, slot 3.
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

TEST(ListRouter, APrefixKnownAsAListIsTheRangesOfEachOfItsValues) {
  const auto plan = [] {
    return testing::PlanBuilder(1).tenants(2).key({"tenantId", "userId"}).boundaries(sixteen_partitions()).build();
  };
  Routed route(plan(), {{property::kTenant, 2}}, 1);
  EXPECT_THAT(route({{property::kTenant, 0}}),
              ElementsAre(std::pair(3U, 0U), std::pair(4U, 1U), std::pair(5U, 2U), std::pair(12U, 3U)));
  // With the user known: one of T's three, and S's.
  Routed full(plan(), {{property::kTenant, 2}}, 2);
  for (std::int64_t user = 0; user < 20; ++user) {
    const Visited visited = full({{property::kTenant, 1}, {property::kUser, user}});
    ASSERT_EQ(visited.size(), 2U);
    EXPECT_EQ(visited[0].second, visited[0].first - 3);
    EXPECT_EQ(visited[1], std::pair(12U, 3U));
  }
}

TEST(ListRouter, AUniqueLevelKeepsItsValueUnderEachValueOfAnother) {
  // The order's hash comes first: the same for every tenant, so all combinations are one range.
  RunPlan plan = testing::PlanBuilder(1).key({"id", "tenantId"}).partitions(4).build();
  Routed route(std::move(plan), {{property::kTenant, 4}}, 2);
  EXPECT_THAT(route.partitions({{property::kTenant, 0}}), ElementsAre(0));
}

TEST(ListRouter, MembersWithinAnotherPopulationAreThoseOfOneOuterMember) {
  RunPlan plan = testing::PlanBuilder(1).key({"userId"}).partitions(64).build();
  plan.populations[1] = plan.populations[1].within(0, plan.populations[0]);
  Routed route(std::move(plan), {{property::kUser, 3}});
  // User 198 of 400 is tenant 2's user 99.
  EXPECT_THAT(route.partitions({{property::kUser, 198}}),
              ElementsAreArray(route.places_of({"tenant-2/user-99", "tenant-2/user-100", "tenant-2/user-1"})));
}

// 100 users within each of four tenants, 256 ranges.
RunPlan users_within_tenants() {
  RunPlan plan = testing::PlanBuilder(1).key({"userId"}).partitions(256).build();
  plan.populations[1] = plan.populations[1].within(0, plan.populations[0]);
  return plan;
}

std::vector<std::string> users_of(const std::vector<std::string>& tenants) {
  std::vector<std::string> users;
  for (const std::string& tenant : tenants) {
    for (int user = 1; user <= 100; ++user) {
      users.push_back(tenant + "/user-" + std::to_string(user));
    }
  }
  return users;
}

TEST(ListRouter, AllMembersWithinAKnownOneAreItsOwnAndNoOthers) {
  Routed route(users_within_tenants(), {{property::kUser, 100, true, 0}});
  EXPECT_FALSE(route.lists().names_all(property::kUser));
  for (const std::int64_t user : {100, 198, 199}) {  // of tenant 2
    EXPECT_THAT(route.partitions({{property::kUser, user}}), ElementsAreArray(route.places_of(users_of({"tenant-2"}))));
  }
  // Under a key that begins with the tenant all of them lie in the tenant's own range: tenants 1 to 4 on partitions 0
  // to 3, each counted for its tenant.
  RunPlan plan = testing::PlanBuilder(1).key({"tenantId", "userId"}).partitions(4).build();
  plan.populations[1] = plan.populations[1].within(0, plan.populations[0]);
  Routed prefixed(std::move(plan), {{property::kUser, 100, true, 0}}, 2);
  EXPECT_THAT(prefixed({{property::kTenant, 1}, {property::kUser, 198}}), ElementsAre(std::pair(1U, 1U)));
}

TEST(ListRouter, AllMembersWithinListedOnesAreThoseOfEach) {
  // Tenants 3, 4 and 1, as the list of three tenants names them for an item of tenant 3.
  Routed route(users_within_tenants(), {{property::kUser, 300, true, 0}});
  EXPECT_THAT(route.partitions({{property::kUser, 250}}),
              ElementsAreArray(route.places_of(users_of({"tenant-3", "tenant-4", "tenant-1"}))));
  // All four: whatever the item.
  Routed all(users_within_tenants(), {{property::kUser, 400, true, 0}});
  EXPECT_TRUE(all.lists().names_all(property::kUser));
}

TEST(ListRouter, MembersWithinListedOnesFollowThoseWithinTheirOwnOuterMember) {
  // Two devices within each user. Three users are listed: for user 99 of tenant 2, users 99, 100 and 1 of that tenant.
  RunPlan plan = users_within_tenants();
  plan.populations.push_back(
      Population("devices", {}, 2, "device-{}", {1.0, 1.0}, Placement::kHash).within(1, plan.populations[1]));
  plan.items[0].properties[property::kRegion].generator = PopulationProperty{2, ValueKind::kString};
  plan.containers[0].key.paths = {"region"};
  Routed route(std::move(plan), {{property::kRegion, 6, true, 1}});
  std::vector<std::string> devices;
  for (const char* user : {"99", "100", "1"}) {
    devices.push_back("tenant-2/user-" + std::string(user) + "/device-1");
    devices.push_back("tenant-2/user-" + std::string(user) + "/device-2");
  }
  EXPECT_THAT(route.partitions({{property::kRegion, 397}}), ElementsAreArray(route.places_of(devices)));
}

TEST(ListRouter, AModuloOfAListedValueFollowsIt) {
  RunPlan plan = testing::PlanBuilder(1).key({"region"}).partitions(64).build();
  plan.items[0].properties[property::kRegion].generator = ModuloProperty{property::kId, 10};
  Routed route(std::move(plan), {{property::kId, 3}});
  // The item's own remainder is 4; those of the other two come from the words of their choices.
  const auto of_choice = [](std::uint64_t c) { return std::to_string(kQuarters(0, 0, c) % 10); };
  EXPECT_THAT(route.partitions({{property::kRegion, 4}}),
              ElementsAreArray(route.places_of({"4", of_choice(1), of_choice(2)})));
}

}  // namespace
}  // namespace cosmos
