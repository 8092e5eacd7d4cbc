#include "sim/tool/memory.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

namespace sim {

std::optional<std::int64_t> available_memory(std::string_view meminfo) {
  constexpr std::string_view kField = "MemAvailable:";
  constexpr std::int64_t kKibibyte = 1024;
  const std::size_t at = meminfo.find(kField);
  if (at == std::string_view::npos || (at > 0 && meminfo[at - 1] != '\n')) return std::nullopt;
  std::string_view rest = meminfo.substr(at + kField.size());
  rest = rest.substr(0, rest.find('\n'));
  const std::size_t digits = rest.find_first_not_of(" \t");
  if (digits == std::string_view::npos) return std::nullopt;
  std::int64_t kibibytes = 0;
  const auto [end, error] = std::from_chars(rest.data() + digits, rest.data() + rest.size(), kibibytes);
  const std::string_view unit(end, static_cast<std::size_t>(rest.data() + rest.size() - end));
  if (error != std::errc() || unit != " kB" || kibibytes < 0 ||
      kibibytes > std::numeric_limits<std::int64_t>::max() / kKibibyte) {
    return std::nullopt;
  }
  return kibibytes * kKibibyte;
}

std::optional<std::int64_t> available_memory() {
  std::ifstream file("/proc/meminfo");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return available_memory(text);
}

}  // namespace sim
