#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sim/text/diagnostics.h"
#include "sim/text/json_columns.h"

// Any bytes are either refused with a position or give both columns, of finite numbers and no more of them than bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::string_view, 2> kNames = {"values", "weights"};
  const std::string text(data, data + size);
  try {
    const auto columns = sim::read_json_columns(text, "input", kNames);
    if (columns.size() != 2) std::abort();
    for (const auto& column : columns) {
      if (column.size() > size) std::abort();
      for (const double number : column)
        if (!std::isfinite(number)) std::abort();
    }
  } catch (const sim::InputError& error) {
    if (error.diagnostics().empty() || error.diagnostics()[0].mark.line < 1) std::abort();
  }
  return 0;
}
