#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/workload/stream.h"
#include "sim/core/poisson.h"
#include "sim/core/rng.h"

namespace cosmos {

// When a stream's operations arrive, a second at a time. Number i of a second is the i-th entry: its
// nanosecond inside the second and, for a trace, its row. Numbers are not in time order.
struct ArrivalBlock {
  std::vector<std::uint32_t> nanosecond;  // 0 to 999,999,999
  std::vector<std::uint32_t> row;         // empty unless a trace
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
