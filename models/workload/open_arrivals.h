#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/workload/arrival_block.h"
#include "models/workload/placed_operations.h"
#include "models/workload/stream.h"
#include "sim/core/poisson.h"
#include "sim/core/rng.h"
#include "sim/core/wide.h"

// Arrivals that do not wait for answers, by a rate or in bursts. Each generator adds the arrivals of one second of the
// run to an empty block; seconds are asked for in ascending order, none before the stream's start. What comes out is a
// function of (seed, stream, second).
namespace cosmos {

// What generators know of their stream.
struct ArrivalOrigin {
  sim::Seed seed;
  std::uint64_t stream_id = 0;
  std::int64_t start_second = 0;
};

// A Poisson number of arrivals at random instants.
class PoissonArrivals {
 public:
  PoissonArrivals(const OpenLoop& loop, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  ArrivalOrigin origin_;
  double per_second_;
  std::shared_ptr<const RateShape> shape_;
  std::optional<sim::PoissonTable> count_;  // where the rate never moves
};

// Arrival k comes k x gap after the stream's start, gap = per x 10^6 / micro, to the nanosecond below.
class EvenArrivals {
 public:
  EvenArrivals(const OpenLoop& loop, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  ArrivalOrigin origin_;
  ArrivalRate rate_;
};

// Arrival k comes where the integral of the rate since the stream's start reaches k, to the nanosecond below; the rate
// is constant within a second and kept to 2^-40 of an event.
class ShapedEvenArrivals {
 public:
  ShapedEvenArrivals(const OpenLoop& loop, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  double per_second_;
  std::shared_ptr<const RateShape> shape_;
  std::int64_t next_second_;
  sim::Int128 until_next_ = 0;  // of the integral, from the start of next_second_ on; 2^-40 events
};

// Bursts; a burst's operations lie evenly at random in it, or with equal gaps, the first at its beginning.
class BurstArrivals {
 public:
  BurstArrivals(const Bursts& bursts, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  void place(std::int64_t burst, std::int64_t begin);

  ArrivalOrigin origin_;
  Bursts bursts_;
  std::int64_t next_burst_ = 0;
  PlacedOperations placed_;
};

}  // namespace cosmos
