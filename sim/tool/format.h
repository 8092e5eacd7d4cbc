#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/core/time.h"

// Numbers as people read them on the screen; files keep full precision. Unless said otherwise: at
// most three significant digits, trailing zeros dropped, thousands grouped by commas. A value that
// is not finite is "n/a".
namespace sim {

// 1,234,567
[[nodiscard]] std::string grouped(std::int64_t value);

// A value with its unit: whole numbers from 100 on ("12,345 RU/s"), at most two decimals below
// ("4.25 RU"), "<0.01 RU" for what is positive and would round to nothing.
[[nodiscard]] std::string amount(double value, std::string_view unit);
[[nodiscard]] std::string ru(double value);
[[nodiscard]] std::string ru_per_second(double value);
// Thousandths of a request unit, none rounded away: "3,000.125 RU".
[[nodiscard]] std::string exact_ru(std::int64_t milli);

// A share, 0.0123 -> "1.23 %". "0 %" is never said of more than nothing, nor "100 %" of less than
// all: what comes close is "<0.01 %" and ">99.99 %". Shares above 1 and below 0 are allowed.
[[nodiscard]] std::string percent(double share);

// "812 µs", "4.52 ms", "1.25 s"; from a minute on two units: "3 min 20 s", "2 h 30 min", "3 d 4 h".
[[nodiscard]] std::string duration(Duration value);
[[nodiscard]] std::string duration_of_seconds(double seconds);

// Decimal units: "812 B", "1.5 GB".
[[nodiscard]] std::string bytes(std::int64_t value);

// A value and the half width of its interval, both with the decimals that show the first digit of
// the half width (0 to 3): "12.4 % ± 0.3", "12,345 RU/s ± 23". With a half width that is 0 or not
// finite (a single replication) the value is written as above; one that is not finite is left out.
[[nodiscard]] std::string percent_interval(double share, double half_width);
[[nodiscard]] std::string amount_interval(double value, double half_width, std::string_view unit);
[[nodiscard]] std::string duration_interval(double seconds, double half_width);

}  // namespace sim
