#include "models/partition/partition_set.h"

#include <algorithm>
#include <utility>

namespace cosmos {
namespace {

// Equal parts of a hash range differ by a remainder that no share of keys shows.
constexpr double kAsWide = 1.0 + 1e-9;

}  // namespace

PartitionSet::PartitionSet(std::span<const KeyPoint> boundaries) : next_id_(0) {
  for (const KeyRange& range : ranges_between(boundaries)) {
    ranges_.push_back({next_id_++, range, {}});
  }
}

std::vector<KeyPoint> PartitionSet::boundaries() const {
  std::vector<KeyPoint> inner;
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    inner.push_back(ranges_[i].range.min);
  }
  return inner;
}

std::size_t PartitionSet::scale_out(std::size_t target, KeyHashing hashing, std::size_t levels) {
  const auto before = [](const auto& a, const auto& b) {
    if (a.first > b.first * kAsWide || b.first > a.first * kAsWide) {
      return a.first > b.first;
    }
    return a.second->id < b.second->id;
  };
  std::size_t splits = 0;
  while (ranges_.size() < target) {
    std::vector<std::pair<double, const PartitionRange*>> order;
    for (const PartitionRange& candidate : ranges_) {
      order.emplace_back(candidate.range.width(), &candidate);
    }
    const auto widest = std::min_element(order.begin(), order.end(), before);
    const auto at = ranges_.begin() + (widest - order.begin());
    const auto cut = splitting_point(at->range, hashing, levels);
    if (!cut) {
      break;
    }
    PartitionRange left = *at;
    left.parents.push_back(at->id);
    PartitionRange right = left;
    left.range.max = right.range.min = *cut;
    left.id = next_id_++;
    right.id = next_id_++;
    *at = std::move(left);
    ranges_.insert(at + 1, std::move(right));
    ++splits;
  }
  return splits;
}

}  // namespace cosmos
