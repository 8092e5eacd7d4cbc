#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/core/wide.h"

namespace sim {

// Durations (ns), sizes (bytes) or counts from any distribution that is given by its quantile function, by
// inversion. The function is kept at 128 points for every halving of the distance to either end, down to 2^-46,
// and is linear between them; beyond (one draw in 7e13) the outermost points stand. A straight quantile function
// is exact, a smooth one right to about 1e-5 of itself, tails included.
class QuantileTable {
 public:
  static constexpr std::int64_t kMaxValue = (std::int64_t{1} << 52) - 1;

  // quantile(u) must not fall as u rises from 0 to 1; it is asked at 2^-46 <= u <= 1 - 2^-46 only. Values are
  // brought into [0, kMaxValue] and rounded down to a multiple of 2^-10, so that [0.5, 3.5) draws 1, 2 and 3 and
  // never 4; NaN is an error.
  explicit QuantileTable(const std::function<double(double)>& quantile);

  // The nearest whole number to the quantile at u = bits / 2^64.
  [[nodiscard]] std::int64_t draw(std::uint64_t bits) const noexcept {
    const auto upper = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63);  // all ones above 1/2
    const std::uint64_t tail = std::max(bits ^ upper, kLeastTail);  // distance to the nearer end, of 2^64
    const auto octave = static_cast<unsigned>(std::bit_width(tail)) - 1;
    const auto cell = (std::size_t{octave - kFirstOctave} << kCellBits) + ((tail >> (octave - kCellBits)) & kCellMask);
    const std::int64_t* const edge = &edges_[(upper & kSide) + cell];
    const std::uint64_t inside = tail << (64 + kCellBits - octave);
    return (edge[0] + multiply_high(edge[1] - edge[0], inside) + kHalf) >> kFractionBits;
  }

  // Calls piece(probability, low, high) for each stretch between two points, lower side first, then the upper side
  // from its end: values are even between low and high (at the outermost points they are equal).
  template <class Piece>
  void for_each_piece(Piece piece) const {
    for (const std::size_t side : {std::size_t{0}, kSide}) {
      piece(0x1p-46, value_at(side), value_at(side));
      for (std::size_t i = 0; i < kCells; ++i) {
        const double a = value_at(side + i);
        const double b = value_at(side + i + 1);
        piece(tail_at(i + 1) - tail_at(i), std::min(a, b), std::max(a, b));
      }
    }
  }

  // The mean of what is drawn, before rounding.
  [[nodiscard]] double mean() const noexcept;

 private:
  static constexpr unsigned kCellBits = 7;
  static constexpr std::uint64_t kCellMask = (1U << kCellBits) - 1;
  static constexpr unsigned kFirstOctave = 18;
  static constexpr std::uint64_t kLeastTail = std::uint64_t{1} << kFirstOctave;
  static constexpr std::size_t kCells = (63 - kFirstOctave) << kCellBits;  // a side
  static constexpr std::size_t kSide = kCells + 1;
  static constexpr unsigned kFractionBits = 10;
  static constexpr std::int64_t kHalf = 1 << (kFractionBits - 1);

  static std::int64_t multiply_high(std::int64_t a, std::uint64_t b) noexcept {
    return static_cast<std::int64_t>((static_cast<Int128>(a) * static_cast<Int128>(b)) >> 64);
  }
  static double tail_at(std::size_t edge) noexcept;
  [[nodiscard]] double value_at(std::size_t edge) const noexcept {
    return static_cast<double>(edges_[edge]) / static_cast<double>(1U << kFractionBits);
  }

  std::vector<std::int64_t> edges_;  // from the lower end to the middle, then from the upper end to the middle
};

}  // namespace sim
