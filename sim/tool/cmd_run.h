#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim run SCENARIO`: simulates a scenario, writes the result file and reports what happened.
ExitCode cmd_run(std::span<const std::string> arguments);

}  // namespace sim
