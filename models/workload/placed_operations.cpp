#include "models/workload/placed_operations.h"

#include <algorithm>
#include <utility>

namespace cosmos {

PlacedOperations::Interval& PlacedOperations::next_interval(std::int64_t first_second) {
  if (under_way_ == intervals_.size()) {
    intervals_.emplace_back();
  }
  Interval& interval = intervals_[under_way_++];
  interval.first_second = first_second;
  interval.next = 0;
  interval.operations.clear();
  return interval;
}

// By counting, unless there are more seconds than operations; the order is the same.
void PlacedOperations::sort_by_second(Interval& interval, std::size_t seconds) {
  std::vector<Operation>& operations = interval.operations;
  const std::size_t n = operations.size();
  sorted_.resize(n);
  if (n < seconds) {
    keys_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      keys_[i] = std::uint64_t{operations[i].second} << 32 | i;
    }
    std::sort(keys_.begin(), keys_.end());
    for (std::size_t i = 0; i < n; ++i) {
      sorted_[i] = operations[keys_[i] & 0xFFFFFFFFU];
    }
  } else {
    begin_.assign(seconds + 1, 0);
    for (const Operation& operation : operations) {
      ++begin_[operation.second + 1];
    }
    for (std::size_t s = 1; s < begin_.size(); ++s) {
      begin_[s] += begin_[s - 1];
    }
    for (const Operation& operation : operations) {
      sorted_[begin_[operation.second]++] = operation;
    }
  }
  operations.swap(sorted_);
}

void PlacedOperations::take(std::int64_t second, bool with_rows, ArrivalBlock& block) {
  for (std::size_t i = 0; i < under_way_; ++i) {
    Interval& interval = intervals_[i];
    const std::vector<Operation>& operations = interval.operations;
    std::size_t& next = interval.next;
    while (next < operations.size() && interval.first_second + operations[next].second < second) {
      ++next;
    }
    for (; next < operations.size() && interval.first_second + operations[next].second == second; ++next) {
      block.add(operations[next].nanosecond);
      if (with_rows) {
        block.row.push_back(operations[next].row);
      }
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < under_way_; ++i) {
    if (intervals_[i].next < intervals_[i].operations.size()) {
      std::swap(intervals_[kept++], intervals_[i]);
    }
  }
  under_way_ = kept;
}

}  // namespace cosmos
