#pragma once

#include <cstdint>
#include <string_view>

// How a result file says that it is one: two attributes of its root. `tool` is the program's name, a space and its
// version; `format_version` rises with every change that makes earlier readers misunderstand a file.
namespace sim {

inline constexpr std::int64_t kResultFormatVersion = 1;
inline constexpr std::string_view kResultTool = "cosmosim";

}  // namespace sim
