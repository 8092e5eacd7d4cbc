#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(ContainerErrors, SayWhatWouldBeRight) {
  expect_said({
      {"no path",
       {instead_of(kKey, "    partition_key: []\n")},
       "f:20:20: error: containers.orders.partition_key: has 0 paths\n"
       "    hint: one path, or two or three for a hierarchical key (HPK-01)"},
      {"four paths",
       {instead_of(kKey, "    partition_key: [/a, /b, /c, /d]\n")},
       "f:20:20: error: containers.orders.partition_key: has 4 paths\n"
       "    hint: one path, or two or three for a hierarchical key (HPK-01)"},
      {"kind",
       {instead_of(kKey, "    partition_key: {paths: [/tenantId], kind: Range}\n")},
       "f:20:47: error: containers.orders.partition_key.kind: no kind `Range`\n"
       "    hint: known: Hash, MultiHash"},
      {"hash with several",
       {instead_of(kKey, "    partition_key: {paths: [/tenantId, /month], kind: Hash}\n")},
       "f:20:20: error: containers.orders.partition_key: kind Hash takes one path; several paths are a hierarchical "
       "key, kind MultiHash, which hashes each level alone (HPK-01, HPK-03)\n"
       "    hint: leave `kind` out, or set `model.hpk_hash: combined` to see what that misconception would do (C2)"},
      {"multi hash with one",
       {instead_of(kKey, "    partition_key: {paths: [/tenantId], kind: MultiHash}\n")},
       "f:20:20: error: containers.orders.partition_key: kind MultiHash takes two or three paths (HPK-01)\n"
       "    hint: kind Hash, or further paths"},
      {"multi hash version",
       {instead_of(kKey, "    partition_key: {paths: [/tenantId, /month], version: 1}\n")},
       "f:20:58: error: containers.orders.partition_key.version: kind MultiHash has version 2 only (HPK-01)\n"
       "    hint: 2"},
      {"version",
       {instead_of(kKey, "    partition_key: {paths: [/tenantId], version: 3}\n")},
       "f:20:50: error: containers.orders.partition_key.version: `3` is out of range\n"
       "    hint: 1 to 2"},
      {"not apath",
       {instead_of(kKey, "    partition_key: tenantId\n")},
       "f:20:20: error: containers.orders.partition_key: `tenantId` is not a path\n"
       "    hint: a slash and a property: /tenantId"},
      {"twice path",
       {instead_of(kKey, "    partition_key: [/tenantId, /tenantId]\n")},
       "f:20:20: error: containers.orders.partition_key: names a path twice\n"
       "    hint: each level is another property"},
      {"unknown property",
       {instead_of(kKey, "    partition_key: /tenantid\n")},
       "f:20:20: error: containers.orders.partition_key: item `order` has no property `tenantid`\n"
       "    hint: did you mean `tenantId`?"},
      {"five parts",
       {behind(kShard,
               "      a: unique\n"
               "      b: unique\n"
               "      x: {format: \"{tenantId}{month}{shard}{a}{b}\"}\n"),
        instead_of(kKey, "    partition_key: /x\n")},
       "f:23:20: error: containers.orders.partition_key: `x` is made of more than 4 properties\n"
       "    hint: at most 4"},
      {"off the step",
       {instead_of(kThroughput, "    throughput: {manual: 1050 RU/s}\n")},
       "f:21:26: error: containers.orders.throughput.manual: `1050 RU/s` is off the step (SCALE-12)\n"
       "    hint: multiples of 100 RU/s"},
      {"below minimum",
       {instead_of(kThroughput, "    throughput: {manual: 300 RU/s}\n")},
       "f:21:26: error: containers.orders.throughput.manual: `300 RU/s` is below the minimum of 400 RU/s (SCALE-09)\n"
       "    hint: the largest of 400 RU/s, 1 RU/s per GB stored, and a hundredth of the highest ever set"},
      {"above quota",
       {instead_of(kThroughput, "    throughput: {manual: 1000100 RU/s}\n")},
       "f:21:26: error: containers.orders.throughput.manual: `1000100 RU/s` is above the quota (PART-05)\n"
       "    hint: at most 1000000 RU/s"},
      {"beyond partitions",
       {instead_of(kThroughput,
                   "    throughput: {manual: 21000 RU/s}\n"
                   "    layout: {equal: 2}\n")},
       "f:21:26: error: containers.orders.throughput.manual: `21000 RU/s` is more than 2 physical partitions can give "
       "(PART-04, SCALE-02)\n"
       "    hint: at most 20000 RU/s, or the setting before it in `history`: raising it then splits them (SCALE-03)"},
      {"history step",
       {behind(kThroughput, "    history: [{manual: 1 RU/s}]\n")},
       "f:22:24: error: containers.orders.history.0.manual: `1 RU/s` is off the step (SCALE-12)\n"
       "    hint: multiples of 100 RU/s"},
      {"equal and shares",
       {behind(kThroughput, "    layout: {equal: 2, shares: [50 %, 50 %]}\n")},
       "f:22:13: error: containers.orders.layout: has both `equal` and `shares`\n"
       "    hint: one of the two"},
      {"share of zero",
       {behind(kThroughput, "    layout: {shares: [100 %, 0 %]}\n")},
       "f:22:30: error: containers.orders.layout.shares.1: must be above 0 %\n"
       "    hint: every range has a width"},
      {"shares sum",
       {behind(kThroughput, "    layout: {shares: [50 %, 25 %]}\n")},
       "f:22:22: error: containers.orders.layout.shares: sum to 75 %\n"
       "    hint: 100 %"},
      {"shares just above",
       {behind(kThroughput, "    layout: {shares: [100 %, 0.00005 %]}\n")},
       "f:22:22: error: containers.orders.layout.shares: sum to 100.00005 %\n"
       "    hint: 100 %"},
      {"cut of no key",
       {instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [], at: 50 %}]}\n")},
       "f:22:27: error: containers.orders.layout.cuts.0.key: is empty"},
      {"no shares",
       {behind(kThroughput, "    layout: {shares: []}\n")},
       "f:22:22: error: containers.orders.layout.shares: sum to 0 %\n"
       "    hint: 100 %"},
      {"cuts coincide",
       {behind(kThroughput, "    layout: {cuts: [25 %, 25 %]}\n")},
       "f:22:27: error: containers.orders.layout.cuts.1: coincides with another boundary\n"
       "    hint: each boundary is another place"},
      {"cut beyond",
       {behind(kThroughput, "    layout: {cuts: [100 %]}\n")},
       "f:22:21: error: containers.orders.layout.cuts.0: `100 %` is not a place in the key space\n"
       "    hint: above 0 % and below 100 %"},
      {"cut not hex",
       {behind(kThroughput, "    layout: {cuts: [XYZ]}\n")},
       "f:22:21: error: containers.orders.layout.cuts.0: `XYZ` is not an effective partition key of this container\n"
       "    hint: upper-case hex as the service writes it, or a share such as 25 %"},
      {"cut of afull key",
       {behind(kThroughput, "    layout: {cuts: [{key: [A], at: 50 %}]}\n")},
       "f:22:27: error: containers.orders.layout.cuts.0.key: is a full key: one place, which cannot be cut (SPLIT-04)\n"
       "    hint: a leading prefix: fewer values than the key has levels"},
      {"cut at the end",
       {instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [A], at: 0 %}]}\n")},
       "f:22:36: error: containers.orders.layout.cuts.0.at: is an end of the prefix's range\n"
       "    hint: above 0 % and below 100 %"},
      {"cut of alist",
       {instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [[A]], at: 50 %}]}\n")},
       "f:22:28: error: containers.orders.layout.cuts.0.key.0: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined"},
      {"cut without place",
       {behind(kMembers, "    placement: random\n"), instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [A], at: 50 %}]}\n")},
       "f:23:28: error: containers.orders.layout.cuts.0.key.0: has no stated place in population `tenants`\n"
       "    hint: a value that the property has, and `placement: hash` or `even`"},
      {"stored unknown",
       {behind(kThroughput, "    stored: {orders: {data: 1 GB}}\n")},
       "f:22:22: error: containers.orders.stored.orders: no item `orders`\n"
       "    hint: did you mean `order`?"},
      {"stored twice",
       {behind(kThroughput, "    stored: {order: {data: 1 GB, items: 5}}\n")},
       "f:22:21: error: containers.orders.stored.order: says not once what is stored\n"
       "    hint: exactly one of `data`, `items`, `by`"},
      {"stored each",
       {behind(kThroughput, "    stored: {order: {data: 1 GB, each: 5 MB}}\n")},
       "f:22:21: error: containers.orders.stored.order: `each` and `members` belong to `by`\n"
       "    hint: say which property they are about"},
      {"stored by",
       {behind(kThroughput, "    stored: {order: {by: month, each: 5 MB}}\n")},
       "f:22:26: error: containers.orders.stored.order.by: `month` is not a population's property of `order`\n"
       "    hint: a property whose generator is a population"},
      {"stored member",
       {behind(kThroughput, "    stored: {order: {by: tenantId, members: {Z: 5 MB}}}\n")},
       "f:22:49: error: containers.orders.stored.order.members.Z: no member `Z` in population `tenants`"},
      {"stored age",
       {behind(kThroughput, "    stored: {order: {data: 1 GB, age: {uniform: {min: 2 d, max: 1 d}}}}\n")},
       "f:22:39: error: containers.orders.stored.order.age: `max` is below `min`"},
      {"stored without age",
       {instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    stored: {order: {data: 1 GB}}\n")},
       "f:22:21: error: containers.orders.stored.order.age: missing\n"
       "    hint: how long before the start the items were created: the key holds their `month`; for example: "
       "{uniform: {min: 0 d, max: 365 d}}"},
      {"stored without age under a synthetic key",
       {behind(kShard, "      pk: {format: \"{tenantId}-{month}\"}\n"), instead_of(kKey, "    partition_key: /pk\n"),
        behind(kThroughput, "    stored: {order: {data: 1 GB}}\n")},
       "f:23:21: error: containers.orders.stored.order.age: missing\n"
       "    hint: how long before the start the items were created: the key holds their `month`; for example: "
       "{uniform: {min: 0 d, max: 365 d}}"},
      {"no throughput",
       {instead_of(kThroughput, "")},
       "f:20:5: error: containers.orders.throughput: missing\n"
       "    hint: what is provisioned"},
      {"no partition key",
       {instead_of(kKey, "")},
       "f:20:5: error: containers.orders.partition_key: missing\n"
       "    hint: path or paths of the partition key"},
      {"stored of no item",
       {behind(kThroughput, "    stored: {nothing: {items: 4}}\n")},
       "f:22:23: error: containers.orders.stored.nothing: no item `nothing`\n"
       "    hint: known: order"},
      {"stored minimum",
       {behind(kThroughput, "    stored: {order: {data: 1 TB}}\n")},
       "f:21:26: error: containers.orders.throughput.manual: `1000 RU/s` is below the minimum of 1150 RU/s (SCALE-09)\n"
       "    hint: the largest of 400 RU/s, 1 RU/s per GB stored, and a hundredth of the highest ever set"},
      {"stored in one key",
       {behind(kThroughput,
               "    layout: {equal: 2}\n"
               "    stored: {order: {by: tenantId, members: {A: 30 GB}}}\n")},
       "f:23:49: error: containers.orders.stored.order.members.A: 34.5 GB with index in one logical partition, whose "
       "limit is 20 GB (PART-02)\n"
       "    hint: further levels of the key, or less data"},
      {"layout of no ranges",
       {behind(kThroughput, "    layout: {equal: 0}\n")},
       "f:22:21: error: containers.orders.layout.equal: `0` is out of range\n"
       "    hint: 1 to 100000"},
      {"stored in each key",
       {behind(kThroughput,
               "    layout: {equal: 2}\n"
               "    stored: {order: {by: tenantId, each: 18 GB}}\n")},
       "f:23:42: error: containers.orders.stored.order.each: 20.7 GB with index in one logical partition, whose limit "
       "is 20 GB (PART-02)\n"
       "    hint: further levels of the key, or less data"},
      {"cut of anumber",
       {behind(kTenantId, ""), instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [5], at: 50 %}]}\n")},
       "f:22:28: error: containers.orders.layout.cuts.0.key.0: is a number, but `tenantId` is a text in item `order`\n"
       "    hint: a value that the property has, and `placement: hash` or `even`"},
      {"manual and autoscale",
       {instead_of(kThroughput, "    throughput: {manual: 1000 RU/s, autoscale_max: 1000 RU/s}\n")},
       "f:21:37: error: containers.orders.throughput: has several keys, expected one of the choices\n"
       "    hint: one of\n"
       "          {manual: a throughput} - so many RU per second, always\n"
       "          {autoscale_max: a throughput} - up to so many RU per second, billed by what is used"},
      {"autoscale off its step",
       {instead_of(kThroughput, "    throughput: {autoscale_max: 1500 RU/s}\n")},
       "f:21:33: error: containers.orders.throughput.autoscale_max: `1500 RU/s` is off the step (SCALE-12)\n"
       "    hint: multiples of 1000 RU/s"},
      {"autoscale below the minimum",
       {instead_of(kThroughput, "    throughput: {autoscale_max: 0 RU/s}\n")},
       "f:21:33: error: containers.orders.throughput.autoscale_max: `0 RU/s` is below the minimum of 1000 RU/s "
       "(SCALE-10)\n"
       "    hint: the largest of 1000 RU/s, 10 RU/s per GB stored, and a tenth of the highest ever set, in steps of "
       "1000"},
      {"autoscale above the quota",
       {instead_of(kThroughput, "    throughput: {autoscale_max: 1001000 RU/s}\n")},
       "f:21:33: error: containers.orders.throughput.autoscale_max: `1001000 RU/s` is above the quota (PART-05)\n"
       "    hint: at most 1000000 RU/s"},
      {"cut of a truth value",
       {instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [true], at: 50 %}]}\n")},
       "f:22:28: error: containers.orders.layout.cuts.0.key.0: is true or false, but `tenantId` is a text in item "
       "`order`\n"
       "    hint: a value that the property has, and `placement: hash` or `even`"},
      {"cut of a number that no double holds",
       {instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [1e400], at: 50 %}]}\n")},
       "f:22:28: error: containers.orders.layout.cuts.0.key.0: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined"},
      {"cut at several places",
       {behind(kMembers, "    placement: even\n"),
        behind(kShard, "  note: {size: 1 KB, properties: {tenantId: {constant: A}, month: {constant: x}}}\n"),
        behind(kOperation, "    item: order\n"), instead_of(kKey, "    partition_key: [/tenantId, /month]\n"),
        behind(kThroughput, "    layout: {cuts: [{key: [A], at: 50 %}]}\n")},
       "f:25:28: error: containers.orders.layout.cuts.0.key.0: lies at several places: items differ in the placement "
       "of `tenantId`\n"
       "    hint: one placement for all"},
  });
}

}  // namespace
}  // namespace cosmos
