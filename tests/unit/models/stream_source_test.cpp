#include "models/workload/stream_source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "models/world/world.h"
#include "tests/support/chi_square.h"
#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using testing::PlanBuilder;
namespace property = testing::property;

RequestBlock second_of(World& world, std::int64_t second) {
  RequestBlock block;
  world.streams()[0].source->generate(second, block);
  return block;
}

std::vector<std::uint32_t> instants(const RequestBlock& block) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < block.size(); ++i) out.push_back(block.arrivals.nanosecond(i));
  return out;
}

TEST(StreamSource, EveryDesignMeetsTheSameDemand) {
  const Stream stream = testing::poisson(testing::creates("orders", 200, Ru::units(5)));
  const RunPlan by_tenant = PlanBuilder(1).key({"tenantId"}).partitions(4).add(stream).build();
  const RunPlan by_two = PlanBuilder(1).key({"tenantId", "userId"}).partitions(3).add(stream).build();
  World first(by_tenant, 0);
  World other(by_two, 0);
  for (std::int64_t second = 0; second < 5; ++second) {
    const RequestBlock a = second_of(first, second);
    const RequestBlock b = second_of(other, second);
    EXPECT_EQ(instants(a), instants(b));
    // Nothing is cut inside a tenant, so under both keys the slot is the tenant.
    EXPECT_EQ(a.key_slot, b.key_slot);
  }
}

TEST(StreamSource, ReplicationsAndStreamsOfOtherNamesMeetOtherDemand) {
  const RunPlan plan = PlanBuilder(1).add(testing::poisson(testing::creates("orders", 200, Ru::units(5)))).build();
  const RunPlan renamed = PlanBuilder(1).add(testing::poisson(testing::creates("other", 200, Ru::units(5)))).build();
  World first(plan, 0);
  World second_replication(plan, 1);
  World other_name(renamed, 0);
  const std::vector<std::uint32_t> here = instants(second_of(first, 0));
  EXPECT_NE(here, instants(second_of(second_replication, 0)));
  EXPECT_NE(here, instants(second_of(other_name, 0)));
}

