#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/core/wide.h"

// HashBlock is one block of an effective partition key: a MurmurHash3 x64 128-bit hash, read as one
// number with its two highest bits cleared (PART-08), so 0 <= hash < 2^126.
namespace cosmos {

using sim::Uint128;

struct HashBlock {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  [[nodiscard]] static constexpr HashBlock from_number(Uint128 number) {
    return {static_cast<std::uint64_t>(number >> 64), static_cast<std::uint64_t>(number)};
  }
  [[nodiscard]] constexpr Uint128 number() const { return (Uint128{high} << 64) | low; }

  friend constexpr auto operator<=>(const HashBlock&, const HashBlock&) = default;
};

inline constexpr HashBlock kMaxHashBlock{0x3FFF'FFFF'FFFF'FFFFU, 0xFFFF'FFFF'FFFF'FFFFU};

// "FF" in the place of a block: above every hash, so it ends the ranges that have no upper neighbour.
inline constexpr HashBlock kAboveAllHashes{0xFF00'0000'0000'0000U, 0};

// The hash below which `share` of the hash space lies: floor(share x 2^126). Requires 0 <= share < 1.
[[nodiscard]] constexpr HashBlock hash_at_share(double share) {
  return HashBlock::from_number(static_cast<Uint128>(share * 0x1p126));
}

// Member i (from 0) of n placed evenly: the middle of the i-th of n equal slices. Requires i < n < 2^62.
[[nodiscard]] constexpr HashBlock evenly_placed_hash(std::uint64_t i, std::uint64_t n) {
  return HashBlock::from_number(kMaxHashBlock.number() / (Uint128{2} * n) * (Uint128{2} * i + 1));
}

// Appends 32 upper-case hex digits.
void append_hex(std::string& out, HashBlock block);
// Exactly 32 hex digits of either case whose value is below 2^126; anything else is nullopt.
[[nodiscard]] std::optional<HashBlock> hash_block_from_hex(std::string_view hex);

}  // namespace cosmos
