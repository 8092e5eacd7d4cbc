#pragma once

#include <string>
#include <vector>

#include "sim/config/describe.h"
#include "sim/config/detail/writer.h"
#include "sim/config/field_tree.h"
#include "sim/config/node.h"
#include "sim/config/schema.h"

// The values in force, whether written or not: results and reports carry them.
namespace sim {

struct EchoLine {
  std::string path;
  std::string value;  // in YAML; "none" for an optional without value
  bool is_default = false;
  friend bool operator==(const EchoLine&, const EchoLine&) = default;
};

// Every leaf field in the order of declaration. A list of plain values is one line: "[a, b]".
[[nodiscard]] std::vector<EchoLine> echo_lines(const Node& written, const FieldTree& tree);

// The configuration as a YAML tree with all fields; reading it again gives the same configuration.
template <class T>
[[nodiscard]] Node write_config(const T& config) {
  return detail::write_value(config);
}

template <class T>
[[nodiscard]] std::vector<EchoLine> echo_config(const T& config) {
  return echo_lines(write_config(config), describe_fields<T>());
}

}  // namespace sim
