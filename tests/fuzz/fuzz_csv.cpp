#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "sim/text/csv_reader.h"

// Any bytes are either refused with a position inside them or read; what was read, written again with every field in
// quotes, reads as the same.
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows read_all(const std::string& text) {
  std::istringstream input(text);
  sim::CsvReader reader(input, "input");
  Rows rows{reader.header()};
  while (reader.next()) {
    rows.emplace_back(reader.row().begin(), reader.row().end());
    for (std::size_t i = 0; i < reader.row().size(); ++i)
      if (reader.mark(i).line < reader.line() || reader.mark(i).column < 1) std::abort();
    for (const std::string& field : rows.back())
      if (const auto count = sim::parse_count(field); count && sim::parse_decimal(field) < 0.0) std::abort();
  }
  return rows;
}

std::string in_quotes(const Rows& rows) {
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? "\"" : ",\"";
      for (const char c : row[i]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const Rows rows = read_all(text);
    if (read_all(in_quotes(rows)) != rows) std::abort();
  } catch (const sim::InputError& error) {
    if (error.diagnostics().empty() || error.diagnostics()[0].mark.line < 1) std::abort();
  }
  return 0;
}
