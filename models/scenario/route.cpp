#include "models/scenario/route.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "models/keys/effective_partition_key.h"
#include "models/keys/key_range.h"
#include "models/partition/partition_map.h"
#include "models/routing/level_values.h"
#include "models/scenario/resolver.h"
#include "models/workload/known_key.h"
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

// What the request knows: properties by equality, and others as lists of values.
struct Asked {
  Bound bound;
  std::vector<std::pair<std::size_t, std::vector<KeyValue>>> lists;
};

KeyValue asked_value(const std::string& property, const sim::Node& node) {
  const bool is_undefined = node.is_map() && node.entries().empty();
  const auto value = is_undefined ? KeyValue::undefined() : key_value(node);
  if (!value) {
    throw sim::InputError(kWhere, fmt::format("`{}` is not bound to values", property),
                          "text, number, true, false, null, {} for undefined, or a list of those");
  }
  return *value;
}

Asked read_question(const Item& item, const sim::Node& where) {
  if (!where.is_map()) {
    throw sim::InputError(kWhere, "is not an object", R"(for example {"tenantId": "acme", "year": 2026})");
  }
  Asked asked;
  for (const auto& entry : where.entries()) {
    const auto property = item.find(entry.key);
    if (!property) {
      throw sim::InputError(kWhere, fmt::format("item `{}` has no property `{}`", item.name, entry.key),
                            sim::did_you_mean(entry.key, item.property_names()));
    }
    if (!entry.value.is_sequence()) {
      asked.bound.emplace(*property, asked_value(entry.key, entry.value));
      continue;
    }
    std::vector<KeyValue> values;
    for (const sim::Node& one : entry.value.items()) {
      const KeyValue value = asked_value(entry.key, one);
      if (std::find(values.begin(), values.end(), value) == values.end()) {
        values.push_back(value);
      }
    }
    if (values.empty()) {
      throw sim::InputError(kWhere, fmt::format("`{}` is an empty list", entry.key), "one value or more");
    }
    asked.lists.emplace_back(*property, std::move(values));
  }
  return asked;
}

KeyValue typed(const std::string& text, ValueKind as) {
  return as == ValueKind::kNumber ? KeyValue::number(std::stod(text)) : KeyValue::text(text);
}

// The values that the request names of a population.
std::vector<KeyValue> asked_of_population(const Item& item, const Asked& asked, std::size_t population) {
  const auto is_member = [&](std::size_t property) {
    const auto* member = std::get_if<PopulationProperty>(&item.properties[property].generator);
    return member != nullptr && member->population == population;
  };
  for (const auto& [property, value] : asked.bound) {
    if (is_member(property)) {
      return {value};
    }
  }
  for (const auto& [property, values] : asked.lists) {
    if (is_member(property)) {
      return values;
    }
  }
  return {};
}

// All members of the property's population that lie within members of another.
std::vector<KeyValue> values_within(const RunPlan& plan, const Item& item, const Asked& asked,
                                    const ListedProperty& list) {
  const auto& property = std::get<PopulationProperty>(item.properties[list.property].generator);
  const Population& population = plan.populations[property.population];
  const Population& outer = plan.populations[*list.all_within];
  const std::size_t in_each = members_within(plan.populations, property.population, *list.all_within);
  std::vector<KeyValue> values;
  for (const KeyValue& value : asked_of_population(item, asked, *list.all_within)) {
    const auto at = outer.find(display(value));
    if (!at) {
      throw sim::InputError(kWhere,
                            fmt::format("`{}` is no member of population `{}`, within which `{}` is enumerated",
                                        display(value), outer.name(), item.properties[list.property].name),
                            fmt::format("a member, for example `{}`", outer.member(0)));
    }
    for (std::size_t i = 0; i < in_each; ++i) {
      values.push_back(typed(population.member(*at * in_each + i), property.as));
    }
  }
  return values;
}

