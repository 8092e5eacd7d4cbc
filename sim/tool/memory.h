#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sim {

// Bytes that the system says can be used without swapping (MemAvailable of /proc/meminfo), or
// nothing where it does not say. A limit on a container or a user may be lower.
[[nodiscard]] std::optional<std::int64_t> available_memory();

// The same from the text of /proc/meminfo.
[[nodiscard]] std::optional<std::int64_t> available_memory(std::string_view meminfo);

}  // namespace sim
