#include "models/collect/collector.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cosmos {
namespace {

void subtract(Totals& totals, const Totals& earlier) {
  for (std::size_t i = 0; i < totals.cells.size(); ++i) {
    totals.cells[i] -= earlier.cells[i];
  }
  for (std::size_t i = 0; i < totals.operations.size(); ++i) {
    totals.operations[i] -= earlier.operations[i];
    totals.latency[i].subtract(earlier.latency[i]);
  }
}

}  // namespace

std::vector<OperationKind> operation_kinds(const RunPlan& plan) {
  std::vector<OperationKind> kinds;
  for (const Stream& stream : plan.streams) {
    if (stream.parts.empty()) {
      kinds.push_back(stream.operation);
    }
  }
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

Collector::Collector(const RunPlan& plan, std::size_t partitions)
    : plan_(plan),
      partitions_(partitions),
      streams_(plan.streams.size()),
      second_(partitions * streams_),
      operations_at_bin_start_(streams_),
      milli_ru_(partitions) {
  totals_.cells.resize(partitions_ * streams_);
  totals_.operations.resize(streams_);
  totals_.latency.resize(streams_);
  series_.bin_seconds = plan.bin_seconds;
  series_.kinds = operation_kinds(plan);
  for (const Stream& stream : plan.streams) {
    const auto kind = std::find(series_.kinds.begin(), series_.kinds.end(), stream.operation);
    kind_of_.push_back(static_cast<std::size_t>(kind - series_.kinds.begin()));  // never asked for where there is none
  }
  for (const Container& container : plan.containers) {
    meters_.emplace_back();
    if (container.autoscale) {
      meters_.back().emplace(container.budgets(), plan.dynamic_autoscale, plan.start_unix_seconds, plan.bin_seconds);
    }
  }
  for (const Window& window : plan.windows) {
    windows_.push_back({window, {}, std::vector<std::int64_t>(partitions_)});
  }
}

void Collector::boundary(std::int64_t second) {
  if (second > 0) {
    take_in(second - 1);
  }
  const bool last = second == plan_.seconds;
  if (second > 0 && (last || second % plan_.bin_seconds == 0)) {
    end_bin();
  }
  open_and_close_windows(second);
  if (!last && second % plan_.bin_seconds == 0) {
    start_bin();
  }
}

void Collector::take_in(std::int64_t second) {
  const std::size_t partition_row = (series_.bins - 1) * partitions_;
  const std::size_t stream_row = (series_.bins - 1) * streams_;
  for (std::size_t p = 0; p < partitions_; ++p) {
    std::int64_t milli_ru = 0;
    for (std::size_t s = 0; s < streams_; ++s) {
      Cell& cell = second_[p * streams_ + s];
      if (cell.attempts == 0) {
        continue;
      }
      for (const std::int64_t word : {static_cast<std::int64_t>(p), static_cast<std::int64_t>(s), cell.attempts,
                                      cell.throttled, cell.admitted_milli_ru}) {
        fingerprint_.add(static_cast<std::uint64_t>(word));
      }
      milli_ru += cell.admitted_milli_ru;
      const std::size_t kind = (partition_row + p) * series_.kinds.size() + kind_of_[s];
      series_.requests[kind] += cell.attempts;
      series_.throttled[kind] += cell.throttled;
      series_.stream_attempts[stream_row + s] += cell.attempts;
      series_.stream_throttled[stream_row + s] += cell.throttled;
      totals_.cells[p * streams_ + s] += cell;
      cell = Cell{};
    }
    milli_ru_[p] = milli_ru;
    series_.milli_ru[partition_row + p] += milli_ru;
    std::int64_t& busiest = series_.busiest_milli_ru[partition_row + p];
    busiest = std::max(busiest, milli_ru);
    for (WindowFigures& window : windows_) {
      if (second >= window.window.from && second < window.window.to) {
        window.busiest_milli_ru[p] = std::max(window.busiest_milli_ru[p], milli_ru);
      }
    }
  }
  meter(second);
  fingerprint_.add(static_cast<std::uint64_t>(second));
}

void Collector::meter(std::int64_t second) {
  std::size_t first = 0;
  for (std::size_t c = 0; c < meters_.size(); ++c) {
    const std::size_t n = plan_.containers[c].partitions();
    if (meters_[c]) {
      meters_[c]->take_in(second, std::span(milli_ru_).subspan(first, n));
    }
    first += n;
  }
}

std::vector<std::optional<AutoscaleUse>> Collector::autoscale() const {
  std::vector<std::optional<AutoscaleUse>> use;
  for (const std::optional<AutoscaleMeter>& meter : meters_) {
    use.push_back(meter ? std::optional(meter->use()) : std::nullopt);
  }
  return use;
}

void Collector::start_bin() {
  ++series_.bins;
  series_.milli_ru.resize(series_.bins * partitions_);
  series_.busiest_milli_ru.resize(series_.bins * partitions_);
  series_.requests.resize(series_.bins * partitions_ * series_.kinds.size());
  series_.throttled.resize(series_.bins * partitions_ * series_.kinds.size());
  series_.operations.resize(series_.bins * streams_);
  series_.stream_attempts.resize(series_.bins * streams_);
  series_.stream_throttled.resize(series_.bins * streams_);
  operations_at_bin_start_ = totals_.operations;
}

void Collector::end_bin() {
  for (std::size_t s = 0; s < streams_; ++s) {
    OperationCounts in_bin = totals_.operations[s];
    in_bin -= operations_at_bin_start_[s];
    series_.operations[(series_.bins - 1) * streams_ + s] = in_bin;
  }
}

// A window holds the totals of its start until its end, then the difference.
void Collector::open_and_close_windows(std::int64_t second) {
  for (WindowFigures& window : windows_) {
    if (second == window.window.from) {
      window.totals = totals_;
    } else if (second == window.window.to) {
      Totals now = totals_;
      subtract(now, window.totals);
      window.totals = std::move(now);
    }
  }
}

std::vector<WindowFigures> Collector::take_windows() { return std::exchange(windows_, {}); }

}  // namespace cosmos
