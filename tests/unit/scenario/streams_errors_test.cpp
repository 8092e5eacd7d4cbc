#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(StreamErrors, SayWhatWouldBeRight) {
  expect_said({
      {"unknown item",
       {behind(kOperation, "    item: ordre\n")},
       "f:17:11: error: streams.writes.item: no item `ordre`\n"
       "    hint: did you mean `order`?"},
      {"unknown container",
       {behind(kOperation, "    container: x\n")},
       "f:17:16: error: streams.writes.container: no container `x`\n"
       "    hint: known: orders"},
      {"item missing",
       {behind(kShard,
               "  invoice:\n"
               "    size: 1 KB\n"
               "    properties: {tenantId: {population: tenants}}\n")},
       "f:19:5: error: streams.writes.item: missing\n"
       "    hint: there are several: order, invoice"},
      {"container missing",
       {behind(kThroughput,
               "  bills:\n"
               "    partition_key: /tenantId\n"
               "    throughput: {manual: 1000 RU/s}\n")},
       "f:16:5: error: streams.writes.container: missing\n"
       "    hint: there are several: orders, bills"},
      {"age",
       {behind(kOperation, "    age: {uniform: {min: 2 d, max: 1 d}}\n")},
       "f:17:10: error: streams.writes.age: `max` is below `min`"},
      {"returns of acreate",
       {behind(kOperation, "    returns: 3\n")},
       "f:17:14: error: streams.writes.returns: belongs to queries\n"
       "    hint: `operation` is create"},
      {"loads of apoint read",
       {instead_of(kOperation,
                   "    operation: point_read\n"
                   "    loads: 3\n")},
       "f:17:12: error: streams.writes.loads: belongs to queries\n"
       "    hint: `operation` is point_read"},
      {"returns below none",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId]\n"
                   "    returns: -1\n")},
       "f:18:14: error: streams.writes.returns: `-1` is out of range\n"
       "    hint: 0 to 1000000"},
      {"returns drawn below none",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId]\n"
                   "    returns: {uniform: {min: -5, max: 5}}\n")},
       "f:18:14: error: streams.writes.returns: goes to `-5`, out of range\n"
       "    hint: 0 to 1000000"},
      {"returns the wrong way round",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId]\n"
                   "    returns: {uniform: {min: 5, max: 1}}\n")},
       "f:18:14: error: streams.writes.returns: `max` is below `min`"},
      {"loads below",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId]\n"
                   "    returns: 5\n"
                   "    loads: 4\n")},
       "f:19:12: error: streams.writes.loads: `4` is less than `returns`\n"
       "    hint: an item must be loaded to be returned"},
      {"where of acreate",
       {behind(kOperation, "    where: [tenantId]\n")},
       "f:17:12: error: streams.writes.where: does not go with create\n"
       "    hint: a create knows all properties of its item"},
      {"where missing",
       {instead_of(kOperation, "    operation: query\n")},
       "f:16:5: error: streams.writes.where: missing\n"
       "    hint: the properties that the query knows; [] is no filter"},
      {"where unknown",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId, mnoth]\n")},
       "f:17:23: error: streams.writes.where.1: item `order` has no property `mnoth`\n"
       "    hint: did you mean `month`?"},
      {"where twice",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId, {tenantId: range}]\n")},
       "f:17:23: error: streams.writes.where.1: filters `tenantId` twice\n"
       "    hint: one filter a property"},
      {"where empty",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [{}]\n")},
       "f:17:13: error: streams.writes.where.0: is empty\n"
       "    hint: a property and how it is filtered: {total: range}"},
      {"choose unknown",
       {behind(kOperation, "    choose: {tenant: A}\n")},
       "f:17:22: error: streams.writes.choose.tenant: item `order` has no property `tenant`\n"
       "    hint: did you mean `tenantId`?"},
      {"choose member",
       {behind(kOperation, "    choose: {tenantId: C}\n")},
       "f:17:24: error: streams.writes.choose.tenantId: no member `C` in population `tenants`\n"
       "    hint: known: A, B"},
      {"choose twice",
       {behind(kShard, "      owner: {population: tenants}\n"),
        behind(kOperation, "    choose: {tenantId: A, owner: B}\n")},
       "f:18:34: error: streams.writes.choose.owner: population `tenants` is chosen twice\n"
       "    hint: properties of one population agree: one draw per operation"},
      {"choose other",
       {behind(kOperation, "    choose: {tenantId: {newest: uniform}}\n")},
       "f:17:33: error: streams.writes.choose.tenantId.newest: `tenantId` is not unique\n"
       "    hint: an item that exists is chosen by a property that no other item shares, such as `id`"},
      {"choose members unknown",
       {behind(kOperation, "    choose: {tenantId: {members: {A: 1, C: 1}}}\n")},
       "f:17:44: error: streams.writes.choose.tenantId.members.C: no member `C` in population `tenants`\n"
       "    hint: known: A, B"},
      {"choose members value",
       {behind(kOperation, "    choose: {tenantId: {members: {A: x}}}\n")},
       "f:17:38: error: streams.writes.choose.tenantId.members.A: `x` is not a weight\n"
       "    hint: a number from 0 to 1e15, or a share such as 30 %"},
      {"choose members mixed",
       {behind(kOperation, "    choose: {tenantId: {members: {A: 1, B: 30 %}}}\n")},
       "f:17:34: error: streams.writes.choose.tenantId.members: mixes weights and shares\n"
       "    hint: either all are numbers, or all are shares such as 30 %"},
      {"choose members sum",
       {behind(kOperation, "    choose: {tenantId: {members: {A: 50 %, B: 30 %}}}\n")},
       "f:17:34: error: streams.writes.choose.tenantId.members: sum to 80 %\n"
       "    hint: 100 %"},
      {"choose members zero",
       {behind(kOperation, "    choose: {tenantId: {members: {A: 0}}}\n")},
       "f:17:34: error: streams.writes.choose.tenantId.members: all weigh 0\n"
       "    hint: at least one weight above 0"},
      {"choose popularity",
       {behind(kOperation, "    choose: {tenantId: {popularity: {zipf: {theta: 9}}}}\n")},
       "f:17:52: error: streams.writes.choose.tenantId.popularity.zipf.theta: `9` is out of range\n"
       "    hint: 0 to 3"},
      {"choose given list",
       {behind(kShard, "      x: given\n"), behind(kOperation, "    choose: {x: [1]}\n")},
       "f:18:17: error: streams.writes.choose.x: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined"},
      {"choose bucket",
       {behind(kOperation, "    choose: {shard: 4}\n")},
       "f:17:21: error: streams.writes.choose.shard: `4` is not one of the buckets\n"
       "    hint: 0 to 3"},
      {"choose bucket list",
       {behind(kOperation, "    choose: {shard: [1]}\n")},
       "f:17:21: error: streams.writes.choose.shard: is not one of the buckets\n"
       "    hint: 0 to 3"},
      {"choose time",
       {behind(kOperation, "    choose: {month: 2026-01}\n")},
       "f:17:21: error: streams.writes.choose.month: a time property follows from the item's age\n"
       "    hint: use `age`"},
      {"choose a generator with errors",
       {behind(kOperation, "    choose: {shard: {bucket: 0}}\n")},
       "f:17:30: error: streams.writes.choose.shard.bucket: `0` is out of range\n"
       "    hint: 1 to 1000000"},
      {"choose what is made",
       {behind(kShard, "      pk: {format: \"{tenantId}-{shard}\"}\n"), behind(kOperation, "    choose: {pk: x}\n")},
       "f:18:18: error: streams.writes.choose.pk: follows from the properties that it is made of\n"
       "    hint: choose those"},
      {"choose members of none",
       {behind(kOperation, "    choose: {shard: {members: {\"1\": 1}}}\n")},
       "f:17:21: error: streams.writes.choose.shard: is not of a population\n"
       "    hint: `members` chooses among the members of one"},
      {"choose inside and outside",
       {behind(kMembers, "  users: {within: tenants, count: 5}\n"), behind(kShard, "      user: {population: users}\n"),
        behind(kOperation, "    choose: {tenantId: A, user: B/users-2}\n")},
       "f:19:33: error: streams.writes.choose.user: population `tenants` is chosen twice\n"
       "    hint: properties of one population agree: one draw per operation"},
      {"choose no member within",
       {behind(kMembers, "  users: {within: tenants, count: 5}\n"), behind(kShard, "      user: {population: users}\n"),
        behind(kOperation, "    choose: {user: B/users-6}\n")},
       "f:19:20: error: streams.writes.choose.user: no member `B/users-6` in population `users`\n"
       "    hint: did you mean `B/users-1`?"},
      {"existing on create",
       {behind(kOperation, "    choose: {id: {existing: {zipf: {}}}}\n")},
       "f:17:29: error: streams.writes.choose.id.existing: does not go with create\n"
       "    hint: a create makes a new item"},
      {"existing where nothing exists",
       {instead_of(kOperation,
                   "    operation: point_read\n"
                   "    choose: {id: {existing: {zipf: {theta: 0.99}}}}\n")},
       "f:17:29: error: streams.writes.choose.id.existing: no item `order` exists in container `orders`\n"
       "    hint: `stored` items there, or a stream that creates them"},
      {"existing twice",
       {instead_of(kOperation,
                   "    operation: point_read\n"
                   "    choose: {id: {newest: uniform}, number: {newest: uniform}}\n"),
        behind(kShard, "      number: unique\n"), behind(kThroughput, "    stored: {order: {items: 5}}\n")},
       "f:18:54: error: streams.writes.choose.number.newest: chooses the item twice\n"
       "    hint: by one of its properties: the others agree"},
      {"given missing",
       {behind(kShard, "      x: given\n")},
       "f:17:5: error: streams.writes: does not say `x`, which is `given`\n"
       "    hint: by `choose`, or by a column of its trace"},
      {"charge of aquery",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId]\n"
                   "    charge: 5 RU\n")},
       "f:18:13: error: streams.writes.charge: is one figure, but a query's charge depends on the partitions visited\n"
       "    hint: {per_partition: 2.8 RU, result: 2 RU}"},
      {"charge of acreate",
       {behind(kOperation, "    charge: {per_partition: 2.8 RU}\n")},
       "f:17:13: error: streams.writes.charge: has the parts of a query\n"
       "    hint: one figure for create: 13.9 RU"},
  });
}

