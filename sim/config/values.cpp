#include "sim/config/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

// The length of a plain decimal at the start of the text: sign, whole part without leading zeros, and
// decimals if there are any. 0 when there is none.
std::size_t decimal_length(std::string_view text) {
  std::size_t n = !text.empty() && (text.front() == '-' || text.front() == '+') ? 1 : 0;
  const std::size_t whole = count_digits(text.substr(n));
  if (whole == 0 || (whole > 1 && text[n] == '0')) return 0;
  n += whole;
  if (n == text.size() || text[n] != '.') return n;
  const std::size_t decimals = count_digits(text.substr(n + 1));
  return decimals == 0 ? 0 : n + 1 + decimals;
}

std::optional<double> to_double(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

template <class T>
Parsed<T> refused(std::string message = {}, std::string hint = {}) {
  return {std::nullopt, std::move(message), std::move(hint)};
}

constexpr int kShareDecimals = 6;
constexpr double kSharesPerOne = 1e8;  // 100 % in millionths of a percent
constexpr int kRateDecimals = 6;
constexpr std::int64_t kMostEvents = 1'000'000'000;

struct RateUnit {
  std::string_view name;
  Duration per;
};
constexpr std::array kRateUnits = {RateUnit{"s", Duration::seconds(1)}, RateUnit{"min", Duration::minutes(1)},
                                   RateUnit{"h", Duration::hours(1)}, RateUnit{"d", Duration::days(1)}};

}  // namespace

std::string with_article(std::string_view type) {
  if (type.empty() || type == "text" || type.find(" or ") != std::string_view::npos) return std::string(type);
  const bool vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", type);
}

std::optional<UnitNumber> split_unit(std::string_view text) {
  const std::size_t length = decimal_length(text);
  if (length == 0) return std::nullopt;
  const std::string_view digits = text.substr(0, length);
  std::string_view unit = text.substr(length);
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  if (unit.empty() ? length != text.size() : unit.back() == ' ' || is_digit(unit.front()) || unit.front() == '.') {
    return std::nullopt;
  }
  const auto value = to_double(digits);
  if (!value) return std::nullopt;
  return UnitNumber{*value, unit, digits};
}

std::optional<std::int64_t> scaled_decimal(std::string_view digits, int decimals) {
  if (decimal_length(digits) != digits.size() || digits.empty()) return std::nullopt;
  const bool negative = digits.front() == '-';
  if (negative || digits.front() == '+') digits.remove_prefix(1);
  const std::size_t dot = digits.find('.');
  std::string all(digits.substr(0, dot));
  std::string_view fraction = dot == std::string_view::npos ? std::string_view() : digits.substr(dot + 1);
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  const auto places = static_cast<std::size_t>(decimals);
  if (fraction.size() > places) return std::nullopt;
  all += fraction;
  all.append(places - fraction.size(), '0');
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), value);
  if (error != std::errc() || end != all.data() + all.size()) return std::nullopt;
  return negative ? -value : value;
}

std::string print_scaled(std::int64_t value, int decimals) {
  // In unsigned arithmetic the least int64 has a magnitude too.
  const std::uint64_t magnitude =
      value < 0 ? 0U - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  std::string digits = fmt::format("{:0{}}", magnitude, decimals + 1);
  const std::size_t dot = digits.size() - static_cast<std::size_t>(decimals);
  std::string fraction = digits.substr(dot);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  digits.resize(dot);
  return fmt::format("{}{}{}{}", value < 0 ? "-" : "", digits, fraction.empty() ? "" : ".", fraction);
}

Parsed<bool> ValueTraits<bool>::parse(std::string_view text) {
  if (text == "true") return {true, {}, {}};
  if (text == "false") return {false, {}, {}};
  return refused<bool>(in_backquotes(text) + " is neither true nor false", "write true or false");
}

std::string ValueTraits<bool>::print(const bool& value) { return value ? "true" : "false"; }

Parsed<std::string> ValueTraits<std::string>::parse(std::string_view text) { return {std::string(text), {}, {}}; }

std::string ValueTraits<std::string>::print(const std::string& value) { return value; }

