#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sim {

enum class Align { kLeft, kRight };

struct Column {
  std::string title;
  Align align = Align::kLeft;
};

// A table for the screen: titles, a rule, rows; columns two spaces apart and as wide as their widest
// cell, no trailing spaces, a line feed after every line. Width is counted in code points.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns);

  // One cell a column. Cells may hold anything: control characters are shown as escapes.
  void add_row(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string str() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// The number of code points of `text`; a byte that is not UTF-8 counts as one.
[[nodiscard]] std::size_t display_width(std::string_view text);

// `text` made safe for a terminal and for one line: control characters become \n, \t, \x1b, \u0085;
// bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace sim
