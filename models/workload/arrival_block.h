#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/rng.h"

namespace cosmos {

// When a stream's operations of one second arrive, by number. Numbers are not in time order. What was filled once is
// filled again without allocating, unless there is more than ever before.
class ArrivalBlock {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // Nanosecond of the second at which number i arrives, 0 to 999,999,999. Requires i < size().
  [[nodiscard]] std::uint32_t nanosecond(std::size_t i) const noexcept {
    return listed_.empty() ? drawn(i) : listed_[i];
  }

  // What a trace says of each operation, by number; empty where it says nothing.
  std::vector<std::uint32_t> row;                  // of a trace of counts: the row that holds its values
  std::vector<std::vector<std::uint32_t>> values;  // of single events, by column: index of a given value or of a member
  std::vector<std::int64_t> payload;               // bytes
  std::vector<std::int64_t> milli_ru;              // charge

  void clear();
  // `n` arrivals evenly at random, whose instants are the words of `instants`. Requires an empty block.
  void draw(std::size_t n, const sim::Draws& instants) noexcept {
    size_ = n;
    instant_ = instants;
  }
  // One more arrival, at a nanosecond of the second. Not after draw().
  void add(std::uint32_t nanosecond) {
    listed_.push_back(nanosecond);
    size_ = listed_.size();
  }
  // Keeps the first `n` in time (of those at one instant the lower numbers), each still at its place among those kept.
  void keep_earliest(std::size_t n);
  // Drops number i with probability `share`, by word i of `words`; the others move up.
  void thin_out(double share, const sim::Draws& words);
  // Keeps number i if the upper half of word i of `words` lies in [from, to); the others move up.
  void keep_part(std::uint64_t from, std::uint64_t to, const sim::Draws& words);
  // Keeps these numbers, which ascend; the others move up.
  void keep_only(const std::vector<std::uint32_t>& numbers) {
    kept_ = numbers;
    keep();
  }

 private:
  void keep();  // the numbers in kept_, which ascend
  [[nodiscard]] std::uint32_t drawn(std::size_t i) const noexcept {
    return static_cast<std::uint32_t>(sim::scale_bits(instant_.bits(i), 1'000'000'000));
  }

  std::size_t size_ = 0;
  std::vector<std::uint32_t> listed_;  // nanoseconds; empty where they are drawn on demand
  sim::Draws instant_{sim::Seed{}, 0, 0, 0};
  std::vector<std::uint32_t> kept_;  // while some are dropped
};

}  // namespace cosmos
