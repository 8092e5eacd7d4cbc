#pragma once

#include <map>
#include <string>
#include <string_view>

#include "sim/config/detail/reader.h"
#include "sim/config/node.h"
#include "sim/config/schema.h"
#include "sim/text/diagnostics.h"

// Strict reading of a configuration struct from YAML. Unknown fields, missing ones, wrong kinds,
// wrong units and values out of range are errors at the place where they stand.
namespace sim {

// Where everything was written, for checks that come after reading.
class SourceIndex {
 public:
  SourceIndex() = default;
  explicit SourceIndex(const Node& root);
  // The mark of the value at `path`, else of the nearest ancestor that was written.
  [[nodiscard]] SourceMark at(std::string_view path) const;

 private:
  std::map<std::string, SourceMark, std::less<>> marks_;
};

// Never throws for bad content: what is wrong goes to `diagnostics`, and what could not be read keeps
// its default. The result is to be used only when nothing was added there.
template <class T>
[[nodiscard]] T read_config(const Node& root, Diagnostics& diagnostics, SourceIndex* index = nullptr) {
  T config{};
  detail::Reader reader(diagnostics);
  detail::read_value(root, std::string(), config, detail::NoRange{}, reader);
  if (index != nullptr) *index = SourceIndex(root);
  return config;
}

}  // namespace sim
