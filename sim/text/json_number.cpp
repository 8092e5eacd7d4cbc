#include "sim/text/json_number.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace sim {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes digits off the front; how many there were.
std::size_t take_digits(std::string_view& word) {
  std::size_t n = 0;
  while (n < word.size() && is_digit(word[n])) ++n;
  word.remove_prefix(n);
  return n;
}

bool take(std::string_view& word, std::string_view any_of) {
  if (word.empty() || any_of.find(word.front()) == std::string_view::npos) return false;
  word.remove_prefix(1);
  return true;
}

// Whether a number that no double can hold is too small rather than too large: its first digit that is
// not zero stands behind the decimal point once the exponent is applied.
bool is_too_small(std::string_view word) {
  take(word, "-");
  const std::size_t mark = word.find_first_of("eE");
  const std::string_view digits = word.substr(0, mark);
  std::string_view exponent_digits = mark == std::string_view::npos ? "0" : word.substr(mark + 1);
  take(exponent_digits, "+");
  std::int64_t exponent = 0;
  const auto parsed =
      std::from_chars(exponent_digits.data(), exponent_digits.data() + exponent_digits.size(), exponent);
  if (parsed.ec == std::errc::result_out_of_range) return exponent_digits.front() == '-';
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  const std::int64_t above_point = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  return exponent < -above_point;
}

}  // namespace

bool is_json_number(std::string_view word) {
  take(word, "-");
  const bool leading_zero = word.starts_with('0');
  const std::size_t whole = take_digits(word);
  if (whole == 0 || (leading_zero && whole > 1)) return false;
  if (take(word, ".") && take_digits(word) == 0) return false;
  if (take(word, "eE")) {
    take(word, "+-");
    if (take_digits(word) == 0) return false;
  }
  return word.empty();
}

std::optional<double> parse_json_number(std::string_view word) {
  if (word == "-0") return 0.0;
  double number = 0;
  const auto parsed = std::from_chars(word.data(), word.data() + word.size(), number);
  if (parsed.ec != std::errc::result_out_of_range) return number;
  if (!is_too_small(word)) return std::nullopt;
  return word.starts_with('-') ? -0.0 : 0.0;
}

}  // namespace sim
