#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/workload/stream.h"
#include "sim/core/poisson.h"
#include "sim/core/rng.h"

namespace cosmos {

// When a stream's operations arrive, a second at a time. Numbers of a second are not in time order.
class ArrivalBlock {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // Nanosecond of the second at which number i arrives, 0 to 999,999,999. Requires i < size().
  [[nodiscard]] std::uint32_t nanosecond(std::size_t i) const noexcept {
    return listed_.empty() ? drawn(i) : listed_[i];
  }

  std::vector<std::uint32_t> row;  // of the trace, by number; empty unless a trace

 private:
  friend class ArrivalSource;

  void clear() {
    size_ = 0;
    listed_.clear();
    row.clear();
  }
  [[nodiscard]] std::uint32_t drawn(std::size_t i) const noexcept {
    return static_cast<std::uint32_t>(sim::scale_bits(instant_.bits(i), 1'000'000'000));
  }

  std::size_t size_ = 0;
  std::vector<std::uint32_t> listed_;  // nanoseconds; empty where they are drawn on demand
  sim::Draws instant_{sim::Seed{}, 0, 0, 0};
};

// Arrivals of an open loop or a trace. The numbers of a second depend on (seed, stream, second) alone;
// seconds are asked for in ascending order.
class ArrivalSource {
 public:
  ArrivalSource(const Stream& stream, sim::Seed seed, std::uint64_t stream_id);

  // Replaces `block` by the arrivals of a second of the run.
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  void poisson(std::int64_t second, ArrivalBlock& block);
  void even(std::int64_t second, ArrivalBlock& block) const;
  void replay(std::int64_t second, ArrivalBlock& block);
  static void keep_earliest(std::size_t n, ArrivalBlock& block);
  void place_interval(std::int64_t interval);

  const Stream& stream_;
  sim::Seed seed_;
  std::uint64_t stream_id_;
  const TraceReplay* trace_ = nullptr;
  std::optional<OpenLoop> open_;
  std::optional<sim::PoissonTable> count_;
  std::int64_t issued_ = 0;  // for the stream's limit

  std::int64_t placed_interval_ = -1;
  std::vector<std::uint32_t> interval_row_;  // operations of the interval, by second
  std::vector<std::uint32_t> interval_nanosecond_;
  std::vector<std::size_t> second_begin_;    // first operation of each second of the interval; one more at the end
  std::vector<std::size_t> next_in_second_;  // while an interval's operations are dealt out
};

}  // namespace cosmos
