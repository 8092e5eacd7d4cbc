#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

// The physical partitions of a container, and what splits and merges make of them.
class PartitionSet {
 public:
  // The ranges that these boundaries cut the key space into, numbered from 0 in key order.
  explicit PartitionSet(std::span<const KeyPoint> boundaries);
  // As they are, in key order; new ones get the ids after the highest of all.
  explicit PartitionSet(std::vector<PartitionRange> ranges);

  [[nodiscard]] std::size_t size() const { return ranges_.size(); }
  [[nodiscard]] const std::vector<PartitionRange>& ranges() const { return ranges_; }
  [[nodiscard]] std::vector<KeyPoint> boundaries() const;

  // Splits partitions in two, until there are `target`: the widest first, of those as wide as one another the one with
  // the lowest id (SCALE-03). Each is cut at the middle of its hash range (SPLIT-02, HPK-06), and its children get the
  // next ids (SPLIT-05). Stops early where no range can be cut. Returns the number of splits.
  std::size_t scale_out(std::size_t target, KeyHashing hashing, std::size_t levels);
  // Position of the partition that scale_out() would split next, and where; nothing if it cannot be cut.
  struct Cut {
    std::size_t at = 0;
    KeyPoint point;
  };
  // Only those with an id below `below`.
  [[nodiscard]] std::optional<Cut> next_cut(KeyHashing hashing, std::size_t levels,
                                            std::int64_t below = std::numeric_limits<std::int64_t>::max()) const;
  [[nodiscard]] std::int64_t next_id() const { return next_id_; }

  // Splits the partition at a position in two; `point` lies inside its range. Its children stand in its place.
  void split(const Cut& cut);
  // Joins `count` neighbours, 2 or more, from this position on, into one with the next id.
  void merge(std::size_t first, std::size_t count);

 private:
  std::vector<PartitionRange> ranges_;  // in key order
  std::int64_t next_id_;
};

}  // namespace cosmos
