#include "models/workload/count_replay.h"

#include <span>
#include <utility>

namespace cosmos {
namespace {

constexpr std::uint64_t kInstantPurpose = sim::purpose_id("instant");
constexpr std::uint64_t kSecondPurpose = sim::purpose_id("second of the interval");
constexpr std::uint64_t kOffsetPurpose = sim::purpose_id("instant in the interval");
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// Sizes and charges of the operations whose rows are in the block.
void say_more(const TraceRows& trace, ArrivalBlock& block) {
  if (!trace.payload.empty()) {
    for (const std::uint32_t row : block.row) {
      block.payload.push_back(trace.payload[row]);
    }
  }
  if (!trace.milli_ru.empty()) {
    for (const std::uint32_t row : block.row) {
      block.milli_ru.push_back(trace.milli_ru[row]);
    }
  }
}

}  // namespace

WideReplay::WideReplay(std::shared_ptr<const TraceReplay> trace, const ArrivalOrigin& origin)
    : origin_(origin), trace_(std::move(trace)) {}

void WideReplay::generate(std::int64_t second, ArrivalBlock& block) {
  const std::int64_t interval = (second - origin_.start_second) / trace_->interval_seconds;
  if (interval >= static_cast<std::int64_t>(trace_->intervals())) {
    return;
  }
  if (interval != placed_interval_) {
    placed_interval_ = interval;
    place(interval);
  }
  placed_.take(second, true, block);
  say_more(*trace_, block);
}

void WideReplay::place(std::int64_t interval) {
  const std::int64_t first_second = origin_.start_second + interval * trace_->interval_seconds;
  const sim::Draws second(origin_.seed, origin_.stream_id, interval, kSecondPurpose);
  const sim::Draws instant(origin_.seed, origin_.stream_id, interval, kInstantPurpose);
  const auto seconds = static_cast<std::uint64_t>(trace_->interval_seconds);
  const std::span counts(&trace_->counts[static_cast<std::size_t>(interval) * trace_->rows], trace_->rows);
  placed_.place(counts, 0, first_second, trace_->interval_seconds, [&](std::size_t i) {
    return PlacedOperations::Place{first_second + static_cast<std::int64_t>(sim::scale_bits(second.bits(i), seconds)),
                                   static_cast<std::uint32_t>(sim::scale_bits(instant.bits(i), kNanoseconds))};
  });
}

LongReplay::LongReplay(std::shared_ptr<const LongTrace> trace, const ArrivalOrigin& origin)
    : origin_(origin), trace_(std::move(trace)) {}

void LongReplay::generate(std::int64_t second, ArrivalBlock& block) {
  const std::int64_t from = second * kNanoseconds;
  const std::vector<std::int64_t>& begin = trace_->begin;
  while (next_row_ < trace_->rows && begin[next_row_] < from + kNanoseconds) {
    const std::size_t first = next_row_;
    while (next_row_ < trace_->rows && begin[next_row_] == begin[first]) {
      ++next_row_;
    }
    if (begin[first] + trace_->interval > from) {
      place(first, next_row_);
    }
    ++interval_number_;
  }
  placed_.take(second, true, block);
  say_more(*trace_, block);
}

void LongReplay::place(std::size_t first_row, std::size_t end_row) {
  const std::int64_t begin = trace_->begin[first_row];
  const std::int64_t first_second = floor_div(begin, kNanoseconds);
  const std::int64_t last_second = floor_div(begin + trace_->interval - 1, kNanoseconds);
  const sim::Draws offset(origin_.seed, origin_.stream_id, interval_number_, kOffsetPurpose);
  const std::span counts(&trace_->counts[first_row], end_row - first_row);
  placed_.place(counts, static_cast<std::uint32_t>(first_row), first_second, last_second - first_second + 1,
                [&](std::size_t i) {
                  const std::int64_t at = begin + static_cast<std::int64_t>(sim::scale_bits(
                                                      offset.bits(i), static_cast<std::uint64_t>(trace_->interval)));
                  const std::int64_t at_second = floor_div(at, kNanoseconds);
                  return PlacedOperations::Place{at_second, static_cast<std::uint32_t>(at - at_second * kNanoseconds)};
                });
}

}  // namespace cosmos
