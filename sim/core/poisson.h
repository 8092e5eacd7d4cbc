#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sim {

// The number of events of a Poisson process, by inversion. Memory about 250 sqrt(mean) + 1 KiB.
class PoissonTable {
 public:
  static constexpr double kMaxMean = 1e7;
  // 0 <= mean <= kMaxMean. Mean 0 always draws 0. Numbers less likely than 2^-64 are left out.
  explicit PoissonTable(double mean);

  [[nodiscard]] double mean() const noexcept { return mean_; }
  [[nodiscard]] std::int64_t draw(std::uint64_t bits) const noexcept {
    std::size_t k = guide_[bits >> guide_shift_];
    while (bits > last_[k]) ++k;
    return first_ + static_cast<std::int64_t>(k);
  }

 private:
  void build_guide();

  double mean_;
  std::int64_t first_ = 0;            // the number that last_[0] stands for
  std::vector<std::uint64_t> last_;   // the greatest word that draws first_ + k
  std::vector<std::uint32_t> guide_;  // by the top bits of a word: the least k it can draw
  unsigned guide_shift_ = 63;
};

// A Poisson number whose mean is met only once, without a table. Means below 16: by inversion, exact, O(mean).
// Above: Giles, "Algorithm 955", ACM TOMS 42 (2016), the normal quantile corrected to second order: the
// distribution function is right to about 0.01 / mean. Requires 0 <= mean <= 1e15.
[[nodiscard]] std::int64_t draw_poisson(double mean, std::uint64_t bits) noexcept;

}  // namespace sim
