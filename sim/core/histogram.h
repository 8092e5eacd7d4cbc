#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/core/check.h"
#include "sim/core/wide.h"

// Log-linear counts of non-negative whole numbers (nanoseconds): values below 128 have a bucket each, and
// every further power of two is cut into 64 equal buckets. A bucket is at most 1/64 of its lower edge wide,
// so its middle is within 1/128 of every value in it. Values of 2^52 (52 days) and above count as 2^52 - 1.
// Fixed size (24 KiB), mergeable; merging and adding commute, so threads cannot change it.
namespace sim {

class Histogram {
 public:
  static constexpr std::int64_t kMaxValue = (std::int64_t{1} << 52) - 1;
  [[nodiscard]] static constexpr std::size_t bucket_count() noexcept { return kBuckets; }

  // The bucket of a value. Requires 0 <= value <= kMaxValue.
  [[nodiscard]] static constexpr std::size_t bucket_of(std::int64_t value) noexcept {
    const auto v = static_cast<std::uint64_t>(value);
    const auto shift = static_cast<unsigned>(std::bit_width(v | 64U)) - 7U;
    return (std::size_t{shift} << 6U) + static_cast<std::size_t>(v >> shift);
  }
  // Bucket i holds [lower_edge(i), lower_edge(i + 1)); i may be bucket_count(), which gives 2^52.
  [[nodiscard]] static constexpr std::int64_t lower_edge(std::size_t i) noexcept {
    if (i < 128) return static_cast<std::int64_t>(i);
    const std::size_t shift = (i >> 6U) - 1;
    return static_cast<std::int64_t>((64U + (i & 63U)) << shift);
  }
  // The whole number in the middle of bucket i (rounded down): what a value counted by bucket stands for.
  [[nodiscard]] static constexpr std::int64_t middle(std::size_t i) noexcept {
    return lower_edge(i) + (lower_edge(i + 1) - lower_edge(i) - 1) / 2;
  }

  // Counts a value `times` over. Negative values count as 0.
  void add(std::int64_t value, std::int64_t times = 1) noexcept {
    const std::int64_t v = std::clamp(value, std::int64_t{0}, kMaxValue);
    counts_[bucket_of(v)] += times;
    sum_ += static_cast<Uint128>(v) * static_cast<Uint128>(times);
    min_ = std::min(min_, v);
    max_ = std::max(max_, v);
  }
  // Counts `times` values of which only the bucket is known, as its middle.
  void add_bucket(std::size_t i, std::int64_t times) noexcept {
    if (times > 0) add(middle(i), times);
  }

  void merge(const Histogram& other) noexcept {
    for (std::size_t i = 0; i < kBuckets; ++i) counts_[i] += other.counts_[i];
    sum_ += other.sum_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
  }
  // What was counted since `earlier`, an older copy of this histogram. min and max become bounds: the exact
  // ones of the whole where they fit, otherwise the edges of the outermost buckets that are left.
  void subtract(const Histogram& earlier) noexcept;
  void clear() noexcept { *this = Histogram(); }

  [[nodiscard]] std::int64_t count(std::size_t bucket) const noexcept { return counts_[bucket]; }
  [[nodiscard]] std::int64_t count() const noexcept {
    std::int64_t n = 0;
    for (const std::int64_t c : counts_) n += c;
    return n;
  }
  [[nodiscard]] bool empty() const noexcept { return max_ < min_; }

  // Exact for values given to add(), to one rounding; NaN if empty.
  [[nodiscard]] double mean() const noexcept {
    return empty() ? kNaN : static_cast<double>(sum_) / static_cast<double>(count());
  }
  // The least and greatest value; NaN if empty.
  [[nodiscard]] double min() const noexcept { return empty() ? kNaN : static_cast<double>(min_); }
  [[nodiscard]] double max() const noexcept { return empty() ? kNaN : static_cast<double>(max_); }

  // The value of rank ceil(q n), at least 1, of n in ascending order. The k-th of the c values of a bucket is
  // taken to lie at (k - 1/2) / c of its width, then brought into [min, max]. NaN if empty. 0 <= q <= 1.
  [[nodiscard]] double quantile(double q) const noexcept;

 private:
  static constexpr std::size_t kBuckets = (52 - 7) * 64 + 128;
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

  std::array<std::int64_t, kBuckets> counts_{};
  Uint128 sum_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_ = -1;
};

inline void Histogram::subtract(const Histogram& earlier) noexcept {
  std::size_t first = kBuckets;
  std::size_t last = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    SIM_DCHECK(counts_[i] >= earlier.counts_[i]);
    counts_[i] -= earlier.counts_[i];
    if (counts_[i] == 0) continue;
    first = std::min(first, i);
    last = i;
  }
  if (first == kBuckets) {
    clear();
    return;
  }
  sum_ -= earlier.sum_;
  min_ = std::max(min_, lower_edge(first));
  max_ = std::min(max_, lower_edge(last + 1) - 1);
}

inline double Histogram::quantile(double q) const noexcept {
  if (empty()) return kNaN;
  const std::int64_t n = count();
  // q n may come out a hair above the whole number that was meant, as 0.07 * 100 does.
  const double exact = q * static_cast<double>(n) * (1.0 - 0x1p-51);
  std::int64_t rank = std::clamp(static_cast<std::int64_t>(std::ceil(exact)), std::int64_t{1}, n);
  std::size_t i = 0;
  while (rank > counts_[i]) rank -= counts_[i++];
  const auto low = static_cast<double>(lower_edge(i));
  const auto width = static_cast<double>(lower_edge(i + 1)) - low;
  const double inside =
      width == 1.0 ? 0.0 : width * (static_cast<double>(rank) - 0.5) / static_cast<double>(counts_[i]);
  return std::clamp(low + inside, min(), max());
}

}  // namespace sim
