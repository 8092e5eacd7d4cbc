#include "tests/unit/keys/vectors.h"

#include <bit>
#include <fstream>
#include <stdexcept>

namespace cosmos::test {
namespace {

KeyValue special_value(const sim::Json& value) {
  if (value.contains("undefined")) return KeyValue::undefined();
  if (value.contains("double_bits")) return KeyValue::number(std::bit_cast<double>(from_hex(value.at("double_bits"))));
  const std::string units = value.at("utf16");
  std::u16string text;
  for (std::size_t i = 0; i < units.size(); i += 4) text.push_back(static_cast<char16_t>(from_hex(units.substr(i, 4))));
  return KeyValue::text(text);
}

KeyValue value_of(const sim::Json& value) {
  if (value.is_null()) return KeyValue::null();
  if (value.is_boolean()) return KeyValue::boolean(value.get<bool>());
  if (value.is_number()) return KeyValue::number(value.get<double>());
  if (value.is_string()) return KeyValue::text(value.get<std::string>());
  return special_value(value);
}

}  // namespace

std::uint64_t from_hex(const std::string& digits) { return std::stoull(digits, nullptr, 16); }

sim::Json load(const std::string& file) {
  std::ifstream in(std::string(COSMOSIM_SOURCE_DIR) + "/tests/data/" + file);
  if (!in) throw std::runtime_error("cannot open tests/data/" + file);
  return sim::Json::parse(in);
}

KeyHashing hashing_of(const sim::Json& row) {
  const KeyKind kind = row.at("kind") == "Hash" ? KeyKind::kHash : KeyKind::kMultiHash;
  return key_hashing(kind, row.at("version").get<std::int64_t>()).value();
}

std::vector<KeyValue> values_of(const sim::Json& row) {
  std::vector<KeyValue> values;
  for (const auto& value : row.at("values")) values.push_back(value_of(value));
  return values;
}

std::vector<KeyVector> load_key_vectors(const std::string& file) {
  std::vector<KeyVector> vectors;
  for (const auto& row : load(file)) {
    vectors.push_back({hashing_of(row), values_of(row), row.at("epk"), row.at("values").dump()});
  }
  return vectors;
}

}  // namespace cosmos::test
