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
// Another column of the population's file, for the same member.
struct ColumnProperty {
  std::size_t population = 0;
  std::size_t column = 0;  // of Population::columns()
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
// 0 … by - 1 from a hash of another property (modulo_of): whoever knows that one can work it out.
struct ModuloProperty {
  std::size_t of = 0;  // position in the item
  std::int64_t by = 1;
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

using PropertyGenerator = std::variant<UniqueProperty, PopulationProperty, ColumnProperty, TimeProperty, BucketProperty,
                                       ModuloProperty, ConstantProperty, GivenProperty, FormatProperty>;

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
  Distribution size;                  // payload, bytes
  Bytes system_properties;            // added to the payload for charge and storage
  std::int64_t other_properties = 0;  // scalars on the top level that are not named, for the index charge
  std::vector<PropertyGroup> property_groups;
  std::vector<Property> properties;

  [[nodiscard]] std::optional<std::size_t> find(std::string_view property) const;
  [[nodiscard]] std::vector<std::string> property_names() const;
};

// True for generators whose properties exist only in containers whose partition key uses them.
[[nodiscard]] bool is_synthetic(const PropertyGenerator& generator);

// Positions of the properties that `p` is made of at first hand: the pieces of a format, what a modulo is taken of.
[[nodiscard]] std::vector<std::size_t> direct_parts(const Item& item, std::size_t p);

// Positions of the properties that decide `p` (no format, no modulo, no constant), each once: who knows all of them
// knows it. Formats and modulos are opened up as deep as they go.
[[nodiscard]] std::vector<std::size_t> deciding_parts(const Item& item, std::size_t p);

// Positions of the properties whose draws make up `p`. As deciding_parts, but a modulo of something with a `unique` in
// it is drawn itself: few remainders stand for values that nobody lists. So is each of the modulos `as_they_are`.
[[nodiscard]] std::vector<std::size_t> drawn_parts(const Item& item, std::size_t p,
                                                   const std::vector<std::size_t>& as_they_are = {});

// The `unique` property that decides p; nothing where there is none.
[[nodiscard]] std::optional<std::size_t> unique_part(const Item& item, std::size_t p);

// The remainder that a client works out of a value's text, as people write it, and of the random words that stand for a
// value that nobody lists: the text's 64-bit hash (FNV-1a, mixed), or the word, modulo `by`.
[[nodiscard]] std::int64_t modulo_of(std::string_view text, std::int64_t by);
[[nodiscard]] std::int64_t modulo_of(std::uint64_t word, std::int64_t by);

// What the draws of a `unique` property are for.
[[nodiscard]] std::uint64_t unique_purpose(const Item& item, std::size_t p);

}  // namespace cosmos
