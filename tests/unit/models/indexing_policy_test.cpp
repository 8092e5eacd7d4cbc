#include "models/charge/indexing_policy.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

IndexingPolicy policy(const std::vector<std::string>& included, const std::vector<std::string>& excluded) {
  std::vector<IndexPath> paths;
  for (const auto& [texts, is_included] : {std::pair(included, true), std::pair(excluded, false)}) {
    for (const std::string& text : texts) {
      paths.push_back(parse_index_path(text).value());
      paths.back().included = is_included;
    }
  }
  return {std::move(paths), {}};
}

TEST(IndexPath, LeadsToAScalarOrToAllBelow) {
  const auto scalar = parse_index_path("/address/city/?");
  ASSERT_TRUE(scalar);
  EXPECT_EQ(scalar->segments, (std::vector<std::string>{"address", "city"}));
  EXPECT_FALSE(scalar->subtree);
  const auto subtree = parse_index_path("/content/*");
  ASSERT_TRUE(subtree);
  EXPECT_EQ(subtree->segments, std::vector<std::string>{"content"});
  EXPECT_TRUE(subtree->subtree);
  const auto everything = parse_index_path("/*");
  ASSERT_TRUE(everything);
  EXPECT_TRUE(everything->segments.empty());
}

TEST(IndexPath, NamesMayBeQuotedAsTheServicesDefaultPolicyDoes) {
  EXPECT_EQ(parse_index_path("/\"_etag\"/?")->segments, std::vector<std::string>{"_etag"});
}

TEST(IndexPath, OtherTextsAreNone) {
  for (const char* text : {"", "/", "*", "/?", "/total", "total/?", "/a//?", "/a/*/b/?", "/a/?/*", "//*"}) {
    EXPECT_FALSE(parse_index_path(text)) << text;
  }
}

TEST(IndexingPolicy, IndexesEverythingByItself) {
  const IndexingPolicy all;
  EXPECT_TRUE(all.indexes("total"));
  EXPECT_TRUE(all.indexes("address/city"));
  EXPECT_TRUE(all.indexes_below("content"));
  EXPECT_TRUE(all.indexes_others());
}

TEST(IndexingPolicy, AnExcludedSubtreeIsWhatLiesBelow) {
  const IndexingPolicy without = policy({"/*"}, {"/content/*"});
  EXPECT_FALSE(without.indexes("content/title"));
  EXPECT_FALSE(without.indexes("content/body/text"));
  EXPECT_FALSE(without.indexes_below("content"));
  EXPECT_TRUE(without.indexes("content"));
  EXPECT_TRUE(without.indexes("contents/title"));
  EXPECT_TRUE(without.indexes_below("nodes"));
}

TEST(IndexingPolicy, TheMorePreciseOfTwoPathsDecides) {
  // The vendor's own example: all of a category is left out, but for its name.
  const IndexingPolicy name_only = policy({"/*", "/category/name/?"}, {"/category/*"});
  EXPECT_TRUE(name_only.indexes("category/name"));
  EXPECT_FALSE(name_only.indexes("category/id"));
  EXPECT_FALSE(name_only.indexes_below("category"));
  const IndexingPolicy but_secret = policy({"/*", "/a/b/*"}, {"/a/*", "/a/b/secret/?"});
  EXPECT_FALSE(but_secret.indexes("a/x"));
  EXPECT_TRUE(but_secret.indexes("a/b/x"));
  EXPECT_FALSE(but_secret.indexes("a/b/secret"));
  EXPECT_TRUE(but_secret.indexes("a/b/secret/x"));
}

TEST(IndexingPolicy, TheElementsOfAnArrayLieBelowIt) {
  EXPECT_FALSE(policy({"/*"}, {"/tags/[]/?"}).indexes_below("tags"));
  EXPECT_TRUE(policy({"/*"}, {"/tags/?"}).indexes_below("tags"));
}

TEST(IndexingPolicy, TheIdIsIndexedUnlessNothingIs) {
  const IndexingPolicy two = policy({"/total/?", "/day/?"}, {"/*"});
  EXPECT_TRUE(two.indexes("id"));
  EXPECT_TRUE(two.indexes("total"));
  EXPECT_FALSE(two.indexes("month"));
  EXPECT_FALSE(two.indexes_others());
  EXPECT_TRUE(IndexingPolicy::none().is_none());
  EXPECT_FALSE(IndexingPolicy::none().indexes("id"));
  EXPECT_FALSE(IndexingPolicy::none().indexes_others());
}

}  // namespace
}  // namespace cosmos