TEST(StreamErrors, SayWhichOperationAFieldBelongsTo) {
  expect_said({
      {"order of a create",
       {behind(kOperation, "    order: sorted\n")},
       "f:17:12: error: streams.writes.order: belongs to queries\n"
       "    hint: `operation` is create"},
      {"page of a delete",
       {instead_of(kOperation,
                   "    operation: delete\n"
                   "    max_item_count: 10\n")},
       "f:17:21: error: streams.writes.max_item_count: belongs to queries\n"
       "    hint: `operation` is delete"},
      {"changes of a delete",
       {instead_of(kOperation,
                   "    operation: delete\n"
                   "    changed_properties: 1\n")},
       "f:17:25: error: streams.writes.changed_properties: belongs to replace, patch and upsert\n"
       "    hint: `operation` is delete"},
      {"batch of a query",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [tenantId]\n"
                   "    batch: 2\n")},
       "f:18:12: error: streams.writes.batch: belongs to writes\n"
       "    hint: `operation` is query"},
      {"batch of a point read",
       {instead_of(kOperation,
                   "    operation: point_read\n"
                   "    batch: 2\n")},
       "f:17:12: error: streams.writes.batch: belongs to writes\n"
       "    hint: `operation` is point_read"},
  });
}

TEST(StreamErrors, SayHowMuchAWriteTakes) {
  expect_said({
      {"more changes than properties",
       {behind(kSize, "    other_properties: 6\n"), instead_of(kOperation,
                                                               "    operation: replace\n"
                                                               "    changed_properties: 10\n")},
       "f:18:25: error: streams.writes.changed_properties: `10` are more than item `order` has\n"
       "    hint: at most 9, with its `other_properties`"},
      {"a long patch",
       {behind(kSize, "    other_properties: {content: 40}\n"), instead_of(kOperation,
                                                                           "    operation: patch\n"
                                                                           "    changed_properties: 11\n")},
       "f:18:25: error: streams.writes.changed_properties: `11` are more than a patch takes (RU-07)\n"
       "    hint: at most 10, or a replace"},
      {"a negative change",
       {instead_of(kOperation,
                   "    operation: patch\n"
                   "    changed_properties: -1\n")},
       "f:17:25: error: streams.writes.changed_properties: `-1` is out of range\n"
       "    hint: at least 0"},
      {"a long batch",
       {behind(kOperation, "    batch: 101\n")},
       "f:17:12: error: streams.writes.batch: `101` operations are more than a batch takes (OPS-03)\n"
       "    hint: at most 100"},
      {"a large batch",
       {instead_of(kSize, "    size: 100 KiB\n"), behind(kOperation, "    batch: 21\n")},
       "f:17:12: error: streams.writes.batch: `21` items are 2.05 MiB in one request (OPS-03)\n"
       "    hint: at most 2 MiB"},
      {"a batch of one item",
       {behind(kOperation, "    batch: 2\n"), instead_of(kKey, "    partition_key: [/tenantId, /id]\n")},
       "f:17:12: error: streams.writes.batch: does not go with the key [/tenantId, /id]: a batch lies in one logical "
       "partition, which here is one item (OPS-03, HPK-10)\n"
       "    hint: 1, or a key without the id"},
  });
}

