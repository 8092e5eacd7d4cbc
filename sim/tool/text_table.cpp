#include "sim/tool/text_table.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "sim/core/check.h"

namespace sim {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool valid = false;
};

// The code point at the start of `text`; not valid for what RFC 3629 forbids, length 1 then.
CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    value = value << 6 | (byte(i) & 0x3FU);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, length, true};
}

std::string escape(char32_t control) {
  switch (control) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  const auto number = static_cast<unsigned>(control);
  return number < 0x80 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
}

void append_cell(std::string& line, const std::string& cell, Align align, std::size_t width) {
  const std::string padding(width - display_width(cell), ' ');
  line += align == Align::kLeft ? cell + padding : padding + cell;
}

void append_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (; !text.empty(); ++width) text.remove_prefix(first_code_point(text).length);
  return width;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const bool control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
    if (!point.valid) {
      result += "\uFFFD";
    } else if (control) {
      result += escape(point.value);
    } else {
      result += text.substr(0, point.length);
    }
    text.remove_prefix(point.length);
  }
  return result;
}

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (Column& column : columns_) column.title = printable(column.title);
}

void TextTable::add_row(std::vector<std::string> cells) {
  SIM_CHECK(cells.size() == columns_.size());
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = display_width(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
    widths.push_back(width);
  }
  return widths;
}

std::string TextTable::str() const {
  const std::vector<std::size_t> width = widths();
  std::string titles;
  std::string rule;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string_view gap = c == 0 ? "" : "  ";
    titles += gap;
    append_cell(titles, columns_[c].title, columns_[c].align, width[c]);
    rule += gap;
    for (std::size_t i = 0; i < width[c]; ++i) rule += "─";
  }
  std::string text;
  append_line(text, std::move(titles));
  append_line(text, std::move(rule));
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      line += c == 0 ? "" : "  ";
      append_cell(line, row[c], columns_[c].align, width[c]);
    }
    append_line(text, std::move(line));
  }
  return text;
}

}  // namespace sim
