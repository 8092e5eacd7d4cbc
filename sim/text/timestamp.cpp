#include "sim/text/timestamp.h"

#include <cstddef>

namespace sim {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kEnd = 7'258'118'400;  // 2200-01-01T00:00:00Z

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes things off the front of a text; once one is missing, all that follow are.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] bool next_is(char c) const { return !rest_.empty() && rest_.front() == c; }

  // One of these characters.
  char take_one_of(std::string_view wanted) {
    if (rest_.empty() || wanted.find(rest_.front()) == std::string_view::npos) {
      good_ = false;
      return '\0';
    }
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  bool take_if(char c) {
    const bool there = next_is(c);
    if (there) rest_.remove_prefix(1);
    return there;
  }
  // A number of so many digits, `most` at most.
  std::int64_t number(std::size_t digits, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + (take_one_of("0123456789") - '0');
    good_ = good_ && value >= least && value <= most;
    return good_ ? value : least;
  }
  // All digits that follow, at least one and at most 12.
  std::int64_t digits() {
    std::size_t n = 0;
    while (n < rest_.size() && is_digit(rest_[n])) ++n;
    good_ = good_ && n > 0 && n <= 12;
    return good_ ? number(n, 0, 999'999'999'999) : 0;
  }
  // Nanoseconds of the digits behind a point.
  std::int64_t fraction() {
    std::int64_t value = 0;
    std::int64_t unit = kNanoseconds;
    good_ = good_ && !rest_.empty() && is_digit(rest_.front());
    for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1)) {
      unit /= 10;
      value += (rest_.front() - '0') * unit;
    }
    return value;
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

bool is_leap(std::int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

std::int64_t days_in_month(std::int64_t year, std::int64_t month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Days from 1970-01-01 to the first of that month.
std::int64_t days_before(std::int64_t year, std::int64_t month) {
  const std::int64_t past = year - 1;
  std::int64_t days = 365 * (year - 1970) + (past / 4 - past / 100 + past / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400);
  for (std::int64_t m = 1; m < month; ++m) days += days_in_month(year, m);
  return days;
}

// Seconds that the written offset is ahead of UTC; none written is UTC.
std::int64_t offset(Cursor& cursor) {
  if (cursor.at_end() || cursor.take_if('Z')) return 0;
  const char sign = cursor.take_one_of("+-");
  const std::int64_t hours = cursor.number(2, 0, 18);
  cursor.take_one_of(":");
  const std::int64_t seconds = hours * 3'600 + cursor.number(2, 0, 59) * 60;
  return sign == '-' ? -seconds : seconds;
}

std::optional<Timestamp> seconds(std::string_view text) {
  Cursor cursor(text);
  const std::int64_t whole = cursor.digits();
  const std::int64_t part = cursor.take_if('.') ? cursor.fraction() : 0;
  if (!cursor.good() || !cursor.at_end() || whole >= kEnd) return std::nullopt;
  return Timestamp{whole * kNanoseconds + part, true};
}

std::optional<Timestamp> date(std::string_view text) {
  Cursor cursor(text);
  const std::int64_t year = cursor.number(4, 1970, 2199);
  cursor.take_one_of("-");
  const std::int64_t month = cursor.number(2, 1, 12);
  cursor.take_one_of("-");
  const std::int64_t day = cursor.number(2, 1, days_in_month(year, month));
  cursor.take_one_of("T ");
  std::int64_t second = cursor.number(2, 0, 23) * 3'600;
  cursor.take_one_of(":");
  second += cursor.number(2, 0, 59) * 60;
  if (cursor.take_if(':')) second += cursor.number(2, 0, 59);
  const std::int64_t part = cursor.take_if('.') ? cursor.fraction() : 0;
  second += (days_before(year, month) + day - 1) * kSecondsPerDay - offset(cursor);
  if (!cursor.good() || !cursor.at_end() || second < 0) return std::nullopt;
  return Timestamp{second * kNanoseconds + part, false};
}

}  // namespace

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  const bool has_date = text.size() > 4 && text[4] == '-';
  return has_date ? date(text) : seconds(text);
}

}  // namespace sim
