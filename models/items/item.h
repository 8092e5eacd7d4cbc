#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/items/time_pattern.h"
#include "models/keys/key_value.h"
#include "models/quantities.h"
#include "models/workload/distribution.h"

// Kinds of item and how the values of their properties come about (grammar section 3).
namespace cosmos {

enum class ValueKind { kString, kNumber };

// A fresh GUID for every item: its hash is drawn evenly from the key space, which is what hashing one does.
struct UniqueProperty {};
// A member of a population: one draw per population and operation.
struct PopulationProperty {
  std::size_t population = 0;
  ValueKind as = ValueKind::kString;
};
// The item's creation time.
struct TimeProperty {
  TimePattern pattern;
  ValueKind as = ValueKind::kString;
};
// 0 … count - 1 at random: only the item itself tells.
struct BucketProperty {
  std::int64_t count = 1;
  ValueKind as = ValueKind::kString;
};
struct ConstantProperty {
  KeyValue value;
};
// Said by each stream's `choose` or trace; `values` are the different ones that any of them says.
struct GivenProperty {
  ValueKind as = ValueKind::kString;
  std::vector<KeyValue> values;
};
// A synthetic key: texts and other properties of the same item, glued together.
struct FormatProperty {
  struct Piece {
    std::string literal;                  // used if `property` is empty
    std::optional<std::size_t> property;  // position in the item
  };
  std::vector<Piece> pieces;
};

using PropertyGenerator = std::variant<UniqueProperty, PopulationProperty, TimeProperty, BucketProperty,
                                       ConstantProperty, GivenProperty, FormatProperty>;

struct Property {
  std::string name;  // path inside the item without the leading slash: "address/city"
  PropertyGenerator generator;
};

// Scalars right below a property on the top level, of which only the number is known.
struct PropertyGroup {
  std::string top_level;
  std::int64_t count = 0;
};

struct Item {
  std::string name;
  Distribution size;             // payload, bytes
  Bytes system_properties;       // added to the payload for charge and storage
  std::int64_t other_properties = 0;  // scalars on the top level that are not named, for the index charge
  std::vector<PropertyGroup> property_groups;
  std::vector<Property> properties;

  [[nodiscard]] std::optional<std::size_t> find(std::string_view property) const;
  [[nodiscard]] std::vector<std::string> property_names() const;
};

// True for generators whose properties exist only in containers whose partition key uses them.
[[nodiscard]] bool is_synthetic(const PropertyGenerator& generator);

// Positions of the properties that are drawn (no format, no constant) and make up property `p`, each once.
// A format is opened up as deep as it goes.
[[nodiscard]] std::vector<std::size_t> drawn_parts(const Item& item, std::size_t p);

}  // namespace cosmos
