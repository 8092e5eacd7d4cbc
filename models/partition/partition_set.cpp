#include "models/partition/partition_set.h"

#include <algorithm>
#include <utility>

#include "sim/core/check.h"

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

PartitionSet::PartitionSet(std::vector<PartitionRange> ranges) : ranges_(std::move(ranges)), next_id_(0) {
  for (const PartitionRange& one : ranges_) {
    next_id_ = std::max(next_id_, one.id + 1);
  }
}

std::vector<KeyPoint> PartitionSet::boundaries() const {
  std::vector<KeyPoint> inner;
  for (std::size_t i = 1; i < ranges_.size(); ++i) {
    inner.push_back(ranges_[i].range.min);
  }
  return inner;
}

std::optional<PartitionSet::Cut> PartitionSet::next_cut(KeyHashing hashing, std::size_t levels,
                                                        std::int64_t below) const {
  const auto before = [](const auto& a, const auto& b) {
    if (a.first > b.first * kAsWide || b.first > a.first * kAsWide) {
      return a.first > b.first;
    }
    return a.second->id < b.second->id;
  };
  std::vector<std::pair<double, const PartitionRange*>> order;
  for (const PartitionRange& candidate : ranges_) {
    if (candidate.id < below) {
      order.emplace_back(candidate.range.width(), &candidate);
    }
  }
  if (order.empty()) {
    return std::nullopt;
  }
  const auto at =
      static_cast<std::size_t>(std::min_element(order.begin(), order.end(), before)->second - ranges_.data());
  const auto point = splitting_point(ranges_[at].range, hashing, levels);
  return point ? std::optional(Cut{at, *point}) : std::nullopt;
}

std::size_t PartitionSet::scale_out(std::size_t target, KeyHashing hashing, std::size_t levels) {
  std::size_t splits = 0;
  while (ranges_.size() < target) {
    const auto cut = next_cut(hashing, levels);
    if (!cut) {
      break;
    }
    split(*cut);
    ++splits;
  }
  return splits;
}

void PartitionSet::split(const Cut& cut) {
  const auto at = ranges_.begin() + static_cast<std::ptrdiff_t>(cut.at);
  SIM_CHECK(at->range.has_inside(cut.point));
  PartitionRange left = *at;
  left.parents.push_back(at->id);
  PartitionRange right = left;
  left.range.max = right.range.min = cut.point;
  left.id = next_id_++;
  right.id = next_id_++;
  *at = std::move(left);
  ranges_.insert(at + 1, std::move(right));
}

// The ancestries of all, oldest first; an ancestor that several share stands once.
void PartitionSet::merge(std::size_t first, std::size_t count) {
  SIM_CHECK(count > 1 && first + count <= ranges_.size());
  const auto begin = ranges_.begin() + static_cast<std::ptrdiff_t>(first);
  PartitionRange joined = *begin;
  joined.range.max = (begin + static_cast<std::ptrdiff_t>(count) - 1)->range.max;
  joined.parents.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const PartitionRange& one = ranges_[first + i];
    joined.parents.insert(joined.parents.end(), one.parents.begin(), one.parents.end());
    joined.parents.push_back(one.id);
  }
  std::sort(joined.parents.begin(), joined.parents.end());
  joined.parents.erase(std::unique(joined.parents.begin(), joined.parents.end()), joined.parents.end());
  joined.id = next_id_++;
  *begin = std::move(joined);
  ranges_.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(count));
}

}  // namespace cosmos
