#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/items/item.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"

// Kinds of item and their properties as a scenario writes them (grammar section 3).
namespace cosmos {

struct UniqueConfig {
  static constexpr std::string_view kTag = "unique";
  static constexpr std::string_view kSummary = "a fresh GUID for every item";
};
struct GivenConfig {
  static constexpr std::string_view kTag = "given";
  static constexpr std::string_view kSummary = "each stream's `choose` or trace must say it";
};
struct ModuloFields {
  static constexpr std::string_view kSummary = "a remainder that anyone can work out";
  std::string of;
  std::int64_t by = 1;
  template <class V>
  void fields(V& v) {
    v.required("of", of, "the property whose hash is divided");
    v.required("by", by, "the divisor: values are 0 … by-1", sim::range<std::int64_t>(1, 1'000'000));
  }
};
struct GeneratorFields {
  static constexpr std::string_view kSummary = "a generator with its settings: exactly one, `column` beside population";
  std::optional<std::string> population;
  std::optional<std::string> column;
  std::optional<std::string> time;
  std::optional<std::int64_t> bucket;
  std::optional<ModuloFields> modulo;
  std::optional<std::string> format;
  std::optional<sim::Node> constant;
  std::optional<ValueKind> as;
  template <class V>
  void fields(V& v) {
    v.optional("population", population, "a member's name; one draw per population and operation");
    v.optional("column", column, "another column of the population's file instead, of the same member");
    v.optional("time", time, "strftime pattern of the item's creation time, UTC: %Y %m %d %H %M %S");
    v.optional("bucket", bucket, "0 … n-1 at random: a suffix that only the item itself tells",
               sim::range<std::int64_t>(1, 1'000'000));
    v.optional("modulo", modulo, "{of: orderId, by: 10}: 0 … 9 from a hash of another property");
    v.optional("format", format, "a synthetic key: text with other properties in it, {tenantId}-{month}");
    v.optional("constant", constant, "text, number, true, false, null or `undefined`");
    v.optional("as", as, "the type of the value; default string");
  }
};
struct GeneratorConfig {
  static constexpr std::string_view kSummary = "a generator with its settings";
  GeneratorFields value;
};
using PropertyConfig = sim::Choice<UniqueConfig, GivenConfig, GeneratorConfig>;

struct PropertyCount {
  static constexpr std::string_view kSummary = "so many";
  std::int64_t value = 0;
};
struct PropertyCounts {
  static constexpr std::string_view kSummary = "by top-level path: so many scalars below it, two index terms each";
  sim::TextMap<std::int64_t> value;
};

struct ItemConfig {
  static constexpr std::string_view kSummary = "a kind of item and its properties";
  SizeDistribution size;
  Bytes system_properties = Bytes::of(205);
  sim::Choice<PropertyCount, PropertyCounts> other_properties;
  sim::TextMap<PropertyConfig> properties;
  template <class V>
  void fields(V& v) {
    v.required("size", size, "JSON payload");
    v.optional("system_properties", system_properties, "what the service adds to each item (_rid, _ts, …)");
    v.optional("other_properties", other_properties,
               "scalar properties besides those named, for the index charge (RU-02)");
    v.optional("properties", properties, "name: generator; `id: unique` is there unless redefined");
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::ValueKind> {
  static constexpr std::string_view kType = "value type";
  static constexpr std::array kValues = {
      EnumValue<cosmos::ValueKind>{"string", cosmos::ValueKind::kString, "a text"},
      EnumValue<cosmos::ValueKind>{"number", cosmos::ValueKind::kNumber, "a number: hashes to another place"}};
};
}  // namespace sim
