#pragma once

#include <cstdint>

#include "models/workload/stream.h"

namespace cosmos {

// What a stream will ask for, before it is run.
struct ExpectedLoad {
  double operations = 0.0;      // expected at the service
  double busiest_second = 0.0;  // operations held at once: an upper bound of a second's, of an interval's where all of
                                // its operations are placed together
};

// Over the first `seconds` seconds of a run. Moving rates are sampled at some 10,000 seconds.
[[nodiscard]] ExpectedLoad expected_load(const Stream& stream, std::int64_t seconds);

}  // namespace cosmos
