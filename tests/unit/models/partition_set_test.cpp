#include "models/partition/partition_set.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

PartitionSet equal(std::size_t n, KeyHashing hashing = KeyHashing::kHashV2) {
  return PartitionSet(initial_boundaries(hashing, n));
}

std::vector<double> widths(const PartitionSet& set) {
  std::vector<double> all;
  for (const PartitionRange& partition : set.ranges()) {
    all.push_back(partition.range.width());
  }
  return all;
}

std::vector<std::int64_t> ids(const PartitionSet& set) {
  std::vector<std::int64_t> all;
  for (const PartitionRange& partition : set.ranges()) {
    all.push_back(partition.id);
  }
  return all;
}

// SCALE-06: two partitions, 20,000 to 30,000 RU/s: one keeps half of the key space, two get a quarter each.
TEST(PartitionSet, SplitsTheLowestIdOfEquallyWideOnes) {
  PartitionSet set = equal(2);
  EXPECT_EQ(set.scale_out(3, KeyHashing::kHashV2, 1), 1U);
  ASSERT_EQ(set.size(), 3U);
  EXPECT_NEAR(widths(set)[0], 0.25, 1e-12);
  EXPECT_NEAR(widths(set)[1], 0.25, 1e-12);
  EXPECT_NEAR(widths(set)[2], 0.50, 1e-12);
  EXPECT_EQ(ids(set), (std::vector<std::int64_t>{2, 3, 1}));
  EXPECT_EQ(set.ranges()[0].parents, (std::vector<std::int64_t>{0}));
  EXPECT_TRUE(set.ranges()[2].parents.empty());
}

// SCALE-03: three partitions at 30,000 RU/s, 45,000 wanted: two of the three split.
TEST(PartitionSet, SplitsAsManyAsAreWanted) {
  PartitionSet set = equal(3);
  EXPECT_EQ(set.scale_out(5, KeyHashing::kHashV2, 1), 2U);
  EXPECT_EQ(ids(set), (std::vector<std::int64_t>{3, 4, 5, 6, 2}));
}

// PC-03.f: 20 partitions built by halving from one are 12 of 1/16 and 8 of 1/32 of the range.
TEST(PartitionSet, GoesRoundByRoundWhereOneIsNotEnough) {
  PartitionSet set = equal(1);
  EXPECT_EQ(set.scale_out(20, KeyHashing::kHashV2, 1), 19U);
  std::vector<double> found = widths(set);
  std::sort(found.begin(), found.end());
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(found[i], i < 8 ? 1.0 / 32 : 1.0 / 16, 1e-12);
  }
  // A partition of the fifth round descends from one of each round before.
  const auto youngest = std::max_element(set.ranges().begin(), set.ranges().end(),
                                         [](const auto& a, const auto& b) { return a.id < b.id; });
  EXPECT_EQ(youngest->id, 38);
  EXPECT_EQ(youngest->parents.size(), 5U);
  EXPECT_EQ(youngest->parents.front(), 0);
}

TEST(PartitionSet, TheWidestIsFirstWhateverItsId) {
  PartitionSet set = equal(2);
  set.scale_out(3, KeyHashing::kHashV2, 1);  // 2: 1/4, 3: 1/4, 1: 1/2
  set.scale_out(4, KeyHashing::kHashV2, 1);
  EXPECT_EQ(ids(set), (std::vector<std::int64_t>{2, 3, 4, 5}));
}

// SPLIT-02: half of the 32 bits of kind Hash version 1, as the clients compute it: (0 + (2^32 - 1)) div 2.
TEST(PartitionSet, CutsAtTheMiddleOfTheHashes) {
  PartitionSet set = equal(1, KeyHashing::kHashV1);
  set.scale_out(2, KeyHashing::kHashV1, 1);
  EXPECT_EQ(set.boundaries(), std::vector<KeyPoint>{KeyPoint::of_hash_v1(0x7FFF'FFFF)});
}

TEST(PartitionSet, StopsWhereNothingCanBeCut) {
  const std::vector<KeyPoint> narrow = {KeyPoint::of_hash_v1(1), KeyPoint::of_hash_v1(2)};
  PartitionSet set(narrow);
  EXPECT_EQ(set.scale_out(3, KeyHashing::kHashV1, 1), 0U);
}

}  // namespace
}  // namespace cosmos
