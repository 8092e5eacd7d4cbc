#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/keys/hash_block.h"
#include "models/keys/key_point.h"
#include "models/keys/key_value.h"

// How the values of a partition key become a place in the key space (PART-08, PART-09, HPK-03), to the
// bit as the service and its .NET and Java clients do it. Verified against every published vector in
// tests/data.
namespace cosmos {

// A hierarchical key has 1 to 3 levels (HPK-01). Hash takes any number of components.
inline constexpr std::size_t kMaxLevels = 3;
// Longest key value that a container with large keys (Hash version 2, MultiHash) takes, in UTF-8 bytes (PART-10).
inline constexpr std::size_t kMaxValueBytes = 2'048;
// The documented limit without large keys (Hash version 1). Longer values still hash, to the place of
// their first 100 UTF-16 units (PART-09).
inline constexpr std::size_t kMaxValueBytesWithoutLargeKeys = 101;

[[nodiscard]] constexpr std::size_t max_value_bytes(KeyHashing hashing) {
  return hashing == KeyHashing::kHashV1 ? kMaxValueBytesWithoutLargeKeys : kMaxValueBytes;
}

// Hash version 2 of one component: the whole key of a one-path container, one block of a MultiHash key.
// Neither allocates.
[[nodiscard]] HashBlock hash_v2(const KeyValue& value) noexcept;
[[nodiscard]] HashBlock hash_v2_text(std::string_view utf8) noexcept;
// Hash version 2 of several components hashed as one input (kind Hash with several paths; not MultiHash).
[[nodiscard]] HashBlock hash_v2(std::span<const KeyValue> values) noexcept;
// Hash version 1: 32 bits over all components, texts cut to their first 100 UTF-16 units.
[[nodiscard]] std::uint32_t hash_v1(std::span<const KeyValue> values);

// Where a key is routed to; no component gives the lowest point. For MultiHash at most kMaxLevels
// components; fewer than the definition has levels give the lowest point of that prefix.
[[nodiscard]] KeyPoint key_point(KeyHashing hashing, std::span<const KeyValue> values);

// The effective partition key as the service writes it: upper-case hex, for Hash version 1 with the
// readable form of every component behind the hash. "" for no component. For MultiHash at most
// kMaxLevels components. The second form appends and does not allocate beyond the growth of `out`.
[[nodiscard]] std::string effective_partition_key_hex(KeyHashing hashing, std::span<const KeyValue> values);
void append_effective_partition_key_hex(std::string& out, KeyHashing hashing, std::span<const KeyValue> values);

}  // namespace cosmos
