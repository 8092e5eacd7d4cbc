#pragma once

#include <span>

namespace sim {

// Kahan's sum: right to two roundings for terms that are not negative, in the order given.
[[nodiscard]] inline double careful_sum(std::span<const double> terms) noexcept {
  double sum = 0.0;
  double missing = 0.0;
  for (const double term : terms) {
    const double corrected = term - missing;
    const double next = sum + corrected;
    missing = (next - sum) - corrected;
    sum = next;
  }
  return sum;
}

}  // namespace sim
