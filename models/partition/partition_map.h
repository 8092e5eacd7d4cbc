#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/keys/key_range.h"

namespace cosmos {

// Consecutive partition key ranges, both ends included.
struct PartitionSpan {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  [[nodiscard]] constexpr std::uint32_t count() const { return last - first + 1; }
  [[nodiscard]] constexpr bool single() const { return first == last; }
  friend constexpr bool operator==(const PartitionSpan&, const PartitionSpan&) = default;
};

// The partition key ranges of a container in key order: sorted, disjoint, covering the key space. One
// range is one physical partition (MON-03).
class PartitionMap {
 public:
  // `boundaries`: the inner ones, strictly ascending and strictly inside the key space.
  explicit PartitionMap(const std::vector<KeyPoint>& boundaries);

  [[nodiscard]] std::size_t size() const { return ranges_.size(); }
  [[nodiscard]] const std::vector<KeyRange>& ranges() const { return ranges_; }
  // The range that holds a key: a jump by the top bits, then a short search.
  [[nodiscard]] std::uint32_t locate(const KeyPoint& point) const noexcept;
  // The ranges that overlap a prefix's range.
  [[nodiscard]] PartitionSpan span(const KeyRange& range) const noexcept;

 private:
  static constexpr int kJumpBits = 12;
  static constexpr int kJumpShift = 62 - kJumpBits;  // of the first block's high word, which is below 2^62

  std::vector<KeyRange> ranges_;
  std::vector<std::uint32_t> jump_;  // by top bits: the first range that can hold such a key
};

}  // namespace cosmos
