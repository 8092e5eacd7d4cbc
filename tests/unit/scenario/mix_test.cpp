#include <string>

#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

// `writes` as a mix of these entries instead of one operation.
Edit mix(const std::string& entries) { return instead_of(kOperation, "    mix:\n" + entries); }

const std::string kTwo =
    "      save: {share: 5 %, operation: replace, changed_properties: 3}\n"
    "      read: {share: 95 %, operation: point_read, charge: 2 RU}\n";

RunPlan resolved(const std::vector<Edit>& edits, const LoadRequest::Overrides& overrides = {}) {
  LoadRequest request;
  request.file = "f";
  request.text = edited(edits);
  request.overrides = overrides;
  return load_scenario(request).base.plan;
}

TEST(Mix, IsAStreamOfThePlanForEachOfItsOperations) {
  const RunPlan plan = resolved({mix(kTwo)});
  ASSERT_EQ(plan.streams.size(), 2U);
  EXPECT_EQ(plan.streams[0].name, "writes.save");
  EXPECT_EQ(plan.streams[0].operation, OperationKind::kReplace);
  EXPECT_EQ(plan.streams[0].changed_properties, 3);
  EXPECT_EQ(plan.streams[1].name, "writes.read");
  EXPECT_EQ(plan.streams[1].fixed_charge, Ru::units(2));
  // 5 % of 2^32 is 214,748,364.8.
  EXPECT_EQ(plan.streams[0].mix->from, 0U);
  EXPECT_EQ(plan.streams[0].mix->to, 214'748'365U);
  EXPECT_EQ(plan.streams[1].mix->from, 214'748'365U);
  EXPECT_EQ(plan.streams[1].mix->to, std::uint64_t{1} << 32U);
}

TEST(Mix, AnObjectiveMayNameTheWholeOrOneOfIt) {
  const std::string objectives =
      "objectives:\n  - {metric: throttled_share, stream: writes, at_most: 1 %}\n"
      "  - {metric: throttled_share, stream: writes.read, at_most: 1 %}\n";
  const RunPlan plan = resolved({mix(kTwo), behind(kThroughput, objectives)});
  EXPECT_TRUE(plan.objectives.at(0).streams->holds(0));
  EXPECT_TRUE(plan.objectives.at(0).streams->holds(1));
  EXPECT_FALSE(plan.objectives.at(1).streams->holds(0));
  EXPECT_TRUE(plan.objectives.at(1).streams->holds(1));
}

TEST(Mix, SettingAnOperationTakesItAwayAndTheOtherWayRound) {
  const RunPlan plain = resolved({mix(kTwo)}, {{"streams.writes.operation", "create"}});
  ASSERT_EQ(plain.streams.size(), 1U);
  EXPECT_FALSE(plain.streams[0].mix.has_value());
  const RunPlan mixed = resolved({behind(kOperation, "    charge: 3 RU\n")},
                                 {{"streams.writes.mix", "{one: {share: 100 %, operation: delete}}"}});
  ASSERT_EQ(mixed.streams.size(), 1U);
  EXPECT_EQ(mixed.streams[0].operation, OperationKind::kDelete);
}

TEST(MixErrors, SayWhatWouldBeRight) {
  expect_said({
      {"neither",
       {instead_of(kOperation, "")},
       "f:16:5: error: streams.writes.operation: missing\n"
       "    hint: what is done; or `steps`, or `mix`: one of several each time"},
      {"both",
       {behind(kOperation, "    mix: {a: {share: 100 %, operation: create}}\n")},
       "f:17:10: error: streams.writes.mix: stands beside `operation`\n"
       "    hint: one of the two"},
      {"sum",
       {mix("      a: {share: 50 %, operation: create}\n      b: {share: 40 %, operation: delete}\n")},
       "f:17:7: error: streams.writes.mix: its shares sum to 90 %\n"
       "    hint: 100 %"},
      {"no operation",
       {mix("      a: {share: 100 %}\n")},
       "f:17:10: error: streams.writes.mix.a.operation: missing\n"
       "    hint: what is done; or `steps`"},
      {"not a name",
       {mix("      a b: {share: 100 %, operation: create}\n")},
       "f:17:12: error: streams.writes.mix.a b: `a b` is not a name\n"
       "    hint: letters, digits, _ and -, a letter first"},
      {"a field of the operations beside the mix",
       {mix("      a: {share: 100 %, operation: create}\n"), behind(kRate, "    charge: 3 RU\n")},
       "f:19:13: error: streams.writes.charge: belongs to the operations of the mix\n"
       "    hint: put it into each of them that it is about"},
      {"inside",
       {mix("      a: {share: 100 %, operation: create, returns: 3}\n")},
       "f:17:53: error: streams.writes.mix.a.returns: belongs to queries\n"
       "    hint: `operation` is create"},
  });
}

}  // namespace
}  // namespace cosmos
