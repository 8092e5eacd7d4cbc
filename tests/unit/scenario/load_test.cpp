#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

LoadedScenario loaded(const std::string& text, const LoadRequest::Overrides& overrides = {}) {
  LoadRequest request;
  request.file = "f";
  request.text = text;
  request.overrides = overrides;
  return load_scenario(request);
}

TEST(LoadScenario, TakesWindowsLineEndsAndAByteOrderMark) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : edited({})) {
    text += c == '\n' ? "\r\n" : std::string(1, c);
  }
  EXPECT_EQ(loaded(text).base.plan.streams.size(), 1U);
}

TEST(LoadScenario, GivesVariantsInTheFilesOrder) {
  const LoadedScenario scenario = loaded(edited(
      {behind(kThroughput, "variants:\n  wide: {containers.orders.throughput.manual: 2000 RU/s}\n  same: {}\n")}));
  ASSERT_EQ(scenario.variants.size(), 2U);
  EXPECT_EQ(scenario.variants[0].name, "wide");
  EXPECT_EQ(scenario.variants[0].plan.containers[0].throughput, Ru::units(2000));
  EXPECT_EQ(scenario.variants[1].name, "same");
  EXPECT_EQ(scenario.variants[1].plan.containers[0].throughput, Ru::units(1000));
}

TEST(LoadScenario, LetsAnOverrideHaveTheLastWord) {
  const LoadedScenario scenario =
      loaded(edited({behind(kThroughput, "variants: {long: {clock.duration: 1 h}}\n")}), {{"clock.duration", "5 s"}});
  EXPECT_EQ(scenario.base.plan.seconds, 5);
  EXPECT_EQ(scenario.variants[0].plan.seconds, 5);
}

TEST(LoadScenario, TakesAlternativesAwayInAVariant) {
  const LoadedScenario scenario = loaded(edited(
      {behind(kThroughput, "    layout: {equal: 2}\nvariants: {v: {containers.orders.layout.shares: [100 %]}}\n")}));
  EXPECT_EQ(scenario.base.plan.containers[0].boundaries.size(), 1U);
  EXPECT_EQ(scenario.variants[0].plan.containers[0].boundaries.size(), 0U);
}

TEST(LoadScenario, TakesListedMembersAwayWhereAPopulationIsPutWithinAnother) {
  const LoadedScenario scenario = loaded(edited(
      {behind(kMembers, "  regions: {count: 3}\n"),
       behind(kThroughput, "variants: {v: {populations.tenants.count: 2, populations.tenants.within: regions}}\n")}));
  EXPECT_EQ(scenario.base.plan.populations[0].size(), 2U);
  EXPECT_EQ(scenario.variants[0].plan.populations[0].size(), 6U);
}

// The stream's client is laid over the top-level one, field by field; numbers are laid over the SDK's.
TEST(LoadScenario, TakesRetriesFromTheSdkAndNumbersOverThem) {
  const auto retries = [](const std::string& all, const std::string& own) {
    return loaded(edited({behind(kName, "client: {" + all + "}\n"), behind(kOperation, "    client: {" + own + "}\n")}))
        .base.plan.streams[0]
        .retries;
  };
  EXPECT_EQ(retries("round_trip: 1 ms", "round_trip: 2 ms").max_retries, 9);
  const RetryRules rust = retries("sdk: rust", "round_trip: 2 ms");
  EXPECT_EQ(rust.max_retries, 18);
  EXPECT_EQ(rust.max_wait, sim::Duration::seconds(270));
  EXPECT_EQ(std::get<ServiceWait>(rust.wait).cap, sim::Duration::seconds(15));
  const RetryRules numbers = retries("sdk: python", "retries: {max: 4}");
  EXPECT_EQ(numbers.max_retries, 4);
  EXPECT_EQ(numbers.budget_check, BudgetCheck::kBeforeThisWait);
  EXPECT_EQ(retries("retries: {max: 4}", "sdk: go_old").max_retries, 4);
  EXPECT_TRUE(std::holds_alternative<ServiceWait>(retries("retries: unlimited", "sdk: go_old").wait));
  EXPECT_EQ(retries("sdk: rust", "retries: none").max_retries, 0);
}

TEST(Override, IsCheckedLikeTheFile) {
  EXPECT_EQ(said_of(edited({}), {{"clock.duration", "5"}}),
            "--set clock.duration:1:1: error: clock.duration: `5` is not a duration\n"
            "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min");
  EXPECT_EQ(said_of(edited({}), {{"clock..duration", "5 s"}}),
            "--set clock..duration: error: clock..duration: `clock..duration` is not a path\n"
            "    hint: names joined by dots: containers.orders.throughput.manual");
  EXPECT_EQ(said_of(edited({}), {{"streams.writes.rat", "5 /s"}}),
            "--set streams.writes.rat:1:1: error: streams.writes.rat: unknown field\n    hint: did you mean `rate`?");
  EXPECT_EQ(said_of(edited({}), {{"streams", "{}"}}), "--set streams:1:1: error: streams: is empty");
  EXPECT_EQ(said_of(edited({}), {{"name", ""}, {"clock.duration", ""}}),
            "--set clock.duration: error: clock.duration: `` is not a duration\n"
            "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min");
}

TEST(Override, IsYaml) {
  EXPECT_EQ(said_of(edited({}), {{"clock.duration", "[5"}}),
            "--set clock.duration:1:1: error: is not valid YAML: end of sequence flow not found\n"
            "    hint: a `]` or a comma is missing");
}

}  // namespace
}  // namespace cosmos
