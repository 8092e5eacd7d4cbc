#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/keys/effective_partition_key.h"
#include "sim/text/diagnostics.h"
#include "sim/text/json_array.h"
#include "sim/tool/options.h"

namespace sim {

// Turns lines, one JSON array each, into lines with their effective partition keys.
class EpkConverter {
 public:
  // `source` names the input in diagnostics.
  EpkConverter(cosmos::KeyHashing hashing, Format format, std::string source);

  // Appends the key and a line break to `out`; when the line is wrong, leaves `out` as it was and
  // adds to errors().
  void convert(std::string_view line, std::int64_t line_number, std::string& out);

  [[nodiscard]] Diagnostics& errors() { return errors_; }
  // What the service does not document: texts that Hash version 1 hashes only in part. "" when there
  // were none.
  [[nodiscard]] std::string note() const;

 private:
  // False when a limit of the service is exceeded.
  bool take(const JsonScalar& scalar, std::string_view line, std::int64_t line_number);
  void fail(std::string_view line, std::int64_t line_number, JsonFault fault);

  cosmos::KeyHashing hashing_;
  Format format_;
  std::string source_;
  JsonArrayReader reader_;
  std::vector<cosmos::KeyValue> values_;
  Diagnostics errors_;
  std::int64_t over_documented_limit_ = 0;
  std::int64_t first_over_limit_ = 0;
};

}  // namespace sim
