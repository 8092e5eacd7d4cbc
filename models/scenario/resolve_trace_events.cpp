#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "models/scenario/event_file.h"
#include "models/scenario/resolver.h"
#include "sim/text/csv_reader.h"
#include "sim/text/gzip.h"

// Traces of single operations: read through once to check them, and again, a second at a time, in each run.
namespace cosmos {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

// Counts the rows of the run, and of its busiest second. Times are told in ascending order.
class RowCount {
 public:
  RowCount(std::int64_t from_second, std::int64_t to_second)
      : from_(from_second * kNanoseconds), to_(to_second * kNanoseconds) {}

  void add(std::int64_t at) {
    if (at < from_ || at >= to_) {
      return;
    }
    rows_ += 1.0;
    in_second_ = at / kNanoseconds == second_ ? in_second_ + 1.0 : 1.0;
    second_ = at / kNanoseconds;
    busiest_ = std::max(busiest_, in_second_);
  }
  [[nodiscard]] double rows() const { return rows_; }
  [[nodiscard]] double busiest() const { return busiest_; }

 private:
  std::int64_t from_;
  std::int64_t to_;
  std::int64_t second_ = -1;
  double rows_ = 0.0;
  double in_second_ = 0.0;
  double busiest_ = 0.0;
};

}  // namespace

void Resolver::check_event_trace(const std::string& path, const TraceConfig& config, const std::filesystem::path& file,
                                 Stream& stream) {
  const auto input = sim::open_text(file);
  sim::CsvReader csv(*input, file.string());
  const TraceColumns columns(csv, config);
  const std::size_t time_column = csv.column(config.events->time);
  const TraceClock fresh_clock(plan_.start_unix_seconds, stream.start_second, config.speed);
  auto checked = std::make_shared<EventFile>(
      EventFile{file, config, fresh_clock, trace_dictionaries(config, plan_.items[stream.item])});
  TraceClock clock = fresh_clock;
  RowCount count(stream.start_second, std::min(stream.stop_second, plan_.seconds));
  std::optional<sim::Timestamp> first;
  sim::Timestamp last;
  while (csv.next()) {
    if (!columns.takes_row()) {
      continue;
    }
    const sim::Timestamp time = trace_time(csv, time_column);
    const std::int64_t at = clock.run_time(time);
    if (first && time.nanoseconds < last.nanoseconds) {
      diagnostics_.error(
          csv.mark(time_column), path,
          fmt::format("{} is earlier than the row before it", sim::in_backquotes(csv.row()[time_column])),
          "sort the file by its times");
      return;
    }
    first = first ? first : time;
    last = time;
    for (std::size_t p = 0; p < checked->dictionaries.size(); ++p) {
      if (!learn_value(path, columns, p, checked->dictionaries[p])) {
        return;
      }
    }
    static_cast<void>(columns.says_size() ? columns.payload() : 0);
    static_cast<void>(columns.says_charge() ? columns.milli_ru() : 0);
    count.add(at);
  }
  if (!first) {
    diagnostics_.error({file.string(), csv.line(), 1}, path, "has no rows", "a row an operation");
    return;
  }
  if (count.rows() == 0.0) {
    nothing_in_run(path, *first, last);
    return;
  }
  auto trace = std::make_shared<EventTrace>();
  for (TraceDictionary& dictionary : checked->dictionaries) {
    trace->properties.push_back(dictionary.property());
    dictionary.close();
  }
  trace->says_size = columns.says_size();
  trace->says_charge = columns.says_charge();
  trace->volume = config.volume;
  trace->rows = count.rows();
  trace->busiest_second = count.busiest();
  trace->open = [checked = std::shared_ptr<const EventFile>(std::move(checked))] { return open_events(checked); };
  stream.arrivals = std::shared_ptr<const EventTrace>(std::move(trace));
}

}  // namespace cosmos
