#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/keys/hash_block.h"
#include "sim/core/check.h"

// KeyPoint is a place in the key space in the form that the simulation routes by: up to three blocks,
// the missing ones zero. So one kind of map serves every kind of key, and two boundaries that differ
// only in trailing zeros are one boundary, as in the service's clients.
namespace cosmos {

// The `kind` of a partition key definition.
enum class KeyKind : std::uint8_t { kHash, kMultiHash };

// Kind and version together: the three ways in which a key value is hashed.
enum class KeyHashing : std::uint8_t { kHashV1, kHashV2, kMultiHash };

// nullopt for a pair that does not exist: version other than 1 or 2, MultiHash version 1 (HPK-01).
[[nodiscard]] constexpr std::optional<KeyHashing> key_hashing(KeyKind kind, std::int64_t version) {
  if (version == 2) return kind == KeyKind::kHash ? KeyHashing::kHashV2 : KeyHashing::kMultiHash;
  if (version == 1 && kind == KeyKind::kHash) return KeyHashing::kHashV1;
  return std::nullopt;
}

class KeyPoint {
 public:
  static constexpr std::size_t kBlocks = 3;
  // Hash version 1 places its 32-bit hash in the top bits of the 126-bit space.
  static constexpr int kHashV1Shift = 94;

  constexpr KeyPoint() = default;
  // The two ends of every container's key space, written "" and "FF".
  [[nodiscard]] static constexpr KeyPoint lowest() { return KeyPoint(); }
  [[nodiscard]] static constexpr KeyPoint highest() { return of(kAboveAllHashes); }
  [[nodiscard]] static constexpr KeyPoint of(HashBlock block) {
    KeyPoint point;
    point.blocks_[0] = block;
    return point;
  }
  // Requires at most kBlocks blocks.
  [[nodiscard]] static constexpr KeyPoint of(std::span<const HashBlock> blocks) {
    SIM_CHECK(blocks.size() <= kBlocks);
    KeyPoint point;
    for (std::size_t i = 0; i < blocks.size(); ++i) point.blocks_[i] = blocks[i];
    return point;
  }
  // Only the hash counts: boundaries never fall inside the readable part of a version 1 key.
  [[nodiscard]] static constexpr KeyPoint of_hash_v1(std::uint32_t hash) {
    return of(HashBlock::from_number(Uint128{hash} << kHashV1Shift));
  }

  [[nodiscard]] constexpr HashBlock block(std::size_t i) const { return blocks_[i]; }
  // Blocks up to the last that is not zero.
  [[nodiscard]] constexpr std::size_t used_blocks() const {
    std::size_t n = kBlocks;
    while (n > 0 && blocks_[n - 1] == HashBlock{}) --n;
    return n;
  }

  friend constexpr auto operator<=>(const KeyPoint&, const KeyPoint&) = default;

 private:
  std::array<HashBlock, kBlocks> blocks_{};
};

// A boundary as the service writes it, trailing zero blocks left out: "" lowest, "FF" highest, 32 digits
// a block, "FF" behind a prefix for the end of its range; Hash version 1: the ordered form of the hash.
[[nodiscard]] std::string to_hex(const KeyPoint& point, KeyHashing hashing);
// The reverse, for digits of either case; nullopt for anything that is not a boundary of that hashing
// (Hash version 1 with a readable part behind the hash included).
[[nodiscard]] std::optional<KeyPoint> key_point_from_hex(std::string_view hex, KeyHashing hashing);

}  // namespace cosmos
