#include "models/keys/key_point.h"

#include <algorithm>

#include "models/keys/hex.h"
#include "models/keys/ordered_form.h"

namespace cosmos {
namespace {

constexpr std::string_view kHighestHex = "FF";
constexpr std::size_t kBlockDigits = 32;

bool is_highest_hex(std::string_view hex) { return hex == kHighestHex || hex == "ff" || hex == "Ff" || hex == "fF"; }

std::optional<KeyPoint> boundary_v1(std::string_view hex) {
  const auto bytes = bytes_from_hex(hex);
  if (!bytes) return std::nullopt;
  const auto hash = uint32_from_ordered_number(*bytes);
  if (!hash) return std::nullopt;
  return KeyPoint::of_hash_v1(*hash);
}

}  // namespace

std::string to_hex(const KeyPoint& point, KeyHashing hashing) {
  std::string hex;
  if (hashing == KeyHashing::kHashV1 && point != KeyPoint::lowest() && point != KeyPoint::highest()) {
    std::string bytes;
    append_ordered_number(bytes, static_cast<double>(point.block(0).number() >> KeyPoint::kHashV1Shift));
    append_hex(hex, bytes);
    return hex;
  }
  for (std::size_t i = 0; i < point.used_blocks(); ++i) {
    if (point.block(i) == kAboveAllHashes) {
      hex.append(kHighestHex);
    } else {
      append_hex(hex, point.block(i));
    }
  }
  return hex;
}

std::optional<KeyPoint> key_point_from_hex(std::string_view hex, KeyHashing hashing) {
  if (hex.empty()) return KeyPoint::lowest();
  if (is_highest_hex(hex)) return KeyPoint::highest();
  if (hashing == KeyHashing::kHashV1) return boundary_v1(hex);
  const std::size_t most_blocks = hashing == KeyHashing::kMultiHash ? KeyPoint::kBlocks : 1;
  std::array<HashBlock, KeyPoint::kBlocks> blocks;
  std::size_t n = 0;
  for (; !hex.empty() && n < most_blocks; ++n) {
    const auto block =
        is_highest_hex(hex) ? std::optional(kAboveAllHashes) : hash_block_from_hex(hex.substr(0, kBlockDigits));
    if (!block) return std::nullopt;
    blocks[n] = *block;
    hex.remove_prefix(std::min(hex.size(), kBlockDigits));
  }
  if (!hex.empty()) return std::nullopt;
  return KeyPoint::of(std::span(blocks).first(n));
}

}  // namespace cosmos
