#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim describe [FIELD]`: what can be written in a scenario, from the lists that the reader uses.
ExitCode cmd_describe(std::span<const std::string> arguments);

}  // namespace sim
