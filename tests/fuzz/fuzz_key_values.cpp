#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/keys/effective_partition_key.h"
#include "sim/core/check.h"
#include "sim/text/json_array.h"

// A line as `cosmosim epk` reads it. Whatever the bytes are: a fault lies inside the line; a key that is
// accepted has the length of its kind, reads back as the boundary of the point it is routed to, and lies
// inside the key space.
namespace {

using cosmos::KeyHashing;
using cosmos::KeyValue;
using sim::JsonScalar;

KeyValue key_value(const JsonScalar& scalar) {
  if (scalar.kind == JsonScalar::Kind::kNull) return KeyValue::null();
  if (scalar.kind == JsonScalar::Kind::kBoolean) return KeyValue::boolean(scalar.boolean);
  if (scalar.kind == JsonScalar::Kind::kNumber) return KeyValue::number(scalar.number);
  if (scalar.kind == JsonScalar::Kind::kText) return KeyValue::text(std::string(scalar.text));
  return KeyValue::undefined();
}

void check_routing(KeyHashing hashing, const std::vector<KeyValue>& values, const std::string& boundary) {
  const auto point = cosmos::key_point(hashing, values);
  SIM_CHECK(cosmos::key_point_from_hex(boundary, hashing) == point);
  SIM_CHECK(cosmos::KeyPoint::lowest() <= point && point < cosmos::KeyPoint::highest());
}

void check_keys(const std::vector<KeyValue>& values) {
  const std::string v1 = cosmos::effective_partition_key_hex(KeyHashing::kHashV1, values);
  SIM_CHECK(values.empty() ? v1.empty() : v1.starts_with("05"));
  check_routing(KeyHashing::kHashV1, values,
                cosmos::to_hex(cosmos::key_point(KeyHashing::kHashV1, values), KeyHashing::kHashV1));

  const std::string v2 = cosmos::effective_partition_key_hex(KeyHashing::kHashV2, values);
  SIM_CHECK(v2.size() == (values.empty() ? 0U : 32U));
  check_routing(KeyHashing::kHashV2, values, v2);

  if (values.size() > cosmos::kMaxLevels) return;
  const std::string multi = cosmos::effective_partition_key_hex(KeyHashing::kMultiHash, values);
  SIM_CHECK(multi.size() == 32 * values.size());
  check_routing(KeyHashing::kMultiHash, values, multi);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string line(data, data + size);
  sim::JsonArrayReader reader;
  if (const auto fault = reader.read(line)) {
    SIM_CHECK(fault->offset <= line.size() && !fault->message.empty());
    SIM_CHECK(sim::column_at(line, fault->offset) >= 1);
    return 0;
  }
  std::vector<KeyValue> values;
  for (const JsonScalar& scalar : reader.values()) {
    SIM_CHECK(scalar.offset < line.size());
    values.push_back(key_value(scalar));
  }
  check_keys(values);
  return 0;
}
