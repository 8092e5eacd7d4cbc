#include "sim/tool/format.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/core.h>

namespace sim {
namespace {

constexpr std::string_view kNotAvailable = "n/a";

struct Unit {
  std::uint64_t scale;  // a power of ten
  std::string_view name;
};

constexpr std::array kTimeUnits = {Unit{1, "ns"}, Unit{1'000, "µs"}, Unit{1'000'000, "ms"}, Unit{1'000'000'000, "s"}};
constexpr std::array kByteUnits = {Unit{1, "B"},
                                   Unit{1'000, "kB"},
                                   Unit{1'000'000, "MB"},
                                   Unit{1'000'000'000, "GB"},
                                   Unit{1'000'000'000'000, "TB"},
                                   Unit{1'000'000'000'000'000, "PB"},
                                   Unit{1'000'000'000'000'000'000, "EB"}};

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

// Commas into the whole part of a number in decimal notation.
std::string with_commas(std::string number) {
  const std::size_t first = number.starts_with('-') ? 1 : 0;
  std::size_t at = std::min(number.find('.'), number.size());
  while (at > first + 3) {
    at -= 3;
    number.insert(at, 1, ',');
  }
  return number;
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return with_commas(std::move(text));
}

std::string without_trailing_zeros(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

std::uint64_t to_three_digits(std::uint64_t value) {
  std::uint64_t step = 1;
  while (value / step >= 1'000) step *= 10;
  return (value + step / 2) / step * step;
}

// A value that has three significant digits, in the largest unit that it fills.
std::string in_units(std::uint64_t value, std::span<const Unit> units) {
  const Unit* unit = &units.front();
  for (const Unit& candidate : units) {
    if (candidate.scale <= value) unit = &candidate;
  }
  std::string number = std::to_string(value / unit->scale);
  if (unit->scale > 1) {
    // The digit in front keeps the leading zeros of the fraction.
    number.append(1, '.').append(std::to_string(unit->scale + value % unit->scale), 1);
  }
  return fmt::format("{} {}", without_trailing_zeros(number), unit->name);
}

// From a minute on: the two largest units that matter, rounded to the smaller one.
std::string long_duration(std::uint64_t seconds) {
  constexpr std::uint64_t kMinute = 60;
  constexpr std::uint64_t kHour = 3'600;
  constexpr std::uint64_t kDay = 86'400;
  if (seconds >= kHour) seconds = (seconds + kMinute / 2) / kMinute * kMinute;
  if (seconds >= kDay) seconds = (seconds + kHour / 2) / kHour * kHour;
  const auto both = [&](std::uint64_t large, std::string_view name, std::uint64_t small, std::string_view small_name) {
    std::string text = fmt::format("{} {}", with_commas(std::to_string(seconds / large)), name);
    const std::uint64_t rest = seconds % large / small;
    return rest == 0 ? text : fmt::format("{} {} {}", text, rest, small_name);
  };
  if (seconds >= kDay) return both(kDay, "d", kHour, "h");
  if (seconds >= kHour) return both(kHour, "h", kMinute, "min");
  return both(kMinute, "min", 1, "s");
}

std::string duration_magnitude(std::uint64_t nanoseconds) {
  constexpr std::uint64_t kSecond = 1'000'000'000;
  constexpr std::uint64_t kMinute = 60 * kSecond;
  if (nanoseconds == 0) return "0 s";
  if (nanoseconds < kMinute) {
    const std::uint64_t rounded = to_three_digits(nanoseconds);
    if (rounded < kMinute) return in_units(rounded, kTimeUnits);
  }
  return long_duration((nanoseconds + kSecond / 2) / kSecond);
}

// How many decimals show the first digit of a half width, after it is rounded to that digit.
int decimals_of(double half_width) {
  constexpr int kMost = 3;
  int decimals = 0;
  for (double scaled = half_width; scaled < 0.95 && decimals < kMost; scaled *= 10) ++decimals;
  return decimals;
}

std::string interval(double value, double half_width, std::string_view unit) {
  const int decimals = decimals_of(half_width);
  const std::string half = fixed(half_width, decimals);
  const bool vanishes = half.find_first_not_of("0.") == std::string::npos;
  return fmt::format("{} {} ± {}", fixed(value, decimals), unit, vanishes ? "<0.001" : half);
}

}  // namespace

std::string grouped(std::int64_t value) { return with_commas(std::to_string(value)); }

std::string amount(double value, std::string_view unit) {
  if (!std::isfinite(value)) return std::string(kNotAvailable);
  if (value > 0 && value < 0.005) return fmt::format("<0.01 {}", unit);
  const int decimals = std::abs(value) < 100 ? 2 : 0;
  return fmt::format("{} {}", without_trailing_zeros(fixed(value, decimals)), unit);
}

std::string ru(double value) { return amount(value, "RU"); }

std::string exact_ru(std::int64_t milli) {
  std::string text = fmt::format("{}.{:03}", grouped(milli / 1000), milli % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + " RU";
}

std::string ru_per_second(double value) { return amount(value, "RU/s"); }

std::string percent(double share) {
  const double value = share * 100;
  if (!std::isfinite(value)) return std::string(kNotAvailable);
  const double size = std::abs(value);
  if (size > 0 && size < 0.01) return value > 0 ? "<0.01 %" : ">-0.01 %";
  if (share < 1 && value > 99.99) return ">99.99 %";
  const bool nearly_all = share < 1 && value >= 99.95;
  const int decimals = size < 9.995 || nearly_all ? 2 : size < 99.95 ? 1 : 0;
  return without_trailing_zeros(fixed(value, decimals)) + " %";
}

std::string duration(Duration value) {
  const std::string text = duration_magnitude(magnitude(value.count()));
  return value < Duration() ? "-" + text : text;
}

std::string duration_of_seconds(double seconds) {
  if (!std::isfinite(seconds)) return std::string(kNotAvailable);
  constexpr double kMost = 9.2e9;  // about what a Duration can hold
  const double held = std::min(std::max(seconds, -kMost), kMost);
  return duration(Duration::nanoseconds(std::llround(held * 1e9)));
}

std::string bytes(std::int64_t value) {
  const std::string text = in_units(to_three_digits(magnitude(value)), kByteUnits);
  return value < 0 ? "-" + text : text;
}

std::string percent_interval(double share, double half_width) {
  if (!std::isfinite(half_width) || !std::isfinite(share)) return percent(share);
  if (half_width <= 0) return percent(share) + " ± 0";
  return interval(share * 100, half_width * 100, "%");
}

std::string amount_interval(double value, double half_width, std::string_view unit) {
  if (!std::isfinite(half_width) || !std::isfinite(value)) return amount(value, unit);
  if (half_width <= 0) return amount(value, unit) + " ± 0";
  return interval(value, half_width, unit);
}

std::string duration_interval(double seconds, double half_width) {
  if (!std::isfinite(half_width) || !std::isfinite(seconds)) return duration_of_seconds(seconds);
  if (half_width <= 0) return duration_of_seconds(seconds) + " ± 0";
  const Unit* unit = &kTimeUnits.front();
  for (const Unit& candidate : kTimeUnits) {
    if (static_cast<double>(candidate.scale) <= std::abs(seconds) * 1e9) unit = &candidate;
  }
  const double scale = 1e9 / static_cast<double>(unit->scale);
  return interval(seconds * scale, half_width * scale, unit->name);
}

}  // namespace sim
