#include "models/charge/operation_charge.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

const PartitionKeyDefinition kByTenant{{"tenantId"}};

Stream stream(OperationKind operation) {
  Stream stream = testing::creates("s", 1, Ru{});
  stream.operation = operation;
  stream.fixed_charge.reset();
  return stream;
}

OperationCharge charge_of(const Stream& stream, const Item& item, const IndexingPolicy& indexing = {},
                          Consistency consistency = Consistency::kSession) {
  return {item, stream, kByTenant, indexing, ChargeModel(consistency, StrongReadCharge::kFixedPart, SizeCharge::kTiers),
          false};
}

std::int64_t milli(const Stream& stream, const IndexingPolicy& indexing = {}) {
  return charge_of(stream, testing::order_item(), indexing).constant()->milli();
}

IndexingPolicy without(std::vector<std::string> excluded) {
  std::vector<IndexPath> paths = {{{}, true, true}};
  for (const std::string& text : excluded) {
    paths.push_back(parse_index_path(text).value());
    paths.back().included = false;
  }
  return {std::move(paths), {}};
}

// The order has id, tenantId, userId, month and region, and five terms that any item has: 10. The bucket and the format
// exist only where the key uses them. It is stored with 1,024 bytes: reads 1.00, writes 4.95.
TEST(IndexTerms, CountWhatTheContainerHoldsAndFiveMore) {
  EXPECT_EQ(index_terms(testing::order_item(), kByTenant, {}), 10);
  EXPECT_EQ(index_terms(testing::order_item(), {{"pk"}}, {}), 11);
}

TEST(IndexTerms, CountEachScalarByItsDepth) {
  Item item = testing::order_item();
  item.properties.push_back({"address/city/name", UniqueProperty{}});
  EXPECT_EQ(index_terms(item, kByTenant, {}), 13);
  item.other_properties = 6;
  EXPECT_EQ(index_terms(item, kByTenant, {}), 19);
  item.property_groups = {{"content", 40}, {"nodes", 60}};  // right below: two each
  EXPECT_EQ(index_terms(item, kByTenant, {}), 219);
}

TEST(IndexTerms, LeaveOutWhatThePolicyLeavesOut) {
  Item item = testing::order_item();
  item.other_properties = 6;
  item.property_groups = {{"content", 40}, {"nodes", 60}};
  EXPECT_EQ(index_terms(item, kByTenant, without({"/content/*"})), 136);
  EXPECT_EQ(index_terms(item, kByTenant, without({"/content/*", "/nodes/*", "/month/?"})), 15);
  // Two paths alone, the id, which always is, and the five.
  std::vector<IndexPath> two = {{{}, true, false}, {{"userId"}, false, true}, {{"month"}, false, true}};
  EXPECT_EQ(index_terms(item, kByTenant, {std::move(two), {}}), 8);
  EXPECT_EQ(index_terms(item, kByTenant, IndexingPolicy::none()), 0);
}

TEST(IndexTerms, CountACompositeIndexOnceForItemsThatHaveItsProperties) {
  const IndexingPolicy composite({{{}, true, true}}, {{"userId", "month"}, {"region", "month"}, {"region", "city"}});
  EXPECT_EQ(index_terms(testing::order_item(), kByTenant, composite), 12);
}

TEST(ChangeableProperties, AreTheIndexedOnesBesidesIdAndKey) {
  EXPECT_EQ(changeable_properties(testing::order_item(), kByTenant, {}), 3);
  EXPECT_EQ(changeable_properties(testing::order_item(), kByTenant, without({"/month/?"})), 2);
  EXPECT_EQ(changeable_properties(testing::order_item(), kByTenant, IndexingPolicy::none()), 0);
}

