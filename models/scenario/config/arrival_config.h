#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"
#include "models/workload/stream.h"

// When a stream does it, as a scenario writes it (grammar section 5).
namespace cosmos {

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
struct TraceConfig {
  static constexpr std::string_view kSummary = "replay of a file of counts";
  std::string file;
  WideTraceConfig wide;
  sim::TextMap<std::string> properties;
  double volume = 1.0;
  double speed = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("file", file, "CSV, looked for beside the scenario, then under $COSMOSIM_DATA");
    v.required("wide", wide, "counts per interval, one column each");
    v.optional("properties", properties, "property: column of the file");
    v.optional("volume", volume, "factor on every count", sim::range(0.0, 1e9));
    v.optional("speed", speed, "replays so many times as fast", sim::range(0.001, 1e6));
    v.not_built("long");
    v.not_built("events");
    v.not_built("only");
    v.not_built("size");
    v.not_built("charge");
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::Spacing> {
  static constexpr std::string_view kType = "spacing";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Spacing>{"poisson", cosmos::Spacing::kPoisson, "independent arrivals"},
      EnumValue<cosmos::Spacing>{"even", cosmos::Spacing::kEven, "equal gaps, the first at the stream's start"}};
};
}  // namespace sim
