#include "models/partition/partition_map.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kSeed = 41;

// Random points with many shared prefixes: with blocks from few values, boundaries fall inside prefixes.
class PointMaker {
 public:
  explicit PointMaker(std::int64_t trial) : draws_(sim::Seed{kSeed}, 0, trial, sim::purpose_id("points")) {}

  KeyPoint point() {
    std::array<HashBlock, KeyPoint::kBlocks> blocks{};
    const std::uint64_t used = 1 + sim::scale_bits(next(), 3);
    for (std::size_t i = 0; i < used; ++i) {
      blocks[i] = block();
    }
    return KeyPoint::of(blocks);
  }
  HashBlock block() {
    constexpr std::uint64_t kFew = 6;
    const bool one_of_few = (next() & 1U) == 0;
    const std::uint64_t high = one_of_few ? sim::mix_bits(sim::scale_bits(next(), kFew)) : next();
    return {high >> 2, one_of_few ? 0 : next()};
  }
  std::uint64_t next() { return draws_.bits(n_++); }

 private:
  sim::Draws draws_;
  std::uint64_t n_ = 0;
};

std::vector<KeyPoint> random_boundaries(PointMaker& maker) {
  std::set<KeyPoint> boundaries;
  const std::uint64_t n = sim::scale_bits(maker.next(), 300);
  for (std::uint64_t i = 0; i < n; ++i) {
    const KeyPoint point = maker.point();
    if (point > KeyPoint::lowest()) {
      boundaries.insert(point);
    }
  }
  return {boundaries.begin(), boundaries.end()};
}

TEST(PartitionMap, LocateEqualsALinearSearchOnRandomMaps) {
  for (std::int64_t trial = 0; trial < 100; ++trial) {
    PointMaker maker(trial);
    const std::vector<KeyPoint> boundaries = random_boundaries(maker);
    const PartitionMap map(boundaries);
    ASSERT_EQ(map.size(), boundaries.size() + 1);
    std::vector<KeyPoint> probes = boundaries;  // a key on a boundary belongs to the range on its right
    for (int i = 0; i < 100; ++i) {
      probes.push_back(maker.point());
    }
    for (const KeyPoint& probe : probes) {
      const auto twin = std::count_if(boundaries.begin(), boundaries.end(),
                                      [&](const KeyPoint& boundary) { return boundary <= probe; });
      ASSERT_EQ(map.locate(probe), twin) << "seed " << kSeed << ", trial " << trial;
      ASSERT_TRUE(map.ranges()[map.locate(probe)].contains(probe));
    }
  }
}

TEST(PartitionMap, ASpanIsEveryRangeThatOverlapsThePrefix) {
  for (std::int64_t trial = 0; trial < 100; ++trial) {
    PointMaker maker(trial);
    const std::vector<KeyPoint> boundaries = random_boundaries(maker);
    const PartitionMap map(boundaries);
    for (int i = 0; i < 100; ++i) {
      const std::array<HashBlock, 2> blocks = {maker.block(), maker.block()};
      const KeyRange range = prefix_range(std::span(blocks).first(1 + static_cast<std::size_t>(i % 2)));
      const PartitionSpan span = map.span(range);
      for (std::uint32_t r = 0; r < map.size(); ++r) {
        ASSERT_EQ(map.ranges()[r].overlaps(range), span.first <= r && r <= span.last)
            << "seed " << kSeed << ", trial " << trial << ", range " << r;
      }
    }
  }
}

TEST(PartitionMap, WithoutBoundariesThereIsOneRangeForEverything) {
  const PartitionMap map({});
  EXPECT_EQ(map.size(), 1U);
  EXPECT_EQ(map.locate(KeyPoint::lowest()), 0U);
  EXPECT_EQ(map.locate(KeyPoint::of(kMaxHashBlock)), 0U);
  EXPECT_EQ(map.span({}), (PartitionSpan{0, 0}));
}

TEST(PartitionMap, APrefixThatEndsOnABoundaryDoesNotTouchTheRangeBehindIt) {
  const HashBlock tenant = hash_at_share(0.5);
  const KeyRange rows = prefix_range(std::span(&tenant, 1));
  const PartitionMap map({rows.min, rows.max});
  EXPECT_EQ(map.span(rows), (PartitionSpan{1, 1}));
}

}  // namespace
}  // namespace cosmos
