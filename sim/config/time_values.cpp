#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "sim/config/values.h"
#include "sim/text/diagnostics.h"

namespace sim {
namespace {

struct TimeUnit {
  std::string_view name;
  std::int64_t nanoseconds;
};
// From the largest to the smallest, as they follow each other in a duration.
constexpr std::array kTimeUnits = {TimeUnit{"d", 86'400'000'000'000},
                                   TimeUnit{"h", 3'600'000'000'000},
                                   TimeUnit{"min", 60'000'000'000},
                                   TimeUnit{"s", 1'000'000'000},
                                   TimeUnit{"ms", 1'000'000},
                                   TimeUnit{"us", 1'000},
                                   TimeUnit{"ns", 1}};
constexpr int kMostDecimals = 12;  // 0.000000000001 d are 86.4 ns, below any exact value

Parsed<Duration> no_duration(std::string hint) { return {std::nullopt, {}, std::move(hint)}; }

// digits times unit in nanoseconds, if that is a whole number that fits.
std::optional<std::int64_t> exact_nanoseconds(std::string_view digits, std::int64_t unit) {
  const std::size_t dot = digits.find('.');
  std::string_view fraction = dot == std::string_view::npos ? std::string_view() : digits.substr(dot + 1);
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  if (fraction.size() > kMostDecimals) return std::nullopt;
  const auto mantissa = scaled_decimal(digits, static_cast<int>(fraction.size()));
  if (!mantissa) return std::nullopt;
  std::int64_t denominator = 1;
  for (std::size_t i = 0; i < fraction.size(); ++i) denominator *= 10;
  // Cancelling first keeps the product as small as the result.
  const std::int64_t common = std::gcd(unit, denominator);
  const std::int64_t rest = denominator / common;
  std::int64_t nanoseconds = 0;
  if (*mantissa % rest != 0 || __builtin_mul_overflow(*mantissa / rest, unit / common, &nanoseconds)) {
    return std::nullopt;
  }
  return nanoseconds;
}

// The number of letters at the start.
std::size_t letters(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && text[n] >= 'a' && text[n] <= 'z') ++n;
  return n;
}

// "1 h 30 min": takes the first part off the text and gives its two halves; nothing when there is none.
std::optional<UnitNumber> take_part(std::string_view& text) {
  const std::size_t end_of_digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::size_t unit = std::min(text.find_first_not_of(' ', end_of_digits), text.size());
  const std::size_t end = unit + letters(text.substr(unit));
  const auto part = split_unit(text.substr(0, end));
  text.remove_prefix(end);
  if (text.find_first_not_of(' ') != std::string_view::npos) text.remove_prefix(text.find_first_not_of(' '));
  return part;
}

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kFirstYear = 1970;
constexpr std::int64_t kLastYear = 2200;

bool is_leap(std::int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

std::int64_t days_in_month(std::int64_t year, std::int64_t month) {
  constexpr std::array<std::int64_t, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::int64_t days_in_year(std::int64_t year) { return is_leap(year) ? 366 : 365; }

bool has_instant_shape(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:ddZ";
  return std::equal(text.begin(), text.end(), kShape.begin(), kShape.end(),
                    [](char c, char shape) { return shape == 'd' ? c >= '0' && c <= '9' : c == shape; });
}

std::int64_t number_at(std::string_view text, std::size_t at, std::size_t length) {
  std::int64_t value = 0;
  for (const char c : text.substr(at, length)) value = value * 10 + (c - '0');
  return value;
}

}  // namespace

Parsed<Duration> ValueTraits<Duration>::parse(std::string_view text) {
  const std::string with_unit = fmt::format("write it with a unit: {}", kExample);
  if (text.empty() || text.back() == ' ') return no_duration(with_unit);
  if (text.front() == '-') return no_duration("a duration is 0 or more");
  std::int64_t sum = 0;
  auto allowed = kTimeUnits.begin();
  for (std::string_view rest = text; !rest.empty();) {
    const auto part = take_part(rest);
    if (!part || part->unit.empty()) return no_duration(with_unit);
    const auto same_name = [&](const TimeUnit& u) { return u.name == part->unit; };
    const auto unit = std::find_if(kTimeUnits.begin(), kTimeUnits.end(), same_name);
    if (unit == kTimeUnits.end()) return no_duration("units are ns us ms s min h d: 250 ms, 30 min, 1 h 30 min");
    if (unit < allowed) return no_duration("from the largest unit to the smallest, each once: 1 h 30 min");
    const auto nanoseconds = exact_nanoseconds(part->digits, unit->nanoseconds);
    if (!nanoseconds || __builtin_add_overflow(sum, *nanoseconds, &sum)) {
      return no_duration("whole nanoseconds, at most 106751 d");
    }
    allowed = unit + 1;
  }
  return {Duration::nanoseconds(sum), {}, {}};
}

std::string ValueTraits<Duration>::print(const Duration& value) {
  if (value == Duration()) return "0 s";
  std::string text;
  std::int64_t rest = value.count();
  for (const TimeUnit& unit : kTimeUnits) {
    if (rest / unit.nanoseconds == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", rest / unit.nanoseconds, unit.name);
    rest %= unit.nanoseconds;
  }
  return text;
}

Parsed<Instant> ValueTraits<Instant>::parse(std::string_view text) {
  if (!has_instant_shape(text)) return {std::nullopt, {}, fmt::format("write it in UTC: {}", kExample)};
  const std::int64_t year = number_at(text, 0, 4);
  const std::int64_t month = number_at(text, 5, 2);
  const std::int64_t day = number_at(text, 8, 2);
  const std::int64_t hour = number_at(text, 11, 2);
  const std::int64_t minute = number_at(text, 14, 2);
  const std::int64_t second = number_at(text, 17, 2);
  if (year < kFirstYear || year > kLastYear) {
    return {std::nullopt, in_backquotes(text) + " is out of range",
            fmt::format("years {} to {}", kFirstYear, kLastYear)};
  }
  const bool on_calendar = month >= 1 && month <= 12 && day >= 1 && day <= days_in_month(year, month);
  if (!on_calendar) return {std::nullopt, {}, "there is no such day"};
  if (hour > 23 || minute > 59 || second > 59) return {std::nullopt, {}, "there is no such time of day"};
  std::int64_t days = day - 1;
  for (std::int64_t y = kFirstYear; y < year; ++y) days += days_in_year(y);
  for (std::int64_t m = 1; m < month; ++m) days += days_in_month(year, m);
  return {Instant{days * kSecondsPerDay + hour * 3'600 + minute * 60 + second}, {}, {}};
}

std::string ValueTraits<Instant>::print(const Instant& value) {
  std::int64_t days = value.unix_seconds / kSecondsPerDay;
  const std::int64_t seconds = value.unix_seconds % kSecondsPerDay;
  std::int64_t year = kFirstYear;
  for (; days >= days_in_year(year); ++year) days -= days_in_year(year);
  std::int64_t month = 1;
  for (; days >= days_in_month(year, month); ++month) days -= days_in_month(year, month);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", year, month, days + 1, seconds / 3'600, seconds / 60 % 60,
                     seconds % 60);
}

}  // namespace sim
