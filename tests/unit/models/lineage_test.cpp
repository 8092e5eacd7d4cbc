#include "models/partition/lineage.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cosmos {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LineageRecord partition(std::int64_t id, std::vector<std::int64_t> parents, LineageMetrics own, bool is_there = true) {
  LineageRecord record;
  record.id = id;
  record.parents = std::move(parents);
  record.own = own;
  record.cause = record.parents.empty() ? "start" : record.parents.size() > 1 ? "merge" : "storage split";
  record.born = static_cast<double>(10 * id);
  if (!is_there) {
    record.ended = record.born + 10.0;
  }
  return record;
}

// 0 is split into 1 and 2, 2 into 3 and 4.
PartitionLineage chain() {
  return PartitionLineage({partition(0, {}, {1000, 100, 10}, false), partition(1, {0}, {200, 20, 0}),
                           partition(2, {0}, {300, 30, 3}, false), partition(3, {2}, {40, 4, 4}),
                           partition(4, {2}, {5, 1, 0})});
}

// 7 is split into 1 and 2, which are merged to 3, which is split into 4 and 5. Id 7 has position 0, id 1 position 1, …
PartitionLineage diamond() {
  return PartitionLineage({partition(7, {}, {1, 1, 1}, false), partition(1, {7}, {10, 10, 0}, false),
                           partition(2, {7}, {100, 100, 0}, false), partition(3, {1, 2}, {1000, 1000, 5}, false),
                           partition(4, {3}, {10'000, 10'000, 0}), partition(5, {3}, {100'000, 100'000, 20})});
}

std::vector<std::string> drawn(const PartitionLineage& lineage) {
  std::vector<std::string> rows;
  for (const PartitionLineage::TreeRow& row : lineage.tree()) {
    rows.push_back(fmt::format("{}{}{}", row.stem, lineage.records()[row.position].id, row.refers ? " above" : ""));
  }
  return rows;
}