TEST(OperationCharge, CreatesAndDeletesCostTheSame) {
  EXPECT_EQ(milli(stream(OperationKind::kCreate)), 4'950 + 10 * 190);
  EXPECT_EQ(milli(stream(OperationKind::kDelete)), 4'950 + 10 * 190);
  EXPECT_EQ(milli(stream(OperationKind::kCreate), IndexingPolicy::none()), 4'950);
}

TEST(OperationCharge, AReplaceWritesTwiceAndIndexesWhatChanges) {
  Stream replaces = stream(OperationKind::kReplace);
  EXPECT_EQ(milli(replaces), 2 * 4'950 + 2 * 190);
  replaces.changed_properties = 3;
  EXPECT_EQ(milli(replaces), 2 * 4'950 + 6 * 190);
  EXPECT_EQ(milli(replaces, IndexingPolicy::none()), 2 * 4'950);
  EXPECT_EQ(milli(replaces, without({"/month/?"})), 2 * 4'950 + 4 * 190);  // only two can be in the index
}

TEST(OperationCharge, APatchIsAReplaceAndMoreForEachPropertyItNames) {
  Stream patches = stream(OperationKind::kPatch);
  patches.changed_properties = 2;
  EXPECT_EQ(milli(patches), 2 * 4'950 + 4 * 190 + 2 * 400);
  EXPECT_EQ(milli(patches, IndexingPolicy::none()), 2 * 4'950 + 2 * 400);
}

TEST(OperationCharge, AnUpsertReplacesWhatIsThereAndCreatesWhatIsNot) {
  Stream upserts = stream(OperationKind::kUpsert);
  EXPECT_EQ(milli(upserts), milli(stream(OperationKind::kReplace)));
  upserts.upserts_new_items = true;
  EXPECT_EQ(milli(upserts), milli(stream(OperationKind::kCreate)));
}

TEST(OperationCharge, ABatchIsTheSumOfItsOperations) {
  Stream batches = stream(OperationKind::kCreate);
  batches.batch = 100;
  EXPECT_EQ(milli(batches), 100 * (4'950 + 10 * 190));
  batches.fixed_charge = Ru::milli(780'950);  // measured: of the whole batch
  EXPECT_EQ(milli(batches), 780'950);
}

TEST(OperationCharge, EachOperationOfABatchHasItsOwnSize) {
  // Payload 1,000 or 1,001 bytes, evenly: with 24 more 1 KiB or just above, so creates without index cost 4.95 or 6.29.
  // All small or all large each have one chance in 2^50.
  Item item = testing::order_item();
  item.size = Uniform{999.5, 1'001.5};
  Stream batches = stream(OperationKind::kCreate);
  batches.batch = 50;
  const OperationCharge charge = charge_of(batches, item, IndexingPolicy::none());
  ASSERT_FALSE(charge.constant());
  const sim::Draws sizes(sim::Seed{3}, 0, 0, 0);
  const std::int64_t large = (charge.drawn(sizes, 0).milli() - 50 * 4'950) / (6'290 - 4'950);
  EXPECT_EQ(charge.drawn(sizes, 0).milli(), 50 * 4'950 + large * (6'290 - 4'950));
  EXPECT_GT(large, 0);
  EXPECT_LT(large, 50);
  EXPECT_NE(charge.drawn(sizes, 0), charge.drawn(sizes, 1));
}

TEST(OperationCharge, OnlyReadsDependOnTheConsistencyLevel) {
  const auto strong = [](OperationKind kind) {
    return charge_of(stream(kind), testing::order_item(), {}, Consistency::kStrong).constant()->milli();
  };
  EXPECT_EQ(strong(OperationKind::kPointRead), 2'000);
  for (const OperationKind kind : {OperationKind::kCreate, OperationKind::kUpsert, OperationKind::kReplace,
                                   OperationKind::kPatch, OperationKind::kDelete}) {
    EXPECT_EQ(strong(kind), milli(stream(kind)));
  }
}

TEST(OperationCharge, AnAggregateReturnsNoItems) {
  // 10 items of 1 KiB loaded, 4 returned, one filter: 10 x (0.0063 + 0.0103) + 4 x 0.0109 = 0.2096.
  Stream queries = stream(OperationKind::kQuery);
  queries.filters = 1;
  queries.loads = 10;
  queries.returns = Constant{4};
  const Item item = testing::order_item();
  EXPECT_EQ(charge_of(queries, item).query()->result.milli(), 210);
  queries.returns_values = true;
  EXPECT_EQ(charge_of(queries, item).query()->result.milli(), 166);
  queries.returns_values = false;
  queries.sorts = true;  // and 10 x 0.052
  EXPECT_EQ(charge_of(queries, item).query()->result.milli(), 730);
  EXPECT_EQ(charge_of(queries, item).query()->per_visit.milli(), 2'890);
  EXPECT_FALSE(charge_of(queries, item).constant());
}

TEST(OperationCharge, AQueryMayReturnAnotherNumberEachTime) {
  // 2 to 100 items of 1 KiB, one filter: 2.89 and 0.0063 + 0.0103 + 0.0109 = 0.0275 for each item; sorted, 0.052 more.
  Stream queries = stream(OperationKind::kQuery);
  queries.filters = 1;
  queries.returns = Uniform{1.5, 100.5};
  const Item item = testing::order_item();
  const OperationCharge charge = charge_of(queries, item);
  ASSERT_TRUE(charge.is_drawn_query());
  EXPECT_EQ(charge.of_drawn_query(0, 1).milli(), 2'890 + 55);                     // two items
  EXPECT_EQ(charge.of_drawn_query(~std::uint64_t{0}, 1).milli(), 2'890 + 2'750);  // a hundred
  // Over three partitions a third of it each, rounded up, and to all the same.
  EXPECT_EQ(charge.of_drawn_query(~std::uint64_t{0}, 3).milli(), 2'890 + 917);
  EXPECT_EQ(charge.of_visit(1, 3, Ru::milli(3'807)).milli(), 3'807);
  queries.sorts = true;
  EXPECT_EQ(charge_of(queries, item).of_drawn_query(~std::uint64_t{0}, 1).milli(), 2'890 + 2'750 + 5'200);
  queries.loads = 1'000;  // 16.6, 52 to sort them, and 1.09 for those returned
  EXPECT_EQ(charge_of(queries, item).of_drawn_query(~std::uint64_t{0}, 1).milli(), 2'890 + 16'600 + 52'000 + 1'090);
  queries.returns = Constant{100};
  EXPECT_FALSE(charge_of(queries, item).is_drawn_query());
}

TEST(OperationCharge, AScanPaysForTheSizeOfWhatItLoads) {
  // 1,000 items of 2 KiB on average loaded, one of 1 KiB returned: 6.3 + 20.6 + 0.0109 = 26.9109.
  Stream queries = stream(OperationKind::kQuery);
  queries.filters = 1;
  queries.loads = 1'000;
  queries.returns = Constant{1};
  queries.loaded_item = Bytes::of(2'048);
  EXPECT_EQ(charge_of(queries, testing::order_item()).query()->result.milli(), 26'911);
}

}  // namespace
}  // namespace cosmos
