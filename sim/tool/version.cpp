#include "sim/tool/version.h"

namespace sim {

std::string_view version() { return COSMOSIM_VERSION; }

}  // namespace sim
