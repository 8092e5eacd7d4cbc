#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(ItemErrors, SayWhatWouldBeRight) {
  expect_said({
      {"size turned round",
       {instead_of(kSize, "    size: {uniform: {min: 2 KB, max: 1 KB}}\n")},
       "f:9:11: error: items.order.size: `max` is below `min`"},
      {"exponential mean",
       {instead_of(kSize, "    size: {exponential: {mean: 1 KB, min: 2 KB}}\n")},
       "f:9:11: error: items.order.size: `mean` is below `min`"},
      {"lognormal median",
       {instead_of(kSize, "    size: {lognormal: {median: 0 B, sigma: 1}}\n")},
       "f:9:11: error: items.order.size: `median` must be above 0"},
      {"pareto scale",
       {instead_of(kSize, "    size: {pareto: {scale: 0 B, shape: 0.5}}\n")},
       "f:9:11: error: items.order.size: `scale` must be above 0"},
      {"above2 mi b",
       {instead_of(kSize, "    size: 3 MB\n")},
       "f:9:11: error: items.order.size: is above 2 MiB (PART-10)\n"
       "    hint: the answer 413 is not supported yet"},
      {"other negative",
       {behind(kSize, "    other_properties: -1\n")},
       "f:10:23: error: items.order.other_properties: `-1` is out of range\n"
       "    hint: 0 to 100000"},
      {"other by path",
       {behind(kSize, "    other_properties: {a: 5, b: 9223372036854775807}\n")},
       "f:10:33: error: items.order.other_properties.b: `9223372036854775807` is out of range\n"
       "    hint: 0 to 100000"},
      {"other sum",
       {behind(kSize, "    other_properties: {a: 60000, b: 60000}\n")},
       "f:10:23: error: items.order.other_properties: sum to 120000\n"
       "    hint: at most 100000"},
      {"other below the top",
       {behind(kSize, "    other_properties: {a/b: 5}\n")},
       "f:10:29: error: items.order.other_properties.a/b: `a/b` is not a property on the top level\n"
       "    hint: a name, and how many scalars lie below it: {content: 40}"},
      {"property name",
       {behind(kShard, "      \"a b\": unique\n")},
       "f:14:14: error: items.order.properties.a b: `a b` is not a property\n"
       "    hint: names, nested ones as address/city"},
      {"no generator",
       {behind(kShard, "      x: {as: number}\n")},
       "f:14:10: error: items.order.properties.x: has no generator\n"
       "    hint: exactly one of population, time, bucket, modulo, format, constant, or the word unique or given"},
      {"several generators",
       {behind(kShard, "      x: {bucket: 3, time: \"%Y\"}\n")},
       "f:14:10: error: items.order.properties.x: has several generators\n"
       "    hint: exactly one of population, time, bucket, modulo, format, constant, or the word unique or given"},
      {"as beside format",
       {behind(kShard, "      x: {format: \"{tenantId}\", as: number}\n")},
       "f:14:37: error: items.order.properties.x.as: does not go with `format` or `constant`\n"
       "    hint: a format is a text, a constant is what it is"},
      {"unknown population",
       {instead_of(kTenantId, "      tenantId: {population: tenant}\n")},
       "f:11:30: error: items.order.properties.tenantId.population: no population `tenant`\n"
       "    hint: did you mean `tenants`?"},
      {"population of texts",
       {instead_of(kTenantId, "      tenantId: {population: tenants, as: number}\n")},
       "f:11:43: error: items.order.properties.tenantId.as: `A` is not a number\n"
       "    hint: a population whose members are called by numbers: names: \"{}\""},
      {"population with one text",
       {instead_of(kMembers, "    members: {\"1\": 1, \"2\": 1, C: 1}\n"),
        instead_of(kTenantId, "      tenantId: {population: tenants, as: number}\n")},
       "f:11:43: error: items.order.properties.tenantId.as: `C` is not a number\n"
       "    hint: a population whose members are called by numbers: names: \"{}\""},
      {"population of others",
       {instead_of(kMembers, "    count: 5\n"),
        instead_of(kTenantId, "      tenantId: {population: tenants, as: number}\n")},
       "f:11:43: error: items.order.properties.tenantId.as: `tenants-1` is not a number\n"
       "    hint: a population whose members are called by numbers: names: \"{}\""},
      {"time pattern",
       {instead_of(kMonth, "      month: {time: monthly}\n")},
       "f:12:21: error: items.order.properties.month.time: `monthly` is not a time pattern\n"
       "    hint: text with %Y %m %d %H %M %S %j %F %T, at least one"},
      {"time as number",
       {instead_of(kMonth, "      month: {time: \"%Y-%m\", as: number}\n")},
       "f:12:34: error: items.order.properties.month.as: `%Y-%m` does not give a number\n"
       "    hint: digits alone, such as %Y"},
      {"constant that is a number to YAML alone",
       {behind(kShard,
               "      x: {constant: .nan}\n      y: {constant: -.inf}\n      z: {constant: 0x10}\n"
               "      u: {constant: 1e400}\n      v: {constant: \"0x10\"}\n")},
       "f:14:21: error: items.order.properties.x.constant: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined\n"
       "f:15:21: error: items.order.properties.y.constant: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined\n"
       "f:16:21: error: items.order.properties.z.constant: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined\n"
       "f:17:21: error: items.order.properties.u.constant: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined"},
      {"constant of alist",
       {behind(kShard, "      x: {constant: [1]}\n")},
       "f:14:21: error: items.order.properties.x.constant: is not a plain value\n"
       "    hint: text, number, true, false, null or undefined"},
      {"unknown in format",
       {behind(kShard, "      x: {format: \"{tenant}-{month}\"}\n")},
       "f:14:19: error: items.order.properties.x.format: no property `tenant`\n"
       "    hint: did you mean `tenantId`?"},
      {"format open",
       {behind(kShard, "      x: {format: \"{tenantId\"}\n")},
       "f:14:19: error: items.order.properties.x.format: has a `{` without its `}`\n"
       "    hint: properties are written {tenantId}"},
      {"format closed",
       {behind(kShard, "      x: {format: \"tenantId}\"}\n")},
       "f:14:19: error: items.order.properties.x.format: has a `}` without its `{`\n"
       "    hint: properties are written {tenantId}"},
      {"format without",
       {behind(kShard, "      x: {format: abc}\n")},
       "f:14:19: error: items.order.properties.x.format: has no property in it\n"
       "    hint: write {tenantId}, or use `constant`"},
      {"circle",
       {behind(kShard,
               "      x: {format: \"{y}\"}\n"
               "      y: {format: \"{x}-{tenantId}\"}\n")},
       "f:14:19: error: items.order.properties.x.format: leads into a circle\n"
       "    hint: a format may not be made of itself, nor of one that is\n"
       "f:15:19: error: items.order.properties.y.format: leads into a circle\n"
       "    hint: a format may not be made of itself, nor of one that is"},
      {"modulo unknown",
       {behind(kShard, "      x: {modulo: {of: tenant, by: 3}}\n")},
       "f:14:24: error: items.order.properties.x.modulo.of: no property `tenant`\n"
       "    hint: did you mean `tenantId`?"},
      {"modulo by zero",
       {behind(kShard, "      x: {modulo: {of: tenantId, by: 0}}\n")},
       "f:14:38: error: items.order.properties.x.modulo.by: `0` is out of range\n"
       "    hint: 1 to 1000000"},
      {"modulo of itself",
       {behind(kShard, "      x: {modulo: {of: x, by: 3}}\n")},
       "f:14:19: error: items.order.properties.x.modulo: leads into a circle\n"
       "    hint: a modulo may not be of itself, nor of a format that it is in"},
      {"modulo in a circle",
       {behind(kShard,
               "      x: {modulo: {of: y, by: 3}}\n"
               "      y: {format: \"{tenantId}-{x}\"}\n")},
       "f:14:19: error: items.order.properties.x.modulo: leads into a circle\n"
       "    hint: a modulo may not be of itself, nor of a format that it is in\n"
       "f:15:19: error: items.order.properties.y.format: leads into a circle\n"
       "    hint: a format may not be made of itself, nor of one that is"},
      {"column alone",
       {behind(kShard, "      x: {bucket: 3, column: region}\n")},
       "f:14:30: error: items.order.properties.x.column: belongs to `population`\n"
       "    hint: say whose file has it"},
      {"column without a file",
       {behind(kShard, "      x: {population: tenants, column: region}\n")},
       "f:14:40: error: items.order.properties.x.column: population `tenants` has no file\n"
       "    hint: only members from a file have columns"},
      {"within as number",
       {instead_of(kMembers,
                   "    count: 5\n"
                   "    names: \"{}\"\n"
                   "  users: {within: tenants, count: 5, names: \"{}\"}\n"),
        behind(kShard, "      x: {population: users, as: number}\n")},
       "f:16:34: error: items.order.properties.x.as: `1/1` is not a number\n"
       "    hint: a population whose members are called by numbers: names: \"{}\""},
      {"size table missing",
       {instead_of(kSize, "    size: {table: {file: no-such.json}}\n")},
       "f:9:26: error: items.order.size.table.file: `no-such.json` is not found\n"
       "    hint: looked for at no-such.json; $COSMOSIM_DATA is not set"},
      {"bucket range",
       {instead_of(kShard, "      shard: {bucket: 0}\n")},
       "f:13:23: error: items.order.properties.shard.bucket: `0` is out of range\n"
       "    hint: 1 to 1000000"},
  });
}

}  // namespace
}  // namespace cosmos
