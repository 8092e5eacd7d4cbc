#include "models/routing/key_router.h"

#include <algorithm>
#include <span>

#include "sim/core/check.h"

namespace cosmos {

KeyRouter::KeyRouter(const PartitionMap& map, const PartitionKeyDefinition& key,
                     const std::vector<Population>& populations, const Item& item, sim::Seed replication_seed,
                     std::uint32_t& key_slots, const std::vector<std::size_t>& modulos_as_they_are)
    : map_(map), key_slots_(key_slots) {
  std::vector<std::size_t> properties;
  for (const std::string& path : key.paths) {
    const auto property = item.find(path);
    SIM_CHECK(property.has_value());
    properties.push_back(*property);
  }
  if (key.routed_levels() == 1) {
    // Each hash is looked at once: a key of one level lies on one partition.
    levels_.emplace_back(populations, item, properties, key.hashing, replication_seed, modulos_as_they_are,
                         LevelValues::Hashes::kOnDemand);
  } else {
    for (const std::size_t p : properties) {
      levels_.emplace_back(populations, item, std::vector<std::size_t>{p}, key.hashing, replication_seed,
                           modulos_as_they_are);
    }
  }
  if (levels_.size() == 1 && levels_[0].is_dense()) {
    list_whole_values();
  } else if (!levels_[0].is_unique()) {
    for (std::size_t i = 0; i < levels_[0].size(); ++i) {
      group(static_cast<std::uint32_t>(i));
    }
  }
}

std::vector<std::size_t> KeyRouter::needed_properties(std::size_t known_levels) const {
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < known_levels; ++i) {
    if (levels_[i].is_unique()) {
      continue;
    }
    for (const std::size_t part : levels_[i].parts()) {
      if (std::find(needed.begin(), needed.end(), part) == needed.end()) {
        needed.push_back(part);
      }
    }
  }
  return needed;
}

void KeyRouter::list_whole_values() {
  const std::size_t n = levels_[0].size();
  whole_values_.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    whole_values_.push_back(map_.locate(KeyPoint::of(levels_[0].hash(static_cast<std::uint32_t>(i)))));
  }
  first_slot_ = key_slots_;
  key_slots_ += static_cast<std::uint32_t>(n);
}

PartitionSpan KeyRouter::span_of(std::uint32_t entry) const {
  const HashBlock hash = levels_[0].hash(entry);
  if (levels_.size() > 1) {
    return map_.span(prefix_range(std::span(&hash, 1)));
  }
  const std::uint32_t at = map_.locate(KeyPoint::of(hash));
  return {at, at};
}

void KeyRouter::relabel(std::vector<SlotMove>& moved) {
  for (std::size_t i = 0; i < whole_values_.size(); ++i) {
    whole_values_[i] = span_of(static_cast<std::uint32_t>(i)).first;
  }
  no_value_is_cut_ = true;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const PartitionSpan span = span_of(static_cast<std::uint32_t>(i));
    no_value_is_cut_ = no_value_is_cut_ && span.single();
    if (span.count() != groups_[i].span.count()) {
      moved.push_back({groups_[i].slot, groups_[i].span, key_slots_, span});
      groups_[i].slot = key_slots_;
      key_slots_ += span.count();
    }
    groups_[i].span = span;
  }
}

KeyRouter::Group KeyRouter::group(std::uint32_t entry) {
  if (whole_values_.empty() && entry == groups_.size()) {
    const PartitionSpan span = span_of(entry);
    no_value_is_cut_ = no_value_is_cut_ && span.single();
    groups_.push_back({span, key_slots_});
    key_slots_ += span.count();
  }
  return group_of(entry);
}

void KeyRouter::route_column(const std::vector<std::int64_t>& positions, std::vector<std::uint32_t>& partition,
                             std::vector<std::uint32_t>& key_slot) const noexcept {
  constexpr std::size_t kAhead = 64;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    prefetch(positions[std::min(i + kAhead, positions.size() - 1)]);
    const Group group = group_of(static_cast<std::uint32_t>(positions[i]));
    partition[i] = group.span.first;
    key_slot[i] = group.slot;
  }
}

Target KeyRouter::route_deeper(const std::array<HashBlock, kMaxLevels>& blocks, std::size_t known_levels,
                               const Group* of_first) const {
  const std::span<const HashBlock> known(blocks.data(), known_levels);
  PartitionSpan span;
  if (known_levels == levels_.size()) {
    span.first = span.last = map_.locate(KeyPoint::of(known));
  } else {
    span = map_.span(prefix_range(known));
  }
  const std::uint32_t slot =
      of_first == nullptr ? Target::kNotCounted : of_first->slot + (span.first - of_first->span.first);
  return {span.first, span.count(), slot};
}

}  // namespace cosmos
