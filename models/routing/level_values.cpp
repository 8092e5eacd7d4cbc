#include "models/routing/level_values.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/core/check.h"

namespace cosmos {
namespace {

KeyValue typed(std::string text, ValueKind as) {
  if (as == ValueKind::kString) {
    return KeyValue::text(std::move(text));
  }
  return KeyValue::number(std::stod(text));  // texts that are not numbers were refused when the scenario was resolved
}

struct Display {
  std::string operator()(Undefined) const { return "undefined"; }
  std::string operator()(Null) const { return "null"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
};

}  // namespace

std::string display(const KeyValue& value) { return std::visit(Display{}, value.variant()); }

std::size_t LevelValues::TupleHash::operator()(const Tuple& tuple) const noexcept {
  std::uint64_t hash = 0;
  for (const std::int64_t part : tuple) {
    hash = sim::mix_bits(hash + static_cast<std::uint64_t>(part) + 0x9e3779b97f4a7c15U);
  }
  return static_cast<std::size_t>(hash);
}

std::optional<std::size_t> value_count(const std::vector<Population>& populations, const Item& item,
                                       std::size_t property) {
  const PropertyGenerator& generator = item.properties[property].generator;
  if (const auto* population = std::get_if<PopulationProperty>(&generator)) {
    return populations[population->population].size();
  }
  if (const auto* column = std::get_if<ColumnProperty>(&generator)) {
    return populations[column->population].columns()[column->column].values.size();
  }
  if (const auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    return static_cast<std::size_t>(modulo->by);
  }
  if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    return static_cast<std::size_t>(bucket->count);
  }
  if (const auto* given = std::get_if<GivenProperty>(&generator)) {
    return given->values.size();
  }
  return std::holds_alternative<ConstantProperty>(generator) ? std::optional<std::size_t>(1) : std::nullopt;
}

LevelValues::LevelValues(const std::vector<Population>& populations, const Item& item,
                         std::vector<std::size_t> properties, KeyHashing hashing, sim::Seed replication_seed,
                         const std::vector<std::size_t>& modulos_as_they_are, Hashes hashes)
    : populations_(populations),
      item_(item),
      properties_(std::move(properties)),
      hashing_(hashing),
      replication_seed_(replication_seed) {
  for (const std::size_t p : properties_) {
    for (const std::size_t part : drawn_parts(item_, p, modulos_as_they_are)) {
      if (std::find(parts_.begin(), parts_.end(), part) == parts_.end()) {
        parts_.push_back(part);
      }
      if (std::holds_alternative<UniqueProperty>(item_.properties[part].generator)) {
        unique_ = true;
        unique_purpose_ = sim::purpose_id("unique/" + item_.properties[properties_.front()].name);
      }
    }
  }
  if (unique_) {
    return;
  }
  SIM_CHECK(parts_.size() <= kMaxParts);
  dense_size_ = count_dense();
  dense_ = dense_size_ > 0;
  if (dense_ && hashes == Hashes::kKept) {
    hashes_.reserve(dense_size_);
    Coordinates coordinates(item_.properties.size());
    for (std::size_t i = 0; i < dense_size_; ++i) {
      coordinates[parts_.front()] = static_cast<std::int64_t>(i);
      hashes_.push_back(hash_of(coordinates));
    }
  }
}

HashBlock LevelValues::unique_hash(std::uint64_t first_word, std::uint64_t second_word) const noexcept {
  if (hashing_ == KeyHashing::kHashV1) {
    return KeyPoint::of_hash_v1(static_cast<std::uint32_t>(first_word >> 32)).block(0);
  }
  return HashBlock{first_word >> 2, second_word};
}

std::size_t LevelValues::count_dense() const {
  if (parts_.size() != 1 || properties_.size() != 1) {
    return 0;
  }
  const std::size_t n = value_count(populations_, item_, parts_.front()).value_or(0);
  const auto* population = std::get_if<PopulationProperty>(&item_.properties[parts_.front()].generator);
  const bool nested = population != nullptr && populations_[population->population].outer() != nullptr;
  return nested && n > kMostListedAtStart ? 0 : n;
}

std::uint32_t LevelValues::entry(const Coordinates& coordinates) {
  if (dense_) {
    return static_cast<std::uint32_t>(coordinates[parts_.front()]);
  }
  Tuple tuple{};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    tuple[i] = coordinates[parts_[i]];
  }
  if (has_last_ && tuple == last_tuple_) {
    return last_entry_;
  }
  const auto [at, is_new] = entries_.try_emplace(tuple, static_cast<std::uint32_t>(hashes_.size()));
  if (is_new) {
    hashes_.push_back(hash_of(coordinates));
    tuples_.push_back(tuple);
  }
  last_tuple_ = tuple;
  last_entry_ = at->second;
  has_last_ = true;
  return last_entry_;
}

