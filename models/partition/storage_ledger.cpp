#include "models/partition/storage_ledger.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kEndOfHashes = std::uint64_t{1} << 62;  // of a block's upper half

// Where a spread place begins and ends on its level: upper halves of blocks.
struct Ends {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};
Ends ends(const StorageLedger::Place& place) {
  const bool is_prefix = place.range.max.block(place.level) < place.range.min.block(place.level) ||
                         place.range.max.block(place.level) == HashBlock{};
  const std::uint64_t to = is_prefix ? kEndOfHashes : std::min(place.range.max.block(place.level).high, kEndOfHashes);
  return {place.range.min.block(place.level).high, to};
}

// bytes x share of the range below `block`, rounded down: exact differences add up to all bytes.
std::int64_t part_below(std::int64_t bytes, HashBlock block, const Ends& ends) {
  const std::uint64_t at = std::clamp(block.high, ends.from, ends.to);
  const auto whole = static_cast<Uint128>(ends.to - ends.from);
  return whole == 0 ? 0 : static_cast<std::int64_t>(static_cast<Uint128>(bytes) * (at - ends.from) / whole);
}

// The first point that a key does not reach.
KeyPoint behind(const KeyPoint& key, KeyHashing hashing, std::size_t levels) {
  if (hashing == KeyHashing::kHashV1) {
    return KeyPoint::of(
        HashBlock::from_number(key.block(0).number() + (static_cast<Uint128>(1) << KeyPoint::kHashV1Shift)));
  }
  std::array<HashBlock, KeyPoint::kBlocks> blocks{};
  for (std::size_t i = 0; i < levels; ++i) {
    blocks[i] = key.block(i);
  }
  blocks[levels - 1] = HashBlock::from_number(key.block(levels - 1).number() + 1);
  return KeyPoint::of(std::span(blocks.data(), levels));
}

}  // namespace

std::size_t StorageLedger::KeyHash::operator()(const std::pair<KeyPoint, std::size_t>& key) const noexcept {
  std::uint64_t hash = key.second;
  for (std::size_t i = 0; i < KeyPoint::kBlocks; ++i) {
    hash = sim::mix_bits(hash + key.first.block(i).high);
    hash = sim::mix_bits(hash + key.first.block(i).low);
  }
  return hash;
}

std::uint32_t StorageLedger::prefix(const KeyPoint& key, std::size_t blocks) {
  std::array<HashBlock, KeyPoint::kBlocks> kept{};
  for (std::size_t i = 0; i < blocks; ++i) {
    kept[i] = key.block(i);
  }
  const KeyRange all = blocks == 0 ? KeyRange() : prefix_range(std::span(kept.data(), blocks));
  return find_or_add({KeyPoint::of(std::span(kept.data(), blocks)), all, blocks, false, 0});
}

std::uint32_t StorageLedger::range(const KeyRange& range) {
  std::size_t level = 0;
  while (level + 1 < KeyPoint::kBlocks && range.min.block(level) == range.max.block(level)) {
    ++level;
  }
  places_.push_back({range.min, range, level, false, 0});
  return static_cast<std::uint32_t>(places_.size() - 1);
}

std::uint32_t StorageLedger::find_or_add(const Place& place) {
  const std::size_t kind = place.is_full_key ? KeyPoint::kBlocks + 1 : place.level;
  const auto [at, is_new] = index_.try_emplace({place.key, kind}, static_cast<std::uint32_t>(places_.size()));
  if (is_new) {
    places_.push_back(place);
  }
  return at->second;
}

std::int64_t StorageLedger::bytes_below(const Place& place, const KeyPoint& point) {
  if (place.is_full_key) {
    return place.key < point ? place.bytes : 0;
  }
  if (point <= place.range.min) {
    return 0;
  }
  return point >= place.range.max ? place.bytes : part_below(place.bytes, point.block(place.level), ends(place));
}

std::vector<std::int64_t> StorageLedger::bytes_in(const PartitionMap& map) const {
  std::vector<std::int64_t> bytes(map.size());
  for (const Place& place : places_) {
    if (place.is_full_key) {
      bytes[map.locate(place.key)] += place.bytes;
      continue;
    }
    const PartitionSpan span = map.span(place.range);
    std::int64_t below = 0;
    for (std::uint32_t p = span.first; p < span.last; ++p) {
      const std::int64_t up_to_here = bytes_below(place, map.ranges()[p].max);
      bytes[p] += up_to_here - below;
      below = up_to_here;
    }
    bytes[span.last] += place.bytes - below;
  }
  return bytes;
}

std::optional<KeyPoint> StorageLedger::median(const KeyRange& range, KeyHashing hashing, std::size_t levels) const {
  struct Part {
    KeyPoint from;
    std::int64_t below = 0;   // of the place, before the range
    std::int64_t inside = 0;  // of the place, in the range
    const Place* place = nullptr;
  };
  std::vector<Part> parts;
  std::int64_t all = 0;
  for (const Place& place : places_) {
    const std::int64_t below = bytes_below(place, range.min);
    const std::int64_t inside = bytes_below(place, range.max) - below;
    if (inside > 0) {
      parts.push_back({std::max(place.key, range.min), below, inside, &place});
      all += inside;
    }
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::pair(a.from, a.place->level) < std::pair(b.from, b.place->level);
  });
  std::int64_t before = 0;
  for (const Part& part : parts) {
    if (before + part.inside < all - all / 2) {
      before += part.inside;
      continue;
    }
    std::optional<KeyPoint> cut;
    if (part.place->is_full_key) {
      const bool goes_left = all / 2 - before > before + part.inside - all / 2;
      cut = goes_left ? behind(part.place->key, hashing, levels) : part.place->key;
      if (!range.has_inside(*cut)) {
        cut = goes_left ? part.place->key : behind(part.place->key, hashing, levels);
      }
    } else {
      const std::size_t level = part.place->level;
      std::array<HashBlock, KeyPoint::kBlocks> blocks{};
      for (std::size_t i = 0; i < level; ++i) {
        blocks[i] = part.place->range.min.block(i);
      }
      const Ends of_level = ends(*part.place);
      const auto wanted = static_cast<Uint128>(part.below) + static_cast<Uint128>(all / 2 - before);
      blocks[level].high = of_level.from + static_cast<std::uint64_t>(wanted * (of_level.to - of_level.from) /
                                                                      static_cast<Uint128>(part.place->bytes));
      cut = KeyPoint::of(std::span(blocks.data(), level + 1));
    }
    return range.has_inside(*cut) ? cut : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace cosmos