// All values of a property that can be enumerated, in the order in which simulated clients list them.
std::vector<KeyValue> all_values(const RunPlan& plan, const Item& item, std::size_t p) {
  const PropertyGenerator& generator = item.properties[p].generator;
  const std::size_t count = *value_count(plan.populations, item, p);
  ValueKind as = ValueKind::kString;
  const std::vector<std::string>* texts = nullptr;
  const Population* population = nullptr;
  if (const auto* member = std::get_if<PopulationProperty>(&generator)) {
    population = &plan.populations[member->population];
    as = member->as;
  } else if (const auto* column = std::get_if<ColumnProperty>(&generator)) {
    texts = &plan.populations[column->population].columns()[column->column].values;
    as = column->as;
  } else if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    as = bucket->as;
  } else if (const auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    as = modulo->as;
  }
  std::vector<KeyValue> values;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = population != nullptr ? population->member(i)
                             : texts != nullptr    ? (*texts)[i]
                                                   : std::to_string(i);
    values.push_back(typed(text, as));
  }
  return values;
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

std::string reason(std::size_t known, std::size_t levels, bool combined, std::size_t keys) {
  if (known == levels && keys > 1) {
    return fmt::format(
        "every level is known as a list, {} keys in all: each physical partition that holds one of them is asked once "
        "(QUERY-01)",
        keys);
  }
  if (known == levels) {
    return "every level is known by equality: one logical partition on one physical partition (QUERY-01)";
  }
  if (combined) {
    return "levels that are hashed together are known all or not at all: every physical partition is asked (C2)";
  }
  if (known == 0) {
    return "the first level is not known: every physical partition is asked (QUERY-02, HPK-11)";
  }
  if (keys > 1) {
    return fmt::format(
        "a leading prefix is known as a list, {} prefixes in all: the ranges that overlap [E, E + \"FF\") of any of "
        "them (QUERY-01, HPK-04, HPK-11)",
        keys);
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

std::vector<std::size_t> properties_of_key(const Item& item, const PartitionKeyDefinition& key) {
  std::vector<std::size_t> properties;
  for (const std::string& path : key.paths) {
    const auto property = item.find(path);
    if (!property) {
      throw sim::InputError({"--item", 0, 0},
                            fmt::format("item `{}` has no property `{}` of the key {}", item.name, path, key.text()));
    }
    properties.push_back(*property);
  }
  return properties;
}

// Follows one combination of values after the other, as the client of one design.
class Route {
 public:
  Route(const RunPlan& plan, const Item& item, const Container& container, RouteAnswer& answer)
      : plan_(plan),
        item_(item),
        container_(container),
        properties_(properties_of_key(item, container.key)),
        map_(container.boundaries),
        is_visited_(map_.size()),
        answer_(answer) {}

  void follow(const Asked& question) {
    Asked asked = question;
    keep_lists_of_the_key(asked);
    std::vector<std::size_t> at(asked.lists.size());
    std::size_t list = 0;
    do {
      Bound bound = asked.bound;
      for (std::size_t i = 0; i < at.size(); ++i) {
        bound.insert_or_assign(asked.lists[i].first, asked.lists[i].second[at[i]]);
      }
      follow_one(bound);
      for (list = at.size(); list > 0 && ++at[list - 1] == asked.lists[list - 1].second.size(); --list) {
        at[list - 1] = 0;
      }
    } while (list > 0);
    for (std::uint32_t p = 0; p < is_visited_.size(); ++p) {
      if (is_visited_[p]) {
        answer_.visited.push_back(p);
      }
    }
  }

 private:
  // Those that decide a known level, with those that the design's clients put in.
  void keep_lists_of_the_key(Asked& asked) {
    std::vector<std::size_t> known;
    for (const auto& [property, value] : asked.bound) {
      known.push_back(property);
    }
    std::vector<ListedProperty> lists;
    for (const auto& [property, values] : asked.lists) {
      lists.push_back({property, static_cast<std::int64_t>(values.size())});
    }
    std::vector<std::size_t> enumerated;
    for (const std::string& name : container_.enumerated) {
      const auto property = item_.find(name);
      if (property && can_be_enumerated(item_.properties[*property].generator)) {
        enumerated.push_back(*property);
      }
    }
    for (const ListedProperty& list :
         lists_put_in(plan_.populations, item_, container_.key, known, lists, enumerated)) {
      lists.push_back(list);
    }
    const KnownKey key = known_key(item_, container_.key, known, lists);
    if (const std::int64_t keys = listed_keys(key, lists); keys > kMostListedKeys) {
      throw sim::InputError(kWhere, fmt::format("lists {} combinations of values", keys),
                            fmt::format("at most {}", kMostListedKeys));
    }
    std::vector<std::pair<std::size_t, std::vector<KeyValue>>> kept;
    for (const std::size_t i : key.lists) {
      const std::size_t property = lists[i].property;
      if (i < asked.lists.size()) {
        kept.push_back(asked.lists[i]);
      } else {
        answer_.enumerated.push_back(item_.properties[property].name);
        kept.emplace_back(property, lists[i].all_within ? values_within(plan_, item_, asked, lists[i])
                                                        : all_values(plan_, item_, property));
      }
    }
    asked.lists = std::move(kept);
  }

  void follow_one(const Bound& bound) {
    const PartitionKeyDefinition& key = container_.key;
    std::vector<KeyValue> values;
    for (const std::size_t property : properties_) {
      const auto value = follows(item_, property, bound);
      if (!value) {
        break;
      }
      values.push_back(*value);
    }
    const bool combined = key.several_levels == HpkHash::kCombined;
    if (combined && values.size() < key.levels()) {
      values.clear();
    }
    answer_.known.resize(values.size());
    std::vector<HashBlock> blocks;
    if (combined && !values.empty()) {
      blocks.push_back(hash_v2(values));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      KnownLevel& level = answer_.known[i];
      level.path = key.paths[i];
      if (std::find(level.values.begin(), level.values.end(), values[i]) == level.values.end()) {
        level.values.push_back(values[i]);
      }
      if (!combined) {
        blocks.push_back(block_of(plan_, item_, properties_[i], values[i], key.hashing));
      }
    }
    visit(blocks);
    std::string prefix =
        key.hashing == KeyHashing::kHashV1 ? effective_partition_key_hex(key.hashing, values) : std::string();
    for (const HashBlock& block : blocks) {
      if (key.hashing != KeyHashing::kHashV1) {
        append_hex(prefix, block);
      }
    }
    if (!prefix.empty()) {
      answer_.prefixes.push_back(std::move(prefix));
    }
  }

  void visit(const std::vector<HashBlock>& blocks) {
    PartitionSpan span;
    if (blocks.size() == container_.key.routed_levels()) {
      span.first = span.last = map_.locate(KeyPoint::of(blocks));
    } else {
      span = map_.span(prefix_range(blocks));
    }
    for (std::uint32_t p = span.first; p <= span.last; ++p) {
      is_visited_[p] = true;
    }
  }

  const RunPlan& plan_;
  const Item& item_;
  const Container& container_;
  std::vector<std::size_t> properties_;
  PartitionMap map_;
  std::vector<bool> is_visited_;
  RouteAnswer& answer_;
};

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
  answer.levels = key.levels();
  Route(plan, item, container, answer).follow(read_question(item, question.where));
  answer.why =
      reason(answer.known.size(), answer.levels, key.several_levels == HpkHash::kCombined, answer.prefixes.size());
  for (const KeyRange& range : ranges_between(container.boundaries)) {
    answer.mins.push_back(to_hex(range.min, key.hashing));
    answer.maxs.push_back(to_hex(range.max, key.hashing));
  }
  return answer;
}

}  // namespace cosmos
