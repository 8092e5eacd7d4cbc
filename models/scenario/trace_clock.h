#pragma once

#include <cstdint>
#include <optional>

#include "sim/text/timestamp.h"

namespace cosmos {

// Turns a trace's times into those of the run. Dates, and numbers that are seconds since 1970, count from the run's
// start on the calendar; a file whose first time is a number below 100,000,000 (it would be before March 1973) counts
// seconds from the stream's start.
class TraceClock {
 public:
  // `speed` 0.001 or more: a trace's second lasts 1 / speed seconds of the run, to the microsecond of a second.
  TraceClock(std::int64_t run_start_unix_seconds, std::int64_t stream_start_second, double speed);

  // Nanoseconds from the run's start; negative before it, and cut at 126 years on either side.
  [[nodiscard]] std::int64_t run_time(const sim::Timestamp& time);
  // How long a length of the trace's time is in the run, ns.
  [[nodiscard]] std::int64_t run_length(std::int64_t nanoseconds) const;

 private:
  std::int64_t run_start_;     // ns since 1970
  std::int64_t stream_start_;  // ns from the run's start
  std::int64_t speed_micro_;
  std::optional<bool> counts_from_stream_;
};

}  // namespace cosmos
