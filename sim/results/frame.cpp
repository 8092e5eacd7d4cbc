#include "sim/results/frame.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

namespace sim {
namespace {

constexpr std::array<std::string_view, 9> kReserved = {"units",          "long_name",      "CLASS",
                                                       "NAME",           "_FillValue",     "scale_factor",
                                                       "DIMENSION_LIST", "REFERENCE_LIST", "add_offset"};
// What xarray takes for a time difference.
constexpr std::array<std::string_view, 14> kDurationWords = {
    "days",         "day",         "hours",        "hour",        "minutes",     "minute",     "seconds",
    "milliseconds", "millisecond", "microseconds", "microsecond", "nanoseconds", "nanosecond", "second"};

[[noreturn]] void fail(const Frame& frame, std::string_view culprit, std::string_view message) {
  throw std::logic_error("frame `" + frame.path + "`: `" + std::string(culprit) + "` " + std::string(message));
}

bool is_name(std::string_view text) {
  return !text.empty() && text != "." && text != ".." && text.find('/') == std::string_view::npos &&
         text.find('\0') == std::string_view::npos;
}

void check_path(const Frame& frame) {
  std::string_view rest = frame.path;
  for (;;) {
    const std::size_t slash = rest.find('/');
    if (!is_name(rest.substr(0, slash))) fail(frame, frame.path, "is not a path of names");
    if (slash == std::string_view::npos) return;
    rest.remove_prefix(slash + 1);
  }
}

void check_attributes(const Frame& frame, std::string_view owner, const Attributes& attributes) {
  std::set<std::string_view> seen;
  for (const auto& [name, value] : attributes) {
    if (!is_name(name)) fail(frame, owner, "has an attribute whose name is not one: `" + name + "`");
    if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end())
      fail(frame, owner, "has an attribute of a reserved name: `" + name + "`");
    if (!seen.insert(name).second) fail(frame, owner, "has two attributes `" + name + "`");
  }
}

template <class Column>
void check_column(const Frame& frame, const Column& column, std::set<std::string_view>& names) {
  if (!is_name(column.name)) fail(frame, column.name, "is not a name");
  if (!names.insert(column.name).second) fail(frame, column.name, "is there twice");
  if (std::find(kDurationWords.begin(), kDurationWords.end(), column.units) != kDurationWords.end())
    fail(frame, column.name, "has the unit `" + column.units + "`, which readers take for a time difference");
  check_attributes(frame, column.name, column.attributes);
}

std::optional<std::size_t> axis_length(const Frame& frame, std::string_view name) {
  for (const Axis& axis : frame.axes)
    if (axis.name == name) return size(axis.values);
  return std::nullopt;
}

void check_shape(const Frame& frame, const Variable& variable) {
  std::set<std::string_view> seen;
  std::size_t expected = 1;
  for (const std::string& axis : variable.axes) {
    const std::optional<std::size_t> length = axis_length(frame, axis);
    if (!length) fail(frame, variable.name, "lies along `" + axis + "`, which is not an axis of the frame");
    if (!seen.insert(axis).second) fail(frame, variable.name, "lies twice along `" + axis + "`");
    expected *= *length;
  }
  if (size(variable.values) != expected)
    fail(
        frame, variable.name,
        "has " + std::to_string(size(variable.values)) + " values, its axes have room for " + std::to_string(expected));
}

}  // namespace

std::size_t size(const Values& values) {
  return std::visit([](const auto& list) { return list.size(); }, values);
}

std::vector<std::size_t> shape(const Frame& frame, const Variable& variable) {
  std::vector<std::size_t> lengths;
  for (const std::string& axis : variable.axes) lengths.push_back(axis_length(frame, axis).value());
  return lengths;
}

void check(const Frame& frame) {
  check_path(frame);
  check_attributes(frame, frame.path, frame.attributes);
  std::set<std::string_view> names;
  for (const Axis& axis : frame.axes) check_column(frame, axis, names);
  for (const Variable& variable : frame.variables) {
    check_column(frame, variable, names);
    check_shape(frame, variable);
  }
}

}  // namespace sim
