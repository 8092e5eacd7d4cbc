#pragma once

#include <cstdint>

#include "sim/core/time.h"

namespace cosmos {

// An exact rate: `micro` millionths of an event in every `per`.
struct ArrivalRate {
  std::int64_t micro = 0;
  sim::Duration per = sim::Duration::seconds(1);

  [[nodiscard]] double per_second() const { return static_cast<double>(micro) / 1e6 / per.in_seconds(); }
};

}  // namespace cosmos
