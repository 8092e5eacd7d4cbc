#include "models/keys/key_range.h"

#include <string>

#include <gtest/gtest.h>

#include "models/keys/effective_partition_key.h"

namespace cosmos {
namespace {

constexpr auto kV1 = KeyHashing::kHashV1;
constexpr auto kV2 = KeyHashing::kHashV2;
constexpr auto kMulti = KeyHashing::kMultiHash;

HashBlock block(std::uint64_t low) { return {0, low}; }
KeyPoint at(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  const std::array<HashBlock, 3> blocks{block(a), block(b), block(c)};
  return KeyPoint::of(blocks);
}

TEST(KeyRange, AKeyExactlyOnABoundaryBelongsToTheRightHandRange) {
  const std::vector<KeyValue> redmond{KeyValue::text("redmond")};
  for (const KeyHashing hashing : {kV1, kV2, kMulti}) {
    const KeyPoint key = key_point(hashing, redmond);
    const auto ranges = ranges_between(std::span(&key, 1));
    EXPECT_FALSE(ranges[0].contains(key));
    EXPECT_TRUE(ranges[1].contains(key));
  }
}

TEST(KeyRange, InitialRangesCoverTheSpaceWithoutOverlap) {
  for (const KeyHashing hashing : {kV1, kV2, kMulti}) {
    for (const std::size_t n : {1U, 2U, 3U, 5U, 7U, 10U, 101U, 1000U}) {
      const auto ranges = ranges_between(initial_boundaries(hashing, n));
      ASSERT_EQ(ranges.size(), n);
      EXPECT_EQ(ranges.front().min, KeyPoint::lowest());
      EXPECT_EQ(ranges.back().max, KeyPoint::highest());
      double width = 0;
      for (std::size_t i = 0; i < n; ++i) {
        width += ranges[i].width();
        if (i > 0) {
          EXPECT_EQ(ranges[i - 1].max, ranges[i].min);
          EXPECT_FALSE(ranges[i - 1].overlaps(ranges[i]));
        }
      }
      EXPECT_NEAR(width, 1, 1e-12);
    }
  }
}

TEST(KeyRange, RangesThatShareOnlyABoundaryDoNotOverlap) {
  const KeyRange left{at(10), at(20)};
  EXPECT_FALSE(left.overlaps({at(20), at(30)}));
  EXPECT_TRUE(left.overlaps({at(19), at(30)}));
  EXPECT_TRUE(left.overlaps({at(12), at(13)}));
  EXPECT_FALSE(left.overlaps({at(0), at(10)}));
}

TEST(KeyRange, APrefixHoldsEveryCompletionAndNoNeighbour) {
  const std::array<HashBlock, 3> key{block(7), kMaxHashBlock, kMaxHashBlock};
  const KeyRange first_level = prefix_range(std::span(key).first(1));
  const KeyRange second_level = prefix_range(std::span(key).first(2));
  EXPECT_TRUE(first_level.contains(KeyPoint::of(key)));
  EXPECT_TRUE(second_level.contains(KeyPoint::of(key)));
  EXPECT_TRUE(first_level.contains(at(7)));
  EXPECT_FALSE(second_level.contains(at(7, 6, 5)));
  EXPECT_FALSE(first_level.contains(at(8)));
  EXPECT_FALSE(first_level.contains(at(6, 5)));
  EXPECT_EQ(to_hex(first_level.max, kMulti), "00000000000000000000000000000007FF");
  EXPECT_EQ(prefix_range({}), KeyRange{});
}

// The service's walk: a prefix lies in one partition until boundaries fall inside its block.
TEST(KeyRange, APrefixMeetsAsManyRangesAsBoundariesFallInsideIt) {
  const std::array<HashBlock, 1> tenant{block(7)};
  const KeyRange prefix = prefix_range(tenant);
  const auto met = [&prefix](std::initializer_list<KeyPoint> boundaries) {
    std::size_t n = 0;
    for (const KeyRange& range : ranges_between(std::vector(boundaries))) n += prefix.overlaps(range) ? 1U : 0U;
    return n;
  };
  EXPECT_EQ(met({at(5), at(9)}), 1U);
  EXPECT_EQ(met({at(7), at(8)}), 1U);
  EXPECT_EQ(met({at(5), at(7, 4)}), 2U);
  EXPECT_EQ(met({at(7, 4), at(7, 4, 9)}), 3U);
}

TEST(KeyRange, WidthIsTheShareOfTheKeySpace) {
  EXPECT_EQ(KeyRange{}.width(), 1);
  EXPECT_EQ((KeyRange{KeyPoint::of(hash_at_share(0.25)), KeyPoint::of(hash_at_share(0.75))}).width(), 0.5);
  EXPECT_EQ((KeyRange{KeyPoint::of_hash_v1(1000), KeyPoint::of_hash_v1(1377)}).width(), 377 / 4294967296.0);
  // Half of one first-level value: 2^-126 / 2.
  const std::array<HashBlock, 2> half_of_seven{block(7), hash_at_share(0.5)};
  EXPECT_EQ((KeyRange{at(7), KeyPoint::of(half_of_seven)}).width(), 0x1p-127);
  EXPECT_EQ((KeyRange{KeyPoint::of(half_of_seven), at(8)}).width(), 0x1p-127);
  // A prefix's range ends at FF, which is where the next value begins.
  EXPECT_EQ(prefix_range(std::array{block(7)}).width(), 0x1p-126);
}

TEST(KeyRange, EqualPartsAreRoundedDownBeforeMultiplying) {
  // [10, 110) in 3 parts: floor(100 / 3) = 33, so 43 and 76; the last part takes what remains.
  EXPECT_EQ(equal_parts({at(10), at(110)}, kV2, 3), (std::vector{at(43), at(76)}));
  EXPECT_EQ(equal_parts({KeyPoint::of_hash_v1(10), KeyPoint::of_hash_v1(110)}, kV1, 3),
            (std::vector{KeyPoint::of_hash_v1(43), KeyPoint::of_hash_v1(76)}));
  EXPECT_TRUE(equal_parts({at(10), at(110)}, kV2, 1).empty());
}

TEST(KeyRange, TwoEqualPartsMeetInTheMiddle) {
  for (const KeyHashing hashing : {kV1, kV2}) {
    for (const KeyRange& range : ranges_between(initial_boundaries(hashing, 7))) {
      EXPECT_EQ(equal_parts(range, hashing, 2).front(), middle(range, hashing, 1));
    }
  }
}

TEST(KeyRange, ARangeOfOneHashCannotBeCut) {
  EXPECT_EQ(splitting_point({at(5), at(6)}, kV2, 1), std::nullopt);
  EXPECT_EQ(splitting_point({KeyPoint::of_hash_v1(5), KeyPoint::of_hash_v1(6)}, kV1, 1), std::nullopt);
  EXPECT_EQ(splitting_point({at(5), at(6)}, kMulti, 1), std::nullopt);
  EXPECT_EQ(splitting_point({at(5, 4, 3), at(5, 4, 4)}, kMulti, 3), std::nullopt);
  EXPECT_EQ(splitting_point({KeyPoint::of(kMaxHashBlock), KeyPoint::highest()}, kV2, 1), std::nullopt);
}

// [5, 6) holds every key of the first-level value 5; as written, the rule looks for a middle of 0 and 0
// on the levels below. The cut then is the middle of all second-level values.
TEST(KeyRange, ARangeOfOneFirstLevelValueIsCutOnTheSecondLevel) {
  const std::array<HashBlock, 2> middle_of_five{block(5), HashBlock::from_number(kMaxHashBlock.number() / 2)};
  EXPECT_EQ(middle({at(5), at(6)}, kMulti, 3), at(5));
  EXPECT_EQ(splitting_point({at(5), at(6)}, kMulti, 3), KeyPoint::of(middle_of_five));
  // Of the upper half, three quarters: low + (max - low) / 2.
  const Uint128 low = kMaxHashBlock.number() / 2;
  const std::array<HashBlock, 2> upper{block(5), HashBlock::from_number(low + (kMaxHashBlock.number() - low) / 2)};
  EXPECT_EQ(splitting_point({KeyPoint::of(middle_of_five), at(6)}, kMulti, 3), KeyPoint::of(upper));
}

TEST(KeyRange, SplittingOverAndOverEndsInsideOneTenantOnEveryLevel) {
  // Always keep the left part: 2^126 hashes on each of 3 levels allow 126 cuts a level before only [0, 1) is
  // left; the last level ends the walk.
  KeyRange range;
  int cuts = 0;
  while (const auto cut = splitting_point(range, kMulti, 3)) {
    ASSERT_TRUE(range.has_inside(*cut));
    range.max = *cut;
    ++cuts;
  }
  EXPECT_GE(cuts, 3 * 125);
  EXPECT_LE(cuts, 3 * 127);
}

}  // namespace
}  // namespace cosmos
