#include <gmock/gmock.h>

#include "tests/unit/config/errors_of.h"

namespace sim {
namespace {

TEST(Yaml, KeepsTheOrderOfTheFile) {
  EXPECT_EQ(parsed("b: 1\na:\n  - x\n  - {d: 2, c: [3]}\n"), "{b: 1, a: [x, {d: 2, c: [3]}]}");
}

TEST(Yaml, KnowsWhereEverythingWasWritten) {
  const Node root = parse_yaml_text("a: 1\nbb:\n  - x\n  -  {c: 2}\n", "f");
  EXPECT_EQ(root.mark(), (SourceMark{"f", 1, 1}));
  EXPECT_EQ(find_path(root, "a")->mark(), (SourceMark{"f", 1, 4}));
  EXPECT_EQ(find_path(root, "bb.0")->mark(), (SourceMark{"f", 3, 5}));
  EXPECT_EQ(find_path(root, "bb.1")->mark(), (SourceMark{"f", 4, 6}));
  EXPECT_EQ(find_path(root, "bb.1.c")->mark(), (SourceMark{"f", 4, 10}));
  EXPECT_EQ(root.entries()[1].key_mark, (SourceMark{"f", 2, 1}));
}

TEST(Yaml, CountsColumnsInCharacters) {
  // ä and ß take two bytes each, 名 three: `x` stands at characters 1 + 4 + 2 = 7 of the line.
  const Node root = parse_yaml_text("äß名y: x\n", "f");
  EXPECT_EQ(root.entries().front().value.mark(), (SourceMark{"f", 1, 7}));
  // The same behind more than one block of 64 bytes: 100 times ß, a quote on either side, comma, space.
  std::string text = "[\"";
  for (int i = 0; i < 100; ++i) text += "ß";
  const Node list = parse_yaml_text(text + "\", z]", "f");
  EXPECT_EQ(list.items()[1].mark(), (SourceMark{"f", 1, 106}));
}

TEST(Yaml, AcceptsAByteOrderMarkAndForeignLineEnds) {
  const Node root = parse_yaml_text(
      "\xEF\xBB\xBF"
      "a: 1\r\nb:\r\n  c: 2\r\n",
      "f");
  EXPECT_EQ(to_text(root), "{a: 1, b: {c: 2}}");
  EXPECT_EQ(root.find("a")->mark(), (SourceMark{"f", 1, 4}));
  EXPECT_EQ(find_path(root, "b.c")->mark(), (SourceMark{"f", 3, 6}));
  EXPECT_EQ(parsed("a: 1\rb: 2\r"), "{a: 1, b: 2}");
}

TEST(Yaml, TakesScalarsAsTheyAreWritten) {
  EXPECT_EQ(parsed("[010, 1_000, 0x1F, yes, 10:30, 1e6, 2026-01-01T00:00:00Z]"),
            "[010, 1_000, 0x1F, yes, 10:30, 1e6, 2026-01-01T00:00:00Z]");
  const Node root = parse_yaml_text("[on, \"on\", 'it''s', \"a\\tb\"]", "f");
  EXPECT_FALSE(root.items()[0].quoted());
  EXPECT_TRUE(root.items()[1].quoted());
  EXPECT_EQ(root.items()[2].text(), "it's");
  EXPECT_EQ(root.items()[3].text(), "a\tb");
}

TEST(Yaml, TakesBlocksAsQuotedText) {
  const Node root = parse_yaml_text("a: |\n  one\n  two\nb: >\n  fold\n  ed\n", "f");
  EXPECT_EQ(root.find("a")->text(), "one\ntwo\n");
  EXPECT_TRUE(root.find("a")->quoted());
  EXPECT_EQ(root.find("b")->text(), "fold ed\n");
}

TEST(Yaml, KnowsTheSpellingsOfNothing) {
  EXPECT_EQ(parsed("a:\nb: ~\nc: null\nd: Null\ne: NULL\nf: \"\"\ng: 'null'\nh: nil\n"),
            "{a: null, b: null, c: null, d: null, e: null, f: \"\", g: \"null\", h: nil}");
}

TEST(Yaml, ReadsJson) {
  EXPECT_EQ(parsed(R"({"a":1,"b":[1,{"c":null}],"d":"x\u00e9"})"), "{a: 1, b: [1, {c: null}], d: xé}");
}

TEST(Yaml, IgnoresComments) { EXPECT_EQ(parsed("# x\na: 1 # y\nb: \"x # y\"\n...\n# z\n"), "{a: 1, b: \"x # y\"}"); }

}  // namespace
}  // namespace sim
