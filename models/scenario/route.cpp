#include "models/scenario/route.h"

#include <algorithm>
#include <map>
#include <span>

#include <fmt/format.h>

#include "models/keys/effective_partition_key.h"
#include "models/routing/level_values.h"
#include "models/scenario/resolver.h"
#include "sim/text/diagnostics.h"

namespace cosmos {
namespace {

const sim::SourceMark kWhere{"--where", 0, 0};

template <class List>
std::size_t position(const List& list, const std::string& name, const char* option, const char* kind) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    names.push_back(list[i].name);
    if (list[i].name == name || (name.empty() && list.size() == 1)) {
      return i;
    }
  }
  throw sim::InputError(
      {option, 0, 0}, name.empty() ? fmt::format("there are several {}s", kind) : fmt::format("no {} `{}`", kind, name),
      name.empty() ? fmt::format("known: {}", fmt::join(names, ", ")) : sim::did_you_mean(name, names));
}

using Bound = std::map<std::size_t, KeyValue>;  // property: its value

Bound bound_properties(const Item& item, const sim::Node& where) {
  if (!where.is_map()) {
    throw sim::InputError(kWhere, "is not an object", R"(for example {"tenantId": "acme", "year": 2026})");
  }
  std::vector<std::string> names;
  for (const Property& property : item.properties) {
    names.push_back(property.name);
  }
  Bound bound;
  for (const auto& entry : where.entries()) {
    const auto property = item.find(entry.key);
    if (!property) {
      throw sim::InputError(kWhere, fmt::format("item `{}` has no property `{}`", item.name, entry.key),
                            sim::did_you_mean(entry.key, names));
    }
    const bool is_undefined = entry.value.is_map() && entry.value.entries().empty();
    const auto value = is_undefined ? KeyValue::undefined() : key_value(entry.value);
    if (!value) {
      throw sim::InputError(kWhere, fmt::format("`{}` is not bound to one value", entry.key),
                            "text, number, true, false, null, or {} for undefined");
    }
    bound.emplace(*property, *value);
  }
  return bound;
}

// The value of a property that follows from what is bound: itself, a constant, or a modulo or format all of whose parts
// do.
std::optional<KeyValue> follows(const Item& item, std::size_t p, const Bound& bound) {
  if (const auto at = bound.find(p); at != bound.end()) {
    return at->second;
  }
  const PropertyGenerator& generator = item.properties[p].generator;
  if (const auto* constant = std::get_if<ConstantProperty>(&generator)) {
    return constant->value;
  }
  if (const auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    const auto of = follows(item, modulo->of, bound);
    if (!of) {
      return std::nullopt;
    }
    const std::int64_t rest = modulo_of(display(*of), modulo->by);
    return modulo->as == ValueKind::kNumber ? KeyValue::number(static_cast<double>(rest))
                                            : KeyValue::text(std::to_string(rest));
  }
  const auto* format = std::get_if<FormatProperty>(&generator);
  if (format == nullptr) {
    return std::nullopt;
  }
  std::string text;
  for (const FormatProperty::Piece& piece : format->pieces) {
    if (!piece.property) {
      text += piece.literal;
      continue;
    }
    const auto part = follows(item, *piece.property, bound);
    if (!part) {
      return std::nullopt;
    }
    text += display(*part);
  }
  return KeyValue::text(text);
}

std::string reason(std::size_t known, std::size_t levels, bool combined) {
  if (known == levels) {
    return "every level is known by equality: one logical partition on one physical partition (QUERY-01)";
  }
  if (combined) {
    return "levels that are hashed together are known all or not at all: every physical partition is asked (C2)";
  }
  if (known == 0) {
    return "the first level is not known: every physical partition is asked (QUERY-02, HPK-11)";
  }
  return "a leading prefix is known: the ranges that overlap [E, E + \"FF\") (HPK-04, HPK-11)";
}

HashBlock block_of(const RunPlan& plan, const Item& item, std::size_t property, const KeyValue& value,
                   KeyHashing hashing) {
  const PlacedValue placed = place_of(plan, item, property, value, hashing);
  if (!placed.hash) {
    throw sim::InputError(kWhere, fmt::format("`{}` {}", display(value), placed.problem),
                          "a value that the property has, and `placement: hash` or `even`");
  }
  return *placed.hash;
}

}  // namespace

RouteAnswer route(const LoadedVariant& variant, const RouteQuestion& question) {
  const RunPlan& plan = variant.plan;
  RouteAnswer answer;
  answer.container = position(plan.containers, question.container, "--container", "container");
  // Behind the kinds of item that the scenario names come those that single streams draw in their own way.
  const std::span<const Item> kinds = std::span(plan.items).first(variant.config.items.size());
  const Item& item = kinds[position(kinds, question.item, "--item", "item")];
  const Container& container = plan.containers[answer.container];
  const PartitionKeyDefinition& key = container.key;
  const Bound bound = bound_properties(item, question.where);

  std::vector<std::size_t> properties;
  for (const std::string& path : key.paths) {
    const auto property = item.find(path);
    if (!property) {
      throw sim::InputError({"--item", 0, 0},
                            fmt::format("item `{}` has no property `{}` of the key {}", item.name, path, key.text()));
    }
    properties.push_back(*property);
  }
  std::vector<KeyValue> values;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const auto value = follows(item, properties[i], bound);
    if (!value) {
      break;
    }
    values.push_back(*value);
    answer.known.emplace_back(key.paths[i], *value);
  }
  const bool combined = key.several_levels == HpkHash::kCombined;
  if (combined && values.size() < key.levels()) {
    values.clear();
    answer.known.clear();
  }
  answer.levels = key.levels();

  std::vector<HashBlock> blocks;
  if (combined && !values.empty()) {
    blocks.push_back(hash_v2(values));
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      blocks.push_back(block_of(plan, item, properties[i], values[i], key.hashing));
    }
  }
  const PartitionMap map(container.boundaries);
  const bool full = blocks.size() == key.routed_levels();
  if (full) {
    answer.visited.first = answer.visited.last = map.locate(KeyPoint::of(blocks));
  } else {
    answer.visited = map.span(prefix_range(blocks));
  }
  answer.prefix = key.hashing == KeyHashing::kHashV1 ? effective_partition_key_hex(key.hashing, values) : std::string();
  for (const HashBlock& block : blocks) {
    if (key.hashing != KeyHashing::kHashV1) {
      append_hex(answer.prefix, block);
    }
  }
  answer.why = reason(answer.known.size(), answer.levels, combined);
  for (const KeyRange& range : map.ranges()) {
    answer.mins.push_back(to_hex(range.min, key.hashing));
    answer.maxs.push_back(to_hex(range.max, key.hashing));
  }
  return answer;
}

}  // namespace cosmos
