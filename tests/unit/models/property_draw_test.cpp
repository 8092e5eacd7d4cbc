#include "models/workload/property_draw.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/chi_square.h"
#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kSeed = 5;
constexpr std::size_t kUsersOfEach = 5;

// Positions of the properties and populations below.
enum PropertyAt : std::size_t { kId, kTenant, kUser, kDevice, kRest, kCity };
enum PopulationAt : std::size_t { kTenantsAt, kUsersAt, kDevicesAt, kShopsAt };

Population numbered(const std::string& name, std::vector<double> weights) {
  const auto n = static_cast<std::int64_t>(weights.size());
  return {name, {}, n, name + "-{}", std::move(weights), Placement::kHash};
}

class PropertyDrawTest : public ::testing::Test {
 protected:
  PropertyDrawTest() {
    const Population tenants = numbered("tenants", {1.0, 2.0, 5.0});
    populations_ = {tenants, numbered("users", {1.0, 1.0, 1.0, 1.0, 4.0}).within(kTenantsAt, tenants),
                    numbered("devices", {1.0, 1.0}).within(kTenantsAt, tenants),
                    numbered("shops", {1.0, 2.0, 1.0}).with_columns({{"city", {"Bern", "Basel"}, {0, 1, 0}}})};
    item_.name = "order";
    item_.properties = {{"id", UniqueProperty{}},
                        {"tenant", PopulationProperty{kTenantsAt}},
                        {"user", PopulationProperty{kUsersAt}},
                        {"device", PopulationProperty{kDevicesAt}},
                        {"rest", ModuloProperty{kId, 10}},
                        {"city", ColumnProperty{kShopsAt, 0}}};
    stream_ = testing::creates("orders", 20'000, Ru::units(1));
    stream_.fixed_values.clear();
  }

  // Coordinates of all operations of a second.
  std::vector<std::int64_t> drawn(std::size_t property, const Stream& stream, std::int64_t second = 0,
                                  const std::vector<std::uint64_t>& items = {}) const {
    ArrivalSource arrivals(stream, sim::Seed{kSeed}, sim::purpose_id(stream.name));
    ArrivalBlock block;
    std::int64_t before = 0;
    for (std::int64_t s = 0; s <= second; ++s) {
      before += static_cast<std::int64_t>(block.size());
      arrivals.generate(s, block);
    }
    std::vector<std::int64_t> coordinates;
    PropertyDraw(populations_, item_, stream, property)
        .draw({sim::Seed{kSeed},
               sim::purpose_id(stream.name),
               second,
               before,
               block,
               {},
               items,
               sim::purpose_id("item/order")},
              coordinates);
    return coordinates;
  }
  std::vector<std::int64_t> drawn(std::size_t property) const { return drawn(property, stream_); }

  static void expect_shares(const std::vector<std::int64_t>& coordinates, const std::vector<double>& weights) {
    std::vector<std::int64_t> counts(weights.size());
    for (const std::int64_t coordinate : coordinates) {
      ASSERT_LT(static_cast<std::size_t>(coordinate), counts.size());
      ++counts[static_cast<std::size_t>(coordinate)];
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
      EXPECT_TRUE(weights[i] > 0.0 || counts[i] == 0) << i;
    }
    EXPECT_LT(sim::testing::chi_square_deviations(counts, weights), 5.0) << "seed " << kSeed;
  }

  std::vector<Population> populations_;
  Item item_;
  Stream stream_;
};

TEST_F(PropertyDrawTest, PopulationsWithinOneAnotherAgree) {
  const std::vector<std::int64_t> tenants = drawn(kTenant);
  const std::vector<std::int64_t> users = drawn(kUser);
  const std::vector<std::int64_t> devices = drawn(kDevice);
  for (std::size_t i = 0; i < tenants.size(); ++i) {
    ASSERT_EQ(users[i] / static_cast<std::int64_t>(kUsersOfEach), tenants[i]);
    ASSERT_EQ(devices[i] / 2, tenants[i]);
  }
  // Each tenant's share times that of the user within it: 1/8, 2/8, 5/8 by 1/8 (four users) and 4/8.
  std::vector<double> weights;
  for (const double tenant : {1.0, 2.0, 5.0}) {
    for (const double user : {1.0, 1.0, 1.0, 1.0, 4.0}) {
      weights.push_back(tenant * user);
    }
  }
  expect_shares(users, weights);
}

TEST_F(PropertyDrawTest, AMemberInsideIsOfTheOuterMemberThatTheStreamChooses) {
  stream_.population_choices = {{kTenantsAt, FixedMember{2}}};
  expect_shares(drawn(kUser), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 4});
}

TEST_F(PropertyDrawTest, AMemberInsideThatTheStreamChoosesDecidesTheOuterOne) {
  stream_.population_choices = {{kUsersAt, NestedMembers{{7, 12}, {1.0, 3.0}}}};
  const std::vector<std::int64_t> users = drawn(kUser);
  const std::vector<std::int64_t> tenants = drawn(kTenant);
  const std::vector<std::int64_t> devices = drawn(kDevice);
  for (std::size_t i = 0; i < users.size(); ++i) {
    ASSERT_EQ(tenants[i], users[i] == 7 ? 1 : 2);
    ASSERT_EQ(devices[i] / 2, tenants[i]);
  }
  expect_shares(users, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 0});
  expect_shares(devices, {0, 0, 1, 1, 3, 3});
}

