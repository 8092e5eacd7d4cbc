#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// A Frame is one group of results in memory: variables over named axes, each with its unit and a
// sentence for a plot's label. It knows nothing of files; sim/results/h5_writer.h stores it.
namespace sim {

// Text is UTF-8 and holds no NUL.
using AttributeValue = std::variant<std::string, double, std::int64_t, std::vector<std::string>, std::vector<double>>;
using Attributes = std::vector<std::pair<std::string, AttributeValue>>;

using Values = std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>>;

// Units: "1" for a pure number and "" for labels. Durations are written "s", "ms" and so on, because readers that
// follow the CF conventions turn the long words ("seconds") into time differences. A time axis says "seconds since
// 2026-01-01T00:00:00Z", which they turn into dates.
struct Axis {
  std::string name;
  std::string long_name;
  std::string units;
  Values values;  // one a position, in order; may be empty
  Attributes attributes = {};
};

struct Variable {
  std::string name;
  std::string long_name;
  std::string units;
  std::vector<std::string> axes;  // names of the frame's axes, slowest first; none: a single value
  Values values;                  // row-major; NaN where there is nothing to tell
  Attributes attributes = {};
};

struct Frame {
  std::string path;  // of the group, without a slash at either end: "runs/hpk/0/partitions"
  Attributes attributes = {};
  std::vector<Axis> axes = {};
  std::vector<Variable> variables = {};
};

[[nodiscard]] std::size_t size(const Values&);

// The length of each of the variable's axes. The frame has passed check().
[[nodiscard]] std::vector<std::size_t> shape(const Frame&, const Variable&);

// Throws std::logic_error, naming the group and the culprit, unless
// - path, names of axes, variables and attributes are proper HDF5 names: not empty, no "." or "..", no NUL, and no
// slash
//   but the ones between the path's parts;
// - axes and variables bear different names, and each attribute list has unique names other than the reserved ones
//   (units, long_name and those of dimension scales);
// - every axis a variable names exists, is named once, and the number of values is the product of the axes' lengths;
// - no unit is a bare word for a duration ("seconds").
void check(const Frame&);

}  // namespace sim
