#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/check.h"

// Sorting a second's arrivals: pairs of a 30-bit key (a nanosecond of the second) and a 32-bit value.
namespace sim {

struct KeyValue {
  std::uint32_t key;
  std::uint32_t value;
  friend bool operator==(const KeyValue&, const KeyValue&) = default;
};

// Keys must be below this: a second has 10^9 < 2^30 nanoseconds.
inline constexpr std::uint32_t kRadixKeyLimit = std::uint32_t{1} << 30;

// Sorts by key; equal keys keep their order. Least digit first, three passes of 10 bits: O(n), three reads and
// writes an element and 12 KiB of counters. `scratch` is the caller's, for reuse: its contents are lost and its
// capacity grows to the size of `items`, so nothing is allocated once warm. The two exchange their memory.
inline void radix_sort(std::vector<KeyValue>& items, std::vector<KeyValue>& scratch) {
  constexpr unsigned kBits = 10;
  constexpr std::uint32_t kMask = (1U << kBits) - 1U;
  constexpr std::size_t kInsertionSortBelow = 64;

  const std::size_t n = items.size();
  if (n < kInsertionSortBelow) {
    for (std::size_t i = 1; i < n; ++i) {
      const KeyValue item = items[i];
      std::size_t at = i;
      for (; at > 0 && item.key < items[at - 1].key; --at) items[at] = items[at - 1];
      items[at] = item;
    }
    return;
  }

  std::array<std::array<std::uint32_t, kMask + 1>, 3> next{};
  for (const KeyValue& item : items) {
    SIM_DCHECK(item.key < kRadixKeyLimit);
    ++next[0][item.key & kMask];
    ++next[1][(item.key >> kBits) & kMask];
    ++next[2][(item.key >> (2 * kBits)) & kMask];
  }
  for (auto& digit : next) {
    std::uint32_t before = 0;
    for (std::uint32_t& slot : digit) {
      const std::uint32_t count = slot;
      slot = before;
      before += count;
    }
  }

  scratch.resize(n);
  for (unsigned pass = 0; pass < 3; ++pass) {
    std::uint32_t* const to = next[pass].data();
    const unsigned shift = pass * kBits;
    for (const KeyValue& item : items) scratch[to[(item.key >> shift) & kMask]++] = item;
    items.swap(scratch);
  }
}

}  // namespace sim
