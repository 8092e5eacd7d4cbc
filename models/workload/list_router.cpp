#include "models/workload/list_router.h"

#include <algorithm>

namespace cosmos {

ListRouter::ListRouter(const std::vector<Population>& populations, const Item& item,
                       const std::vector<ListedProperty>& lists, KeyRouter& router, std::size_t known_levels)
    : item_(item),
      lists_(lists),
      router_(router),
      known_levels_(known_levels),
      at_(lists.size()),
      found_(router.partitions()) {
  for (std::size_t i = 0; i < known_levels; ++i) {
    const LevelValues& level = router.level(i);
    std::vector<std::size_t> deciding;
    for (const std::size_t part : level.parts()) {
      add_part(populations, part);
      for (const std::size_t list : lists_deciding(part)) {
        if (std::find(deciding.begin(), deciding.end(), list) == deciding.end()) {
          deciding.push_back(list);
        }
      }
    }
    if (level.is_unique()) {
      unique_levels_.push_back({level.unique_purpose(), std::move(deciding)});
    }
  }
}

void ListRouter::add_part(const std::vector<Population>& populations, std::size_t property) {
  const PropertyGenerator& generator = item_.properties[property].generator;
  Part part;
  part.property = property;
  part.lists = lists_deciding(property);
  const bool is_there =
      std::any_of(parts_.begin(), parts_.end(), [&](const Part& other) { return other.property == property; });
  if (part.lists.empty() || is_there || std::holds_alternative<UniqueProperty>(generator)) {
    return;
  }
  const auto all = static_cast<std::int64_t>(value_count(populations, item_, property).value_or(1));
  part.values = all;
  const std::optional<std::size_t> own_list = list_of(property);
  if (!own_list) {
    part.way = Part::Way::kRemainder;
    part.purpose = unique_purpose(item_, *unique_part(item_, property));
  } else if (std::holds_alternative<TimeProperty>(generator)) {
    part.way = Part::Way::kPeriod;
  } else if (lists_[*own_list].values == all) {
    named_in_full_.push_back(property);
  } else if (const auto* member = std::get_if<PopulationProperty>(&generator)) {
    const std::size_t followed = lists_[*own_list].all_within.value_or(member->population);
    const auto in_outer = static_cast<std::int64_t>(populations[followed].own_size());
    part.within_each = static_cast<std::int64_t>(members_within(populations, member->population, followed));
    part.values = lists_[*own_list].values / part.within_each <= in_outer ? in_outer : all / part.within_each;
  }
  parts_.push_back(std::move(part));
}

bool ListRouter::names_all(std::size_t property) const {
  return std::find(named_in_full_.begin(), named_in_full_.end(), property) != named_in_full_.end();
}

std::vector<std::uint64_t> ListRouter::purposes_of_remainders() const {
  std::vector<std::uint64_t> purposes;
  for (const Part& part : parts_) {
    if (part.way == Part::Way::kRemainder) {
      purposes.push_back(part.purpose);
    }
  }
  return purposes;
}

std::optional<std::size_t> ListRouter::list_of(std::size_t property) const {
  const auto at =
      std::find_if(lists_.begin(), lists_.end(), [&](const ListedProperty& list) { return list.property == property; });
  return at == lists_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - lists_.begin()));
}

std::vector<std::size_t> ListRouter::lists_deciding(std::size_t part) const {
  if (const auto own = list_of(part)) {
    return {*own};
  }
  const std::vector<std::size_t> made_of = deciding_parts(item_, part);
  std::vector<std::size_t> deciding;
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    if (std::find(made_of.begin(), made_of.end(), lists_[i].property) != made_of.end()) {
      deciding.push_back(i);
    }
  }
  return deciding;
}

std::uint64_t ListRouter::choice(const std::vector<std::size_t>& lists) const noexcept {
  std::uint64_t number = 0;
  for (const std::size_t list : lists) {
    number = number * static_cast<std::uint64_t>(lists_[list].values) + static_cast<std::uint64_t>(at_[list]);
  }
  return number;
}

std::uint64_t ListRouter::choice_of_unique(std::uint64_t purpose) const noexcept {
  for (const UniqueLevel& level : unique_levels_) {
    if (level.purpose == purpose) {
      return choice(level.lists);
    }
  }
  return 0;
}

std::int64_t ListRouter::following(const Part& part, std::int64_t own, std::uint64_t choice) noexcept {
  const auto step = static_cast<std::int64_t>(choice);
  if (part.way == Part::Way::kPeriod) {
    return own - step;
  }
  const std::int64_t outer = own / part.within_each;
  const std::int64_t first = outer / part.values * part.values;
  const std::int64_t chosen = first + (outer - first + step / part.within_each) % part.values;
  return chosen * part.within_each + (own + step) % part.within_each;
}

bool ListRouter::next() noexcept {
  for (std::size_t i = lists_.size(); i-- > 0;) {
    if (++at_[i] < lists_[i].values) {
      return true;
    }
    at_[i] = 0;
  }
  return false;
}

void ListRouter::add(const Target& target) {
  for (std::uint32_t v = 0; v < target.visits; ++v) {
    const std::uint32_t partition = target.first + v;
    const std::uint32_t slot = target.key_slot == Target::kNotCounted ? Target::kNotCounted : target.key_slot + v;
    Found& found = found_[partition];
    if (found.round != round_) {
      found = {round_, slot};
      partitions_.push_back(partition);
    } else if (found.key_slot != slot) {
      found.key_slot = Target::kNotCounted;
    }
  }
}

void ListRouter::append_found(std::vector<Visit>& visits) {
  std::sort(partitions_.begin(), partitions_.end());
  for (const std::uint32_t partition : partitions_) {
    visits.push_back({partition, found_[partition].key_slot});
  }
}

}  // namespace cosmos
