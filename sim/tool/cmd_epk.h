#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim epk [options] VALUES`: the effective partition key of the values of a JSON array, or, for
// `-`, of each line of standard input.
ExitCode cmd_epk(std::span<const std::string> arguments);

}  // namespace sim
