#include <string>

#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

Edit query(const std::string& where) {
  return instead_of(kOperation, "    operation: query\n    where: " + where + "\n");
}
Edit enumerates(const std::string& names) { return behind(kThroughput, "    enumerate: " + names + "\n"); }

TEST(ListErrors, SayWhatCanBeListed) {
  const std::string made = "      pk: {format: \"{tenantId}-{shard}\"}\n      rest: {modulo: {of: tenantId, by: 4}}\n";
  expect_said({
      {"no value",
       {query("[{month: {in: 0}}]")},
       "f:17:26: error: streams.writes.where.0.month.in: `0` is out of range\n"
       "    hint: 1 to 10000"},
      {"a format",
       {behind(kShard, made), query("[{pk: {in: 3}}]")},
       "f:19:23: error: streams.writes.where.0.pk.in: `pk` follows from the properties that it is made of\n"
       "    hint: list those; a container's clients can `enumerate` a modulo"},
      {"a modulo",
       {behind(kShard, made), query("[{rest: {in: 3}}]")},
       "f:19:25: error: streams.writes.where.0.rest.in: `rest` follows from the properties that it is made of\n"
       "    hint: list those; a container's clients can `enumerate` a modulo"},
      {"equality and a list",
       {query("[month, {month: {in: 3}}]")},
       "f:17:20: error: streams.writes.where.1: filters `month` twice\n"
       "    hint: one filter a property"},
      {"a given one that nobody says",
       {behind(kShard, "      x: given\n"), query("[{x: {in: 3}}]")},
       "f:17:5: error: streams.writes: does not say `x`, which is `given`\n"
       "    hint: by `choose`, or by a column of its trace"},
  });
}

TEST(ListErrors, SayHowManyKeysAreTooMany) {
  const std::string salted = "      pk: {format: \"{month}-{bucket}\"}\n      bucket: {bucket: 100}\n";
  const Edit key = instead_of(kKey, "    partition_key: /pk\n");
  expect_said({
      {"written",
       {behind(kShard, salted), query("[{month: {in: 12}}, {bucket: {in: 84}}]"), key},
       "f:19:12: error: streams.writes.where: lists 1008 combinations of values under the key /pk, more than this "
       "version follows\n"
       "    hint: at most 1000"},
      {"put in",
       {behind(kShard, salted), query("[{month: {in: 11}}]"), key, enumerates("[bucket]")},
       "f:19:12: error: streams.writes.where: lists 1100 combinations of values under the key /pk, more than this "
       "version follows\n"
       "    hint: at most 1000, with what the container's `enumerate` puts in"},
  });
  // Lists that the key does not hold route nothing, so nobody has to follow them.
  EXPECT_EQ(said_of(edited({behind(kShard, salted), query("[tenantId, {month: {in: 12}}, {bucket: {in: 84}}]")})), "");
}

TEST(EnumerateErrors, SayHowManyPropertiesALevelIsMadeOf) {
  const std::string made =
      "      b: {bucket: 2}\n      c: {bucket: 2}\n      m: {modulo: {of: tenantId, by: 3}}\n"
      "      pk: {format: \"{tenantId}{shard}{b}{c}{m}\"}\n";
  expect_said({{"five, of which one is a modulo that is drawn by its remainder",
                {behind(kShard, made), query("[month]"), instead_of(kKey, "    partition_key: /pk\n"),
                 enumerates("[m, tenantId, shard, b, c]")},
                "f:21:12: error: streams.writes.where: `pk` is made of more than 4 properties, listed ones counted\n"
                "    hint: at most 4"}});
}

TEST(EnumerateErrors, SayWhatCanBeEnumerated) {
  const std::string made = "      pk: {format: \"{tenantId}-{shard}\"}\n      x: given\n";
  const Edit said = behind(kOperation, "    choose: {x: a}\n");
  expect_said({
      {"unknown",
       {enumerates("[shrd]")},
       "f:22:17: error: containers.orders.enumerate.0: no kind of item in this container has a property `shrd`\n"
       "    hint: did you mean `shard`?"},
      {"twice",
       {enumerates("[shard, shard]")},
       "f:22:24: error: containers.orders.enumerate.1: names `shard` twice\n"
       "    hint: each property once"},
      {"unique",
       {enumerates("[id]")},
       "f:22:17: error: containers.orders.enumerate.0: the values of `id` cannot be enumerated: every item has a value "
       "of its own\n"
       "    hint: a bucket, a modulo, a property of a population or a constant"},
      {"time",
       {enumerates("[month]")},
       "f:22:17: error: containers.orders.enumerate.0: the values of `month` cannot be enumerated: there is always a "
       "later period\n"
       "    hint: a bucket, a modulo, a property of a population or a constant"},
      {"given",
       {behind(kShard, made), said, enumerates("[x]")},
       "f:25:17: error: containers.orders.enumerate.0: the values of `x` cannot be enumerated: its values are given by "
       "the streams\n"
       "    hint: a bucket, a modulo, a property of a population or a constant"},
      {"format",
       {behind(kShard, made), said, enumerates("[tenantId, pk]")},
       "f:25:27: error: containers.orders.enumerate.1: the values of `pk` cannot be enumerated: it follows from other "
       "properties\n"
       "    hint: a bucket, a modulo, a property of a population or a constant"},
  });
}

}  // namespace
}  // namespace cosmos
