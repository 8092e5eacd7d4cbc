#include "sim/config/yaml_source.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/config/utf8.h"

namespace sim {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string with_plain_line_ends(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      plain += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      plain += '\n';
    }
  }
  return plain;
}

[[noreturn]] void refuse(const std::string& file, std::string message, std::string hint = {}) {
  throw InputError(SourceMark{file, 0, 0}, std::move(message), std::move(hint));
}

}  // namespace

YamlSource::YamlSource(std::string_view text, std::string file_name) : file_(std::move(file_name)) {
  if (text.size() > kMostYamlBytes) refuse(file_, "is larger than 4 MiB", "large tables belong in CSV files");
  if (text.find('\0') != std::string_view::npos) refuse(file_, "is a binary file, not YAML");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) refuse(file_, "is UTF-16", "save it as UTF-8");
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::optional<std::size_t> bad = first_invalid_utf8(text);
  // Positions can be told up to the first bad byte.
  text_ = with_plain_line_ends(bad ? text.substr(0, *bad) : text);
  index_lines();
  if (bad) throw InputError(mark(text_.size()), "is not UTF-8", "save it as UTF-8");
  refuse_control_characters();
  refuse_directives();
}

void YamlSource::index_lines() {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

std::string_view YamlSource::line_text(std::size_t line) const {
  const std::size_t begin = line_starts_[line];
  const std::size_t end = line + 1 < line_starts_.size() ? line_starts_[line + 1] - 1 : text_.size();
  return std::string_view(text_).substr(begin, end - begin);
}

void YamlSource::refuse_control_characters() const {
  Diagnostics found;
  for (std::size_t i = 0; i < text_.size() && found.size() < 20; ++i) {
    const auto code = static_cast<unsigned char>(text_[i]);
    if ((code >= 0x20U && code != 0x7FU) || text_[i] == '\n' || text_[i] == '\t') continue;
    found.error(mark(i), {}, fmt::format("holds the control character U+{:04X}", static_cast<unsigned>(code)));
  }
  found.throw_if_any();
}

void YamlSource::refuse_directives() const {
  Diagnostics found;
  for (std::size_t line = 0; line < line_starts_.size(); ++line) {
    if (!line_text(line).starts_with('%')) continue;
    found.error(mark(line, 0), {}, "a line cannot begin with `%`: YAML directives are not allowed",
                "leave it out, or indent the text");
  }
  found.throw_if_any();
}

SourceMark YamlSource::mark(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(next - line_starts_.begin()) - 1;
  return mark(line, offset - line_starts_[line]);
}

SourceMark YamlSource::mark(std::size_t line, std::size_t byte_column) const {
  if (line >= line_starts_.size()) return mark(line_starts_.size() - 1, text_.size());
  const std::string_view before = line_text(line).substr(0, byte_column);
  return {file_, static_cast<std::int64_t>(line) + 1, static_cast<std::int64_t>(count_characters(before)) + 1};
}

char YamlSource::at(std::size_t line, std::size_t byte_column) const {
  if (line >= line_starts_.size() || byte_column >= line_text(line).size()) return 0;
  return line_text(line)[byte_column];
}

}  // namespace sim
