#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string_view>

namespace sim {

// Calls `take(line, number)` for each line of `in`, numbered from 1, without its LF or CRLF, until the
// input ends or `take` says false. A byte order mark at the start is dropped. Memory is bounded: a line
// of more than `longest` bytes throws InputError with the name `source`; a failing read throws
// std::system_error.
void for_each_line(std::FILE* in, std::string_view source, std::size_t longest,
                   const std::function<bool(std::string_view line, std::int64_t number)>& take);

}  // namespace sim