Parsed<std::int64_t> ValueTraits<std::int64_t>::parse(std::string_view text) {
  std::string_view digits = text;
  if (!digits.empty() && digits.front() == '-') digits.remove_prefix(1);
  const std::string_view kHint = "digits alone: 1, 4000";
  if (digits.empty() || count_digits(digits) != digits.size()) {
    return refused<std::int64_t>({}, std::string(kHint));
  }
  if (digits.size() > 1 && digits.front() == '0') return refused<std::int64_t>({}, "write it without leading zeros");
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return refused<std::int64_t>({}, fmt::format("at most {}", std::numeric_limits<std::int64_t>::max()));
  }
  return {value, {}, {}};
}

std::string ValueTraits<std::int64_t>::print(const std::int64_t& value) { return fmt::format("{}", value); }

Parsed<double> ValueTraits<double>::parse(std::string_view text) {
  const std::size_t length = decimal_length(text);
  std::string_view exponent = text.substr(length);
  if (!exponent.empty() && (exponent.front() == 'e' || exponent.front() == 'E')) {
    exponent.remove_prefix(1);
    if (!exponent.empty() && (exponent.front() == '-' || exponent.front() == '+')) exponent.remove_prefix(1);
    if (exponent.empty() || count_digits(exponent) != exponent.size()) return refused<double>();
  } else if (!exponent.empty()) {
    return refused<double>();
  }
  const auto value = length == 0 || text.front() == '+' ? std::nullopt : to_double(text);
  if (!value) return refused<double>();
  return {*value, {}, {}};
}

std::string ValueTraits<double>::print(const double& value) { return fmt::format("{}", value); }

Parsed<Share> ValueTraits<Share>::parse(std::string_view text) {
  const auto parts = split_unit(text);
  if (!parts || parts->unit != "%") {
    std::string hint = "write it in percent: 80 %";
    // 0.8 most likely means 80 %.
    if (parts && parts->unit.empty() && parts->value >= 0.0 && parts->value <= 1.0) {
      const auto percent = scaled_decimal(parts->digits, kShareDecimals + 2);
      if (percent) hint = fmt::format("write it in percent: {} %", print_scaled(*percent, kShareDecimals));
    }
    return refused<Share>({}, std::move(hint));
  }
  const auto millionths = scaled_decimal(parts->digits, kShareDecimals);
  if (parts->value < 0.0 || parts->value > 100.0) {
    return refused<Share>(in_backquotes(text) + " is out of range", "0 % to 100 %");
  }
  if (!millionths) return refused<Share>({}, fmt::format("at most {} decimals", kShareDecimals));
  return {Share{static_cast<double>(*millionths) / kSharesPerOne}, {}, {}};
}

std::string ValueTraits<Share>::print(const Share& value) {
  return print_scaled(std::llround(value.value * kSharesPerOne), kShareDecimals) + " %";
}

Parsed<Rate> ValueTraits<Rate>::parse(std::string_view text) {
  const auto parts = split_unit(text);
  if (!parts || parts->unit.empty() || parts->unit.front() != '/') {
    return refused<Rate>({}, "write it with a unit: 1011 /s, 6 /min, 4 /h");
  }
  std::string_view per = parts->unit.substr(1);
  per.remove_prefix(std::min(per.find_first_not_of(' '), per.size()));
  const auto unit =
      std::find_if(kRateUnits.begin(), kRateUnits.end(), [&](const RateUnit& u) { return u.name == per; });
  if (unit == kRateUnits.end()) return refused<Rate>({}, "per s, min, h or d: 1011 /s, 6 /min, 4 /h");
  if (parts->value < 0.0 || parts->value > static_cast<double>(kMostEvents)) {
    return refused<Rate>(in_backquotes(text) + " is out of range", fmt::format("0 to {} /{}", kMostEvents, per));
  }
  const auto micro = scaled_decimal(parts->digits, kRateDecimals);
  if (!micro) return refused<Rate>({}, fmt::format("at most {} decimals", kRateDecimals));
  return {Rate{*micro, unit->per}, {}, {}};
}

std::string ValueTraits<Rate>::print(const Rate& value) {
  const auto unit =
      std::find_if(kRateUnits.begin(), kRateUnits.end(), [&](const RateUnit& u) { return u.per == value.per; });
  const std::string_view per = unit == kRateUnits.end() ? std::string_view("s") : unit->name;
  return fmt::format("{} /{}", print_scaled(value.micro, kRateDecimals), per);
}

}  // namespace sim
