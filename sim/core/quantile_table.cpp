#include "sim/core/quantile_table.h"

#include <algorithm>

#include "sim/core/check.h"

namespace sim {

// The distance to the nearer end, as a probability, that an edge of either side stands for. Exact, and so is
// 1 minus it: the finest step is 2^-46 / 128 = 2^-53.
double QuantileTable::tail_at(std::size_t edge) noexcept {
  const auto octave = static_cast<unsigned>(edge >> kCellBits);
  const double start = 0x1p-46 * static_cast<double>(std::uint64_t{1} << octave);
  return start * (1.0 + static_cast<double>(edge & kCellMask) / static_cast<double>(kCellMask + 1));
}

QuantileTable::QuantileTable(const std::function<double(double)>& quantile) : edges_(2 * kSide) {
  constexpr double kScale = 1U << kFractionBits;
  const auto fixed = [](double value) {
    SIM_CHECK(value == value);
    return static_cast<std::int64_t>(std::clamp(value, 0.0, static_cast<double>(kMaxValue)) * kScale);
  };
  for (std::size_t i = 0; i < kSide; ++i) {
    const double tail = tail_at(i);
    edges_[i] = fixed(quantile(tail));
    edges_[kSide + i] = fixed(quantile(1.0 - tail));
  }
}

double QuantileTable::mean() const noexcept {
  double sum = 0x1p-46 * (value_at(0) + value_at(kSide));
  for (std::size_t i = 0; i < kCells; ++i) {
    const double probability = tail_at(i + 1) - tail_at(i);
    sum += probability * 0.5 * (value_at(i) + value_at(i + 1) + value_at(kSide + i) + value_at(kSide + i + 1));
  }
  return sum;
}

}  // namespace sim
