#include "sim/config/yaml_source.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/config/utf8.h"

namespace sim {
namespace {

constexpr std::size_t kBlock = 64;
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
  std::size_t characters = 0;
  for (std::size_t begin = 0; begin <= text_.size(); begin += kBlock) {
    block_starts_.push_back(characters);
    characters += count_characters(std::string_view(text_).substr(begin, kBlock));
  }
}

std::string_view YamlSource::line_text(std::size_t line) const {
  if (line >= line_starts_.size()) return {};
  const std::size_t begin = line_starts_[line];
  const std::size_t end = line + 1 < line_starts_.size() ? line_starts_[line + 1] - 1 : text_.size();
  return std::string_view(text_).substr(begin, end - begin);
}

// Counts from the start of a block, so that a long line does not make every position in it dear.
std::size_t YamlSource::characters_before(std::size_t offset) const {
  const std::size_t block = offset / kBlock;
  return block_starts_[block] + count_characters(std::string_view(text_).substr(block * kBlock, offset % kBlock));
}

void YamlSource::refuse_control_characters() const {
  const auto found = first_control_character(text_);
  if (!found) return;
  throw InputError(mark(found->offset), fmt::format("holds the control character U+{:04X}", found->code));
}

void YamlSource::refuse_directives() const {
  for (std::size_t line = 0; line < line_starts_.size(); ++line) {
    if (!line_text(line).starts_with('%')) continue;
    throw InputError(mark(line, 0), "a line cannot begin with `%`: YAML directives are not allowed",
                     "leave it out, or indent the text");
  }
}

SourceMark YamlSource::mark(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(next - line_starts_.begin()) - 1;
  return mark(line, offset - line_starts_[line]);
}

SourceMark YamlSource::mark(std::size_t line, std::size_t byte_column) const {
  if (line >= line_starts_.size()) return mark(text_.size());
  const std::size_t begin = line_starts_[line];
  const std::size_t offset = begin + std::min(byte_column, line_text(line).size());
  const std::size_t column = characters_before(offset) - characters_before(begin);
  return {file_, static_cast<std::int64_t>(line) + 1, static_cast<std::int64_t>(column) + 1};
}

std::string_view YamlSource::from(std::size_t line, std::size_t byte_column) const {
  if (line >= line_starts_.size()) return {};
  return std::string_view(text_).substr(line_starts_[line] + std::min(byte_column, line_text(line).size()));
}

}  // namespace sim
