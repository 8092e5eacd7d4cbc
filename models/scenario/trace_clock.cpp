#include "models/scenario/trace_clock.h"

#include <algorithm>
#include <cmath>

#include "sim/core/wide.h"

namespace cosmos {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kFirstOfCalendar = 100'000'000 * kNanoseconds;  // 1973-03-03T09:46:40Z
constexpr std::int64_t kFarthest = 4'000'000'000 * kNanoseconds;

std::int64_t scaled(std::int64_t nanoseconds, std::int64_t speed_micro) {
  const sim::Int128 exact = sim::Int128{nanoseconds} * 1'000'000;
  const sim::Int128 floor = exact / speed_micro - (exact % speed_micro < 0 ? 1 : 0);
  return static_cast<std::int64_t>(std::clamp<sim::Int128>(floor, -kFarthest, kFarthest));
}

}  // namespace

TraceClock::TraceClock(std::int64_t run_start_unix_seconds, std::int64_t stream_start_second, double speed)
    : run_start_(run_start_unix_seconds * kNanoseconds),
      stream_start_(stream_start_second * kNanoseconds),
      speed_micro_(std::llround(speed * 1e6)) {}

std::int64_t TraceClock::run_time(const sim::Timestamp& time) {
  if (!counts_from_stream_) {
    counts_from_stream_ = time.is_number && time.nanoseconds < kFirstOfCalendar;
  }
  const bool from_stream = *counts_from_stream_ && time.is_number;
  return from_stream ? stream_start_ + scaled(time.nanoseconds, speed_micro_)
                     : scaled(time.nanoseconds - run_start_, speed_micro_);
}

std::int64_t TraceClock::run_length(std::int64_t nanoseconds) const { return scaled(nanoseconds, speed_micro_); }

}  // namespace cosmos
