#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/alias_table.h"
#include "sim/core/histogram.h"
#include "sim/core/quantile_table.h"

namespace sim {

// A distribution as the histogram sees it: a word draws the bucket first and the place inside the bucket, evenly,
// second. What is only counted needs the bucket alone, which costs a third of a value.
class BucketSampler {
 public:
  // The distribution of the table's values plus `shift`. Buckets get the probability that the table gives them, to
  // 2^-32 of one over their number.
  BucketSampler(const QuantileTable& values, std::int64_t shift);

  // Histogram bucket of the value that this word draws.
  [[nodiscard]] std::size_t bucket(std::uint64_t bits) const noexcept { return first_ + alias_.draw(bits); }
  // The same, counted from the first bucket that is ever drawn; below size().
  [[nodiscard]] std::size_t position(std::uint64_t bits) const noexcept { return alias_.draw(bits); }
  [[nodiscard]] std::size_t first() const noexcept { return first_; }
  [[nodiscard]] std::size_t size() const noexcept { return alias_.size(); }
  // The value itself. The word's lowest 16 bits, which the alias table leaves over, place it inside its bucket.
  [[nodiscard]] std::int64_t draw(std::uint64_t bits) const noexcept { return value(rank(bits)); }

  // draw() in two steps: a greater rank never gives a lesser value, so the greatest of many values is that of the
  // greatest rank.
  [[nodiscard]] std::uint64_t rank(std::uint64_t bits) const noexcept {
    return (std::uint64_t{bucket(bits)} << 16U) | (bits & 0xFFFFU);
  }
  [[nodiscard]] static std::int64_t value(std::uint64_t rank) noexcept {
    const std::size_t at = rank >> 16U;
    const std::int64_t low = Histogram::lower_edge(at);
    const std::int64_t width = Histogram::lower_edge(at + 1) - low;
    return low + static_cast<std::int64_t>(scale_16(rank & 0xFFFFU, static_cast<std::uint64_t>(width)));
  }

 private:
  static std::uint64_t scale_16(std::uint64_t part, std::uint64_t width) noexcept { return (part * width) >> 16U; }

  struct Buckets {
    std::size_t first = 0;
    std::vector<double> probability;  // of each bucket from the first that has any
  };
  static Buckets buckets_of(const QuantileTable& values, std::int64_t shift);
  explicit BucketSampler(const Buckets& buckets) : first_(buckets.first), alias_(buckets.probability) {}

  std::size_t first_;
  AliasTable alias_;
};

}  // namespace sim
