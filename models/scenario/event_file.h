#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "models/scenario/config/arrival_config.h"
#include "models/scenario/trace_clock.h"
#include "models/scenario/trace_columns.h"
#include "models/workload/trace.h"

namespace cosmos {

// An event trace's file after it was checked: all that is needed to read it again.
struct EventFile {
  std::filesystem::path path;
  TraceConfig config;
  TraceClock clock;                           // before its first time
  std::vector<TraceDictionary> dictionaries;  // by property; closed
};

// Reads the file once more, from its beginning.
[[nodiscard]] std::unique_ptr<EventReader> open_events(std::shared_ptr<const EventFile> file);

}  // namespace cosmos
