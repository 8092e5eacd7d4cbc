#include "models/keys/key_range.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/core/check.h"

namespace cosmos {
namespace {

constexpr Uint128 kMaxV2 = kMaxHashBlock.number();
constexpr Uint128 kMaxV1 = 0xFFFF'FFFFU;
constexpr Uint128 kEndOfBlock = kMaxV2 + 1;

// The hash of a bound as a number: "FF" counts as the largest hash.
Uint128 bound_number(HashBlock block) { return std::min(block.number(), kMaxV2); }

// Kind Hash measures in its own hashes, which for version 1 lie 2^94 apart.
struct HashSpace {
  int shift;
  Uint128 max;

  explicit HashSpace(KeyHashing hashing)
      : shift(hashing == KeyHashing::kHashV1 ? KeyPoint::kHashV1Shift : 0),
        max(hashing == KeyHashing::kHashV1 ? kMaxV1 : kMaxV2) {}
  [[nodiscard]] Uint128 number(const KeyPoint& bound) const { return bound_number(bound.block(0)) >> shift; }
  [[nodiscard]] KeyPoint point(Uint128 hash) const { return KeyPoint::of(HashBlock::from_number(hash << shift)); }
};

// What a bound is at one level, once the levels above are equal or adjacent.
struct LevelBounds {
  Uint128 low;
  Uint128 high;
};

enum class BelowAdjacent { kAsWritten, kOpen };

KeyPoint multi_hash_middle(const KeyRange& range, std::size_t levels, BelowAdjacent below_adjacent) {
  SIM_CHECK(levels >= 1 && levels <= KeyPoint::kBlocks);
  std::array<HashBlock, KeyPoint::kBlocks> cut;
  bool open_above = false;
  for (std::size_t level = 0; level < levels; ++level) {
    LevelBounds bounds{bound_number(range.min.block(level)), bound_number(range.max.block(level))};
    if (open_above || bounds.low > bounds.high) bounds.high = kMaxV2;
    if (bounds.high - bounds.low > 1) {
      cut[level] = HashBlock::from_number(bounds.low + (bounds.high - bounds.low) / 2);
      return KeyPoint::of(std::span(cut).first(level + 1));
    }
    cut[level] = HashBlock::from_number(bounds.low);
    open_above = open_above || (below_adjacent == BelowAdjacent::kOpen && bounds.high != bounds.low);
  }
  return KeyPoint::of(std::span(cut).first(levels));
}

double signed_difference(HashBlock a, HashBlock b) {
  const Uint128 x = std::min(a.number(), kEndOfBlock);
  const Uint128 y = std::min(b.number(), kEndOfBlock);
  return x >= y ? static_cast<double>(x - y) : -static_cast<double>(y - x);
}

}  // namespace

double KeyRange::width() const {
  double width = 0;
  double unit = 0x1p-126;
  for (std::size_t i = 0; i < KeyPoint::kBlocks; ++i, unit *= 0x1p-126) {
    width += signed_difference(max.block(i), min.block(i)) * unit;
  }
  return width;
}

KeyRange prefix_range(std::span<const HashBlock> prefix) {
  SIM_CHECK(prefix.size() < KeyPoint::kBlocks);
  std::array<HashBlock, KeyPoint::kBlocks> end;
  std::copy(prefix.begin(), prefix.end(), end.begin());
  end[prefix.size()] = kAboveAllHashes;
  return {KeyPoint::of(prefix), KeyPoint::of(std::span(end).first(prefix.size() + 1))};
}

std::vector<KeyRange> ranges_between(std::span<const KeyPoint> boundaries) {
  std::vector<KeyRange> ranges;
  ranges.reserve(boundaries.size() + 1);
  KeyPoint min = KeyPoint::lowest();
  for (const KeyPoint& boundary : boundaries) {
    SIM_CHECK(min < boundary && boundary < KeyPoint::highest());
    ranges.push_back({min, boundary});
    min = boundary;
  }
  ranges.push_back({min, KeyPoint::highest()});
  return ranges;
}

std::vector<KeyPoint> initial_boundaries(KeyHashing hashing, std::size_t n) {
  return equal_parts(KeyRange{}, hashing == KeyHashing::kMultiHash ? KeyHashing::kHashV2 : hashing, n);
}

KeyPoint middle(const KeyRange& range, KeyHashing hashing, std::size_t levels) {
  if (hashing == KeyHashing::kMultiHash) return multi_hash_middle(range, levels, BelowAdjacent::kAsWritten);
  const HashSpace space(hashing);
  const Uint128 low = space.number(range.min);
  return space.point(low + (space.number(range.max) - low) / 2);
}

std::optional<KeyPoint> splitting_point(const KeyRange& range, KeyHashing hashing, std::size_t levels) {
  const KeyPoint cut = middle(range, hashing, levels);
  if (range.has_inside(cut)) return cut;
  if (hashing != KeyHashing::kMultiHash) return std::nullopt;
  const KeyPoint below = multi_hash_middle(range, levels, BelowAdjacent::kOpen);
  return range.has_inside(below) ? std::optional(below) : std::nullopt;
}

std::vector<KeyPoint> equal_parts(const KeyRange& range, KeyHashing hashing, std::size_t n) {
  SIM_CHECK(n >= 1 && hashing != KeyHashing::kMultiHash);
  const HashSpace space(hashing);
  const Uint128 low = space.number(range.min);
  const Uint128 part = (space.number(range.max) - low) / n;
  std::vector<KeyPoint> boundaries;
  boundaries.reserve(n - 1);
  for (std::size_t i = 1; i < n; ++i) boundaries.push_back(space.point(low + part * i));
  return boundaries;
}

}  // namespace cosmos
