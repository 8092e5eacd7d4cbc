#pragma once

#include <string>
#include <vector>

#include "models/keys/effective_partition_key.h"
#include "sim/text/json.h"

// The vector files of tests/data in the form that the tests use.
namespace cosmos::test {

struct KeyVector {
  KeyHashing hashing;
  std::vector<KeyValue> values;
  std::string epk;
  std::string shown;  // the row's values as JSON, for failure messages
};

sim::Json load(const std::string& file);
KeyHashing hashing_of(const sim::Json& row);
std::vector<KeyValue> values_of(const sim::Json& row);
std::vector<KeyVector> load_key_vectors(const std::string& file);
std::uint64_t from_hex(const std::string& digits);

}  // namespace cosmos::test
