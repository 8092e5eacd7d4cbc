#include "models/workload/arrival_block.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cosmos {

void ArrivalBlock::clear() {
  size_ = 0;
  listed_.clear();
  row.clear();
  for (std::vector<std::uint32_t>& column : values) {
    column.clear();
  }
  payload.clear();
  milli_ru.clear();
}

void ArrivalBlock::keep_earliest(std::size_t n) {
  kept_.resize(size_);
  std::iota(kept_.begin(), kept_.end(), 0U);
  const auto end = kept_.begin() + static_cast<std::ptrdiff_t>(n);
  std::nth_element(kept_.begin(), end, kept_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return std::pair(nanosecond(a), a) < std::pair(nanosecond(b), b);
  });
  kept_.erase(end, kept_.end());
  std::sort(kept_.begin(), kept_.end());
  keep();
}

void ArrivalBlock::thin_out(double share, const sim::Draws& words) {
  kept_.clear();
  for (std::uint32_t i = 0; i < size_; ++i) {
    if (words.uniform(i) >= share) {
      kept_.push_back(i);
    }
  }
  keep();
}

void ArrivalBlock::keep_part(std::uint64_t from, std::uint64_t to, const sim::Draws& words) {
  kept_.clear();
  for (std::uint32_t i = 0; i < size_; ++i) {
    const std::uint64_t word = words.bits(i) >> 32U;
    if (word >= from && word < to) {
      kept_.push_back(i);
    }
  }
  keep();
}

void ArrivalBlock::keep() {
  const std::size_t n = kept_.size();
  const bool are_drawn = listed_.empty();
  listed_.resize(are_drawn ? n : listed_.size());
  for (std::size_t k = 0; k < n; ++k) {
    listed_[k] = are_drawn ? drawn(kept_[k]) : listed_[kept_[k]];
  }
  listed_.resize(n);
  const auto keep_said = [&](auto& said) {
    if (said.empty()) {
      return;
    }
    for (std::size_t k = 0; k < n; ++k) {
      said[k] = said[kept_[k]];
    }
    said.resize(n);
  };
  keep_said(row);
  for (std::vector<std::uint32_t>& column : values) {
    keep_said(column);
  }
  keep_said(payload);
  keep_said(milli_ru);
  size_ = n;
}

}  // namespace cosmos
