#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sim {

// Where the first byte stands that is no part of well-formed UTF-8 (overlong forms, surrogates and
// code points beyond U+10FFFF are not well formed). Nothing when the text is well formed.
[[nodiscard]] std::optional<std::size_t> first_invalid_utf8(std::string_view text);

// The first character of well-formed UTF-8 that no text needs: C0 and C1 controls and DEL, other than
// newline, tab and U+0085 (a line end of old).
struct ControlCharacter {
  std::size_t offset = 0;
  unsigned code = 0;
};
[[nodiscard]] std::optional<ControlCharacter> first_control_character(std::string_view text);

// Code points in well-formed UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view text);

}  // namespace sim
