#include "sim/config/describe.h"

#include <string>

#include <gmock/gmock.h>

#include "tests/unit/config/sample_config.h"

namespace sim {
namespace {

using sample::Config;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(DescribeFields, KnowsTypeDefaultRangeAndHelp) {
  const FieldTree tree = describe_fields<Config>();
  const FieldTree* duration = find_field(tree, "clock.duration");
  ASSERT_NE(duration, nullptr);
  EXPECT_EQ(duration->type, "duration");
  EXPECT_TRUE(duration->required);
  EXPECT_EQ(duration->range_text, "1 s to 3660 d");
  EXPECT_EQ(duration->help, "how long the run lasts");
  EXPECT_EQ(find_field(tree, "clock.warmup")->default_text, "0 s");
  EXPECT_EQ(find_field(tree, "regions")->default_text, "[East US]");
  EXPECT_EQ(find_field(tree, "regions")->type, "list of text");
  EXPECT_EQ(find_field(tree, "other")->default_text, "none");
  EXPECT_THAT(find_field(tree, "level")->enum_values, ElementsAre("session", "strong"));
  EXPECT_THAT(find_field(tree, "level")->enum_summaries, ElementsAre("one replica", "two"));
}

TEST(FindField, MatchesElementsByAnyName) {
  const FieldTree tree = describe_fields<Config>();
  EXPECT_EQ(find_field(tree, "streams.writes.rate"), find_field(tree, "streams.*.rate"));
  EXPECT_EQ(find_field(tree, "streams.writes.rate")->path, "streams.*.rate");
  EXPECT_EQ(find_field(tree, "clocks.3.warmup")->path, "clocks.*.warmup");
  EXPECT_EQ(find_field(tree, "streams.a.popularity.zipf.theta")->path, "streams.*.popularity.zipf.theta");
  EXPECT_EQ(find_field(tree, "streams.a.pause.first")->path, "streams.*.pause.first");
  EXPECT_EQ(find_field(tree, ""), &tree);
  for (const char* none : {"x", "clock.x", "clock.duration.x", "streams.a.popularity.uniform", "timeline"}) {
    EXPECT_EQ(find_field(tree, none), nullptr) << none;
  }
}

TEST(DescribeText, HasALineForEachField) {
  EXPECT_EQ(describe_text(describe_fields<sample::Stream>()),
            "rate                   rate      required         how often\n"
            "limit                  count     default none     so many (at least 1)\n"
            "popularity             choice    default uniform  who is drawn\n"
            "    uniform                                       every member alike\n"
            "    {zipf: {…}}                                   by rank\n"
            "popularity.zipf.theta  number    default 0.99     skew (0 to 3)\n"
            "    {hotspot: share}                              a few get most (at least 50 %)\n"
            "pause                  choice    default 1 s      between operations\n"
            "    duration                                      always so long\n"
            "    uniform                                       every member alike\n"
            "    {zipf: {…}}                                   by rank\n"
            "pause.zipf.theta       number    default 0.99     skew (0 to 3)\n"
            "    list of duration                              one after the other\n"
            "    map                                           longer and longer\n"
            "pause.first            duration  required         first wait\n"
            "pause.factor           count     default 2        growth (above 1)\n");
}

TEST(DescribeText, LeavesOutWhatIsNotBuilt) {
  const std::string text = describe_text(describe_fields<Config>());
  for (const char* absent : {"timeline", "bursts", "table"}) EXPECT_THAT(text, Not(HasSubstr(absent)));
  EXPECT_THAT(text, HasSubstr("\n    strong "));
}

}  // namespace
}  // namespace sim
