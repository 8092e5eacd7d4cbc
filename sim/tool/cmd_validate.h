#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim validate SCENARIO…`: is the file right, what does it resolve to, how big will the run be?
ExitCode cmd_validate(std::span<const std::string> arguments);

}  // namespace sim
