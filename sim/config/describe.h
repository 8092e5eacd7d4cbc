#pragma once

#include "sim/config/detail/describer.h"
#include "sim/config/field_tree.h"
#include "sim/config/schema.h"

namespace sim {

// The fields of T as data, with the defaults of a default-constructed T.
template <class T>
[[nodiscard]] FieldTree describe_fields() {
  FieldTree tree;
  detail::describe_value(tree, T{}, detail::NoRange{});
  return tree;
}

}  // namespace sim
