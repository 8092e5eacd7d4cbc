#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/text/diagnostics.h"

namespace sim {

inline constexpr std::size_t kMostYamlBytes = std::size_t{4} << 20;

// A text that is fit for a YAML parser: UTF-8 without byte order mark, lines ending in \n, no control
// characters, no directives. Knows its lines, so that byte offsets become positions.
class YamlSource {
 public:
  // Throws InputError when the text is too big, binary, not UTF-8 or has what is listed above.
  YamlSource(std::string_view text, std::string file_name);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  // The position of a byte, which may lie behind the end.
  [[nodiscard]] SourceMark mark(std::size_t offset) const;
  // The position of a byte in a line, both counted from 0, clamped to the text.
  [[nodiscard]] SourceMark mark(std::size_t line, std::size_t byte_column) const;
  // The text from that place on, as above.
  [[nodiscard]] std::string_view from(std::size_t line, std::size_t byte_column) const;
  [[nodiscard]] std::string_view line_text(std::size_t line) const;

 private:
  void index_lines();
  void refuse_control_characters() const;
  void refuse_directives() const;
  [[nodiscard]] std::size_t characters_before(std::size_t offset) const;

  std::string file_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::size_t> block_starts_;  // characters before every 64th byte
};

}  // namespace sim
