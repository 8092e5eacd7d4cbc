#include <string>

#include <gtest/gtest.h>

#include "tests/unit/config/errors_of.h"

namespace sim {
namespace {

TEST(NodeText, IsReadAgainAsTheSameContent) {
  const char* texts[] = {"",
                         "~",
                         "null",
                         "true",
                         "5",
                         "-5",
                         "- x",
                         "-x",
                         "a: b",
                         "a:",
                         "a #b",
                         "#a",
                         "a#b",
                         "*a",
                         "&a",
                         "!a",
                         "%a",
                         "@a",
                         "`a`",
                         "'a'",
                         "\"a\"",
                         "it's",
                         "[a]",
                         "a, b",
                         "{a}",
                         "a\nb",
                         "a\tb",
                         " a",
                         "a ",
                         "<<",
                         "...",
                         "... and more",
                         "---",
                         "? a",
                         "> 5",
                         "| x",
                         "=",
                         "é名",
                         "a\\b",
                         "a:/b",
                         "http://x",
                         "10:30",
                         "80 %",
                         "1 /s",
                         "a\"b",
                         "-",
                         "?",
                         ":",
                         "-1x",
                         "a:?b",
                         "a?b",
                         "\xEF\xBB\xBF",
                         "a:",
                         ".5",
                         "a\xC2\x85"
                         "b",
                         "a\xE2\x80\xA8"
                         "b"};
  for (const char* text : texts) {
    Node map = Node::map();
    map.set("value", Node::scalar(text));
    // A key is not empty and on one line.
    const bool can_be_key = *text != 0 && std::string_view(text).find('\n') == std::string_view::npos;
    map.set(can_be_key ? text : "key", Node::scalar("x"));
    Node list = Node::sequence();
    list.append(Node::scalar(text));
    list.append(map);
    const std::string written = to_text(list);
    const Node again = parse_yaml_text(written, "f");
    EXPECT_TRUE(same_content(again, list)) << written << " became " << to_text(again);
  }
}

TEST(NodeText, KeepsQuotesWhereTheyTellTextFromNumber) {
  Node list = Node::sequence();
  for (const char* text : {"5", "true", "x", "1e3", "0x1F"}) list.append(Node::scalar(text, {}, true));
  EXPECT_EQ(to_text(list), "[\"5\", \"true\", x, \"1e3\", \"0x1F\"]");
}

}  // namespace
}  // namespace sim
