#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "models/keys/hash_block.h"
#include "models/keys/key_point.h"

// Ranges of the key space: what one physical partition holds, what a key prefix covers, how a new
// container is cut (PART-07) and where a range is cut when its partition splits (SPLIT-03, HPK-06).
namespace cosmos {

// Half open: a key exactly on a boundary belongs to the range on its right.
struct KeyRange {
  KeyPoint min = KeyPoint::lowest();
  KeyPoint max = KeyPoint::highest();

  [[nodiscard]] constexpr bool contains(const KeyPoint& point) const { return min <= point && point < max; }
  [[nodiscard]] constexpr bool overlaps(const KeyRange& other) const { return min < other.max && other.min < max; }
  // True when a cut at `point` leaves something on both sides.
  [[nodiscard]] constexpr bool has_inside(const KeyPoint& point) const { return min < point && point < max; }
  // Share of the key space, 0 to 1. A range cut below the first level is measured there: its width is a
  // few parts in 2^126 or less, but in the right proportion to its neighbours'.
  [[nodiscard]] double width() const;

  friend constexpr bool operator==(const KeyRange&, const KeyRange&) = default;
};

// Every key that starts with these blocks: [E, E + "FF") (HPK-04). No block: the whole space.
// Requires fewer than KeyPoint::kBlocks blocks (a full key is a point, not a range).
[[nodiscard]] KeyRange prefix_range(std::span<const HashBlock> prefix);

// The ranges that `boundaries` (strictly ascending, strictly inside the key space) cut the space into.
[[nodiscard]] std::vector<KeyRange> ranges_between(std::span<const KeyPoint> boundaries);

// The n - 1 inner boundaries of a new container with n physical partitions: floor(largest hash / n) x i,
// rounded down before multiplying, as captured service answers show. Requires 1 <= n < 2^31.
[[nodiscard]] std::vector<KeyPoint> initial_boundaries(KeyHashing hashing, std::size_t n);

// The middle of the hash range as the service's client code computes it. MultiHash goes down the levels:
// where the bounds are equal or adjacent it keeps the lower one and looks one level further. `levels` is
// the number of paths of the definition; Hash ignores it. The answer equals range.min when nothing can
// be cut, and also for [X, X + 1) on the first of several levels, where the rule as written finds no middle.
[[nodiscard]] KeyPoint middle(const KeyRange& range, KeyHashing hashing, std::size_t levels);

// A cut strictly inside the range: middle() where it is one, else the middle of what lies below the lower
// of two adjacent bounds. nullopt when no cut exists: the range holds one effective partition key.
[[nodiscard]] std::optional<KeyPoint> splitting_point(const KeyRange& range, KeyHashing hashing, std::size_t levels);

// The n - 1 inner boundaries of n equal parts: min + i x floor((max - min) / n). Kind Hash only; requires n >= 1.
// Parts of a range with fewer than n hashes coincide.
[[nodiscard]] std::vector<KeyPoint> equal_parts(const KeyRange& range, KeyHashing hashing, std::size_t n);

}  // namespace cosmos
