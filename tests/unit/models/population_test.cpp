#include "models/items/population.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/items/item.h"

namespace cosmos {
namespace {

Population tenants() {
  return {"tenants", {"acme", "t-7-eu"}, 10, "t-{}-eu", std::vector<double>(12, 1.0), Placement::kHash};
}

TEST(Population, NamedMembersComeFirstAndTheOthersAreNumberedFromOne) {
  const Population population = tenants();
  EXPECT_EQ(population.size(), 12U);
  EXPECT_EQ(population.member(0), "acme");
  EXPECT_EQ(population.member(1), "t-7-eu");
  EXPECT_EQ(population.member(2), "t-1-eu");
  EXPECT_EQ(population.member(11), "t-10-eu");
}

TEST(Population, EveryMemberIsFoundByItsName) {
  const Population population(
      {"tenants", {"acme", "contoso"}, 1'000, "t-{}", std::vector<double>(1'002, 1.0), Placement::kHash});
  for (std::size_t i = 0; i < population.size(); ++i) {
    EXPECT_EQ(population.find(population.member(i)), i);
  }
}

TEST(Population, ANamedMemberGoesBeforeTheNumberedOneOfTheSameName) { EXPECT_EQ(tenants().find("t-7-eu"), 1U); }

TEST(Population, NamesThatNoMemberHasAreNotFound) {
  for (const char* name : {"", "Acme", "t-0-eu", "t-11-eu", "t-01-eu", "t--eu", "t-1", "t-1-us", "t- 1-eu", "t-+1-eu",
                           "t-1x-eu", "t-99999999999999999999999-eu", "-eu", "t-"}) {
    EXPECT_FALSE(tenants().find(name)) << name;
  }
}

TEST(Item, APropertyOpensUpIntoWhatIsDrawnForIt) {
  Item item;
  item.properties = {
      {"tenantId", PopulationProperty{0}},
      {"bucket", BucketProperty{8}},
      {"kind", ConstantProperty{KeyValue::text("order")}},
      {"inner", FormatProperty{{{"", 0}, {"-", {}}, {"", 1}}}},
      {"outer", FormatProperty{{{"", 3}, {"", 2}, {"", 0}}}},
  };
  EXPECT_EQ(item.find("bucket"), 1U);
  EXPECT_FALSE(item.find("Bucket"));
  // outer = inner + kind + tenantId = tenantId, bucket, a constant, tenantId again.
  EXPECT_EQ(drawn_parts(item, 4), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(drawn_parts(item, 1), std::vector<std::size_t>{1});
  EXPECT_TRUE(drawn_parts(item, 2).empty());
}

TEST(Item, OnlyBucketsAndFormatsAreSynthetic) {
  EXPECT_TRUE(is_synthetic(BucketProperty{8}));
  EXPECT_TRUE(is_synthetic(FormatProperty{}));
  EXPECT_FALSE(is_synthetic(UniqueProperty{}));
  EXPECT_FALSE(is_synthetic(PopulationProperty{0}));
  EXPECT_FALSE(is_synthetic(TimeProperty{*TimePattern::parse("%Y"), ValueKind::kString}));
}

}  // namespace
}  // namespace cosmos
