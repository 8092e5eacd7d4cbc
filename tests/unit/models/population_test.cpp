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

TEST(Population, WithinAnotherEachOuterMemberHasItsOwn) {
  const Population outer = tenants();
  const Population users("users", {}, 1'000, "u/{}", std::vector<double>(1'000, 1.0), Placement::kHash);
  const Population nested = users.within(0, outer);
  EXPECT_EQ(nested.size(), 12'000U);
  EXPECT_EQ(nested.own_size(), 1'000U);
  EXPECT_EQ(nested.member(0), "acme/u/1");
  EXPECT_EQ(nested.member(2'999), "t-1-eu/u/1000");
  for (const std::size_t i : {0U, 999U, 1'000U, 5'432U, 11'999U}) {
    EXPECT_EQ(nested.find(nested.member(i)), i);
  }
  for (const char* name : {"", "acme", "u/1", "acme/u/0", "acme/u/1001", "other/u/1", "acme/"}) {
    EXPECT_FALSE(nested.find(name)) << name;
  }
  const Population deeper = Population("devices", {}, 3, "d{}", {1.0, 1.0, 1.0}, Placement::kHash).within(1, nested);
  EXPECT_EQ(deeper.size(), 36'000U);
  EXPECT_EQ(deeper.member(35'999), "t-10-eu/u/1000/d3");
  EXPECT_EQ(deeper.find("t-10-eu/u/1000/d3"), 35'999U);
  EXPECT_EQ(nesting({outer, nested, deeper}, 2), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(nesting({outer, nested, deeper}, 0), std::vector<std::size_t>{0});
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

TEST(Item, AModuloIsKnownToWhomeverKnowsWhatItIsOf) {
  Item item;
  item.properties = {{"id", UniqueProperty{}},
                     {"tenantId", PopulationProperty{0}},
                     {"month", TimeProperty{*TimePattern::parse("%m"), ValueKind::kString}},
                     {"ofTenant", ModuloProperty{1, 10}},
                     {"ofId", ModuloProperty{0, 10}},
                     {"both", FormatProperty{{{"", 1}, {"-", {}}, {"", 4}}}},
                     {"deep", ModuloProperty{5, 4}}};
  EXPECT_EQ(deciding_parts(item, 3), std::vector<std::size_t>{1});
  EXPECT_EQ(drawn_parts(item, 3), std::vector<std::size_t>{1});
  // Of an id nobody lists the values: the remainder is drawn itself.
  EXPECT_EQ(deciding_parts(item, 5), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(drawn_parts(item, 5), (std::vector<std::size_t>{1, 4}));
  EXPECT_EQ(drawn_parts(item, 6), std::vector<std::size_t>{6});
  EXPECT_EQ(unique_part(item, 6), 0U);
  EXPECT_FALSE(unique_part(item, 3));
}

TEST(Population, CopiesShareTheTableThatDrawsMembers) {
  const Population one("tenants", {"a"}, 1, "b{}", {0.0, 2.0}, Placement::kHash);
  const Population other = one.in_turn();
  EXPECT_EQ(one.table(), other.table());
  // All the weight is the second member's.
  for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    EXPECT_EQ(one.table()->draw(bits), 1U);
  }
}

TEST(Item, OnlyBucketsModulosAndFormatsAreSynthetic) {
  EXPECT_TRUE(is_synthetic(ModuloProperty{}));
  EXPECT_TRUE(is_synthetic(BucketProperty{8}));
  EXPECT_TRUE(is_synthetic(FormatProperty{}));
  EXPECT_FALSE(is_synthetic(UniqueProperty{}));
  EXPECT_FALSE(is_synthetic(PopulationProperty{0}));
  EXPECT_FALSE(is_synthetic(TimeProperty{*TimePattern::parse("%Y"), ValueKind::kString}));
}

}  // namespace
}  // namespace cosmos
