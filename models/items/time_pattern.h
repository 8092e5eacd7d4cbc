#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// A strftime pattern in UTC, cut down to what a time-valued key property needs: %Y %m %d %H %M %S, %j
// (day of the year), %F (%Y-%m-%d), %T (%H:%M:%S) and %%.
namespace cosmos {

class TimePattern {
 public:
  // Nothing if the pattern holds another conversion or a lone %, or no conversion at all.
  [[nodiscard]] static std::optional<TimePattern> parse(std::string_view pattern);

  // Number of the period of the pattern's finest unit that holds this second (since 1970): instants of one
  // period have one text. Years and months count calendar periods, the others fixed lengths.
  [[nodiscard]] std::int64_t period_of(std::int64_t unix_seconds) const;

  // The text of a period.
  [[nodiscard]] std::string text(std::int64_t period) const;

  [[nodiscard]] const std::string& pattern() const { return pattern_; }

 private:
  enum class Unit { kYear, kMonth, kDay, kHour, kMinute, kSecond };
  TimePattern(std::string pattern, Unit finest) : pattern_(std::move(pattern)), finest_(finest) {}
  [[nodiscard]] std::int64_t start_of(std::int64_t period) const;

  std::string pattern_;
  Unit finest_;
};

}  // namespace cosmos
