#include "sim/core/zipf_ranks.h"

#include <algorithm>

#include "sim/core/check.h"
#include "sim/core/elementary.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr unsigned kFirstOctave = 10;  // counted from 1, the ranks below 2^10 are cells of their own
constexpr std::uint64_t kCellsOfOctave = 256;

std::vector<std::uint64_t> first_ranks(std::uint64_t n) {
  SIM_CHECK(n >= 1 && n <= std::uint64_t{1} << 62);
  constexpr std::uint64_t kSingles = (std::uint64_t{1} << kFirstOctave) - 1;
  std::vector<std::uint64_t> first;
  for (std::uint64_t rank = 0; rank < std::min(n, kSingles); ++rank) {
    first.push_back(rank);
  }
  for (unsigned octave = kFirstOctave; (std::uint64_t{1} << octave) - 1 < n; ++octave) {
    const std::uint64_t width = (std::uint64_t{1} << octave) / kCellsOfOctave;
    for (std::uint64_t cell = 0; cell < kCellsOfOctave; ++cell) {
      const std::uint64_t rank = (std::uint64_t{1} << octave) - 1 + cell * width;
      if (rank < n) {
        first.push_back(rank);
      }
    }
  }
  first.push_back(n);
  return first;
}

// Simpson's rule: over a 256th of an octave it errs by less than 1e-10 of the integral.
double cell_weight(double theta, std::uint64_t from, std::uint64_t to) {
  const auto density = [theta](double x) { return elementary::pow(x, -theta); };
  if (to - from == 1) {
    return density(static_cast<double>(to));
  }
  const double low = static_cast<double>(from) + 0.5;
  const double high = static_cast<double>(to) + 0.5;
  return (high - low) / 6.0 * (density(low) + 4.0 * density(0.5 * (low + high)) + density(high));
}

std::vector<double> cell_weights(double theta, const std::vector<std::uint64_t>& first) {
  std::vector<double> weights;
  for (std::size_t cell = 0; cell + 1 < first.size(); ++cell) {
    weights.push_back(cell_weight(theta, first[cell], first[cell + 1]));
  }
  return weights;
}

}  // namespace

ZipfRanks::ZipfRanks(double theta, std::uint64_t n)
    : n_(n), first_(first_ranks(n)), cells_(cell_weights(theta, first_)) {}

std::uint64_t ZipfRanks::draw(std::uint64_t cell_bits, std::uint64_t rank_bits) const noexcept {
  const std::uint32_t cell = cells_.draw(cell_bits);
  return first_[cell] + scale_bits(rank_bits, first_[cell + 1] - first_[cell]);
}

}  // namespace sim
