#include "sim/tool/epk_converter.h"

#include <utility>

#include <fmt/format.h>

namespace sim {
namespace {

cosmos::KeyValue key_value(const JsonScalar& scalar) {
  switch (scalar.kind) {
    case JsonScalar::Kind::kEmptyObject:
      return cosmos::KeyValue::undefined();
    case JsonScalar::Kind::kNull:
      return cosmos::KeyValue::null();
    case JsonScalar::Kind::kBoolean:
      return cosmos::KeyValue::boolean(scalar.boolean);
    case JsonScalar::Kind::kNumber:
      return cosmos::KeyValue::number(scalar.number);
    case JsonScalar::Kind::kText:
      break;
  }
  return cosmos::KeyValue::text(std::string(scalar.text));
}

}  // namespace

EpkConverter::EpkConverter(cosmos::KeyHashing hashing, Format format, std::string source)
    : hashing_(hashing), format_(format), source_(std::move(source)) {}

void EpkConverter::convert(std::string_view line, std::int64_t line_number, std::string& out) {
  if (auto fault = reader_.read(line)) return fail(line, line_number, std::move(*fault));
  const auto scalars = reader_.values();
  if (hashing_ == cosmos::KeyHashing::kMultiHash && scalars.size() > cosmos::kMaxLevels) {
    return fail(line, line_number,
                {scalars[cosmos::kMaxLevels].offset, fmt::format("{} values", scalars.size()),
                 fmt::format("a hierarchical key has at most {} levels", cosmos::kMaxLevels)});
  }
  values_.clear();
  for (const JsonScalar& scalar : scalars) {
    if (!take(scalar, line, line_number)) return;
  }
  if (format_ == Format::kJson) out += "{\"epk\": \"";
  cosmos::append_effective_partition_key_hex(out, hashing_, values_);
  if (format_ == Format::kJson) out += "\"}";
  out += '\n';
}

bool EpkConverter::take(const JsonScalar& scalar, std::string_view line, std::int64_t line_number) {
  if (scalar.text.size() > cosmos::kMaxValueBytes) {
    fail(line, line_number,
         {scalar.offset, fmt::format("a text of {} bytes", scalar.text.size()),
          fmt::format("the value of a partition key has at most {} bytes", cosmos::kMaxValueBytes)});
    return false;
  }
  if (scalar.text.size() > cosmos::max_value_bytes(hashing_)) {
    if (over_documented_limit_++ == 0) first_over_limit_ = line_number;
  }
  values_.push_back(key_value(scalar));
  return true;
}

void EpkConverter::fail(std::string_view line, std::int64_t line_number, JsonFault fault) {
  errors_.error({source_, line_number, column_at(line, fault.offset)}, {}, std::move(fault.message),
                std::move(fault.hint));
}

std::string EpkConverter::note() const {
  if (over_documented_limit_ == 0) return {};
  return fmt::format(
      "{}:{}: note: {} of more than {} bytes, the documented limit of a value under Hash version 1; "
      "only the first 100 UTF-16 units are hashed\n",
      source_, first_over_limit_,
      over_documented_limit_ == 1 ? "a text" : fmt::format("the first of {} texts", over_documented_limit_),
      cosmos::kMaxValueBytesWithoutLargeKeys);
}

}  // namespace sim
