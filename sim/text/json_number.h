#pragma once

#include <optional>
#include <string_view>

namespace sim {

// True when `word` as a whole is a number by the grammar of JSON: no plus sign, no leading zeros,
// digits on both sides of the point.
[[nodiscard]] bool is_json_number(std::string_view word);

// The double nearest to a JSON number; nullopt when it is beyond the largest. -0 is +0 (an integer has
// no signed zero), -0.0 keeps its sign, and what is too small for a double is a zero of its sign.
// Requires is_json_number(word). Independent of the locale.
[[nodiscard]] std::optional<double> parse_json_number(std::string_view word);

}  // namespace sim
