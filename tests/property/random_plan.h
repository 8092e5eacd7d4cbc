#pragma once

#include <cstdint>

#include "models/world/run_plan.h"

namespace cosmos::testing {

// A random valid plan of one container and 1 to 4 streams, a pure function of the seed: some throttle heavily and
// others not at all. Bins are of one second. Every stream has a charge that is the same for all its visits.
[[nodiscard]] RunPlan random_plan(std::uint64_t seed);

// Charge of every request of a stream of such a plan.
[[nodiscard]] Ru charge_of(const Stream& stream);

}  // namespace cosmos::testing
