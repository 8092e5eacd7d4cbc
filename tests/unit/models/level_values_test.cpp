#include "models/routing/level_values.h"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

namespace property = testing::property;

class LevelValuesTest : public ::testing::Test {
 protected:
  LevelValues level(std::vector<std::size_t> properties, KeyHashing hashing = KeyHashing::kHashV2) const {
    return {plan_.populations, plan_.items[0], std::move(properties), hashing, sim::Seed{5}};
  }
  void place_tenants(Placement placement) { plan_ = testing::PlanBuilder(1).tenants(4, placement).build(); }

  RunPlan plan_ = testing::PlanBuilder(1).tenants(4, Placement::kHash).build();
  Coordinates at_ = Coordinates(plan_.items[0].properties.size());
};

HashBlock v2(const std::string& text) {
  return key_point(KeyHashing::kHashV2, std::array{KeyValue::text(text)}).block(0);
}

TEST_F(LevelValuesTest, MembersOfAPopulationAreAllListedWhereTheirNamesHashTo) {
  LevelValues values = level({property::kTenant});
  ASSERT_EQ(values.size(), 4U);
  for (std::uint32_t i = 0; i < 4; ++i) {
    at_[property::kTenant] = i;
    const std::string name = "tenant-" + std::to_string(i + 1);
    EXPECT_EQ(values.entry(at_), i);
    EXPECT_EQ(values.text(i), name);
    EXPECT_EQ(values.hash(i), v2(name));
  }
}

TEST_F(LevelValuesTest, HashesOnDemandAreThoseThatAreKept) {
  for (const Placement placement : {Placement::kHash, Placement::kEven, Placement::kRandom}) {
    place_tenants(placement);
    const LevelValues kept = level({property::kTenant});
    const LevelValues on_demand(plan_.populations, plan_.items[0], {property::kTenant}, KeyHashing::kHashV2,
                                sim::Seed{5}, {}, LevelValues::Hashes::kOnDemand);
    ASSERT_EQ(on_demand.size(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(on_demand.hash(i), kept.hash(i));
  }
}

TEST_F(LevelValuesTest, EvenPlacementPutsMemberIAtTheMiddleOfItsSlice) {
  place_tenants(Placement::kEven);
  const LevelValues values = level({property::kTenant});
  // (i - 1/2) / 4 of 2^126: 1/8, 3/8, 5/8, 7/8.
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(static_cast<double>(values.hash(i).high) * 0x1p-62, (2 * i + 1) / 8.0, 1e-9);
  }
}

TEST_F(LevelValuesTest, RandomPlacementDependsOnTheReplicationAlone) {
  place_tenants(Placement::kRandom);
  const LevelValues first = level({property::kTenant});
  const LevelValues again = level({property::kTenant});
  const LevelValues other(plan_.populations, plan_.items[0], {property::kTenant}, KeyHashing::kHashV2, sim::Seed{6});
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(first.hash(i), again.hash(i));
    EXPECT_NE(first.hash(i), other.hash(i));
    EXPECT_LE(first.hash(i), kMaxHashBlock);
  }
}

TEST_F(LevelValuesTest, PeriodsAreListedAsTheyAreMet) {
  LevelValues values = level({property::kMonth});
  EXPECT_EQ(values.size(), 0U);
  at_[property::kMonth] = 2026 * 12 + 6;
  EXPECT_EQ(values.entry(at_), 0U);
  at_[property::kMonth] = 2026 * 12 + 5;
  EXPECT_EQ(values.entry(at_), 1U);
  at_[property::kMonth] = 2026 * 12 + 6;
  EXPECT_EQ(values.entry(at_), 0U);
  EXPECT_EQ(values.size(), 2U);
  EXPECT_EQ(values.text(0), "2026-07");
  EXPECT_EQ(values.hash(1), v2("2026-06"));
}