TEST(StreamErrors, SayWhatAScanHasToLookAt) {
  const std::string stored = "    stored: {order: {items: 1000, age: 1 d}}\n";
  expect_said({
      {"nothing stored",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [{month: scan}]\n")},
       "f:16:5: error: streams.writes.loads: missing: `month` is filtered without an index\n"
       "    hint: how many items the query has to look at"},
      {"narrowed by another filter",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [id, {month: scan}]\n"),
        behind(kThroughput, stored)},
       "f:16:5: error: streams.writes.loads: missing: `month` is filtered without an index\n"
       "    hint: how many items the query has to look at"},
      {"not in the index",
       {instead_of(kOperation,
                   "    operation: query\n"
                   "    where: [{month: range}, tenantId]\n"),
        behind(kThroughput, stored + "    indexing: {excluded_paths: [\"/month/?\"]}\n")},
       "f:16:5: error: streams.writes.loads: missing: `month` is filtered without an index\n"
       "    hint: how many items the query has to look at"},
  });
}

TEST(ClientErrors, SayThatConsistencyCanOnlyBeRelaxed) {
  expect_said({
      {"stronger",
       {behind(kRate, "    client: {consistency: strong}\n")},
       "f:18:27: error: streams.writes.client.consistency: `strong` is stronger than the account's `session`\n"
       "    hint: a client can only relax the level (RU-04)"},
  });
}

}  // namespace
}  // namespace cosmos
