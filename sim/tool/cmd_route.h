#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim route SCENARIO --where JSON`: the partition key ranges that a filter visits, and why.
ExitCode cmd_route(std::span<const std::string> arguments);

}  // namespace sim
