#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "models/keys/key_range.h"
#include "models/partition/partition_map.h"

namespace cosmos {

// What one container stores, data and index (PART-02), by where it lies in the key space: bytes of one full key at one
// point, bytes of keys that nobody repeats spread evenly over the range of their prefix. Everything that is asked of
// storage follows from that: what a physical partition holds, whether a logical partition is full, where half of it is.
class StorageLedger {
 public:
  // Bytes of one full key, or spread evenly over a range: of all keys with one prefix whose next level has a value of
  // its own for each item, or of whatever a range is said to hold.
  struct Place {
    KeyPoint key;              // the full key, or where the range begins
    KeyRange range;            // that it is spread over; of a full key of no use
    std::size_t level = 0;     // of the range: the first on which its ends differ
    bool is_full_key = false;  // one logical partition
    std::int64_t bytes = 0;    // 0 or more
  };

  // The place of a full key, or of a prefix of so many blocks (0: the whole key space); it is added if it is new.
  [[nodiscard]] std::uint32_t full_key(const KeyPoint& key) { return find_or_add({key, {}, 0, true, 0}); }
  [[nodiscard]] std::uint32_t prefix(const KeyPoint& key, std::size_t blocks);
  // A range on its own.
  [[nodiscard]] std::uint32_t range(const KeyRange& range);

  // Adds bytes to a place; negative ones are taken away, of as many as there are.
  void add(std::uint32_t place, std::int64_t bytes) {
    std::int64_t& there = places_[place].bytes;
    bytes = bytes < -there ? -there : bytes;
    there += bytes;
    total_ += bytes;
    added_ += bytes > 0 ? bytes : 0;
  }

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] std::int64_t total() const { return total_; }
  // All that was ever added.
  [[nodiscard]] std::int64_t added() const { return added_; }
  // Bytes in each range of a map, in key order; they sum to total().
  [[nodiscard]] std::vector<std::int64_t> bytes_in(const PartitionMap& map) const;
  // The cut that leaves about half of a range's bytes on each side; a full key is never cut. Nothing where no cut lies
  // inside the range, or the range holds nothing.
  [[nodiscard]] std::optional<KeyPoint> median(const KeyRange& range, KeyHashing hashing, std::size_t levels) const;

 private:
  struct KeyHash {
    std::size_t operator()(const std::pair<KeyPoint, std::size_t>& key) const noexcept;
  };

  [[nodiscard]] std::uint32_t find_or_add(const Place& place);
  [[nodiscard]] static std::int64_t bytes_below(const Place& place, const KeyPoint& point);

  std::vector<Place> places_;
  std::int64_t total_ = 0;
  std::int64_t added_ = 0;
  // By key and blocks of its prefix, kBlocks + 1 for full keys; only looked up, never walked.
  std::unordered_map<std::pair<KeyPoint, std::size_t>, std::uint32_t, KeyHash> index_;
};

}  // namespace cosmos