TEST(StreamSource, MembersAreDrawnByTheirWeights) {
  constexpr std::uint64_t kSeed = 5;
  RunPlan plan = PlanBuilder(1).seed(kSeed).add(testing::creates("orders", 10'000, Ru::units(5))).build();
  plan.streams[0].population_choices = {{0, WeightedMembers{{1.0, 0.0, 2.0, 5.0}}}};
  World world(plan, 0);
  std::vector<int> drawn(4);
  for (const std::uint32_t slot : second_of(world, 0).key_slot) {
    ++drawn[slot];
  }
  // 10,000 draws of 1/8, 0, 2/8, 5/8: standard deviations 33, 43, 48. Five of each.
  EXPECT_NEAR(drawn[0], 1'250, 165) << "seed " << kSeed;
  EXPECT_EQ(drawn[1], 0);
  EXPECT_NEAR(drawn[2], 2'500, 217) << "seed " << kSeed;
  EXPECT_NEAR(drawn[3], 6'250, 242) << "seed " << kSeed;
}

TEST(StreamSource, AFixedMemberIsTheOnlyOne) {
  const RunPlan plan =
      PlanBuilder(1).add(testing::only_tenant(testing::creates("orders", 100, Ru::units(5)), 2)).build();
  World world(plan, 0);
  for (const std::uint32_t slot : second_of(world, 0).key_slot) {
    EXPECT_EQ(slot, 2U);
  }
}

TEST(StreamSource, ATimeValuedKeyIsThatOfTheItemsCreation) {
  // The run starts with 2026; items are one second old: those of the first second are of 2025-12, met first.
  RunPlan plan = PlanBuilder(2).key({"month"}).add(testing::creates("orders", 3, Ru::units(5))).build();
  plan.streams[0].age = Constant{1'000'000'000};
  World world(plan, 0);
  const LevelValues& level = world.containers()[0].routers[0]->level(0);
  EXPECT_EQ(second_of(world, 0).size(), 3U);
  ASSERT_EQ(level.size(), 1U);
  EXPECT_EQ(level.text(0), "2025-12");
  second_of(world, 1);
  ASSERT_EQ(level.size(), 2U);
  EXPECT_EQ(level.text(1), "2026-01");
}

TEST(StreamSource, ATraceColumnSaysTheValueOfItsRow) {
  auto trace = std::make_shared<TraceReplay>();
  trace->rows = 2;
  trace->interval_seconds = 1;
  trace->counts = {3, 4};
  trace->columns = {{property::kTenant, {3, 1}}};  // row 0 is tenant 3, row 1 tenant 1
  RunPlan plan = PlanBuilder(1).add(testing::creates("orders", 1, Ru::units(5))).build();
  plan.streams[0].arrivals = std::shared_ptr<const TraceReplay>(trace);
  World world(plan, 0);
  std::vector<int> drawn(4);
  for (const std::uint32_t slot : second_of(world, 0).key_slot) {
    ++drawn[slot];
  }
  EXPECT_EQ(drawn, (std::vector<int>{0, 4, 0, 3}));
}

std::size_t known_levels(std::vector<std::string> key, std::vector<std::size_t> known) {
  const RunPlan plan =
      PlanBuilder(1).key(std::move(key)).add(testing::queries("q", 1, Ru::units(1), std::move(known))).build();
  const World world(plan, 0);
  return world.streams()[0].source->known_levels();
}

TEST(KnownLevels, AreTheLeadingOnesThatTheRequestBinds) {
  EXPECT_EQ(known_levels({"tenantId", "userId"}, {property::kTenant, property::kUser}), 2U);
  EXPECT_EQ(known_levels({"tenantId", "userId"}, {property::kTenant}), 1U);
  EXPECT_EQ(known_levels({"tenantId", "userId"}, {property::kUser}), 0U);
  EXPECT_EQ(known_levels({"tenantId", "month", "userId"}, {property::kTenant, property::kUser}), 1U);
}

TEST(KnownLevels, AFormatIsKnownOnceEverythingInItIs) {
  EXPECT_EQ(known_levels({"pk"}, {property::kTenant}), 0U);
  EXPECT_EQ(known_levels({"pk"}, {property::kTenant, property::kBucket}), 1U);
  EXPECT_EQ(known_levels({"pk"}, {property::kKey}), 1U);
}

KnownKey known_as(std::vector<std::string> key, const std::vector<std::size_t>& known,
                  const std::vector<ListedProperty>& lists) {
  const RunPlan plan = PlanBuilder(1).key(std::move(key)).build();
  return known_key(plan.items[0], plan.containers[0].key, known, lists);
}

TEST(KnownLevels, AListMakesALevelKnownButNamesNoOneItem) {
  const KnownKey key = known_as({"tenantId", "month"}, {property::kTenant, property::kId}, {{property::kMonth, 12}});
  EXPECT_EQ(key.levels, 2U);
  EXPECT_EQ(key.lists, std::vector<std::size_t>{0});
  EXPECT_TRUE(key.id);
  EXPECT_FALSE(key.names_one_item());
  EXPECT_TRUE(known_as({"tenantId"}, {property::kTenant, property::kId}, {{property::kMonth, 12}}).names_one_item());
  EXPECT_FALSE(known_as({"tenantId"}, {property::kTenant}, {{property::kId, 3}}).names_one_item());
}

TEST(KnownLevels, OnlyListsThatDecideAKnownLevelMatter) {
  // The month is behind a level that is not known.
  const KnownKey behind = known_as({"tenantId", "userId", "month"}, {property::kTenant}, {{property::kMonth, 12}});
  EXPECT_EQ(behind.levels, 1U);
  EXPECT_TRUE(behind.lists.empty());
  EXPECT_EQ(listed_keys(behind, {{property::kMonth, 12}}), 1);
  const std::vector<ListedProperty> lists = {{property::kMonth, 12}, {property::kTenant, 5}, {property::kBucket, 8}};
  const KnownKey synthetic = known_as({"pk"}, {}, lists);
  EXPECT_EQ(synthetic.lists, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(listed_keys(synthetic, lists), 40);
}

TEST(KnownLevels, AListOfWhatABoundPropertyIsMadeOfAddsNothing) {
  const KnownKey key = known_as({"pk"}, {property::kKey}, {{property::kBucket, 8}});
  EXPECT_EQ(key.levels, 1U);
  EXPECT_TRUE(key.whole);
  EXPECT_TRUE(key.lists.empty());
}

std::vector<std::size_t> put_in(std::vector<std::string> key, const std::vector<std::size_t>& known) {
  const RunPlan plan = PlanBuilder(1).key(std::move(key)).build();
  std::vector<std::size_t> properties;
  for (const ListedProperty& list :
       lists_put_in(plan.populations, plan.items[0], plan.containers[0].key, known, {}, {property::kBucket})) {
    EXPECT_EQ(list.values, 8);
    properties.push_back(list.property);
  }
  return properties;
}

TEST(EnumeratedValues, ArePutInWhereALevelIsNotKnownWithoutThem) {
  EXPECT_EQ(put_in({"pk"}, {property::kTenant}), std::vector<std::size_t>{property::kBucket});
  EXPECT_EQ(put_in({"bucket", "tenantId"}, {property::kTenant}), std::vector<std::size_t>{property::kBucket});
  EXPECT_EQ(put_in({"tenantId", "bucket"}, {property::kTenant}), std::vector<std::size_t>{property::kBucket});
  EXPECT_TRUE(put_in({"pk"}, {}).empty());  // the tenant is still missing
  EXPECT_TRUE(put_in({"pk"}, {property::kTenant, property::kBucket}).empty());
  EXPECT_TRUE(put_in({"tenantId"}, {property::kTenant}).empty());
  EXPECT_TRUE(put_in({"tenantId", "bucket"}, {}).empty());
}

TEST(KnownLevels, LevelsHashedTogetherAreKnownTogetherOrNotAtAll) {
  RunPlan plan = PlanBuilder(1)
                     .key({"tenantId", "userId"})
                     .partitions(4)
                     .add(testing::queries("q", 1, Ru::units(1), {property::kTenant}))
                     .build();
  plan.containers[0].key.several_levels = HpkHash::kCombined;
  EXPECT_EQ(World(plan, 0).streams()[0].source->known_levels(), 0U);
  plan.streams[0].known.push_back(property::kUser);
  EXPECT_EQ(World(plan, 0).streams()[0].source->known_levels(), 1U);
}

TEST(PointRead, WithoutTheWholeKeyAndTheIdIsSentAsAQuery) {
  const auto sent_as_query = [](std::vector<std::size_t> known) {
    RunPlan plan = PlanBuilder(1).add(testing::point_reads("r", 1, Ru::units(1))).build();
    plan.streams[0].known = std::move(known);
    return World(plan, 0).streams()[0].source->sent_as_query();
  };
  EXPECT_FALSE(sent_as_query({property::kId, property::kTenant}));
  EXPECT_TRUE(sent_as_query({property::kId}));
  EXPECT_TRUE(sent_as_query({property::kTenant}));
}

std::vector<std::int64_t> visit_charges(const QueryCharges& charges, std::size_t partitions) {
  RunPlan plan = PlanBuilder(1).partitions(partitions).add(testing::queries("q", 1, Ru::units(1), {})).build();
  plan.streams[0].query_charge = charges;
  World world(plan, 0);
  const RequestBlock second = second_of(world, 0);
  const auto visits = static_cast<std::uint32_t>(partitions);
  EXPECT_EQ(second.visits_of(0), visits);
  std::vector<std::int64_t> out = {second.first_charge(0).milli()};
  for (std::uint32_t visit = 1; visit < visits; ++visit) {
    out.push_back(world.streams()[0].source->visit_charge(visit, visits, second.first_charge(0)).milli());
  }
  return out;
}

TEST(QueryCharge, ResultIsSharedOverTheVisitsToTheLastThousandth) {
  // Case PC-12: 2.8 RU a visit and 2 RU for the result: 4.8 on one partition, 46.8 on 16, 2.8 + 2/16 each.
  const QueryCharges charges{Ru::milli(2'800), Ru::units(2)};
  EXPECT_EQ(visit_charges(charges, 1), std::vector<std::int64_t>{4'800});
  EXPECT_EQ(visit_charges(charges, 16), std::vector<std::int64_t>(16, 2'925));
  // Over 3 partitions 10.4: the first takes what does not divide.
  EXPECT_EQ(visit_charges(charges, 3), (std::vector<std::int64_t>{3'468, 3'466, 3'466}));
}

TEST(RequestCharges, ComeFromTheItemAsItsContainerHoldsIt) {
  // 1,000 + 24 bytes: the 1 KiB tier. Indexed: id, tenantId, userId, month, region and 20 that are not named, and
  // 5 more of any item: 30 terms. The bucket and the format exist only where the key uses them.
  const auto charge = [](std::vector<std::string> key) {
    RunPlan plan = PlanBuilder(1).key(std::move(key)).add(testing::creates("orders", 1, Ru{})).build();
    plan.items[0].other_properties = 20;
    plan.streams[0].fixed_charge.reset();
    World world(plan, 0);
    return second_of(world, 0).first_charge(0).milli();
  };
  EXPECT_EQ(charge({"tenantId"}), 4'950 + 30 * 190);
  EXPECT_EQ(charge({"pk"}), 4'950 + 31 * 190);
}

// A query for one tenant under the key "{tenantId}-{bucket}" that lists all 8 buckets.
Stream of_all_buckets(const char* name, std::int64_t per_second) {
  Stream stream = testing::queries(name, per_second, Ru::milli(2'800), {property::kTenant});
  stream.query_charge->result = Ru::units(2);
  stream.lists = {{property::kBucket, 8}};
  return stream;
}

TEST(ListedKeys, AreVisitedOnceForEachPartitionThatHoldsAny) {
  const RunPlan plan =
      PlanBuilder(1).key({"pk"}).partitions(16).add(testing::only_tenant(of_all_buckets("q", 20), 2)).build();
  World world(plan, 0);
  EXPECT_EQ(world.streams()[0].source->listed_keys(), 8);
  std::vector<std::uint32_t> expected;
  for (int bucket = 0; bucket < 8; ++bucket) {
    const std::array key = {KeyValue::text("tenant-3-" + std::to_string(bucket))};
    expected.push_back(world.containers()[0].map.locate(key_point(KeyHashing::kHashV2, key)));
  }
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const RequestBlock second = second_of(world, 0);
  ASSERT_EQ(second.size(), 20U);
  for (std::size_t i = 0; i < second.size(); ++i) {
    std::vector<std::uint32_t> visited;
    std::int64_t charged = 0;
    for (std::uint32_t v = 0; v < second.visits_of(i); ++v) {
      visited.push_back(second.partition_of(i, v));
      EXPECT_EQ(second.visit_at(i, visited.back()), v);
      charged += world.streams()[0].source->visit_charge(v, second.visits_of(i), second.first_charge(i)).milli();
    }
    EXPECT_EQ(visited, expected);
    EXPECT_EQ(charged, static_cast<std::int64_t>(expected.size()) * 2'800 + 2'000);
  }
}

TEST(ListedKeys, OfAModuloOfAMemberAreItsRemainders) {
  // The region is the user's remainder; whoever knows the tenant alone lists all four.
  RunPlan plan = PlanBuilder(1).key({"pk"}).partitions(16).add(of_all_buckets("q", 5)).build();
  plan.items[0].properties[property::kRegion].generator = ModuloProperty{property::kUser, 4};
  plan.items[0].properties[property::kKey].generator =
      FormatProperty{{{"", property::kTenant}, {"-", {}}, {"", property::kRegion}}};
  plan.streams[0].fixed_values.clear();
  plan.streams[0].population_choices = {{0, FixedMember{1}}};
  plan.streams[0].lists = {{property::kRegion, 4}};
  World world(plan, 0);
  std::vector<std::uint32_t> expected;
  for (int rest = 0; rest < 4; ++rest) {
    const std::array key = {KeyValue::text("tenant-2-" + std::to_string(rest))};
    expected.push_back(world.containers()[0].map.locate(key_point(KeyHashing::kHashV2, key)));
  }
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const RequestBlock second = second_of(world, 0);
  ASSERT_EQ(second.visits_of(0), expected.size());
  for (std::uint32_t v = 0; v < expected.size(); ++v) {
    EXPECT_EQ(second.partition_of(0, v), expected[v]);
  }
}

TEST(QueryCharge, FollowsTheNumberOfItemsThatIsDrawnForEach) {
  // 1 to 100 items of 1 KiB: 2.89 + 0.0275 x 50.5 = 4.279 RU on average, with a standard deviation of
  // 0.0275 x 28.87 = 0.794. Five of those of the mean of 1,000.
  RunPlan plan = PlanBuilder(1).partitions(4).add(testing::queries("q", 1'000, Ru{}, {property::kTenant})).build();
  plan.streams[0].query_charge.reset();
  plan.streams[0].returns = Uniform{0.5, 100.5};
  World world(plan, 0);
  const RequestBlock second = second_of(world, 0);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < second.size(); ++i) {
    sum += second.first_charge(i).milli();
  }
  EXPECT_EQ(second.size(), 1'000U);
  EXPECT_NEAR(static_cast<double>(sum) * 1e-6, 4.279, 5 * 0.794 / 31.6);
  // Another design: the same numbers of items, over four partitions each.
  plan.streams[0].known.clear();
  World other(plan, 0);
  const RequestBlock fanned_out = second_of(other, 0);
  for (std::size_t i = 0; i < second.size(); ++i) {
    const std::int64_t result = second.first_charge(i).milli() - 2'890;
    EXPECT_EQ(fanned_out.first_charge(i).milli(), 2'890 + (result + 3) / 4);
  }
}

TEST(RequestCharges, FollowTheContainersIndexingPolicy) {
  RunPlan plan = PlanBuilder(1).add(testing::creates("orders", 1, Ru{})).build();
  plan.streams[0].fixed_charge.reset();
  EXPECT_EQ(World(plan, 0).streams()[0].source->charge(), Ru::milli(4'950 + 10 * 190));
  plan.containers[0].indexing = IndexingPolicy::none();
  EXPECT_EQ(World(plan, 0).streams()[0].source->charge(), Ru::milli(4'950));
}

TEST(RequestCharges, OfReadsFollowTheClientsLevelWhereItHasOne) {
  RunPlan plan = PlanBuilder(1).add(testing::point_reads("r", 1, Ru{})).build();
  plan.streams[0].fixed_charge.reset();
  plan.consistency = Consistency::kStrong;
  EXPECT_EQ(World(plan, 0).streams()[0].source->charge(), Ru::units(2));
  plan.streams[0].consistency = Consistency::kEventual;
  EXPECT_EQ(World(plan, 0).streams()[0].source->charge(), Ru::units(1));
}

TEST(RequestCharges, OfDrawnSizesFollowTheSizes) {
  // Payload 1,000 or 1,001 bytes, evenly: with 24 more 1 KiB or just above it, so reads cost 1 or 1.04.
  RunPlan plan = PlanBuilder(1).add(testing::point_reads("r", 1'000, Ru{})).build();
  plan.items[0].size = Uniform{999.5, 1'001.5};
  plan.streams[0].fixed_charge.reset();
  World world(plan, 0);
  const RequestBlock second = second_of(world, 0);
  const auto small = std::count(second.charge.begin(), second.charge.end(), Ru::units(1));
  const auto large = std::count(second.charge.begin(), second.charge.end(), Ru::milli(1'040));
  EXPECT_EQ(small + large, 1'000);
  EXPECT_NEAR(static_cast<double>(small), 500, 5 * 15.9);
}

// Requests of a second by the partition that they go to.
std::vector<std::int64_t> by_partition(World& world, std::size_t stream, std::int64_t second, std::size_t partitions) {
  RequestBlock block;
  world.streams()[stream].source->generate(second, block);
  std::vector<std::int64_t> counts(partitions);
  for (const std::uint32_t partition : block.partition) {
    ++counts[partition];
  }
  return counts;
}

TEST(StreamSource, PopularItemsLieWhereTheirHashesFallAndStayThere) {
  constexpr std::uint64_t kSeed = 9;
  constexpr std::size_t kPartitions = 4;
  constexpr std::uint64_t kItems = 1'000;
  Stream reads = testing::point_reads("reads", 20'000, Ru::units(1));
  reads.item_choice = ItemChoice{ItemChoice::Order::kExisting, ZipfPopularity{0.99}, kItems};
  const RunPlan plan = PlanBuilder(1).seed(kSeed).key({"id"}).partitions(kPartitions).add(reads).build();
  World world(plan, 0);
  // Item k has weight (k + 1)^-0.99 and lies in the quarter that the top two bits of its first word name.
  const sim::Draws words(world.seed(), sim::purpose_id("item/order"), 0, sim::purpose_id("unique/id"));
  std::vector<double> expected(kPartitions);
  for (std::uint64_t item = 0; item < kItems; ++item) {
    expected[words.bits(2 * item) >> 62] += std::pow(static_cast<double>(item + 1), -0.99);
  }
  for (const std::int64_t second : {0, 1}) {
    EXPECT_LT(sim::testing::chi_square_deviations(by_partition(world, 0, second, kPartitions), expected), 5.0)
        << "seed " << kSeed;
  }
}

TEST(StreamSource, TheNewestItemsMoveOnAsItemsAreCreated) {
  Stream creates = testing::creates("creates", 10, Ru::units(5));
  Stream reads = testing::point_reads("reads", 3, Ru::units(1));
  reads.item_choice = ItemChoice{ItemChoice::Order::kNewest, InTurnPopularity{}, 5};
  const RunPlan plan = PlanBuilder(3).key({"id"}).partitions(64).add(creates).add(reads).build();
  World world(plan, 0);
  const sim::Draws words(world.seed(), sim::purpose_id("item/order"), 0, sim::purpose_id("unique/id"));
  const auto partition_of = [&](std::uint64_t item) { return static_cast<std::uint32_t>(words.bits(2 * item) >> 58); };
  RequestBlock block;
  // 5 items at first, 15 after a second, 25 after two. Reads 0 to 2, 3 to 5, 6 to 8 count back from the latest.
  for (std::uint64_t second = 0; second < 3; ++second) {
    world.streams()[0].source->generate(static_cast<std::int64_t>(second), block);
    world.streams()[1].source->generate(static_cast<std::int64_t>(second), block);
    ASSERT_EQ(block.size(), 3U);
    for (std::uint64_t i = 0; i < 3; ++i) {
      const std::uint64_t existing = 5 + 10 * second;
      EXPECT_EQ(block.partition[i], partition_of(existing - 1 - (3 * second + i) % existing)) << second << ' ' << i;
    }
  }
}

TEST(StreamSource, AModuloOfTheIdIsKnownToAPointRead) {
  RunPlan plan =
      PlanBuilder(1).key({"region"}).partitions(2).add(testing::point_reads("reads", 100, Ru::units(1))).build();
  plan.items[0].properties[property::kRegion].generator = ModuloProperty{property::kId, 10};
  plan.streams[0].fixed_values.clear();
  plan.streams[0].known = {property::kId};
  World world(plan, 0);
  EXPECT_EQ(world.streams()[0].source->known_levels(), 1U);
  EXPECT_FALSE(world.streams()[0].source->sent_as_query());
}

}  // namespace
}  // namespace cosmos
