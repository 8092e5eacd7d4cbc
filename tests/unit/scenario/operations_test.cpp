#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

// What becomes of the operation of a stream.
Stream resolved(const std::vector<Edit>& edits) {
  LoadRequest request;
  request.file = "f";
  request.text = edited(edits);
  return load_scenario(request).base.plan.streams.at(0);
}

Edit operation(const std::string& lines) { return instead_of(kOperation, lines); }
Edit query(const std::string& fields) { return operation("    operation: query\n" + fields); }

const std::string kStored = "    stored: {order: {items: 1000, age: 1 d}}\n";

TEST(Operations, AreThoseOfTheGrammar) {
  EXPECT_EQ(resolved({}).operation, OperationKind::kCreate);
  EXPECT_EQ(resolved({operation("    operation: upsert\n")}).operation, OperationKind::kUpsert);
  EXPECT_EQ(resolved({operation("    operation: replace\n")}).operation, OperationKind::kReplace);
  EXPECT_EQ(resolved({operation("    operation: patch\n")}).operation, OperationKind::kPatch);
  EXPECT_EQ(resolved({operation("    operation: delete\n")}).operation, OperationKind::kDelete);
}

TEST(Operations, ChangeOnePropertyAndComeAloneUnlessTheySay) {
  const Stream plain = resolved({operation("    operation: replace\n")});
  EXPECT_EQ(plain.changed_properties, 1);
  EXPECT_EQ(plain.batch, 1);
  const Stream said = resolved({operation("    operation: replace\n    changed_properties: 3\n    batch: 100\n")});
  EXPECT_EQ(said.changed_properties, 3);
  EXPECT_EQ(said.batch, 100);
}

TEST(Operations, AWriteThatKnowsKeyAndIdNeedsNoMore) {
  EXPECT_EQ(resolved({operation("    operation: delete\n    where: [id, tenantId]\n")}).known.size(), 2U);
}

TEST(Queries, LoadWhatTheyReturnIfTheirFiltersAreIndexed) {
  const Stream stream = resolved({query("    where: [tenantId, {month: range}]\n    returns: 7\n")});
  EXPECT_EQ(stream.filters, 2);
  EXPECT_FALSE(stream.loads);
  EXPECT_EQ(std::get<Constant>(stream.returns).value, 7);
  EXPECT_FALSE(stream.loaded_item);
}

