#pragma once

#include <string>

#include "sim/config/node.h"
#include "sim/config/read_config.h"

namespace sim {

// What the reader says about a text: the tree on one line, or all errors. The file is called "f".
inline std::string parsed(std::string_view text) {
  try {
    return to_text(parse_yaml_text(text, "f"));
  } catch (const InputError& error) {
    return error.what();
  }
}

// All errors of reading a T; empty when there is none.
template <class T>
std::string errors_of(std::string_view text) {
  try {
    Diagnostics found;
    const Node root = parse_yaml_text(text, "f");
    static_cast<void>(read_config<T>(root, found));
    found.throw_if_any();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

// The T that a faultless text holds; throws InputError otherwise.
template <class T>
T read(std::string_view text) {
  Diagnostics found;
  T config = read_config<T>(parse_yaml_text(text, "f"), found);
  found.throw_if_any();
  return config;
}

}  // namespace sim
