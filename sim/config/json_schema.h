#pragma once

#include <string>
#include <string_view>

#include "sim/config/field_tree.h"

namespace sim {

// The JSON Schema (draft 2020-12) of a configuration, for editors that complete and check YAML.
// What it refuses is refused by the reader too; the reader also checks ranges of quantities and
// rules between fields.
[[nodiscard]] std::string json_schema(const FieldTree& tree, std::string_view title);

}  // namespace sim