TEST_F(LevelValuesTest, AFormatIsTheTextOfItsPieces) {
  LevelValues values = level({property::kKey});
  at_[property::kTenant] = 2;
  at_[property::kBucket] = 7;
  const std::uint32_t entry = values.entry(at_);
  EXPECT_EQ(values.text(entry), "tenant-3-7");
  EXPECT_EQ(values.hash(entry), v2("tenant-3-7"));
  EXPECT_EQ(values.parts(), (std::vector<std::size_t>{property::kTenant, property::kBucket}));
}

TEST_F(LevelValuesTest, NumbersHashAsNumbers) {
  plan_.items[0].properties[property::kBucket].generator = BucketProperty{8, ValueKind::kNumber};
  const LevelValues values = level({property::kBucket});
  EXPECT_EQ(values.hash(5), key_point(KeyHashing::kHashV2, std::array{KeyValue::number(5)}).block(0));
  EXPECT_EQ(values.text(5), "5");
}

TEST_F(LevelValuesTest, GivenValuesAreListedAsStated) {
  const LevelValues values = level({property::kRegion});
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values.text(1), "us");
  EXPECT_EQ(values.hash(1), v2("us"));
}

TEST_F(LevelValuesTest, SeveralPropertiesHashedTogetherAreOneKeyOfBothValues) {
  LevelValues values = level({property::kTenant, property::kBucket});
  at_[property::kTenant] = 1;
  at_[property::kBucket] = 3;
  const std::uint32_t entry = values.entry(at_);
  EXPECT_EQ(values.hash(entry), hash_v2(std::array{KeyValue::text("tenant-2"), KeyValue::text("3")}));
  EXPECT_EQ(values.text(entry), "tenant-2, 3");
}

TEST_F(LevelValuesTest, Version1LiesWhereVersion1HashesTo) {
  const LevelValues values = level({property::kTenant}, KeyHashing::kHashV1);
  EXPECT_EQ(values.hash(0), key_point(KeyHashing::kHashV1, std::array{KeyValue::text("tenant-1")}).block(0));
}

TEST_F(LevelValuesTest, AUniqueLevelDrawsHashesInsideTheHashRange) {
  const LevelValues v2_values = level({property::kId});
  EXPECT_TRUE(v2_values.is_unique());
  EXPECT_EQ(v2_values.unique_hash(~std::uint64_t{0}, ~std::uint64_t{0}), kMaxHashBlock);
  EXPECT_EQ(v2_values.unique_hash(0, 0), HashBlock{});
  const LevelValues v1_values = level({property::kId}, KeyHashing::kHashV1);
  EXPECT_EQ(v1_values.unique_hash(std::uint64_t{0x89ab'cdef} << 32, 1), KeyPoint::of_hash_v1(0x89ab'cdefU).block(0));
}

TEST_F(LevelValuesTest, AModuloIsTheRemainderOfTheTextsHash) {
  plan_.items[0].properties[property::kRegion].generator = ModuloProperty{property::kTenant, 10, ValueKind::kNumber};
  LevelValues values = level({property::kRegion});
  ASSERT_EQ(values.size(), 4U);  // as many as there are tenants
  const auto rest = static_cast<double>(sim::purpose_id("tenant-3") % 10);
  EXPECT_EQ(values.text(2), display(KeyValue::number(rest)));
  EXPECT_EQ(values.hash(2), hash_v2(KeyValue::number(rest)));
}

TEST_F(LevelValuesTest, AModuloOfAUniqueValueIsDrawnAndListed) {
  plan_.items[0].properties[property::kRegion].generator = ModuloProperty{property::kId, 10};
  const LevelValues alone = level({property::kRegion});
  EXPECT_FALSE(alone.is_unique());
  ASSERT_EQ(alone.size(), 10U);
  EXPECT_EQ(alone.hash(7), v2("7"));
  plan_.items[0].properties[property::kKey].generator =
      FormatProperty{{{"", property::kTenant}, {"-", {}}, {"", property::kRegion}}};
  LevelValues salted = level({property::kKey});
  EXPECT_EQ(salted.parts(), (std::vector<std::size_t>{property::kTenant, property::kRegion}));
  at_[property::kTenant] = 1;
  at_[property::kRegion] = 4;
  EXPECT_EQ(salted.hash(salted.entry(at_)), v2("tenant-2-4"));
}

TEST_F(LevelValuesTest, AColumnListsItsDifferentValues) {
  plan_.populations[1] = plan_.populations[1].with_columns({{"city", {"Bern", "Basel"}, {}}});
  plan_.items[0].properties[property::kRegion].generator = ColumnProperty{1, 0};
  const LevelValues values = level({property::kRegion});
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values.text(1), "Basel");
  EXPECT_EQ(values.hash(1), v2("Basel"));
}

