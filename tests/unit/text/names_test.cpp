#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

const std::vector<std::string> kKnown = {"rate", "operation", "container", "where"};

TEST(DidYouMean, OffersTheNearestName) {
  EXPECT_EQ(did_you_mean("rat", kKnown), "did you mean `rate`?");              // one letter missing
  EXPECT_EQ(did_you_mean("raet", kKnown), "did you mean `rate`?");             // two neighbours swapped: one slip
  EXPECT_EQ(did_you_mean("Operations", kKnown), "did you mean `operation`?");  // case does not count
  EXPECT_EQ(did_you_mean("contaner", kKnown), "did you mean `container`?");
}

TEST(DidYouMean, ListsTheNamesWhenNoneIsNear) {
  EXPECT_EQ(did_you_mean("zebra", kKnown), "known: rate, operation, container, where");
  EXPECT_EQ(did_you_mean("x", std::vector<std::string>{"a", "b"}), "known: a, b");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

TEST(DidYouMean, ListsTwelveNamesAndCountsTheOthers) {
  std::vector<std::string> known;
  for (char c = 'a'; c <= 'n'; ++c) known.push_back(std::string(3, c));  // 14 names
  EXPECT_EQ(did_you_mean("zzz", known), "known: aaa, bbb, ccc, ddd, eee, fff, ggg, hhh, iii, jjj, kkk, lll and 2 more");
}

TEST(NearestName, IsEmptyForWordsTooLongToBeSlips) {
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'r'), kKnown), "");
  EXPECT_EQ(nearest_name("", kKnown), "");
}

TEST(InBackquotes, KeepsAMessageOnOneLineOfFairLength) {
  EXPECT_EQ(in_backquotes("5 s"), "`5 s`");
  EXPECT_EQ(in_backquotes("a\nb\tc\x1b"), "`a\\nb\\tc\\x1b`");
  EXPECT_EQ(in_backquotes(std::string(60, 'x')), "`" + std::string(60, 'x') + "`");
  EXPECT_EQ(in_backquotes(std::string(61, 'x')), "`" + std::string(60, 'x') + "…`");
}

}  // namespace
}  // namespace sim
