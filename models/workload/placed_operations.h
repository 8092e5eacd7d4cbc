#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/workload/arrival_block.h"

namespace cosmos {

// Operations that are so many in an interval: dealt to its seconds when it begins, then given out a second at a time.
// Memory: 24 bytes an operation of the intervals under way.
class PlacedOperations {
 public:
  struct Place {
    std::int64_t second = 0;
    std::uint32_t nanosecond = 0;
  };

  // Row r of the interval has counts[r] operations; operation i of them all (row by row) comes at place(i), which lies
  // in `seconds` seconds from `first_second` on. Rows are called by their number from `first_row` on.
  template <class PlaceOf>
  void place(std::span<const std::uint32_t> counts, std::uint32_t first_row, std::int64_t first_second,
             std::int64_t seconds, const PlaceOf& place_of) {
    Interval& interval = next_interval(first_second);
    std::size_t i = 0;
    for (const std::uint32_t count : counts) {
      for (std::uint32_t k = 0; k < count; ++k, ++i) {
        const Place at = place_of(i);
        interval.operations.push_back({static_cast<std::uint32_t>(at.second - first_second), at.nanosecond, first_row});
      }
      ++first_row;
    }
    sort_by_second(interval, static_cast<std::size_t>(seconds));
  }

  // Adds the operations of a second to the block, interval by interval in the order in which they were placed, row by
  // row within each. Seconds are asked for in ascending order. `with_rows`: the block is told the rows, too.
  void take(std::int64_t second, bool with_rows, ArrivalBlock& block);

 private:
  struct Operation {
    std::uint32_t second;  // of the interval
    std::uint32_t nanosecond;
    std::uint32_t row;
  };
  struct Interval {
    std::int64_t first_second = 0;
    std::size_t next = 0;               // the first operation that is not given out yet
    std::vector<Operation> operations;  // by second, then by number
  };

  Interval& next_interval(std::int64_t first_second);
  void sort_by_second(Interval& interval, std::size_t seconds);

  std::vector<Interval> intervals_;  // those under way, then spare ones with their memory
  std::size_t under_way_ = 0;
  std::vector<Operation> sorted_;    // while an interval is sorted
  std::vector<std::size_t> begin_;   // likewise
  std::vector<std::uint64_t> keys_;  // likewise
};

}  // namespace cosmos