TEST_F(LevelValuesTest, MembersWithinAnotherPopulationAreCalledAfterBoth) {
  plan_.populations[1] = plan_.populations[1].within(0, plan_.populations[0]);
  const LevelValues values = level({property::kUser});
  ASSERT_EQ(values.size(), 400U);
  EXPECT_EQ(values.text(0), "tenant-1/user-1");
  EXPECT_EQ(values.text(399), "tenant-4/user-100");
  EXPECT_EQ(values.hash(100), v2("tenant-2/user-1"));
}

TEST_F(LevelValuesTest, OfVeryManyMembersWithinOthersThoseThatAreMetAreListed) {
  const std::size_t each = LevelValues::kMostListedAtStart;
  for (const Placement placement : {Placement::kHash, Placement::kEven}) {
    const Population users("users", {}, static_cast<std::int64_t>(each), "user-{}", std::vector<double>(each, 1.0),
                           placement);
    plan_.populations[1] = users.within(0, plan_.populations[0]);
    LevelValues values = level({property::kUser});
    EXPECT_EQ(values.size(), 0U);
    at_[property::kUser] = static_cast<std::int64_t>(3 * each + 5);
    const std::uint32_t entry = values.entry(at_);
    EXPECT_EQ(values.text(entry), "tenant-4/user-6");
    EXPECT_EQ(values.hash(entry),
              placement == Placement::kHash ? v2("tenant-4/user-6") : evenly_placed_hash(3 * each + 5, 4 * each));
  }
}

TEST_F(LevelValuesTest, InsideAFormatNamesAreHashedWhateverTheirPlacement) {
  place_tenants(Placement::kEven);
  LevelValues values = level({property::kKey});
  at_[property::kTenant] = 2;
  at_[property::kBucket] = 7;
  EXPECT_EQ(values.hash(values.entry(at_)), v2("tenant-3-7"));
}

TEST_F(LevelValuesTest, PlacementsUnderVersion1LieInItsHashRange) {
  for (const Placement placement : {Placement::kEven, Placement::kRandom}) {
    place_tenants(placement);
    const LevelValues values = level({property::kTenant}, KeyHashing::kHashV1);
    for (std::uint32_t i = 0; i < 4; ++i) {
      EXPECT_LE(values.hash(i), kMaxHashBlock);
      if (placement == Placement::kEven) {
        EXPECT_NEAR(static_cast<double>(values.hash(i).high) * 0x1p-62, (2 * i + 1) / 8.0, 1e-9);
      }
    }
  }
}

TEST(Display, ValuesReadAsInAFilter) {
  EXPECT_EQ(display(KeyValue::text("acme")), "acme");
  EXPECT_EQ(display(KeyValue::number(2026)), "2026");
  EXPECT_EQ(display(KeyValue::number(0.5)), "0.5");
  EXPECT_EQ(display(KeyValue::boolean(true)), "true");
  EXPECT_EQ(display(KeyValue::null()), "null");
  EXPECT_EQ(display(KeyValue::undefined()), "undefined");
}

}  // namespace
}  // namespace cosmos
