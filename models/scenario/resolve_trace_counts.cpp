#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "models/scenario/trace_clock.h"
#include "sim/text/csv_reader.h"
#include "sim/text/gzip.h"

// Traces of counts: kept whole.
namespace cosmos {
namespace {

constexpr double kCountBytes = 4.0;  // of a count
constexpr double kValueBytes = 8.0;  // of a row's value, size or charge
constexpr double kRowBytes = 16.0;   // of a row's time and order
constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kLongestInterval = 3660 * std::int64_t{86'400};  // s: the longest run

std::vector<TraceRows::Column> columns_for(const std::vector<TraceDictionary>& dictionaries) {
  std::vector<TraceRows::Column> columns;
  columns.reserve(dictionaries.size());
  for (const TraceDictionary& dictionary : dictionaries) {
    columns.push_back({dictionary.property(), {}});
  }
  return columns;
}

double said_bytes(const TraceColumns& columns) {
  return kValueBytes *
         static_cast<double>(columns.properties() + (columns.says_size() ? 1 : 0) + (columns.says_charge() ? 1 : 0));
}

void add_size_and_charge(const TraceColumns& columns, TraceRows& rows) {
  if (columns.says_size()) {
    rows.payload.push_back(columns.payload());
  }
  if (columns.says_charge()) {
    rows.milli_ru.push_back(columns.milli_ru());
  }
}

// The same in this order: element k is what element order[k] was.
template <class T>
void reorder(std::vector<T>& values, const std::vector<std::size_t>& order) {
  if (values.empty()) {
    return;
  }
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const std::size_t from : order) {
    sorted.push_back(values[from]);
  }
  values = std::move(sorted);
}

}  // namespace

bool Resolver::check_interval(const std::string& path, const TraceConfig& config) {
  if (config.events) {
    return true;
  }
  const sim::Duration interval = config.wide ? config.wide->interval : config.by_interval->interval;
  const double seconds = interval.in_seconds() / config.speed;
  const double whole = std::round(seconds);
  if (config.wide && (whole < 1.0 || std::abs(seconds - whole) > 1e-9)) {
    error(path + ".speed", "makes an interval that is not in whole seconds",
          fmt::format("an interval of {} lasts {:.6g} s at this speed",
                      sim::ValueTraits<sim::Duration>::print(interval), seconds));
    return false;
  }
  if (seconds > static_cast<double>(kLongestInterval)) {
    error(path + ".speed", "makes an interval longer than any run", "at most 3660 d");
    return false;
  }
  return true;
}

void Resolver::read_wide_trace(const std::string& path, const TraceConfig& config, const std::filesystem::path& file,
                               Stream& stream) {
  const auto input = sim::open_text(file);
  sim::CsvReader csv(*input, file.string());
  const TraceColumns columns(csv, config);
  std::vector<TraceDictionary> dictionaries = trace_dictionaries(config, plan_.items[stream.item]);
  auto trace = std::make_shared<TraceReplay>();
  trace->interval_seconds = std::llround(config.wide->interval.in_seconds() / config.speed);
  trace->columns = columns_for(dictionaries);
  const std::size_t first = csv.column(config.wide->first);
  const std::size_t intervals = csv.header().size() - first;
  const double row_bytes = kCountBytes * static_cast<double>(intervals) + said_bytes(columns);
  std::vector<std::uint32_t> by_row;
  while (csv.next()) {
    if (!columns.takes_row()) {
      continue;
    }
    if (!claim(path + ".file", row_bytes, row_bytes)) {
      return;
    }
    for (std::size_t p = 0; p < dictionaries.size(); ++p) {
      const auto value = learn_value(path, columns, p, dictionaries[p]);
      if (!value) {
        return;
      }
      trace->columns[p].value_of_row.push_back(*value);
    }
    add_size_and_charge(columns, *trace);
    for (std::size_t i = 0; i < intervals; ++i) {
      const auto count = trace_count(path, config, csv, first + i, trace->rows, i);
      if (!count) {
        return;
      }
      by_row.push_back(*count);
    }
    ++trace->rows;
  }
  if (trace->rows == 0) {
    diagnostics_.error({file.string(), csv.line(), 1}, path, "has no rows", "a row a series");
    return;
  }
  trace->counts.resize(by_row.size());
  for (std::size_t row = 0; row < trace->rows; ++row) {
    for (std::size_t i = 0; i < intervals; ++i) {
      trace->counts[i * trace->rows + row] = by_row[row * intervals + i];
    }
  }
  stream.arrivals = std::shared_ptr<const TraceReplay>(std::move(trace));
}

void Resolver::read_long_trace(const std::string& path, const TraceConfig& config, const std::filesystem::path& file,
                               Stream& stream) {
  const auto input = sim::open_text(file);
  sim::CsvReader csv(*input, file.string());
  const TraceColumns columns(csv, config);
  const std::size_t time_column = csv.column(config.by_interval->time);
  const std::size_t count_column = csv.column(config.by_interval->count);
  std::vector<TraceDictionary> dictionaries = trace_dictionaries(config, plan_.items[stream.item]);
  TraceClock clock(plan_.start_unix_seconds, stream.start_second, config.speed);
  auto trace = std::make_shared<LongTrace>();
  trace->interval = std::max<std::int64_t>(clock.run_length(config.by_interval->interval.count()), 1);
  trace->columns = columns_for(dictionaries);
  const double row_bytes = kRowBytes + kCountBytes + said_bytes(columns);
  sim::Timestamp earliest{INT64_MAX, false};
  sim::Timestamp latest;
  bool some_in_run = false;
  while (csv.next()) {
    if (!columns.takes_row()) {
      continue;
    }
    if (!claim(path + ".file", row_bytes, row_bytes)) {
      return;
    }
    for (std::size_t p = 0; p < dictionaries.size(); ++p) {
      const auto value = learn_value(path, columns, p, dictionaries[p]);
      if (!value) {
        return;
      }
      trace->columns[p].value_of_row.push_back(*value);
    }
    add_size_and_charge(columns, *trace);
    const auto time = trace_time(csv, time_column);
    const auto count = trace_count(path, config, csv, count_column, trace->rows, 0);
    if (!count) {
      return;
    }
    earliest = time.nanoseconds < earliest.nanoseconds ? time : earliest;
    latest = time.nanoseconds > latest.nanoseconds ? time : latest;
    const std::int64_t begin = clock.run_time(time);
    some_in_run = some_in_run || (begin + trace->interval > 0 && begin < plan_.seconds * kNanoseconds);
    trace->begin.push_back(begin);
    trace->counts.push_back(*count);
    ++trace->rows;
  }
  if (trace->rows == 0) {
    diagnostics_.error({file.string(), csv.line(), 1}, path, "has no rows", "a row an interval");
    return;
  }
  if (!some_in_run) {
    nothing_in_run(path, earliest, latest);
    return;
  }
  std::vector<std::size_t> order(trace->rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return trace->begin[a] < trace->begin[b]; });
  reorder(trace->begin, order);
  reorder(trace->counts, order);
  reorder(trace->payload, order);
  reorder(trace->milli_ru, order);
  for (TraceRows::Column& column : trace->columns) {
    reorder(column.value_of_row, order);
  }
  stream.arrivals = std::shared_ptr<const LongTrace>(std::move(trace));
}

}  // namespace cosmos
