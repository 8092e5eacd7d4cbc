#include "models/workload/known_key.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "models/routing/level_values.h"

namespace cosmos {
namespace {

bool contains(const std::vector<std::size_t>& all, std::size_t one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// What a request knows of one item.
class Knowledge {
 public:
  Knowledge(const Item& item, const std::vector<std::size_t>& known, const std::vector<ListedProperty>& lists)
      : item_(item), known_(known) {
    for (const ListedProperty& list : lists) {
      listed_.push_back(is_fixed(list.property) ? kNone : list.property);
    }
  }

  [[nodiscard]] bool by_equality(std::size_t p) const {
    return contains(known_, p) || follows(p, [&](std::size_t part) { return by_equality(part); });
  }
  [[nodiscard]] bool at_all(std::size_t p) const {
    return contains(known_, p) || contains(listed_, p) || follows(p, [&](std::size_t part) { return at_all(part); });
  }
  // Adds the lists that p, which is known, depends on.
  void add_lists(std::size_t p, std::vector<std::size_t>& lists) const {
    if (contains(known_, p)) {
      return;
    }
    const auto list = std::find(listed_.begin(), listed_.end(), p);
    if (list != listed_.end()) {
      const auto position = static_cast<std::size_t>(list - listed_.begin());
      if (!contains(lists, position)) {
        lists.push_back(position);
      }
      return;
    }
    for (const std::size_t part : direct_parts(item_, p)) {
      add_lists(part, lists);
    }
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  // Whether a property follows from others all of which are known.
  template <class Knows>
  [[nodiscard]] bool follows(std::size_t p, Knows knows) const {
    const std::vector<std::size_t> parts = direct_parts(item_, p);
    return std::holds_alternative<ConstantProperty>(item_.properties[p].generator) ||
           (!parts.empty() && std::all_of(parts.begin(), parts.end(), knows));
  }
  // Whether only one value goes with what is known by equality.
  [[nodiscard]] bool is_fixed(std::size_t p) const {
    return by_equality(p) || std::any_of(known_.begin(), known_.end(),
                                         [&](std::size_t bound) { return contains(deciding_parts(item_, bound), p); });
  }

  const Item& item_;
  const std::vector<std::size_t>& known_;
  std::vector<std::size_t> listed_;  // by list: its property; kNone for those that add nothing
};

}  // namespace

KnownKey known_key(const Item& item, const PartitionKeyDefinition& key, const std::vector<std::size_t>& known,
                   const std::vector<ListedProperty>& lists) {
  const Knowledge knowledge(item, known, lists);
  KnownKey result;
  std::size_t by_equality = 0;
  while (result.levels < key.levels() && knowledge.at_all(*item.find(key.paths[result.levels]))) {
    by_equality += knowledge.by_equality(*item.find(key.paths[result.levels])) ? 1U : 0U;
    ++result.levels;
  }
  result.whole = by_equality == key.levels();
  if (key.routed_levels() == 1 && result.levels < key.levels()) {
    result.levels = 0;
  }
  for (std::size_t level = 0; level < result.levels; ++level) {
    knowledge.add_lists(*item.find(key.paths[level]), result.lists);
  }
  result.levels = std::min(result.levels, key.routed_levels());
  result.id = knowledge.by_equality(*item.find("id"));
  return result;
}

bool can_be_enumerated(const PropertyGenerator& generator) {
  return std::holds_alternative<BucketProperty>(generator) || std::holds_alternative<ModuloProperty>(generator) ||
         std::holds_alternative<PopulationProperty>(generator) || std::holds_alternative<ColumnProperty>(generator) ||
         std::holds_alternative<ConstantProperty>(generator);
}

namespace {

// All values of a property, of which the request knows nothing.
ListedProperty list_of_all(const std::vector<Population>& populations, const Item& item,
                           const std::vector<std::size_t>& known, const std::vector<ListedProperty>& lists,
                           std::size_t property) {
  const auto all = static_cast<std::int64_t>(*value_count(populations, item, property));
  const auto* member = std::get_if<PopulationProperty>(&item.properties[property].generator);
  if (member == nullptr) {
    return {property, all, true};
  }
  const auto is_member_of = [&](std::size_t p, std::size_t population) {
    const auto* other = std::get_if<PopulationProperty>(&item.properties[p].generator);
    return other != nullptr && other->population == population;
  };
  std::vector<std::size_t> around = nesting(populations, member->population);
  for (around.pop_back(); !around.empty(); around.pop_back()) {
    const std::size_t outer = around.back();
    const auto within = static_cast<std::int64_t>(members_within(populations, member->population, outer));
    if (std::any_of(known.begin(), known.end(), [&](std::size_t p) { return is_member_of(p, outer); })) {
      return {property, within, true, outer};
    }
    const auto list = std::find_if(lists.begin(), lists.end(),
                                   [&](const ListedProperty& one) { return is_member_of(one.property, outer); });
    if (list != lists.end()) {
      return {property, list->values * within, true, outer};
    }
  }
  return {property, all, true};
}

}  // namespace

std::vector<ListedProperty> lists_put_in(const std::vector<Population>& populations, const Item& item,
                                         const PartitionKeyDefinition& key, const std::vector<std::size_t>& known,
                                         const std::vector<ListedProperty>& lists,
                                         const std::vector<std::size_t>& enumerated) {
  const Knowledge knowledge(item, known, lists);
  std::vector<ListedProperty> all = lists;
  for (const std::size_t p : enumerated) {
    if (!knowledge.at_all(p)) {
      all.push_back(list_of_all(populations, item, known, lists, p));
    }
  }
  std::vector<ListedProperty> put_in;
  for (const std::size_t list : known_key(item, key, known, all).lists) {
    if (list >= lists.size()) {
      put_in.push_back(all[list]);
    }
  }
  return put_in;
}

std::vector<std::size_t> asked_properties(const std::vector<Population>& populations, const Item& item,
                                          const Stream& stream) {
  std::vector<std::size_t> asked;
  const auto add = [&](std::size_t property) {
    for (const std::size_t part : drawn_parts(item, property)) {
      const bool unique = std::holds_alternative<UniqueProperty>(item.properties[part].generator);
      if (!unique && !contains(asked, part)) {
        asked.push_back(part);
      }
    }
  };
  for (const std::size_t property : stream.known) {
    add(property);
  }
  for (const ListedProperty& list : stream.lists) {
    const auto count = value_count(populations, item, list.property);
    const bool all = count && static_cast<std::int64_t>(*count) <= list.values;
    if (!list.put_in && !all) {
      add(list.property);
    }
  }
  return asked;
}

bool asks_for_one_item(const Item& item, const Stream& stream) {
  const auto is_unique = [&](std::size_t property) {
    const std::vector<std::size_t> parts = drawn_parts(item, property);
    return std::any_of(parts.begin(), parts.end(), [&](std::size_t part) {
      return std::holds_alternative<UniqueProperty>(item.properties[part].generator);
    });
  };
  return std::any_of(stream.known.begin(), stream.known.end(), is_unique) ||
         std::any_of(stream.lists.begin(), stream.lists.end(),
                     [&](const ListedProperty& list) { return !list.put_in && is_unique(list.property); });
}

std::int64_t listed_keys(const KnownKey& known, const std::vector<ListedProperty>& lists) {
  constexpr std::int64_t kFarAbove = 1'000'000'000;
  std::int64_t keys = 1;
  for (const std::size_t list : known.lists) {
    keys = std::min(keys * std::min(lists[list].values, kFarAbove), kFarAbove);
  }
  return keys;
}

std::vector<std::size_t> listed_modulos(const Item& item, const std::vector<ListedProperty>& lists) {
  std::vector<std::size_t> modulos;
  for (const ListedProperty& list : lists) {
    const bool is_modulo = std::holds_alternative<ModuloProperty>(item.properties[list.property].generator);
    if (is_modulo && !unique_part(item, list.property)) {
      modulos.push_back(list.property);
    }
  }
  return modulos;
}

}  // namespace cosmos