std::string refusal(std::vector<LineageRecord> records) {
  try {
    const PartitionLineage lineage(std::move(records));
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
  return "accepted";
}

TEST(LineageTest, AncestorsAndCurrentPartitionsOfASplitChain) {
  const PartitionLineage lineage = chain();
  EXPECT_THAT(lineage.roots(), ElementsAre(0));
  EXPECT_THAT(lineage.leaves(), ElementsAre(1, 3, 4));
  EXPECT_THAT(lineage.children(0), ElementsAre(1, 2));
  EXPECT_THAT(lineage.parents(4), ElementsAre(2));
  EXPECT_THAT(lineage.ancestors(4), ElementsAre(0, 2));
  EXPECT_THAT(lineage.ancestors(0), IsEmpty());
}

// 2: 300 + 40 + 5 RU, 30 + 4 + 1 requests, 3 + 4 of them throttled. 0: 1,000 + 200 + 345 RU, 100 + 20 + 35 requests,
// 10 + 7 of them throttled.
TEST(LineageTest, AParentHasItsOwnAndAllThatItsDescendantsHave) {
  EXPECT_THAT(chain().rolled_up(),
              ElementsAre(LineageMetrics{1545, 155, 17}, LineageMetrics{200, 20, 0}, LineageMetrics{345, 35, 7},
                          LineageMetrics{40, 4, 4}, LineageMetrics{5, 1, 0}));
  EXPECT_EQ(chain().rolled_up()[2].throttled_share(), 0.2);
  EXPECT_EQ(LineageMetrics{}.throttled_share(), 0.0);
}

// Every decimal place is one partition: a digit above 1 would be one that is counted twice. 7 sees 3 by way of 1 and
// of 2, and each of those sees all of 3.
TEST(LineageTest, AMergedPartitionIsCountedOnceThroughBothItsParents) {
  const std::vector<LineageMetrics> sums = diamond().rolled_up();
  EXPECT_EQ(sums[0], (LineageMetrics{111'111, 111'111, 26}));
  EXPECT_EQ(sums[1], (LineageMetrics{111'010, 111'010, 25}));
  EXPECT_EQ(sums[2], (LineageMetrics{111'100, 111'100, 25}));
  EXPECT_EQ(sums[3], (LineageMetrics{111'000, 111'000, 25}));
  EXPECT_EQ(sums[5], (LineageMetrics{100'000, 100'000, 20}));
}

TEST(LineageTest, AncestorsAreNamedOnceParentsBeforeChildren) {
  const PartitionLineage lineage = diamond();
  const std::vector<std::size_t> above = lineage.ancestors(5);
  EXPECT_THAT(above, testing::UnorderedElementsAre(0, 1, 2, 3));
  EXPECT_EQ(above.front(), 0U);
  EXPECT_EQ(above.back(), 3U);
}

TEST(LineageTest, TheTreeHasEachPartitionOnceUnderItsFirstParent) {
  EXPECT_THAT(drawn(chain()), ElementsAre("0", "├─ 1", "└─ 2", "   ├─ 3", "   └─ 4"));
  EXPECT_THAT(drawn(diamond()),
              ElementsAre("7", "├─ 1", "│  └─ 3", "│     ├─ 4", "│     └─ 5", "└─ 2", "   └─ 3 above"));
}

TEST(LineageTest, WhereNothingChangesEveryPartitionIsARootAndALeaf) {
  const PartitionLineage lineage({partition(0, {}, {1, 1, 0}), partition(1, {}, {2, 2, 0})});
  EXPECT_THAT(lineage.roots(), ElementsAre(0, 1));
  EXPECT_THAT(lineage.leaves(), ElementsAre(0, 1));
  EXPECT_THAT(drawn(lineage), ElementsAre("0", "1"));
  EXPECT_THAT(PartitionLineage({}).tree(), IsEmpty());
}

TEST(LineageTest, GraphVizHasABoxAPartitionAndWhatMadeEachEdge) {
  std::ostringstream out;
  const PartitionLineage lineage({partition(3, {}, {}, false), partition(4, {3}, {})});
  lineage.write_dot(out, {"a \"b\" \\", [&](std::size_t i) { return fmt::format("{}\nx", lineage.records()[i].id); },
                          [](double second) { return fmt::format("{} s", second); }});
  EXPECT_EQ(out.str(),
            "digraph G {\n"
            "label=\"a \\\"b\\\" \\\\\";\nlabelloc=t;\nnode [shape=box];\n"
            "3[label=\"3\\nx\"];\n"
            "4[label=\"4\\nx\", style=bold];\n"
            "3->4 [label=\"storage split\\n40 s\"];\n"
            "}\n");
}

TEST(LineageTest, WhatIsNoLineageIsRefused) {
  EXPECT_EQ(refusal({partition(0, {}, {}), partition(0, {}, {})}), "partition 0 is there twice");
  EXPECT_EQ(refusal({partition(1, {0}, {})}), "partition 1 came from partition 0, which is not there");
  EXPECT_EQ(refusal({partition(0, {}, {}), partition(1, {0, 0}, {})}), "partition 1 came from partition 0 twice");
  EXPECT_EQ(refusal({partition(0, {1}, {}), partition(1, {0}, {})}), "a partition descends from itself");
}

// Longer than any stack of calls would like.
TEST(LineageTest, LongChainsAreFollowed) {
  std::vector<LineageRecord> records;
  for (std::int64_t id = 0; id < 5'000; ++id) {
    records.push_back(
        partition(id, id == 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{id - 1}, {1, 1, 0}));
  }
  const PartitionLineage lineage(std::move(records));
  EXPECT_EQ(lineage.ancestors(4'999).size(), 4'999U);
  EXPECT_EQ(lineage.rolled_up()[0], (LineageMetrics{5'000, 5'000, 0}));
}

}  // namespace
}  // namespace cosmos
