#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sim {

// A time as data files write it, UTC.
struct Timestamp {
  std::int64_t nanoseconds = 0;  // since 1970-01-01T00:00:00Z, or since whatever the file counts from
  bool is_number = false;        // written as seconds, not as a date
};

// Seconds (`604038471`, `1700158546.68059`), or a date and a time of day, years 1970 to 2200: `2023-11-16
// 18:15:46.6805900`, `2023-11-16T18:15:46Z`, `2023-11-16T18:15`, with `Z`, `+00:00` or nothing at the end (UTC) or
// another offset
// (`+02:00`). Digits beyond the nanosecond are dropped. Seconds are below 7258118400, the end of the year 2199.
[[nodiscard]] std::optional<Timestamp> parse_timestamp(std::string_view text);

}  // namespace sim
