#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "models/workload/distribution.h"

// Files that list values with weights (grammar section 1, `table`): a CSV with the columns `value` and `weight`, or, by
// the ending .json, one of CacheLib's distributions.
namespace cosmos {

// What the values of a table are, and how they are written.
struct TableForm {
  // A value of a CSV file; nothing where the text is none.
  std::function<std::optional<double>(std::string_view)> value;
  std::string_view expected;  // "a size"
  std::string_view example;   // "1 KiB, or a number of bytes"
  // Members of CacheLib's JSON that hold the values, as plain numbers, and the weights.
  std::string_view json_values;
  std::string_view json_weights;
};

// Values are not negative and finite, weights 0 to 1e15, at least one above 0; at most a million rows. Throws
// InputError with the line of what is wrong.
[[nodiscard]] std::vector<ValueWeight> read_table_file(const std::filesystem::path& file, const TableForm& form);

}  // namespace cosmos
