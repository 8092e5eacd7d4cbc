#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim schema`: the JSON Schema of a scenario.
ExitCode cmd_schema(std::span<const std::string> arguments);

}  // namespace sim
