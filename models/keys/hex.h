#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cosmos {

// Appends two upper-case hex digits a byte.
void append_hex(std::string& out, std::string_view bytes);
// The bytes of an even number of hex digits of either case; nullopt for anything else.
[[nodiscard]] std::optional<std::string> bytes_from_hex(std::string_view hex);

}  // namespace cosmos
