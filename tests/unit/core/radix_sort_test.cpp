#include "sim/core/radix_sort.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{10}, 1, 1, purpose_id("radix"));

// n pairs whose value is their place, so that a sort that is not stable shows.
std::vector<KeyValue> random_pairs(std::size_t n, std::uint64_t key_range, std::uint64_t round) {
  std::vector<KeyValue> items(n);
  for (std::size_t i = 0; i < n; ++i) {
    items[i] = {static_cast<std::uint32_t>(scale_bits(kDraws.bits(i, round, 0), key_range)),
                static_cast<std::uint32_t>(i)};
  }
  return items;
}

void expect_sorted_like_the_standard(std::vector<KeyValue> items) {
  std::vector<KeyValue> expected = items;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const KeyValue& a, const KeyValue& b) { return a.key < b.key; });
  std::vector<KeyValue> scratch;
  radix_sort(items, scratch);
  ASSERT_EQ(items, expected);
}

TEST(RadixSort, AgreesWithStableSortAtEverySizeUpToAFewHundred) {
  for (std::size_t n = 0; n <= 300; ++n) expect_sorted_like_the_standard(random_pairs(n, kRadixKeyLimit, n));
}

TEST(RadixSort, KeepsTheOrderOfEqualKeys) {
  for (const std::uint64_t keys : {1U, 2U, 10U, 1'000U}) {
    expect_sorted_like_the_standard(random_pairs(50, keys, keys));
    expect_sorted_like_the_standard(random_pairs(5'000, keys, keys));
  }
}

TEST(RadixSort, SortsASecondOfArrivals) { expect_sorted_like_the_standard(random_pairs(50'000, 1'000'000'000, 1)); }

TEST(RadixSort, EveryBitOfTheKeyCounts) {
  std::vector<KeyValue> items;
  for (std::uint32_t bit = 0; bit < 30; ++bit) {
    items.push_back({std::uint32_t{1} << (29 - bit), bit});
    items.push_back({kRadixKeyLimit - 1 - (std::uint32_t{1} << bit), 100 + bit});
    items.push_back({0, 200 + bit});
    items.push_back({kRadixKeyLimit - 1, 300 + bit});
  }
  ASSERT_GE(items.size(), 64U);  // beyond the size that is sorted by insertion
  expect_sorted_like_the_standard(items);
}

TEST(RadixSort, ScratchOfAnyEarlierSizeServes) {
  std::vector<KeyValue> scratch(9, {5, 5});
  for (const std::size_t n : {100U, 1'000U, 70U, 500U}) {
    std::vector<KeyValue> items = random_pairs(n, kRadixKeyLimit, n);
    radix_sort(items, scratch);
    ASSERT_EQ(items.size(), n);
    ASSERT_TRUE(std::is_sorted(items.begin(), items.end(), [](auto a, auto b) { return a.key < b.key; }));
  }
}

}  // namespace
}  // namespace sim
