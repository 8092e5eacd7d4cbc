#include "models/items/time_pattern.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace cosmos {
namespace {

constexpr std::int64_t kDay = 86'400;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::chrono::year_month_day date_of(std::int64_t unix_seconds) {
  return std::chrono::year_month_day(
      std::chrono::sys_days(std::chrono::days(static_cast<int>(floor_div(unix_seconds, kDay)))));
}

std::int64_t seconds_of(int year, unsigned month) {
  const auto day = std::chrono::sys_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(1));
  return std::int64_t{day.time_since_epoch().count()} * kDay;
}

std::string expand(char conversion, std::int64_t t) {
  const auto date = date_of(t);
  const std::int64_t of_day = t - floor_div(t, kDay) * kDay;
  switch (conversion) {
    case 'Y':
      return fmt::format("{:04}", static_cast<int>(date.year()));
    case 'm':
      return fmt::format("{:02}", static_cast<unsigned>(date.month()));
    case 'd':
      return fmt::format("{:02}", static_cast<unsigned>(date.day()));
    case 'H':
      return fmt::format("{:02}", of_day / 3600);
    case 'M':
      return fmt::format("{:02}", of_day / 60 % 60);
    case 'S':
      return fmt::format("{:02}", of_day % 60);
    case 'j':
      return fmt::format("{:03}", (t - seconds_of(static_cast<int>(date.year()), 1)) / kDay + 1);
    case 'F':
      return expand('Y', t) + '-' + expand('m', t) + '-' + expand('d', t);
    case 'T':
      return expand('H', t) + ':' + expand('M', t) + ':' + expand('S', t);
    default:
      return "%";
  }
}

}  // namespace

std::optional<TimePattern> TimePattern::parse(std::string_view pattern) {
  std::optional<Unit> finest;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      continue;
    }
    if (++i == pattern.size()) {
      return std::nullopt;
    }
    Unit unit = Unit::kYear;
    switch (pattern[i]) {
      case 'Y':
        unit = Unit::kYear;
        break;
      case 'm':
        unit = Unit::kMonth;
        break;
      case 'd':
      case 'j':
      case 'F':
        unit = Unit::kDay;
        break;
      case 'H':
        unit = Unit::kHour;
        break;
      case 'M':
        unit = Unit::kMinute;
        break;
      case 'S':
      case 'T':
        unit = Unit::kSecond;
        break;
      case '%':
        continue;
      default:
        return std::nullopt;
    }
    finest = finest ? std::max(*finest, unit) : unit;
  }
  if (!finest) {
    return std::nullopt;
  }
  return TimePattern(std::string(pattern), *finest);
}

std::int64_t TimePattern::period_of(std::int64_t unix_seconds) const {
  switch (finest_) {
    case Unit::kYear:
      return static_cast<int>(date_of(unix_seconds).year());
    case Unit::kMonth: {
      const auto date = date_of(unix_seconds);
      return std::int64_t{static_cast<int>(date.year())} * 12 + static_cast<unsigned>(date.month()) - 1;
    }
    case Unit::kDay:
      return floor_div(unix_seconds, kDay);
    case Unit::kHour:
      return floor_div(unix_seconds, 3600);
    case Unit::kMinute:
      return floor_div(unix_seconds, 60);
    case Unit::kSecond:
      break;
  }
  return unix_seconds;
}

std::int64_t TimePattern::start_of(std::int64_t period) const {
  switch (finest_) {
    case Unit::kYear:
      return seconds_of(static_cast<int>(period), 1);
    case Unit::kMonth:
      return seconds_of(static_cast<int>(floor_div(period, 12)),
                        static_cast<unsigned>(period - floor_div(period, 12) * 12) + 1);
    case Unit::kDay:
      return period * kDay;
    case Unit::kHour:
      return period * 3600;
    case Unit::kMinute:
      return period * 60;
    case Unit::kSecond:
      break;
  }
  return period;
}

std::string TimePattern::text(std::int64_t period) const {
  const std::int64_t t = start_of(period);
  std::string out;
  for (std::size_t i = 0; i < pattern_.size(); ++i) {
    if (pattern_[i] == '%') {
      out += expand(pattern_[++i], t);
    } else {
      out += pattern_[i];
    }
  }
  return out;
}

}  // namespace cosmos
