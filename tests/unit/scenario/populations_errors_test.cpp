#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

TEST(PopulationErrors, SayWhatWouldBeRight) {
  expect_said({
      {"file and members",
       {instead_of(kMembers,
                   "    members: {A: 1}\n"
                   "    file: f.csv\n")},
       "f:6:5: error: populations.tenants: has both `file` and `members` or `count`\n"
       "    hint: the members come from one of the two"},
      {"key without file",
       {instead_of(kMembers, "    key: name\n")},
       "f:6:5: error: populations.tenants: `key` and `weight` belong to `file`\n"
       "    hint: say which CSV file"},
      {"without members",
       {instead_of(kMembers, "    placement: even\n")},
       "f:6:5: error: populations.tenants: has no members\n"
       "    hint: give `members`, `count`, or `file` and `key`"},
      {"no members",
       {instead_of(kMembers, "    members: {}\n")},
       "f:6:14: error: populations.tenants.members: is empty\n"
       "    hint: name at least one member"},
      {"mixed weights",
       {instead_of(kMembers, "    members: {A: 1, B: 30 %}\n")},
       "f:6:14: error: populations.tenants.members: mixes weights and shares\n"
       "    hint: either all are numbers, or all are shares such as 30 %"},
      {"weights beside count",
       {instead_of(kMembers,
                   "    members: {A: 1}\n"
                   "    count: 5\n")},
       "f:6:14: error: populations.tenants.members: are weights, which say nothing about the `count` others\n"
       "    hint: give shares of all draws, such as 30 %"},
      {"weights of zero",
       {instead_of(kMembers, "    members: {A: 0, B: 0}\n")},
       "f:6:14: error: populations.tenants.members: all weigh 0\n"
       "    hint: at least one weight above 0"},
      {"shares above",
       {instead_of(kMembers, "    members: {A: 80 %, B: 30 %}\n")},
       "f:6:14: error: populations.tenants.members: sum to 110 %\n"
       "    hint: at most 100 %"},
      {"shares below",
       {instead_of(kMembers, "    members: {A: 80 %}\n")},
       "f:6:14: error: populations.tenants.members: sum to 80 %\n"
       "    hint: 100 %, or give the rest to `count` others"},
      {"nothing for the others",
       {instead_of(kMembers,
                   "    members: {A: 100 %}\n"
                   "    count: 3\n")},
       "f:6:14: error: populations.tenants.members: leave no share for the `count` others\n"
       "    hint: less than 100 %, or no `count`"},
      {"name of an other",
       {instead_of(kMembers,
                   "    members: {tenants-2: 10 %}\n"
                   "    count: 3\n")},
       "f:6:26: error: populations.tenants.members.tenants-2: `tenants-2` is also the name of one of the `count` "
       "others\n"
       "    hint: another name, or another pattern in `names`"},
      {"names without count",
       {instead_of(kMembers,
                   "    members: {A: 1}\n"
                   "    names: \"x{}\"\n")},
       "f:6:5: error: populations.tenants: `names` and `popularity` are about the `count` others\n"
       "    hint: add `count`, or take them away"},
      {"names without hole",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    names: x\n")},
       "f:7:12: error: populations.tenants.names: has no place for the number\n"
       "    hint: write {} where 1, 2, … shall stand"},
      {"names with two holes",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    names: \"{}-{}\"\n")},
       "f:7:12: error: populations.tenants.names: has several places for the number\n"
       "    hint: write {} once"},
      {"file with popularity",
       {instead_of(kMembers,
                   "    file: f.csv\n"
                   "    key: name\n"
                   "    popularity: uniform\n")},
       "f:6:5: error: populations.tenants: `names` and `popularity` do not go with `file`\n"
       "    hint: the file says both"},
      {"file without key",
       {instead_of(kMembers, "    file: f.csv\n")},
       "f:6:5: error: populations.tenants.key: missing\n"
       "    hint: the column that names a member"},
      {"missing file",
       {instead_of(kMembers,
                   "    file: no-such.csv\n"
                   "    key: name\n")},
       "f:6:11: error: populations.tenants.file: `no-such.csv` is not found\n"
       "    hint: looked for at no-such.csv; $COSMOSIM_DATA is not set"},
      {"empty file name",
       {instead_of(kMembers,
                   "    file: \"\"\n"
                   "    key: name\n")},
       "f:6:11: error: populations.tenants.file: is empty\n"
       "    hint: the file's name"},
      {"device",
       {instead_of(kMembers,
                   "    file: /dev/null\n"
                   "    key: name\n")},
       "f:6:11: error: populations.tenants.file: `/dev/null` is a pipe or a device\n"
       "    hint: a file that can be read several times is expected"},
      {"directory",
       {instead_of(kMembers,
                   "    file: /\n"
                   "    key: name\n")},
       "f:6:11: error: populations.tenants.file: `/` is a directory\n"
       "    hint: a file is expected"},
      {"count beyond",
       {instead_of(kMembers, "    count: 100000001\n")},
       "f:6:12: error: populations.tenants.count: `100000001` is out of range\n"
       "    hint: 1 to 100000000"},
      {"weight1e308",
       {instead_of(kMembers, "    members: {A: 1e308}\n")},
       "f:6:18: error: populations.tenants.members.A: `1e308` is not a weight\n"
       "    hint: a number from 0 to 1e15, or a share such as 30 %"},
      {"negative weight",
       {instead_of(kMembers, "    members: {A: -1}\n")},
       "f:6:18: error: populations.tenants.members.A: `-1` is not a weight\n"
       "    hint: a number from 0 to 1e15, or a share such as 30 %"},
      {"theta beyond",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {zipf: {theta: 3.5}}\n")},
       "f:7:32: error: populations.tenants.popularity.zipf.theta: `3.5` is out of range\n"
       "    hint: 0 to 3"},
      {"hotspot of all",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {hotspot: {members: 100 %, operations: 100 %}}\n")},
       "f:7:37: error: populations.tenants.popularity.hotspot.members: is none or all of them\n"
       "    hint: above 0 % and below 100 %"},
      {"hotspot that is cold",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {hotspot: {members: 20 %, operations: 10 %}}\n")},
       "f:7:55: error: populations.tenants.popularity.hotspot.operations: is less than the share of members that get "
       "them\n"
       "    hint: these are the hot ones"},
      {"exponential with nothing left",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {exponential: {members: 20 %, operations: 100 %}}\n")},
       "f:7:59: error: populations.tenants.popularity.exponential.operations: leaves nothing for the others\n"
       "    hint: below 100 %"},
      {"hotspot by halves",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {hotspot: {members: 20 %}}\n")},
       "f:7:27: error: populations.tenants.popularity.hotspot.operations: missing\n"
       "    hint: share of the operations that they get; for example: 80 %, 0.5 %"},
      {"sigma beyond",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {lognormal: {sigma: 6}}\n")},
       "f:7:37: error: populations.tenants.popularity.lognormal.sigma: `6` is out of range\n"
       "    hint: 0 to 5"},
      {"popularity table missing",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: {table: {file: no-such.csv}}\n")},
       "f:7:32: error: populations.tenants.popularity.table.file: `no-such.csv` is not found\n"
       "    hint: looked for at no-such.csv; $COSMOSIM_DATA is not set"},
      {"within and members",
       {behind(kMembers, "  users: {within: tenants, members: {a: 1}}\n")},
       "f:7:10: error: populations.users: has both `within` and `members`\n"
       "    hint: members within others are not listed: `count` says how many each has"},
      {"within itself",
       {instead_of(kMembers, "    count: 3\n    within: tenants\n")},
       "f:7:13: error: populations.tenants.within: leads into a circle\n"
       "    hint: a population may not lie within itself, nor within one that does"},
      {"within without count",
       {behind(kMembers, "  users: {within: tenants}\n")},
       "f:7:10: error: populations.users.count: missing\n"
       "    hint: how many members each of `tenants` has"},
      {"within none",
       {behind(kMembers, "  users: {within: tenants, count: 0}\n")},
       "f:7:35: error: populations.users.count: `0` is out of range\n"
       "    hint: 1 to 100000000"},
      {"within and file",
       {behind(kMembers, "  users: {within: tenants, file: f.csv, key: k}\n")},
       "f:7:10: error: populations.users: has both `within` and `file`\n"
       "    hint: members within others are not listed: `count` says how many each has"},
      {"within unknown",
       {behind(kMembers, "  users: {within: tenant, count: 5}\n")},
       "f:7:19: error: populations.users.within: no population `tenant`\n"
       "    hint: did you mean `tenants`?"},
      {"within a circle",
       {behind(kMembers,
               "  a: {within: b, count: 5}\n"
               "  b: {within: a, count: 5}\n")},
       "f:7:15: error: populations.a.within: leads into a circle\n"
       "    hint: a population may not lie within itself, nor within one that does\n"
       "f:8:15: error: populations.b.within: leads into a circle\n"
       "    hint: a population may not lie within itself, nor within one that does"},
      {"within too many",
       {behind(kMembers,
               "  a: {count: 100000, within: tenants}\n"
               "  b: {within: a, count: 100000000}\n")},
       "f:8:25: error: populations.b.count: makes more than 1000000000000 members in all\n"
       "    hint: `a` has 200000"},
      {"popularity",
       {instead_of(kMembers,
                   "    count: 3\n"
                   "    popularity: zipff\n")},
       "f:7:17: error: populations.tenants.popularity: `zipff` is not one of the choices\n"
       "    hint: did you mean `zipf`?"},
  });
}

}  // namespace
}  // namespace cosmos