TEST_F(PropertyDrawTest, ATracesColumnSaysTheOuterMemberToo) {
  auto trace = std::make_shared<TraceReplay>();
  trace->rows = 2;
  trace->interval_seconds = 1;
  trace->counts = {300, 100};
  trace->columns = {{kUser, {7, 12}}};
  stream_.arrivals = std::shared_ptr<const TraceReplay>(trace);
  const std::vector<std::int64_t> users = drawn(kUser);
  const std::vector<std::int64_t> tenants = drawn(kTenant);
  ASSERT_EQ(users.size(), 400U);
  for (std::size_t i = 0; i < users.size(); ++i) {
    ASSERT_EQ(tenants[i], users[i] == 7 ? 1 : 2);
  }
}

TEST_F(PropertyDrawTest, InTurnGoesOnFromSecondToSecond) {
  populations_[kTenantsAt] = numbered("tenants", {1.0, 1.0, 1.0}).in_turn();
  const Stream slow = testing::creates("slow", 4, Ru::units(1));
  // Operations 0 to 3, 4 to 7 and 8 to 11 of three tenants.
  EXPECT_EQ(drawn(kTenant, slow, 0), (std::vector<std::int64_t>{0, 1, 2, 0}));
  EXPECT_EQ(drawn(kTenant, slow, 1), (std::vector<std::int64_t>{1, 2, 0, 1}));
  EXPECT_EQ(drawn(kTenant, slow, 2), (std::vector<std::int64_t>{2, 0, 1, 2}));
}

TEST_F(PropertyDrawTest, NamedMembersKeepTheirShareOfThoseInTurn) {
  populations_[kTenantsAt] = Population("tenants", {"A"}, 2, "t-{}", {0.3, 0.35, 0.35}, Placement::kHash).in_turn();
  const std::vector<std::int64_t> tenants = drawn(kTenant);
  for (std::size_t i = 0; i < tenants.size(); ++i) {
    ASSERT_TRUE(tenants[i] == 0 || tenants[i] == 1 + static_cast<std::int64_t>(i % 2)) << i;
  }
  expect_shares(tenants, {0.3, 0.35, 0.35});
}

TEST_F(PropertyDrawTest, AStreamMayTakeMembersInTurn) {
  Stream slow = testing::creates("slow", 4, Ru::units(1));
  slow.population_choices = {{kTenantsAt, MembersInTurn{}}};
  EXPECT_EQ(drawn(kTenant, slow, 1), (std::vector<std::int64_t>{1, 2, 0, 1}));
}

TEST_F(PropertyDrawTest, AColumnHasTheValueOfItsMember) {
  // Shops 0 and 2 are in Bern, shop 1 in Basel, with weights 1, 1 and 2.
  expect_shares(drawn(kCity), {2.0, 2.0});
  stream_.population_choices = {{kShopsAt, FixedMember{1}}};
  expect_shares(drawn(kCity), {0.0, 1.0});
}

TEST_F(PropertyDrawTest, ARemainderOfAUniqueValueIsThatOfItsWord) {
  const std::vector<std::int64_t> rests = drawn(kRest);
  const sim::Draws words(sim::Seed{kSeed}, sim::purpose_id("orders"), 0, sim::purpose_id("unique/id"));
  for (std::size_t i = 0; i < rests.size(); ++i) {
    ASSERT_EQ(rests[i], static_cast<std::int64_t>(words.bits(2 * i) % 10));
  }
  expect_shares(rests, std::vector<double>(10, 1.0));
}

TEST_F(PropertyDrawTest, AnItemIsTheSameWhicheverOperationIsAboutIt) {
  const Stream first = testing::point_reads("first", 4, Ru::units(1));
  const Stream other = testing::point_reads("other", 3, Ru::units(1));
  for (const std::size_t property : {kTenant, kUser, kRest, kCity}) {
    const std::vector<std::int64_t> of_first = drawn(property, first, 0, {17, 4, 17, 90});
    const std::vector<std::int64_t> of_other = drawn(property, other, 5, {90, 17, 4});
    EXPECT_EQ(of_first[0], of_first[2]);
    EXPECT_EQ(of_other, (std::vector<std::int64_t>{of_first[3], of_first[0], of_first[1]}));
  }
}

TEST_F(PropertyDrawTest, ItemsAreSpreadAsThePopulationSays) {
  std::vector<std::uint64_t> items(20'000);
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = i;
  }
  expect_shares(drawn(kTenant, stream_, 0, items), {1.0, 2.0, 5.0});
}

TEST_F(PropertyDrawTest, WhatTheStreamChoosesIsDrawnForTheOperation) {
  stream_.population_choices = {{kTenantsAt, WeightedMembers{{1.0, 1.0, 0.0}}}};
  const std::vector<std::uint64_t> items(20'000, 17);
  expect_shares(drawn(kTenant, stream_, 0, items), {1.0, 1.0, 0.0});
}

}  // namespace
}  // namespace cosmos