Coordinates LevelValues::coordinates_of(std::uint32_t entry) const {
  Coordinates coordinates(item_.properties.size());
  if (dense_) {
    coordinates[parts_.front()] = entry;
  } else {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      coordinates[parts_[i]] = tuples_[entry][i];
    }
  }
  return coordinates;
}

std::string LevelValues::text(std::uint32_t entry) const {
  const Coordinates coordinates = coordinates_of(entry);
  std::string out;
  for (const std::size_t p : properties_) {
    out += (out.empty() ? "" : ", ") + display(value(p, coordinates));
  }
  return out;
}

KeyValue LevelValues::value(std::size_t p, const Coordinates& coordinates) const {
  const PropertyGenerator& generator = item_.properties[p].generator;
  const std::int64_t at = coordinates[p];
  if (const auto* population = std::get_if<PopulationProperty>(&generator)) {
    return typed(populations_[population->population].member(static_cast<std::size_t>(at)), population->as);
  }
  if (const auto* column = std::get_if<ColumnProperty>(&generator)) {
    const Population::Column& values = populations_[column->population].columns()[column->column];
    return typed(values.values[static_cast<std::size_t>(at)], column->as);
  }
  if (const auto* time = std::get_if<TimeProperty>(&generator)) {
    return typed(time->pattern.text(at), time->as);
  }
  if (const auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    const bool is_drawn = std::find(parts_.begin(), parts_.end(), p) != parts_.end();
    return typed(std::to_string(is_drawn ? at : modulo_of(text_of(modulo->of, coordinates), modulo->by)), modulo->as);
  }
  if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    return typed(std::to_string(at), bucket->as);
  }
  if (const auto* given = std::get_if<GivenProperty>(&generator)) {
    return given->values[static_cast<std::size_t>(at)];
  }
  if (const auto* constant = std::get_if<ConstantProperty>(&generator)) {
    return constant->value;
  }
  return KeyValue::text(text_of(p, coordinates));
}

std::string LevelValues::text_of(std::size_t p, const Coordinates& coordinates) const {
  const auto* format = std::get_if<FormatProperty>(&item_.properties[p].generator);
  if (format == nullptr) {
    return display(value(p, coordinates));
  }
  std::string out;
  for (const FormatProperty::Piece& piece : format->pieces) {
    out += piece.property ? text_of(*piece.property, coordinates) : piece.literal;
  }
  return out;
}

std::optional<HashBlock> LevelValues::placed(const Coordinates& coordinates) const {
  if (properties_.size() != 1) {
    return std::nullopt;
  }
  const auto* property = std::get_if<PopulationProperty>(&item_.properties[properties_.front()].generator);
  if (property == nullptr) {
    return std::nullopt;
  }
  const Population& population = populations_[property->population];
  const auto member = static_cast<std::uint64_t>(coordinates[properties_.front()]);
  if (population.placement() == Placement::kEven) {
    return evenly_placed_hash(member, population.size());
  }
  if (population.placement() == Placement::kRandom) {
    const sim::Draws draws(replication_seed_, sim::purpose_id(population.name()), 0, sim::purpose_id("placement"));
    return unique_hash(draws.bits(2 * member), draws.bits(2 * member + 1));
  }
  return std::nullopt;
}

HashBlock LevelValues::hash_of(const Coordinates& coordinates) const {
  if (const auto hash = placed(coordinates)) {
    return *hash;
  }
  std::vector<KeyValue> values;
  values.reserve(properties_.size());
  for (const std::size_t p : properties_) {
    values.push_back(value(p, coordinates));
  }
  if (hashing_ == KeyHashing::kHashV1) {
    return KeyPoint::of_hash_v1(hash_v1(values)).block(0);
  }
  return hash_v2(values);
}

}  // namespace cosmos
