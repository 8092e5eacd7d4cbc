#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/scenario/config/scenario_config.h"
#include "models/world/run_plan.h"
#include "sim/config/echo.h"

// Reads a scenario and resolves it, and each of its variants, into run plans.
namespace cosmos {

struct LoadRequest {
  std::string file;                 // path, or "-" with `text` given
  std::optional<std::string> text;  // the scenario itself, instead of the file's content
  using Overrides = std::vector<std::pair<std::string, std::string>>;  // path, value as YAML: checked like the file
  Overrides overrides;                                                 // the last word on the file and on every variant
  std::optional<std::int64_t> memory;  // bytes that what is loaded may take, all variants together; none: no limit
};

// A scenario's design as one run needs it.
struct LoadedVariant {
  std::string name;
  ScenarioConfig config;
  RunPlan plan;
  std::vector<sim::EchoLine> parameters;  // every value in force
};

struct LoadedScenario {
  std::string text;                     // of the file, as it stands
  LoadedVariant base;                   // the file as written, called "base"
  std::vector<LoadedVariant> variants;  // in the file's order; may be empty
};

// Throws sim::InputError with everything that is wrong with the file and its variants; what would take more than
// `memory` is refused before it is made. Files that the scenario names are looked for beside it, then under
// $COSMOSIM_DATA.
[[nodiscard]] LoadedScenario load_scenario(const LoadRequest& request);

}  // namespace cosmos
