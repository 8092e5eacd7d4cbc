#include "models/workload/arrivals.h"

#include <algorithm>
#include <utility>

#include "sim/core/wide.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kCountPurpose = sim::purpose_id("arrivals");
constexpr std::uint64_t kInstantPurpose = sim::purpose_id("instant");
constexpr std::uint64_t kSecondPurpose = sim::purpose_id("second of the interval");
constexpr std::uint64_t kNanoseconds = 1'000'000'000;

sim::Int128 ceil_div(sim::Int128 a, sim::Int128 b) { return (a + b - 1) / b; }

// A second busier than any before makes room for still busier ones: a vector that was cleared grows to just
// what it must hold, so every new record would allocate.
void make_room(std::vector<std::uint32_t>& items, std::size_t n) {
  if (n > items.capacity()) {
    items.reserve(2 * n);
  }
}

}  // namespace

ArrivalSource::ArrivalSource(const Stream& stream, sim::Seed seed, std::uint64_t stream_id)
    : stream_(stream), seed_(seed), stream_id_(stream_id) {
  if (const auto* open = std::get_if<OpenLoop>(&stream.arrivals)) {
    open_ = *open;
    if (open->spacing == Spacing::kPoisson) {
      count_.emplace(open->rate.per_second());
    }
  } else {
    trace_ = std::get<std::shared_ptr<const TraceReplay>>(stream.arrivals).get();
  }
}

void ArrivalSource::generate(std::int64_t second, ArrivalBlock& block) {
  block.clear();
  if (second < stream_.start_second || second >= stream_.stop_second || issued_ >= stream_.limit) {
    return;
  }
  if (trace_ != nullptr) {
    replay(second, block);
  } else if (count_) {
    poisson(second, block);
  } else {
    even(second, block);
  }
  const std::int64_t left = stream_.limit - issued_;
  if (static_cast<std::int64_t>(block.size()) > left) {
    keep_earliest(static_cast<std::size_t>(left), block);
  }
  issued_ += static_cast<std::int64_t>(block.size());
}

// The first `n` in time, each still at its place among those kept.
void ArrivalSource::keep_earliest(std::size_t n, ArrivalBlock& block) {
  std::vector<std::pair<std::uint32_t, std::size_t>> by_time;  // nanosecond, number
  for (std::size_t i = 0; i < block.size(); ++i) {
    by_time.emplace_back(block.nanosecond(i), i);
  }
  const auto end = by_time.begin() + static_cast<std::ptrdiff_t>(n);
  std::nth_element(by_time.begin(), end, by_time.end());
  by_time.erase(end, by_time.end());
  std::sort(by_time.begin(), by_time.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  block.listed_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    block.listed_[k] = by_time[k].first;
    if (!block.row.empty()) {
      block.row[k] = block.row[by_time[k].second];
    }
  }
  block.size_ = n;
  block.row.resize(std::min(block.row.size(), n));
}

void ArrivalSource::poisson(std::int64_t second, ArrivalBlock& block) {
  const sim::Draws count(seed_, stream_id_, second, kCountPurpose);
  block.size_ = static_cast<std::size_t>(count_->draw(count.bits(0)));
  block.instant_ = sim::Draws(seed_, stream_id_, second, kInstantPurpose);
}

void ArrivalSource::even(std::int64_t second, ArrivalBlock& block) const {
  // Arrival k comes floor(k x gap) after the stream's start, gap = per x 10^6 / micro nanoseconds.
  const sim::Int128 numerator = sim::Int128{open_->rate.per.count()} * 1'000'000;
  const sim::Int128 micro = open_->rate.micro;
  if (micro == 0) {
    return;
  }
  const sim::Int128 from = sim::Int128{second - stream_.start_second} * static_cast<std::int64_t>(kNanoseconds);
  const sim::Int128 to = from + static_cast<std::int64_t>(kNanoseconds);
  const sim::Int128 end = ceil_div(to * micro, numerator);
  for (sim::Int128 k = ceil_div(from * micro, numerator); k < end; ++k) {
    block.listed_.push_back(static_cast<std::uint32_t>(k * numerator / micro - from));
  }
  block.size_ = block.listed_.size();
}

void ArrivalSource::replay(std::int64_t second, ArrivalBlock& block) {
  const std::int64_t since_start = second - stream_.start_second;
  const std::int64_t interval = since_start / trace_->interval_seconds;
  if (interval >= static_cast<std::int64_t>(trace_->intervals())) {
    return;
  }
  if (interval != placed_interval_) {
    place_interval(interval);
  }
  const auto at = static_cast<std::size_t>(since_start % trace_->interval_seconds);
  const auto begin = static_cast<std::ptrdiff_t>(second_begin_[at]);
  const auto end = static_cast<std::ptrdiff_t>(second_begin_[at + 1]);
  make_room(block.listed_, static_cast<std::size_t>(end - begin));
  make_room(block.row, static_cast<std::size_t>(end - begin));
  block.listed_.assign(interval_nanosecond_.begin() + begin, interval_nanosecond_.begin() + end);
  block.row.assign(interval_row_.begin() + begin, interval_row_.begin() + end);
  block.size_ = block.row.size();
}

void ArrivalSource::place_interval(std::int64_t interval) {
  placed_interval_ = interval;
  const std::size_t rows = trace_->rows;
  const std::uint32_t* const counts = &trace_->counts[static_cast<std::size_t>(interval) * rows];
  const sim::Draws second(seed_, stream_id_, interval, kSecondPurpose);
  const sim::Draws instant(seed_, stream_id_, interval, kInstantPurpose);
  const auto seconds = static_cast<std::uint64_t>(trace_->interval_seconds);

  // Deal the interval's operations, in row order, to its seconds by counting.
  second_begin_.assign(static_cast<std::size_t>(seconds) + 1, 0);
  std::size_t total = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    total += counts[r];
  }
  for (std::size_t i = 0; i < total; ++i) {
    ++second_begin_[sim::scale_bits(second.bits(i), seconds) + 1];
  }
  for (std::size_t s = 1; s < second_begin_.size(); ++s) {
    second_begin_[s] += second_begin_[s - 1];
  }
  interval_row_.resize(total);
  interval_nanosecond_.resize(total);
  next_in_second_.assign(second_begin_.begin(), second_begin_.end() - 1);
  std::size_t i = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::uint32_t k = 0; k < counts[r]; ++k, ++i) {
      const std::size_t to = next_in_second_[sim::scale_bits(second.bits(i), seconds)]++;
      interval_row_[to] = static_cast<std::uint32_t>(r);
      interval_nanosecond_[to] = static_cast<std::uint32_t>(sim::scale_bits(instant.bits(i), kNanoseconds));
    }
  }
}

}  // namespace cosmos
