#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

RunPlan plan_of(const std::vector<Edit>& edits) {
  LoadRequest request;
  request.file = "f";
  request.text = edited(edits);
  return load_scenario(request).base.plan;
}

const std::string kReads = "    operation: point_read\n";

TEST(Choose, AGeneratorIsDrawnForThatStreamAlone) {
  const RunPlan plan =
      plan_of({behind(kShard, "      kind: {constant: 1}\n      pk: {format: \"{tenantId}-{kind}\"}\n"),
               behind(kOperation, "    choose: {kind: {bucket: 8}}\n"),
               behind(kRate, "  other:\n    operation: create\n    rate: 1 /s\n")});
  ASSERT_EQ(plan.items.size(), 2U);
  EXPECT_EQ(plan.streams[0].item, 1U);
  EXPECT_EQ(plan.streams[1].item, 0U);
  const Item& own = plan.items[1];
  EXPECT_EQ(own.name, "order");
  EXPECT_EQ(std::get<BucketProperty>(own.properties[*own.find("kind")].generator).count, 8);
  // The key that holds it follows: tenant and bucket.
  EXPECT_EQ(drawn_parts(own, *own.find("pk")), (std::vector<std::size_t>{*own.find("tenantId"), *own.find("kind")}));
  EXPECT_EQ(drawn_parts(plan.items[0], *own.find("pk")), std::vector<std::size_t>{*own.find("tenantId")});
}

TEST(Choose, AValueOfTheStreamIsNotKnownToAQueryThatDoesNotName) {
  const RunPlan plan =
      plan_of({behind(kShard, "      kind: {constant: order}\n"),
               instead_of(kOperation, "    operation: query\n    where: []\n    choose: {kind: bill}\n")});
  const Item& own = plan.items[plan.streams[0].item];
  const std::size_t kind = *own.find("kind");
  // A constant is known to everybody; what is chosen only to those who filter by it.
  EXPECT_EQ(std::get<GivenProperty>(own.properties[kind].generator).values,
            std::vector<KeyValue>{KeyValue::text("bill")});
  EXPECT_EQ(deciding_parts(own, kind), std::vector<std::size_t>{kind});
}

TEST(Choose, ConstantsAreOfEveryType) {
  const std::vector<std::pair<std::string, KeyValue>> constants = {
      {"abc", KeyValue::text("abc")},      {"\"1\"", KeyValue::text("1")},      {"1.5", KeyValue::number(1.5)},
      {"true", KeyValue::boolean(true)},   {"false", KeyValue::boolean(false)}, {"null", KeyValue::null()},
      {"undefined", KeyValue::undefined()}};
  for (const auto& [text, value] : constants) {
    const RunPlan plan = plan_of({behind(kShard, "      x: {constant: " + text + "}\n")});
    EXPECT_EQ(std::get<ConstantProperty>(plan.items[0].properties[3].generator).value, value) << text;
  }
}

TEST(Choose, ANestedMemberIsOneOfAll) {
  const RunPlan plan = plan_of({behind(kMembers, "  users: {within: tenants, count: 5}\n"),
                                behind(kShard, "      user: {population: users}\n"),
                                behind(kOperation, "    choose: {user: {members: {A/users-5: 1, B/users-2: 3}}}\n")});
  ASSERT_EQ(plan.streams[0].population_choices.size(), 1U);
  const auto& nested = std::get<NestedMembers>(plan.streams[0].population_choices[0].choice);
  EXPECT_EQ(nested.members, (std::vector<std::size_t>{4, 6}));
  EXPECT_EQ(nested.weights, (std::vector<double>{1.0, 3.0}));
}

TEST(Choose, APopulationMayLieWithinOneThatComesLater) {
  const RunPlan plan = plan_of({instead_of(kMembers,
                                           "    count: 4\n    within: regions\n"
                                           "  regions: {members: {eu: 1, us: 3}}\n")});
  ASSERT_EQ(plan.populations.size(), 2U);
  EXPECT_EQ(plan.populations[0].size(), 8U);
  EXPECT_EQ(plan.populations[0].member(5), "us/tenants-2");
}

TEST(Choose, ExistingItemsAreThoseStored) {
  const auto stored = [](const std::string& what) {
    const RunPlan plan =
        plan_of({instead_of(kOperation, kReads + "    choose: {id: {existing: {zipf: {theta: 0.99}}}}\n"),
                 behind(kThroughput, "    stored: {order: " + what + "}\n")});
    return plan.streams[0].item_choice->stored;
  };
  EXPECT_EQ(stored("{items: 1000000}"), 1'000'000);
  // 1,024 bytes of payload and 205 of the service's: 1,229 bytes an item.
  EXPECT_EQ(stored("{data: 1229 KB}"), 1'000);
  EXPECT_EQ(stored("{by: tenantId, each: 12290 B, members: {B: 24580 B}}"), 30);
}

TEST(Choose, ExistingItemsMayBeCreatedOnTheWay) {
  const RunPlan plan = plan_of(
      {behind(kRate, "  reads:\n" + kReads + "    rate: 1 /s\n    choose: {id: {newest: {zipf: {theta: 0.99}}}}\n")});
  ASSERT_TRUE(plan.streams[1].item_choice);
  EXPECT_EQ(plan.streams[1].item_choice->order, ItemChoice::Order::kNewest);
  EXPECT_EQ(plan.streams[1].item_choice->stored, 0);
}

TEST(Choose, AnyExistingItemIsTheDefault) {
  const RunPlan plan = plan_of({instead_of(kOperation, kReads + "    choose: {id: {existing: uniform}}\n")});
  EXPECT_FALSE(plan.streams[0].item_choice);
}

}  // namespace
}  // namespace cosmos
