#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/keys/key_range.h"

namespace cosmos {

// A physical partition as the service lists it among a container's partition key ranges.
struct PartitionRange {
  std::int64_t id = 0;
  KeyRange range;
  std::vector<std::int64_t> parents;  // ids of its ancestors, oldest first (SPLIT-05)
};

// What a history of splits makes of a container's physical partitions, before a run begins.
class PartitionSet {
 public:
  // The ranges that these boundaries cut the key space into, numbered from 0 in key order.
  explicit PartitionSet(std::span<const KeyPoint> boundaries);

  [[nodiscard]] std::size_t size() const { return ranges_.size(); }
  [[nodiscard]] const std::vector<PartitionRange>& ranges() const { return ranges_; }
  [[nodiscard]] std::vector<KeyPoint> boundaries() const;

  // Splits partitions in two, until there are `target`: the widest first, of those as wide as one another the one with
  // the lowest id (SCALE-03). Each is cut at the middle of its hash range (SPLIT-02, HPK-06), and its children get the
  // next ids (SPLIT-05). Stops early where no range can be cut. Returns the number of splits.
  std::size_t scale_out(std::size_t target, KeyHashing hashing, std::size_t levels);

 private:
  std::vector<PartitionRange> ranges_;  // in key order
  std::int64_t next_id_;
};

}  // namespace cosmos
