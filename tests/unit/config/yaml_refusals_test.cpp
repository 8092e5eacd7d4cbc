#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/unit/config/errors_of.h"

namespace sim {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(YamlRefusal, NamesKeysGivenTwiceWithTheFirstLine) {
  EXPECT_EQ(parsed("a: 1\nb: {c: 2, \"c\": 3}\na: 4\n"),
            "f:2:11: error: b.c: given twice\n    hint: first on line 2\n"
            "f:3:1: error: a: given twice\n    hint: first on line 1");
}

TEST(YamlRefusal, AllowsNoAnchorsAliasesMergeKeysOrTags) {
  EXPECT_EQ(parsed("a: &x {b: 1}\nc: *x\nd:\n  <<: {e: 1}\n"),
            "f:1:4: error: a: YAML anchors are not allowed\n    hint: write the value out\n"
            "f:2:4: error: c: YAML aliases are not allowed\n"
            "    hint: write the value out, or quote a text that begins with `*`\n"
            "f:4:3: error: d: YAML merge keys (`<<`) are not allowed\n    hint: write the fields out");
  for (const char* text : {"a: !!str 5", "a: !x 5", "a: ! 5", "a: !!map {b: 1}", "a: !!seq [1]", "a: !<x> 1"}) {
    EXPECT_EQ(parsed(text),
              "f:1:4: error: a: YAML tags are not allowed\n"
              "    hint: leave it out, or quote a text that begins with `!`")
        << text;
  }
}

TEST(YamlRefusal, HoldsOneDocumentWithoutDirectives) {
  constexpr const char* kMore =
      ": error: there is more after the end of the document\n"
      "    hint: one file holds one YAML document";
  EXPECT_EQ(parsed("a: 1\n---\nb: 2\n"), std::string("f:2:1") + kMore);
  EXPECT_EQ(parsed("a: 1\n...\nb: 2\n"), std::string("f:3:1") + kMore);
  EXPECT_EQ(parsed("a: 1\n---\n"), std::string("f:2:1") + kMore);
  EXPECT_EQ(parsed("{a: 1} b\n"), std::string("f:1:8") + kMore);
  constexpr const char* kDirective =
      ": error: a line cannot begin with `%`: YAML directives are not allowed\n"
      "    hint: leave it out, or indent the text";
  EXPECT_EQ(parsed("%YAML 1.2\n---\na: 1\n"), std::string("f:1:1") + kDirective);
  EXPECT_EQ(parsed("name: x\n%ignored: 1\n"), std::string("f:2:1") + kDirective);
}

TEST(YamlRefusal, WantsPlainNamesAsKeys) {
  EXPECT_EQ(parsed("? [a]\n: 1\n{b: 1}: 2\n"),
            "f:1:3: error: a field's name cannot be a list or a map\n"
            "f:3:1: error: a field's name cannot be a list or a map");
  EXPECT_EQ(parsed("a: {~: 5}\n"), "f:1:5: error: a: a field needs a name before the colon");
  EXPECT_EQ(parsed(": 5\n"), "f:1:1: error: a field needs a name before the colon");
  EXPECT_EQ(parsed("\"a\\nb\": 5\n"), "f:1:1: error: a field's name must be on one line");
}

TEST(YamlRefusal, SaysWhatAnEmptyFileIs) {
  for (const char* text : {"", "# nothing\n", "---\n", "...\n", "~\n", "   \n\n"}) {
    EXPECT_EQ(parsed(text), "f: error: is empty") << '"' << text << '"';
  }
}

TEST(YamlRefusal, PointsAtSyntaxErrorsInItsOwnWords) {
  EXPECT_EQ(parsed("a: b: c\n"),
            "f:1:5: error: is not valid YAML: illegal map value\n"
            "    hint: quote a text that holds `: `; fields of one map begin in the same column");
  EXPECT_EQ(parsed("a: {b: 1\nc: 2\n"),
            "f:2:2: error: is not valid YAML: end of map flow not found\n    hint: a `}` or a comma is missing");
  EXPECT_EQ(parsed("a:\n\tb: 1\n"),
            "f:2:3: error: is not valid YAML: illegal map value\n    hint: indent with spaces, not with tabs");
  EXPECT_EQ(parsed("a: *nowhere\n"),
            "f:1:4: error: is not valid YAML: the referenced anchor is not defined\n"
            "    hint: quote a text that begins with `*`");
}

TEST(YamlRefusal, NoticesAMissingClosingQuote) {
  EXPECT_EQ(parsed("a: \"x\nb: 1\n"), "f:1:4: error: a: is not valid YAML: the closing quote is missing");
  EXPECT_EQ(parsed("a: 'it''s\n"), "f:1:4: error: a: is not valid YAML: the closing quote is missing");
  EXPECT_EQ(parsed("a: \"x\\\"\n"), "f:1:4: error: a: is not valid YAML: the closing quote is missing");
  EXPECT_EQ(parsed("a: \"x\\\\\"\nb: ''''\n"), "{a: x\\, b: \"'\"}");
}

TEST(YamlRefusal, TellsAllErrorsUpToTheOneThatEndsParsing) {
  EXPECT_EQ(parsed("a: 1\na: 2\nb: &x 1\nc: [1\n"),
            "f:2:1: error: a: given twice\n    hint: first on line 1\n"
            "f:3:4: error: b: YAML anchors are not allowed\n    hint: write the value out\n"
            "f:5:1: error: is not valid YAML: end of sequence flow not found\n    hint: a `]` or a comma is missing");
}

TEST(YamlRefusal, WantsUtf8WithoutControlCharacters) {
  EXPECT_EQ(parsed("a: 1\nb: ä\xFF\n"), "f:2:5: error: is not UTF-8\n    hint: save it as UTF-8");
  EXPECT_EQ(parsed("a: \xC0\xAF"), "f:1:4: error: is not UTF-8\n    hint: save it as UTF-8");
  EXPECT_EQ(parsed("a: \xED\xA0\x80"), "f:1:4: error: is not UTF-8\n    hint: save it as UTF-8");
  EXPECT_EQ(parsed("\xFF\xFEx"), "f: error: is UTF-16\n    hint: save it as UTF-8");
  EXPECT_EQ(parsed(std::string("a: \0", 4)), "f: error: is a binary file, not YAML");
  EXPECT_EQ(parsed("a: \x1b[31m\n"), "f:1:4: error: holds the control character U+001B");
  EXPECT_EQ(parsed("a: \"\\0\"\n"), "f:1:4: error: a: holds the control character U+0000");
  EXPECT_EQ(parsed("a: \"\\x9b\"\n"), "f:1:4: error: a: holds the control character U+009B");
}

TEST(YamlRefusal, BoundsDepthAndSize) {
  std::string open;
  std::string close;
  for (int level = 0; level < 64; ++level) {
    open += '[';
    close += ']';
  }
  EXPECT_EQ(parsed(open + close), open + close);
  EXPECT_THAT(parsed(fmt::format("[{}{}]", open, close)), EndsWith(": is nested more than 64 levels deep"));
  for (const char* step : {"[", "{a: ", "- ", "? "}) {
    std::string deep;
    for (int level = 0; level < 20'000; ++level) deep += step;
    EXPECT_THAT(parsed(deep), HasSubstr("is nested more than 64 levels deep")) << step;
  }
  std::string many = "[0";
  for (int i = 0; i < 200'000; ++i) many += ",1";
  EXPECT_THAT(parsed(many + "]"), HasSubstr("the file has more than 200000 values"));
  EXPECT_THAT(parsed("a: \"" + std::string(400'000, ',') + "\""), StartsWith("{a: \",,"));
  EXPECT_EQ(parsed(std::string(400'001, '[')),
            "f: error: has more than 400000 brackets and commas\n    hint: large tables belong in CSV files");
  EXPECT_THAT(parsed(std::string((4U << 20U) + 1U, 'a')), StartsWith("f: error: is larger than 4 MiB"));
}

TEST(YamlRefusal, DoesNotUnfoldAnAliasBomb) {
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i) bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}]\n", i, i - 1);
  EXPECT_THAT(parsed(bomb), StartsWith("f:1:5: error: a0: YAML anchors are not allowed"));
}

}  // namespace
}  // namespace sim