TEST(Queries, LoadAllThatIsStoredIfNoFilterIsIndexed) {
  // 1,000 items of 1 KiB and 205 bytes more.
  const Stream scan = resolved({query("    where: [{month: scan}]\n    returns: 7\n"), behind(kThroughput, kStored)});
  EXPECT_EQ(scan.loads, 1'000);
  EXPECT_EQ(scan.loaded_item, Bytes::of(1'229));
  const Stream range = resolved({query("    where: [{month: range}]\n"), behind(kThroughput, kStored)});
  EXPECT_FALSE(range.loads);
  const std::string excluded = kStored + "    indexing: {excluded_paths: [\"/month/?\"]}\n";
  EXPECT_EQ(resolved({query("    where: [{month: range}]\n"), behind(kThroughput, excluded)}).loads, 1'000);
  const std::string none = kStored + "    indexing: {mode: none}\n";
  EXPECT_EQ(resolved({query("    where: [month]\n"), behind(kThroughput, none)}).loads, 1'000);
}

TEST(Queries, AnInListCountsAsManyFiltersAsItHasValues) {
  // As the readings do: "type filter + IN list of 5" is six. Of four buckets and two tenants there are no more.
  const Stream month = resolved({query("    where: [tenantId, {month: {in: 5}}]\n")});
  EXPECT_EQ(month.filters, 6);
  EXPECT_EQ(month.known.size(), 1U);
  ASSERT_EQ(month.lists.size(), 1U);
  EXPECT_EQ(month.lists[0].values, 5);
  const Stream all = resolved({query("    where: [{shard: {in: 10}}, {tenantId: {in: 2}}, {id: {in: 7}}]\n")});
  EXPECT_EQ(all.filters, 4 + 2 + 7);
}

TEST(Queries, AListOfGivenValuesHasThoseThatAnyStreamSays) {
  const std::string other = "  other: {operation: create, choose: {x: b}, rate: 1 /s}\n";
  const Stream stream = resolved({query("    where: [{x: {in: 5}}]\n    choose: {x: a}\n"),
                                  behind(kShard, "      x: given\n"), behind(kRate, other)});
  EXPECT_EQ(stream.filters, 2);
  EXPECT_EQ(stream.lists.at(0).values, 2);
}

TEST(Queries, AnInListIsNoEqualityThatKeepsAnIndexInOrder) {
  const std::string composite = "    indexing: {composite_indexes: [[/tenantId, /month desc]]}\n";
  const auto sorts = [&](const std::string& where) {
    return resolved({query("    where: " + where + "\n    order: sorted\n"), behind(kThroughput, composite)}).sorts;
  };
  EXPECT_FALSE(sorts("[tenantId]"));
  EXPECT_TRUE(sorts("[{tenantId: {in: 2}}]"));
}

TEST(EnumeratedValues, ArePutIntoQueriesThatLackThem) {
  const std::string salted = "      pk: {format: \"{tenantId}-{shard}\"}\n";
  const auto filters = [&](const std::string& operation_lines, const std::string& enumerated) {
    return resolved({operation(operation_lines), behind(kShard, salted), instead_of(kKey, "    partition_key: /pk\n"),
                     behind(kThroughput, enumerated)})
        .filters;
  };
  const std::string enumerate = "    enumerate: [shard]\n";
  EXPECT_EQ(filters("    operation: query\n    where: [tenantId]\n", ""), 1);
  EXPECT_EQ(filters("    operation: query\n    where: [tenantId]\n", enumerate), 1 + 4);
  EXPECT_EQ(filters("    operation: query\n    where: [tenantId, shard]\n", enumerate), 2);
  EXPECT_EQ(filters("    operation: query\n    where: [month]\n", enumerate), 1);
  // A point read that lacks the suffix is sent as a query, with the list; one that has everything is not.
  EXPECT_EQ(filters("    operation: point_read\n    where: [id, tenantId]\n", enumerate), 2 + 4);
  EXPECT_EQ(filters("    operation: create\n", enumerate), 0);
}

// Two tenants, three teams within each, five users within each team: 30 users under the key /userId.
TEST(EnumeratedValues, AreThoseThatLieWithinWhatTheRequestKnows) {
  const std::string nested = "  teams: {count: 3, within: tenants}\n  users: {count: 5, within: teams}\n";
  const std::string properties = "      teamId: {population: teams}\n      userId: {population: users}\n";
  const auto listed = [&](const std::string& where) {
    const Stream stream =
        resolved({behind(kMembers, nested), behind(kShard, properties), query("    where: " + where + "\n"),
                  instead_of(kKey, "    partition_key: /userId\n"), behind(kThroughput, "    enumerate: [userId]\n")});
    return stream.lists.empty() ? 0 : stream.lists.back().values;
  };
  EXPECT_EQ(listed("[]"), 2 * 3 * 5);
  EXPECT_EQ(listed("[month]"), 2 * 3 * 5);
  EXPECT_EQ(listed("[tenantId]"), 3 * 5);
  EXPECT_EQ(listed("[teamId]"), 5);
  EXPECT_EQ(listed("[tenantId, teamId]"), 5);
  EXPECT_EQ(listed("[{teamId: {in: 4}}]"), 4 * 5);
  EXPECT_EQ(listed("[{tenantId: {in: 2}}]"), 2 * 3 * 5);
  EXPECT_EQ(listed("[tenantId, {teamId: {in: 2}}]"), 2 * 5);
  EXPECT_EQ(listed("[userId]"), 0);
}

TEST(EnumeratedValues, OfATenantsOwnUsersAreFewEnoughWhereAllWouldBeTooMany) {
  // 2 x 600 keys are more than 1,000; a tenant's 600 are not. Each is a predicate of the query, besides the tenant.
  const std::vector<Edit> edits = {behind(kMembers, "  users: {count: 600, within: tenants}\n"),
                                   behind(kShard, "      userId: {population: users}\n"),
                                   query("    where: [tenantId]\n"), instead_of(kKey, "    partition_key: /userId\n"),
                                   behind(kThroughput, "    enumerate: [userId]\n")};
  EXPECT_EQ(resolved(edits).filters, 1 + 600);
}

TEST(EnumeratedValues, AreThoseOfTheStreamsOwnGenerator) {
  // The property is constant but for this stream, which draws it from eight.
  const std::string salted = "      pk: {format: \"{tenantId}-{half}\"}\n      half: {constant: 1}\n";
  const auto lists = [&](const std::string& choose) {
    return resolved({operation("    operation: query\n    where: [tenantId]\n" + choose), behind(kShard, salted),
                     instead_of(kKey, "    partition_key: /pk\n"), behind(kThroughput, "    enumerate: [half]\n")})
        .lists;
  };
  EXPECT_TRUE(lists("").empty());
  ASSERT_EQ(lists("    choose: {half: {bucket: 8}}\n").size(), 1U);
  EXPECT_EQ(lists("    choose: {half: {bucket: 8}}\n")[0].values, 8);
}

TEST(Queries, AFullScanMeetsEveryKindOfItem) {
  // 1,000 orders of 1,229 bytes and 3,000 notes of 400: 4,000 of (1,229 + 1,200) / 4 = 607.25 on average.
  const std::string note = "  note:\n    size: 195 B\n    properties:\n      tenantId: {population: tenants}\n";
  const Stream scan =
      resolved({query("    item: order\n    where: [{month: scan}]\n"), behind(kShard, note),
                behind(kThroughput, "    stored: {order: {items: 1000, age: 1 d}, note: {items: 3000}}\n")});
  EXPECT_EQ(scan.loads, 4'000);
  EXPECT_EQ(scan.loaded_item, Bytes::of(607));
}

TEST(Queries, LoadWhatTheySay) {
  const Stream stream = resolved({query("    where: [id, {month: scan}]\n    returns: 7\n    loads: 400\n")});
  EXPECT_EQ(stream.loads, 400);
  EXPECT_FALSE(
      resolved({query("    where: [id, {month: scan}]\n    charge: {per_partition: 3 RU, result: 9 RU}\n")}).loads);
}

TEST(Queries, SortWhatTheyLoadUnlessACompositeIndexHasItInOrder) {
  const std::string sorted = "    where: [tenantId, shard]\n    order: sorted\n    returns: 25\n    loads: 40\n";
  const auto with = [&](const std::string& composites) {
    return resolved({query(sorted), behind(kThroughput, "    indexing: {composite_indexes: " + composites + "}\n")})
        .sorts;
  };
  EXPECT_TRUE(resolved({query(sorted)}).sorts);
  EXPECT_FALSE(with("[[/tenantId, /month desc]]"));
  EXPECT_FALSE(with("[[/shard, /tenantId, /month asc]]"));
  EXPECT_TRUE(with("[[/month, /tenantId]]"));  // month is no filter
  EXPECT_TRUE(with("[[/tenantId, /shard]]"));  // nothing is left to be in order
  EXPECT_FALSE(resolved({query("    where: [tenantId]\n    returns: 25\n")}).sorts);
}

TEST(Queries, AnAggregateReturnsValues) {
  const Stream stream = resolved({query("    where: [tenantId]\n    order: aggregate\n    loads: 18000\n")});
  EXPECT_TRUE(stream.returns_values);
  EXPECT_EQ(stream.loads, 18'000);
  EXPECT_FALSE(stream.sorts);
}

TEST(Queries, MayReturnAnotherNumberEachTime) {
  const Stream stream = resolved({query("    where: [{id: range}]\n    returns: {uniform: {min: 1, max: 100}}\n")});
  const Sampler items(stream.returns);
  EXPECT_EQ(items.draw(0), 1);
  EXPECT_EQ(items.draw(~std::uint64_t{0}), 100);
  EXPECT_NEAR(mean(stream.returns), 50.5, 1e-3);
}

TEST(Queries, APageMayBeLarger) {
  const Stream stream = resolved({query("    where: [tenantId]\n    returns: 1000\n    max_item_count: 1000\n")});
  EXPECT_EQ(std::get<Constant>(stream.returns).value, 1'000);
}

TEST(Consistency, IsTheAccountsUnlessTheClientRelaxesIt) {
  EXPECT_FALSE(resolved({}).consistency);
  EXPECT_EQ(resolved({behind(kRate, "    client: {consistency: eventual}\n")}).consistency, Consistency::kEventual);
  EXPECT_EQ(resolved({behind(kThroughput, "client: {consistency: session}\n")}).consistency, Consistency::kSession);
}

TEST(OtherProperties, AreCountedByWhereTheyLie) {
  LoadRequest request;
  request.file = "f";
  request.text = edited({behind(kSize, "    other_properties: {content: 40, nodes: 60}\n")});
  const Item item = load_scenario(request).base.plan.items.at(0);
  EXPECT_EQ(item.other_properties, 0);
  ASSERT_EQ(item.property_groups.size(), 2U);
  EXPECT_EQ(item.property_groups[0].top_level, "content");
  EXPECT_EQ(item.property_groups[1].count, 60);
}

}  // namespace
}  // namespace cosmos
