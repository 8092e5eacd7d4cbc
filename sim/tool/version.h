#pragma once

#include <string_view>

namespace sim {

// The version of the tool, as in "0.1.0". Goes into every result file.
[[nodiscard]] std::string_view version();

}  // namespace sim
