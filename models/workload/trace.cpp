#include "models/workload/trace.h"

#include <cmath>

#include "sim/core/rng.h"

namespace cosmos {

void EventRows::clear() {
  at.clear();
  for (std::vector<std::uint32_t>& column : values) {
    column.clear();
  }
  payload.clear();
  milli_ru.clear();
}

std::uint32_t scaled_count(std::int64_t count, double volume, std::uint64_t row, std::int64_t column) {
  constexpr std::uint64_t kVolumePurpose = sim::purpose_id("fraction of a count");
  const double exact = static_cast<double>(count) * volume;
  const double whole = std::floor(exact);
  const sim::Draws draws(sim::Seed{0}, row, column, kVolumePurpose);
  return static_cast<std::uint32_t>(whole) + (draws.uniform(0) < exact - whole ? 1U : 0U);
}

}  // namespace cosmos
