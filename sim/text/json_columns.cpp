#include "sim/text/json_columns.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"
#include "sim/text/json.h"

namespace sim {
namespace {

// Takes the events of the JSON parser. Depth 1 is inside the object, depth 2 inside an array that is one of its
// members.
class ArraysReader {
 public:
  explicit ArraysReader(std::span<const std::string_view> names) : names_(names), found_(names.size()) {}

  bool null() { return other("null"); }
  bool boolean(bool /*value*/) { return other("true or false"); }
  bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string& /*text*/) { return number(value); }
  bool string(std::string& /*value*/) { return other("a text"); }
  bool binary(Json::binary_t& /*value*/) { return other("bytes"); }
  bool key(std::string& name) {
    if (depth_ == 1) {
      const auto at = std::find(names_.begin(), names_.end(), name);
      wanted_ = at == names_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - names_.begin()));
    }
    return true;
  }
  bool start_object(std::size_t /*elements*/) { return depth_ == 0 ? deeper() : other("an object") && deeper(); }
  bool start_array(std::size_t /*elements*/) {
    if (depth_ == 0) {
      problem_ = "is not a JSON object";
      return false;
    }
    if (depth_ == 1 && wanted_) {
      found_[*wanted_].emplace();
      return deeper();
    }
    return other("an array") && deeper();
  }
  bool end_object() { return shallower(); }
  bool end_array() { return shallower(); }
  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& /*error*/) {
    offset_ = position > 0 ? position - 1 : 0;
    problem_ = "is not JSON";
    return false;
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  // Where parsing failed; nothing where the text is JSON, but not of the form that is wanted.
  [[nodiscard]] std::optional<std::size_t> offset() const { return offset_; }
  [[nodiscard]] std::vector<std::optional<std::vector<double>>>& found() { return found_; }

 private:
  bool deeper() {
    ++depth_;
    return true;
  }
  bool shallower() {
    --depth_;
    return true;
  }
  bool number(double value) {
    if (depth_ != 2 || !wanted_) {
      return other("a number");
    }
    if (!std::isfinite(value)) {
      return other("a number beyond all bounds");
    }
    found_[*wanted_]->push_back(value);
    return true;
  }
  bool other(std::string_view what) {
    if (depth_ == 0) {
      problem_ = "is not a JSON object";
    } else if (wanted_) {
      problem_ = depth_ == 1
                     ? fmt::format("has {} in `{}` where an array of numbers is expected", what, names_[*wanted_])
                     : fmt::format("has {} in `{}` among the numbers", what, names_[*wanted_]);
    }
    return problem_.empty();
  }

  std::span<const std::string_view> names_;
  std::vector<std::optional<std::vector<double>>> found_;
  std::optional<std::size_t> wanted_;  // the member that is being read
  std::size_t depth_ = 0;
  std::string problem_;
  std::optional<std::size_t> offset_;
};

SourceMark mark_at(std::string_view text, const std::string& file_name, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return {file_name, std::count(before.begin(), before.end(), '\n') + 1,
          std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start), before.end(), is_first_byte) + 1};
}

}  // namespace

std::vector<std::vector<double>> read_json_columns(std::string_view text, const std::string& file_name,
                                                   std::span<const std::string_view> names) {
  ArraysReader reader(names);
  static_cast<void>(Json::sax_parse(text.begin(), text.end(), &reader));
  if (!reader.problem().empty()) {
    const SourceMark mark = reader.offset() ? mark_at(text, file_name, *reader.offset()) : SourceMark{file_name, 1, 1};
    throw InputError(mark, reader.problem(), fmt::format("an object with {}", fmt::join(names, " and ")));
  }
  std::vector<std::vector<double>> arrays;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!reader.found()[i]) {
      throw InputError({file_name, 1, 1}, fmt::format("has no array `{}`", names[i]),
                       fmt::format("an object with {}", fmt::join(names, " and ")));
    }
    arrays.push_back(std::move(*reader.found()[i]));
  }
  return arrays;
}

}  // namespace sim
