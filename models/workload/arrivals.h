#pragma once

#include <cstdint>
#include <variant>

#include "models/workload/arrival_block.h"
#include "models/workload/count_replay.h"
#include "models/workload/event_replay.h"
#include "models/workload/open_arrivals.h"
#include "models/workload/stream.h"
#include "sim/core/rng.h"

namespace cosmos {

// Arrivals of an open loop or a trace, without those that a cache answers. The numbers of a second depend on (seed,
// stream, second) alone; seconds are asked for in ascending order.
class ArrivalSource {
 public:
  ArrivalSource(const Stream& stream, sim::Seed seed, std::uint64_t stream_id);

  // Replaces `block` by the arrivals of a second of the run.
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  using Generator = std::variant<PoissonArrivals, EvenArrivals, ShapedEvenArrivals, BurstArrivals, WideReplay,
                                 LongReplay, EventReplay>;
  [[nodiscard]] static Generator generator(const Stream& stream, const ArrivalOrigin& origin);

  const Stream& stream_;
  sim::Seed seed_;
  std::uint64_t stream_id_;
  std::uint64_t origin_id_;  // whose draws its arrivals are
  Generator generator_;
  std::int64_t issued_ = 0;  // by all of a mix, those that a cache answers included; for the stream's limit
};

}  // namespace cosmos
