#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

// Operations of several parts: steps, and writes that have to find their item first.
namespace cosmos {
namespace {

Edit steps(const std::string& text) { return instead_of(kOperation, "    steps:\n" + text); }

const std::string kMove =
    "      - {operation: point_read}\n"
    "      - {operation: upsert, choose: {tenantId: A}}\n"
    "      - {operation: delete}\n";

RunPlan resolved(const std::vector<Edit>& edits, const LoadRequest::Overrides& overrides = {}) {
  LoadRequest request;
  request.file = "f";
  request.text = edited(edits);
  request.overrides = overrides;
  return load_scenario(request).base.plan;
}

TEST(Steps, AreStreamsThatFollowTheWhole) {
  const RunPlan plan = resolved({steps(kMove)});
  ASSERT_EQ(plan.streams.size(), 4U);
  EXPECT_EQ(plan.streams[0].name, "writes");
  EXPECT_EQ(plan.streams[0].operation, OperationKind::kSteps);
  ASSERT_EQ(plan.streams[0].parts.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const Stream& step = plan.streams[1 + i];
    EXPECT_EQ(plan.streams[0].parts[i].stream, 1 + i);
    EXPECT_FALSE(plan.streams[0].parts[i].undo.has_value());
    EXPECT_EQ(step.name, "writes." + std::to_string(i));
    EXPECT_EQ(step.part_of->whole, 0U);
    EXPECT_EQ(step.part_of->draws_as, "writes");
  }
  EXPECT_EQ(plan.streams[2].operation, OperationKind::kUpsert);
  EXPECT_TRUE(plan.streams[2].upserts_new_items) << "under the key /tenantId nothing is there yet";
  EXPECT_EQ(plan.executor, Executor::kEvents);
}

TEST(Steps, AnUpsertThatStaysUnderItsKeyReplaces) {
  const RunPlan plan = resolved({steps(kMove)}, {{"containers.orders.partition_key", "/id"}});
  EXPECT_FALSE(plan.streams[2].upserts_new_items);
}

TEST(Steps, UndoHasAStreamForEachThatWrites) {
  const RunPlan plan = resolved({steps(kMove), behind(kName, "")}, {{"streams.writes.on_failure", "undo"}});
  ASSERT_EQ(plan.streams.size(), 6U);
  EXPECT_EQ(streams_of(plan.streams[0]), 6U);
  EXPECT_FALSE(plan.streams[0].parts[0].undo.has_value());
  const Stream& upsert = plan.streams[*plan.streams[0].parts[1].undo];
  EXPECT_EQ(upsert.name, "writes.1.undo");
  EXPECT_EQ(upsert.operation, OperationKind::kDelete);
  EXPECT_EQ(upsert.part_of->redraws_as, "writes.1") << "it takes back just what was written";
  const Stream& removal = plan.streams[*plan.streams[0].parts[2].undo];
  EXPECT_EQ(removal.name, "writes.2.undo");
  EXPECT_EQ(removal.operation, OperationKind::kCreate);
}

TEST(Steps, AWriteThatDoesNotKnowItsKeyQueriesFirst) {
  const RunPlan plan = resolved({instead_of(kOperation, "    operation: replace\n    where: [id]\n")});
  ASSERT_EQ(plan.streams.size(), 3U);
  EXPECT_TRUE(plan.streams[0].finds_first);
  EXPECT_EQ(plan.streams[1].name, "writes.query");
  EXPECT_EQ(plan.streams[1].operation, OperationKind::kQuery);
  EXPECT_EQ(plan.streams[2].name, "writes.replace");
  EXPECT_EQ(plan.streams[2].known.size(), plan.items[0].properties.size());
  const RunPlan knowing = resolved({instead_of(kOperation, "    operation: replace\n    where: [id, tenantId]\n")});
  EXPECT_EQ(knowing.streams.size(), 1U);
}

TEST(Steps, AnObjectiveMayNameTheWholeOrAStep) {
  const std::string objectives =
      "objectives:\n  - {metric: throttled_share, stream: writes, at_most: 1 %}\n"
      "  - {metric: throttled_share, stream: writes.1, at_most: 1 %}\n";
  const RunPlan plan = resolved({steps(kMove), behind(kThroughput, objectives)});
  for (std::size_t s = 0; s < 4; ++s) {
    EXPECT_TRUE(plan.objectives.at(0).streams->holds(s));
    EXPECT_EQ(plan.objectives.at(1).streams->holds(s), s == 2);
  }
}

TEST(Steps, OnlyWhatMakesADifferenceIsStaged) {
  const auto query = [](const std::string& fields) {
    return resolved({instead_of(kOperation, "    operation: query\n    where: []\n" + fields)},
                    {{"containers.orders.layout", "{equal: 4}"}});
  };
  for (const char* const plain : {"", "    max_concurrency: all\n", "    max_concurrency: 4\n", "    returns: 400\n"}) {
    EXPECT_FALSE(query(plain).streams[0].paging.has_value()) << plain;
    EXPECT_EQ(query(plain).executor, Executor::kSettled) << plain;
  }
  for (const char* const staged : {"    max_concurrency: 3\n", "    returns: 401\n", "    top: 5\n"}) {
    EXPECT_TRUE(query(staged).streams[0].paging.has_value()) << staged;
    EXPECT_EQ(query(staged).executor, Executor::kEvents) << staged;
  }
  // Where one partition is asked anyway, none waits for another.
  const RunPlan one = resolved({instead_of(kOperation,
                                           "    operation: query\n    where: [tenantId]\n"
                                           "    max_concurrency: 1\n")},
                               {{"containers.orders.layout", "{equal: 4}"}});
  EXPECT_FALSE(one.streams[0].paging.has_value());
}

TEST(StepErrors, SayWhatWouldBeRight) {
  expect_said({
      {"beside an operation",
       {behind(kOperation, "    steps: [{operation: delete}]\n")},
       "f:17:12: error: streams.writes.steps: stands beside `operation`\n"
       "    hint: one of the two"},
      {"a step that does nothing",
       {steps("      - {charge: 3 RU}\n")},
       "f:17:9: error: streams.writes.steps.0.operation: missing\n"
       "    hint: what is done"},
      {"fields of the steps",
       {steps(kMove), behind(kRate, "    where: [id]\n")},
       "f:21:12: error: streams.writes.where: belongs to the steps\n"
       "    hint: put it into each of them that it is about"},
      {"age of a step",
       {steps("      - {operation: point_read, age: 1 d}\n")},
       "f:17:38: error: streams.writes.steps.0.age: belongs to the whole: the steps are about one item\n"
       "    hint: put it beside `steps`"},
      {"one charge in a trace",
       {steps("      - {operation: create}\n      - {operation: delete}\n"),
        instead_of(kRate, "    trace: {file: none.csv, events: {time: t}, charge: {column: ru}}\n")},
       "f:19:19: error: streams.writes.trace.file: `none.csv` is not found\n"
       "    hint: looked for at none.csv; $COSMOSIM_DATA is not set\n"
       "f:19:56: error: streams.writes.trace.charge: is one figure for several steps\n"
       "    hint: `charge` in each of them"},
      {"a create of what exists",
       {steps("      - {operation: create}\n      - {operation: point_read}\n"),
        behind(kRate, "    choose: {id: {newest: uniform}}\n"),
        behind(kThroughput, "    stored: {order: {items: 10, age: 1 d}}\n")},
       "f:17:9: error: streams.writes.steps.0: creates an item that is chosen among those that exist\n"
       "    hint: `choose` without `existing` or `newest`"},
      {"too many",
       {steps([] {
         std::string many;
         for (int i = 0; i < 101; ++i) {
           many += "      - {operation: delete}\n";
         }
         return many;
       }())},
       "f:17:7: error: streams.writes.steps: are 101\n"
       "    hint: at most 100"},
      {"on_failure of one operation",
       {behind(kOperation, "    on_failure: undo\n")},
       "f:17:17: error: streams.writes.on_failure: belongs to `steps`\n"
       "    hint: what becomes of the steps before one that fails"},
      {"steps one second at a time",
       {steps(kMove), behind(kName, "experiment: {executor: settled}\n")},
       "f:2:24: error: experiment.executor: `settled` cannot run stream `writes`: some of its requests are sent only "
       "once another was answered\n"
       "    hint: `auto` or `events`"},
      {"top of an aggregate",
       {instead_of(kOperation, "    operation: query\n    where: []\n    order: aggregate\n    top: 3\n")},
       "f:19:10: error: streams.writes.top: does not go with `order: aggregate`\n"
       "    hint: an aggregate needs everything that it counts"},
      {"no partitions at a time",
       {instead_of(kOperation, "    operation: query\n    where: []\n    max_concurrency: 0\n")},
       "f:18:22: error: streams.writes.max_concurrency: `0` is out of range\n"
       "    hint: 1 or more, or `all`"},
      {"top of a point read",
       {instead_of(kOperation, "    operation: point_read\n    top: 3\n")},
       "f:17:10: error: streams.writes.top: belongs to queries\n"
       "    hint: `operation` is point_read"},
  });
}

}  // namespace
}  // namespace cosmos
