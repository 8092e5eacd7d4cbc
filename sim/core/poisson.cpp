#include "sim/core/poisson.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/core/careful_sum.h"
#include "sim/core/check.h"
#include "sim/core/elementary.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

// The probabilities around the mode, relative to it, as far as a share of 2^-64 can lie.
struct Bell {
  std::int64_t first;  // the number that relative[0] is for
  std::size_t mode_at;
  std::vector<double> relative;
};

// Outwards from the mode by p(k + 1) = p(k) mean / (k + 1).
Bell bell(double mean) {
  constexpr double kNegligible = 0x1p-64;
  const auto mode = static_cast<std::int64_t>(mean);
  std::vector<double> below;
  std::int64_t k = mode;
  for (double p = static_cast<double>(k) / mean; k > 0 && p >= kNegligible; p *= static_cast<double>(k) / mean) {
    below.push_back(p);
    --k;
  }
  std::vector<double> relative(below.rbegin(), below.rend());
  k = mode;
  for (double p = 1.0; p >= kNegligible; p *= mean / static_cast<double>(++k)) relative.push_back(p);
  return {mode - static_cast<std::int64_t>(below.size()), below.size(), std::move(relative)};
}

// The same as whole shares of 2^64 that add up to 2^64 (0 stands for 2^64 itself, of the certain number). They are
// first made a trace too small, so that roundings cannot pass 2^64; the mode takes the rest.
std::vector<std::uint64_t> shares_of_words(const Bell& bell) {
  const double scale = 0x1p64 * (1.0 - 0x1p-48) / careful_sum(bell.relative);
  std::vector<std::uint64_t> shares;
  std::uint64_t given = 0;
  for (const double p : bell.relative) {
    shares.push_back(static_cast<std::uint64_t>(p * scale));
    given += shares.back();
  }
  shares[bell.mode_at] += 0U - given;
  return shares;
}

}  // namespace

PoissonTable::PoissonTable(double mean) : mean_(mean) {
  SIM_CHECK(mean >= 0.0 && mean <= kMaxMean);
  const Bell shape = bell(mean);
  const std::vector<std::uint64_t> shares = shares_of_words(shape);
  first_ = shape.first;
  std::uint64_t end = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (shares[k] == 0 && k < shape.mode_at) ++first_;
    if (shares[k] == 0 && k != shape.mode_at) continue;
    end += shares[k];
    last_.push_back(end - 1);
  }
  build_guide();
}

void PoissonTable::build_guide() {
  const std::size_t slots = std::max<std::size_t>(2, std::bit_ceil(last_.size()));
  guide_shift_ = 64U - static_cast<unsigned>(std::bit_width(slots) - 1);
  guide_.resize(slots);
  std::uint32_t k = 0;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    while ((std::uint64_t{slot} << guide_shift_) > last_[k]) ++k;
    guide_[slot] = k;
  }
}

std::int64_t draw_poisson(double mean, std::uint64_t bits) noexcept {
  SIM_DCHECK(mean >= 0.0 && mean <= 1e15);
  constexpr double kSmall = 16.0;
  const double u = uniform_from_bits(bits);
  if (mean < kSmall) {
    double p = elementary::exp(-mean);
    double below = p;
    std::int64_t k = 0;
    for (; u >= below && p > 0x1p-60; below += p) p *= mean / static_cast<double>(++k);
    return k;
  }
  const double w = elementary::normal_quantile(u + 0x1p-54);
  const double root = std::sqrt(mean);
  const double quantile = mean + root * w + (1.0 / 3.0 + w * w / 6.0) - w * (1.0 / 36.0 + w * w / 72.0) / root;
  return std::max(std::int64_t{0}, static_cast<std::int64_t>(quantile));
}

}  // namespace sim
