#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sim::testing {

// How far counts lie from what probabilities make of their sum: the chi-square statistic's distance from its mean in
// standard deviations. Ranks are taken together, in order, until at least 20 are expected. Above 5 by chance less than
// once in 100,000 times.
[[nodiscard]] inline double chi_square_deviations(std::span<const std::int64_t> counts,
                                                  std::span<const double> probabilities) {
  double draws = 0.0;
  double total = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    draws += static_cast<double>(counts[i]);
    total += probabilities[i];
  }
  double statistic = 0.0;
  double cells = 0.0;
  double expected = 0.0;
  double found = 0.0;
  double left = draws;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    expected += draws * probabilities[i] / total;
    found += static_cast<double>(counts[i]);
    left -= draws * probabilities[i] / total;
    if ((expected >= 20.0 && left >= 20.0) || i + 1 == counts.size()) {
      statistic += (found - expected) * (found - expected) / expected;
      cells += 1.0;
      expected = found = 0.0;
    }
  }
  const double freedom = std::fmax(cells - 1.0, 1.0);
  return (statistic - freedom) / std::sqrt(2.0 * freedom);
}

}  // namespace sim::testing
