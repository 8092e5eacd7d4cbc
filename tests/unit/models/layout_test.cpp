#include "models/partition/layout.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "models/keys/key_range.h"

namespace cosmos {
namespace {

std::int64_t at_creation(std::int64_t ru) { return partitions_at_creation(Ru::units(ru), CreationRule{}); }

TEST(CreationRule, OnePartitionForEachSixThousandRuBegun) {
  // SCALE-01: ceil(RU / 6,000).
  EXPECT_EQ(at_creation(400), 1);
  EXPECT_EQ(at_creation(6'000), 1);
  EXPECT_EQ(at_creation(6'100), 2);
  EXPECT_EQ(at_creation(12'000), 2);
  EXPECT_EQ(at_creation(18'000), 3);
  EXPECT_EQ(at_creation(18'100), 4);
  EXPECT_EQ(at_creation(30'000), 5);
  EXPECT_EQ(at_creation(100'000), 17);  // 16.67
  EXPECT_EQ(at_creation(1'000'000), 167);
}

TEST(CreationRule, TheOtherReadingKeepsOnePartitionUpToItsBound) {
  const CreationRule rule{Ru::units(6'000), Ru::units(10'000)};  // SCALE-01a
  EXPECT_EQ(partitions_at_creation(Ru::units(10'000), rule), 1);
  EXPECT_EQ(partitions_at_creation(Ru::units(10'100), rule), 2);
}

TEST(CreationRule, AnotherUnitOfCreationCutsElsewhere) {
  EXPECT_EQ(partitions_at_creation(Ru::units(20'100), {Ru::units(10'000), Ru{}}), 3);
}

TEST(MinimumThroughput, IsTheLargestOfTheFloorTheStorageAndAHundredthOfTheHighest) {
  EXPECT_EQ(minimum_manual_throughput(Ru::units(10'000), 0.0), Ru::units(400));
  EXPECT_EQ(minimum_manual_throughput(Ru::units(10'000), 500.2), Ru::units(501));
  EXPECT_EQ(minimum_manual_throughput(Ru::units(100'000), 500.2), Ru::units(1'000));
}

TEST(SharedEvenly, TheSumIsExactAndNoShareDiffersByMoreThanTheLeastUnit) {
  for (const std::int64_t milli : {1'000'000, 999'999, 400'000, 7}) {
    for (std::size_t n = 1; n <= 40; ++n) {
      const std::vector<Ru> shares = shared_evenly(Ru::milli(milli), n);
      ASSERT_EQ(shares.size(), n);
      EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), Ru{}).milli(), milli);
      EXPECT_LE(shares.front().milli() - shares.back().milli(), 1);
      EXPECT_GE(shares.front(), shares.back());
    }
  }
  // 1,000 RU/s over 3: 333.334, 333.333, 333.333.
  EXPECT_EQ(shared_evenly(Ru::units(1'000), 3),
            (std::vector<Ru>{Ru::milli(333'334), Ru::milli(333'333), Ru::milli(333'333)}));
}

TEST(Shares, EqualSharesOfAPowerOfTwoAreExactCuts) {
  const std::vector<double> quarters(4, 0.25);
  const std::vector<KeyPoint> boundaries = boundaries_of_shares(quarters, KeyHashing::kHashV2);
  ASSERT_EQ(boundaries.size(), 3U);
  // A quarter of 2^126 is 2^124: the high word 2^60.
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(boundaries[i], KeyPoint::of(HashBlock{(i + 1) << 60, 0}));
  }
}

TEST(Shares, RangesAreAsWideAsTheyWereStated) {
  const std::vector<double> shares = {0.5, 0.2, 0.2, 0.1};
  for (const KeyHashing hashing : {KeyHashing::kHashV1, KeyHashing::kHashV2, KeyHashing::kMultiHash}) {
    const std::vector<KeyRange> ranges = ranges_between(boundaries_of_shares(shares, hashing));
    ASSERT_EQ(ranges.size(), shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
      EXPECT_NEAR(ranges[i].width(), shares[i], 1e-9);  // version 1 has 32 bits
    }
  }
}

}  // namespace
}  // namespace cosmos
