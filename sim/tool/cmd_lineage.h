#pragma once

#include <span>
#include <string>

#include "sim/tool/exit_code.h"

namespace sim {

// `cosmosim lineage RESULT`: how the physical partitions of a run came to be.
ExitCode cmd_lineage(std::span<const std::string> arguments);

}  // namespace sim
