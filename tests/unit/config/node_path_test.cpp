#include <string>

#include <gtest/gtest.h>

#include "tests/unit/config/errors_of.h"

namespace sim {
namespace {

constexpr const char* kText = "a: {b: 1, list: [x, {y: 2}]}\nword: serverless\n";

// The tree after putting `value` (YAML) at `path`, or the message and hint of the refusal.
std::string after_put(const char* path, const char* value) {
  Node root = parse_yaml_text(kText, "f");
  const Node before = root;
  Node node;
  if (std::string(value) != "null") node = parse_yaml_text(value, "command line");
  const PutResult result = put_path(root, path, node);
  if (result.ok) return to_text(root);
  EXPECT_TRUE(same_content(root, before)) << "a refused value changed the tree";
  return result.message + (result.hint.empty() ? "" : " | " + result.hint);
}

TEST(NodePath, FindsWhatIsThere) {
  const Node root = parse_yaml_text(kText, "f");
  EXPECT_EQ(find_path(root, "a.b")->text(), "1");
  EXPECT_EQ(find_path(root, "a.list.1.y")->text(), "2");
  EXPECT_EQ(find_path(root, ""), &root);
  for (const char* none : {"b", "a.c", "a.list.2", "a.list.01", "a.list.x", "word.x", ".", "a.", ".a", "a..b"}) {
    EXPECT_EQ(find_path(root, none), nullptr) << none;
  }
}

TEST(PutPath, PutsValuesInPlaceWhole) {
  EXPECT_EQ(after_put("a.b", "{c: 3}"), "{a: {b: {c: 3}, list: [x, {y: 2}]}, word: serverless}");
  EXPECT_EQ(after_put("a", "5"), "{a: 5, word: serverless}");
  EXPECT_EQ(after_put("a.list.0", "z"), "{a: {b: 1, list: [z, {y: 2}]}, word: serverless}");
  EXPECT_EQ(after_put("a.list.1.y", "[]"), "{a: {b: 1, list: [x, {y: []}]}, word: serverless}");
}

TEST(PutPath, CreatesMissingMapsOnTheWay) {
  EXPECT_EQ(after_put("n.m.o", "1"), "{a: {b: 1, list: [x, {y: 2}]}, word: serverless, n: {m: {o: 1}}}");
}

TEST(PutPath, CarriesThePlaceOfTheValue) {
  Node root = parse_yaml_text(kText, "f");
  ASSERT_TRUE(put_path(root, "n.m", parse_yaml_text("\n\n 7", "other")).ok);
  EXPECT_EQ(find_path(root, "n.m")->mark(), (SourceMark{"other", 3, 2}));
  EXPECT_EQ(find_path(root, "n")->mark(), (SourceMark{"other", 3, 2}));
}

TEST(PutPath, TakesAwayWithNull) {
  EXPECT_EQ(after_put("a.list", "null"), "{a: {b: 1}, word: serverless}");
  EXPECT_EQ(after_put("a.list.0", "null"), "{a: {b: 1, list: [{y: 2}]}, word: serverless}");
  EXPECT_EQ(after_put("a.c", "null"), "there is no such field to take away");
  EXPECT_EQ(after_put("a.list.2", "null"), "there is no such field to take away");
}

TEST(PutPath, RefusesWhatHasNoPlace) {
  EXPECT_EQ(after_put("a.list.2", "1"), "`a.list` has no element `2` | its elements are numbered 0 to 1");
  EXPECT_EQ(after_put("a.list.first", "1"), "`a.list` has no element `first` | its elements are numbered 0 to 1");
  EXPECT_EQ(after_put("word.x", "1"), "`word` is a single value and has no field `x`");
  EXPECT_EQ(after_put("a..b", "1"), "`a..b` is not a path | names joined by dots: containers.orders.throughput.manual");
  EXPECT_EQ(after_put("", "1"), "`` is not a path | names joined by dots: containers.orders.throughput.manual");
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  Node root = Node::map();
  EXPECT_EQ(put_path(root, deep, Node::scalar("1")).hint, "at most 64 steps");
}

}  // namespace
}  // namespace sim
