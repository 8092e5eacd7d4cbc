#include "models/collect/collector.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cosmos {
namespace {

// Partitions that came about in between had nothing before.
void subtract(Totals& totals, const Totals& earlier) {
  for (std::size_t i = 0; i < earlier.cells.size(); ++i) {
    totals.cells[i] -= earlier.cells[i];
  }
  for (std::size_t p = 0; p < earlier.provisioned.size(); ++p) {
    totals.provisioned[p] -= earlier.provisioned[p];
  }
  for (std::size_t i = 0; i < totals.operations.size(); ++i) {
    totals.operations[i] -= earlier.operations[i];
    totals.latency[i].subtract(earlier.latency[i]);
  }
}

// Makes the rows of a table longer.
template <class T>
void widen(std::vector<T>& table, std::size_t rows, std::size_t from, std::size_t to) {
  std::vector<T> wider(rows * to);
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(table.begin() + static_cast<std::ptrdiff_t>(r * from), from,
                wider.begin() + static_cast<std::ptrdiff_t>(r * to));
  }
  table = std::move(wider);
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

Collector::Collector(const RunPlan& plan, PartitionArrangement partitions)
    : plan_(plan), streams_(plan.streams.size()), operations_at_bin_start_(streams_) {
  totals_.operations.resize(streams_);
  totals_.latency.resize(streams_);
  series_.bin_seconds = plan.bin_seconds;
  series_.kinds = operation_kinds(plan);
  for (const Stream& stream : plan.streams) {
    const auto kind = std::find(series_.kinds.begin(), series_.kinds.end(), stream.operation);
    kind_of_.push_back(static_cast<std::size_t>(kind - series_.kinds.begin()));  // never asked for where there is none
  }
  for (const Window& window : plan.windows) {
    windows_.push_back({window, {}, {}, {}, {}});
  }
  arrange(std::move(partitions));
  for (std::size_t c = 0; c < plan.containers.size(); ++c) {
    meters_.emplace_back();
    if (plan.containers[c].autoscale) {
      meters_.back().emplace(budgets_of(c), plan.dynamic_autoscale, plan.start_unix_seconds, plan.bin_seconds);
    }
  }
}

std::vector<Ru> Collector::budgets_of(std::size_t container) const {
  const auto begin = partitions_.budgets.begin();
  return {begin + static_cast<std::ptrdiff_t>(partitions_.first_position[container]),
          begin + static_cast<std::ptrdiff_t>(partitions_.first_position[container + 1])};
}

void Collector::arrange(PartitionArrangement partitions) {
  partitions_ = std::move(partitions);
  const std::size_t columns = partitions_.container_of.size();
  const std::size_t kinds = series_.kinds.size();
  if (columns > columns_) {
    widen(series_.milli_ru, series_.bins, columns_, columns);
    widen(series_.provisioned, series_.bins, columns_, columns);
    widen(series_.busiest_utilization, series_.bins, columns_, columns);
    widen(series_.requests, series_.bins, columns_ * kinds, columns * kinds);
    widen(series_.throttled, series_.bins, columns_ * kinds, columns * kinds);
    columns_ = columns;
  }
  totals_.cells.resize(columns_ * streams_);
  totals_.provisioned.resize(columns_);
  for (WindowFigures& window : windows_) {
    window.busiest_utilization.resize(columns_);
  }
  second_.assign(partitions_.column_of.size() * streams_, Cell{});
  milli_ru_.assign(partitions_.column_of.size(), 0);
}

void Collector::rearrange(std::int64_t second, std::size_t container, PartitionArrangement partitions) {
  provide(second);
  arrange(std::move(partitions));
  if (meters_[container]) {
    meters_[container]->follow(budgets_of(container));
  }
}

// Adds what the partitions could give since the last time. Between two of its calls all seconds lie in one bin.
void Collector::provide(std::int64_t second) {
  const std::int64_t seconds = second - provided_until_;
  provided_until_ = second;
  if (seconds == 0) {
    return;
  }
  for (std::size_t p = 0; p < partitions_.column_of.size(); ++p) {
    const std::size_t column = partitions_.column_of[p];
    const std::int64_t milli = partitions_.budgets[p].milli() * seconds;
    series_.provisioned[(series_.bins - 1) * columns_ + column] += milli;
    totals_.provisioned[column] += milli;
  }
}

void Collector::boundary(std::int64_t second) {
  if (second > 0) {
    take_in(second - 1);
  }
  const bool last = second == plan_.seconds;
  if (second > 0 && (last || second % plan_.bin_seconds == 0)) {
    end_bin(second);
  }
  open_and_close_windows(second);
  if (!last && second % plan_.bin_seconds == 0) {
    start_bin();
  }
}

void Collector::take_in(std::int64_t second) {
  const std::size_t partition_row = (series_.bins - 1) * columns_;
  const std::size_t stream_row = (series_.bins - 1) * streams_;
  for (std::size_t p = 0; p < partitions_.column_of.size(); ++p) {
    const std::size_t column = partitions_.column_of[p];
    std::int64_t milli_ru = 0;
    for (std::size_t s = 0; s < streams_; ++s) {
      Cell& cell = second_[p * streams_ + s];
      if (cell.attempts == 0) {
        continue;
      }
      milli_ru += cell.admitted_milli_ru;
      if (stands_for_ > 1) {
        cell *= stands_for_;
      }
      for (const std::int64_t word : {static_cast<std::int64_t>(column), static_cast<std::int64_t>(s), cell.attempts,
                                      cell.throttled, cell.admitted_milli_ru}) {
        fingerprint_.add(static_cast<std::uint64_t>(word));
      }
      const std::size_t kind = (partition_row + column) * series_.kinds.size() + kind_of_[s];
      series_.requests[kind] += cell.attempts;
      series_.throttled[kind] += cell.throttled;
      series_.stream_attempts[stream_row + s] += cell.attempts;
      series_.stream_throttled[stream_row + s] += cell.throttled;
      totals_.cells[column * streams_ + s] += cell;
      cell = Cell{};
    }
    milli_ru_[p] = milli_ru;
    if (milli_ru == 0) {
      continue;
    }
    series_.milli_ru[partition_row + column] += milli_ru * stands_for_;
    const double utilization = static_cast<double>(milli_ru) / static_cast<double>(partitions_.budgets[p].milli());
    double& busiest = series_.busiest_utilization[partition_row + column];
    busiest = std::max(busiest, utilization);
    for (WindowFigures& window : windows_) {
      if (second >= window.window.from && second < window.window.to) {
        window.busiest_utilization[column] = std::max(window.busiest_utilization[column], utilization);
      }
    }
  }
  for (std::int64_t s = second + 1 - stands_for_; s <= second; ++s) {
    meter(s);
  }
  stands_for_ = 1;
  fingerprint_.add(static_cast<std::uint64_t>(second));
}

void Collector::meter(std::int64_t second) {
  for (std::size_t c = 0; c < meters_.size(); ++c) {
    if (meters_[c]) {
      const std::size_t first = partitions_.first_position[c];
      meters_[c]->take_in(second, std::span(milli_ru_).subspan(first, partitions_.first_position[c + 1] - first));
    }
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
  series_.milli_ru.resize(series_.bins * columns_);
  series_.provisioned.resize(series_.bins * columns_);
  series_.busiest_utilization.resize(series_.bins * columns_);
  series_.requests.resize(series_.bins * columns_ * series_.kinds.size());
  series_.throttled.resize(series_.bins * columns_ * series_.kinds.size());
  series_.operations.resize(series_.bins * streams_);
  series_.stream_attempts.resize(series_.bins * streams_);
  series_.stream_throttled.resize(series_.bins * streams_);
  operations_at_bin_start_ = totals_.operations;
}

void Collector::end_bin(std::int64_t second) {
  provide(second);
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
      provide(second);
      window.totals = totals_;
    } else if (second == window.window.to) {
      provide(second);
      window.container_of = partitions_.container_of;
      window.at_end.assign(columns_, 0);
      for (const std::size_t column : partitions_.column_of) {
        window.at_end[column] = 1;
      }
      Totals now = totals_;
      subtract(now, window.totals);
      window.totals = std::move(now);
    }
  }
}

std::vector<WindowFigures> Collector::take_windows() { return std::exchange(windows_, {}); }

}  // namespace cosmos
