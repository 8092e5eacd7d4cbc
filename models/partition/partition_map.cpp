#include "models/partition/partition_map.h"

#include "sim/core/check.h"

namespace cosmos {

PartitionMap::PartitionMap(const std::vector<KeyPoint>& boundaries) : ranges_(ranges_between(boundaries)) {
  SIM_CHECK(ranges_.front().min == KeyPoint::lowest() && ranges_.back().max == KeyPoint::highest());
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    SIM_CHECK(ranges_[i - 1].max == ranges_[i].min && ranges_[i].min < ranges_[i].max);
  }
  jump_.resize(std::size_t{1} << kJumpBits);
  std::uint32_t range = 0;
  for (std::size_t slot = 0; slot < jump_.size(); ++slot) {
    const KeyPoint lowest = KeyPoint::of(HashBlock{std::uint64_t{slot} << kJumpShift, 0});
    while (ranges_[range].max <= lowest) {
      ++range;
    }
    jump_[slot] = range;
  }
}

std::uint32_t PartitionMap::locate(const KeyPoint& point) const noexcept {
  const std::uint64_t top = point.block(0).high >> kJumpShift;
  if (top >= jump_.size()) {
    return static_cast<std::uint32_t>(ranges_.size() - 1);
  }
  // From the slot's first range, double the step until the key lies below, then halve it again.
  std::uint32_t low = jump_[top];
  std::uint32_t step = 1;
  const auto last = static_cast<std::uint32_t>(ranges_.size() - 1);
  while (low + step <= last && ranges_[low + step].min <= point) {
    low += step;
    step *= 2;
  }
  for (; step > 0; step /= 2) {
    if (low + step <= last && ranges_[low + step].min <= point) {
      low += step;
    }
  }
  return low;
}

PartitionSpan PartitionMap::span(const KeyRange& range) const noexcept {
  const std::uint32_t first = locate(range.min);
  std::uint32_t last = locate(range.max);
  if (last > first && ranges_[last].min == range.max) {
    --last;
  }
  return {first, last};
}

}  // namespace cosmos
