#pragma once

#include <cstddef>
#include <vector>

#include "models/partition/partition_map.h"

namespace cosmos {

// What became of a container's physical partitions at a boundary between two seconds.
struct PartitionMoves {
  // By old position in key order: the new ones that hold its keys. One that was split has two, merged ones share one.
  std::vector<PartitionSpan> new_of_old;

  [[nodiscard]] static PartitionMoves none(std::size_t partitions) {
    PartitionMoves moves;
    for (std::uint32_t i = 0; i < partitions; ++i) {
      moves.new_of_old.push_back({i, i});
    }
    return moves;
  }
  // The partition at this new position is now two, the second of which stands behind it.
  void split(std::size_t at) {
    for (PartitionSpan& span : new_of_old) {
      span.first += span.first > at ? 1 : 0;
      span.last += span.last >= at ? 1 : 0;
    }
  }
  // `count` partitions from this new position on are now one.
  void merge(std::size_t first, std::size_t count) {
    const auto joined = [&](std::uint32_t position) {
      const auto after = static_cast<std::uint32_t>(first + count);
      const auto at = static_cast<std::uint32_t>(first);
      return position < at ? position : position < after ? at : position - static_cast<std::uint32_t>(count - 1);
    };
    for (PartitionSpan& span : new_of_old) {
      span = {joined(span.first), joined(span.last)};
    }
  }
};

}  // namespace cosmos
