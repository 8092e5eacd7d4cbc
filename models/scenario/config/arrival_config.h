#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"
#include "models/workload/stream.h"

// When a stream does it, as a scenario writes it (grammar section 5).
namespace cosmos {

struct BurstsConfig {
  static constexpr std::string_view kSummary = "so many operations at a time";
  std::int64_t operations = 1;
  sim::Duration within;
  std::optional<sim::Duration> every;
  template <class V>
  void fields(V& v) {
    v.required("operations", operations, "of a burst, exactly", sim::range<std::int64_t>(1, 4'000'000'000));
    v.required("within", within, "how long a burst lasts; 0 s: all at once",
               sim::range(sim::Duration(), sim::Duration::days(3660)));
    v.optional("every", every, "from one burst to the next; default one burst, at the stream's start",
               sim::range(sim::Duration::seconds(1), sim::Duration::days(3660)));
  }
};

struct WideTraceConfig {
  static constexpr std::string_view kSummary = "a row a series, a column an interval";
  std::string first;
  sim::Duration interval;
  template <class V>
  void fields(V& v) {
    v.required("first", first, "first column of counts; those after it follow");
    v.required("interval", interval, "time that a column covers", sim::at_least(sim::Duration::seconds(1)));
  }
};
struct LongTraceConfig {
  static constexpr std::string_view kSummary = "a row an interval";
  std::string time;
  std::string count;
  sim::Duration interval;
  template <class V>
  void fields(V& v) {
    v.required("time", time, "column of the interval's beginning: UTC, or seconds from the stream's start");
    v.required("count", count, "column of the operations in it");
    v.required("interval", interval, "time that a row covers",
               sim::range(sim::Duration::milliseconds(1), sim::Duration::days(3660)));
  }
};
struct EventsTraceConfig {
  static constexpr std::string_view kSummary = "a row an operation, in the order of time";
  std::string time;
  template <class V>
  void fields(V& v) {
    v.required("time", time, "column of its time: UTC, or seconds from the stream's start");
  }
};
struct TraceSizeConfig {
  static constexpr std::string_view kSummary = "a column of the file, times a size";
  std::string column;
  Bytes times = Bytes::of(1);
  template <class V>
  void fields(V& v) {
    v.required("column", column, "column of numbers");
    v.optional("times", times, "what a 1 in it stands for");
  }
};
struct TraceChargeConfig {
  static constexpr std::string_view kSummary = "a column of the file, times a charge";
  std::string column;
  Charge times{Ru::units(1)};
  template <class V>
  void fields(V& v) {
    v.required("column", column, "column of numbers");
    v.optional("times", times, "what a 1 in it stands for");
  }
};
struct TraceConfig {
  static constexpr std::string_view kSummary = "replay of a file of counts or of single operations";
  std::string file;
  std::optional<WideTraceConfig> wide;
  std::optional<LongTraceConfig> by_interval;
  std::optional<EventsTraceConfig> events;
  sim::TextMap<std::string> properties;
  sim::TextMap<std::vector<std::string>> only;
  std::optional<TraceSizeConfig> size;
  std::optional<TraceChargeConfig> charge;
  double volume = 1.0;
  double speed = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("file", file, "CSV, gzip or not, looked for beside the scenario, then under $COSMOSIM_DATA");
    v.optional("wide", wide, "counts per interval, one column each; they begin at the stream's start");
    v.optional("long", by_interval, "counts per interval, one row each");
    v.optional("events", events, "single operations, one row each; the file may be larger than memory");
    v.optional("properties", properties, "property: column of the file");
    v.optional("only", only, "column: texts of the rows to take; default all rows");
    v.optional("size", size, "payload of a row's items, instead of the item's");
    v.optional("charge", charge, "measured charge of a row's operations, instead of the model's");
    v.optional("volume", volume, "factor on every count; a single operation becomes so many until the next",
               sim::range(0.0, 1e9));
    v.optional("speed", speed, "replays so many times as fast", sim::range(0.001, 1e6));
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::Spacing> {
  static constexpr std::string_view kType = "spacing";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Spacing>{"poisson", cosmos::Spacing::kPoisson, "independent arrivals"},
      EnumValue<cosmos::Spacing>{"even", cosmos::Spacing::kEven,
                                 "equal gaps, the first at the start of stream or burst"}};
};
}  // namespace sim
