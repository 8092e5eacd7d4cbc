#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

Edit indexing(const std::string& policy) { return behind(kThroughput, "    indexing: {" + policy + "}\n"); }

TEST(IndexingErrors, SayWhatWouldBeRight) {
  expect_said({
      {"mode",
       {indexing("mode: lazy")},
       "f:22:22: error: containers.orders.indexing.mode: `lazy` is not an indexing mode\n"
       "    hint: known: consistent, none"},
      {"none with paths",
       {indexing("mode: none, included_paths: [\"/a/?\"]")},
       "f:22:44: error: containers.orders.indexing.included_paths: does not go with `mode: none`\n"
       "    hint: without an index there is nothing to choose"},
      {"none with excluded paths",
       {indexing("mode: none, excluded_paths: [/*]")},
       "f:22:44: error: containers.orders.indexing.excluded_paths: does not go with `mode: none`\n"
       "    hint: without an index there is nothing to choose"},
      {"none with composites",
       {indexing("mode: none, composite_indexes: [[/a, /b]]")},
       "f:22:47: error: containers.orders.indexing.composite_indexes: does not go with `mode: none`\n"
       "    hint: without an index there is nothing to choose"},
      {"no path",
       {indexing("excluded_paths: [/content]")},
       "f:22:33: error: containers.orders.indexing.excluded_paths.0: `/content` is not a path of an indexing policy\n"
       "    hint: /total/? is one property, /content/* all below it, /* everything"},
      {"twice",
       {indexing("excluded_paths: [/*]")},
       "f:22:33: error: containers.orders.indexing.excluded_paths.0: `/*` is there twice\n"
       "    hint: once, included or excluded"},
      {"not quoted",
       {indexing("excluded_paths: [/month/?]")},
       "f:22:40: error: is not valid YAML: unknown token\n"
       "    hint: quote a text that begins with `%`, `@` or a backquote, or holds a `?` inside brackets"},
      {"no root",
       {indexing("included_paths: [\"/month/?\"]")},
       "f:22:15: error: containers.orders.indexing: does not say what becomes of all other properties\n"
       "    hint: /* among the included or the excluded paths"},
      {"one path",
       {indexing("composite_indexes: [[/month]]")},
       "f:22:36: error: containers.orders.indexing.composite_indexes.0: has 1 path\n"
       "    hint: two or more: [/docType, /createdAt desc]"},
      {"no composite path",
       {indexing("composite_indexes: [[/month, id desc]]")},
       "f:22:45: error: containers.orders.indexing.composite_indexes.0.1: `id desc` is not a path of a composite "
       "index\n"
       "    hint: a slash and a property, and maybe a direction: /createdAt desc"},
      {"no direction",
       {indexing("composite_indexes: [[/month up, /id]]")},
       "f:22:37: error: containers.orders.indexing.composite_indexes.0.0: `/month up` is not a path of a composite "
       "index\n"
       "    hint: a slash and a property, and maybe a direction: /createdAt desc"},
      {"a path twice",
       {indexing("composite_indexes: [[/month, /month desc]]")},
       "f:22:45: error: containers.orders.indexing.composite_indexes.0.1: `/month` is there twice\n"
       "    hint: each path is another property"},
  });
}

TEST(IndexingErrors, TakeTheServicesOwnPolicy) {
  EXPECT_EQ(said_of(edited({indexing("mode: consistent, included_paths: [/*], excluded_paths: ['/\"_etag\"/?']")})),
            "");
}

}  // namespace
}  // namespace cosmos
