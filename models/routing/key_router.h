#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "models/partition/partition_map.h"
#include "models/routing/level_values.h"
#include "models/routing/partition_key.h"
#include "sim/core/large_vector.h"

namespace cosmos {

// What one listed key (a value of the first level) has done on one physical partition.
struct KeyUse {
  std::int64_t milli_ru = 0;  // admitted
  std::int64_t throttled = 0;

  KeyUse& operator+=(const KeyUse& other) {
    milli_ru += other.milli_ru;
    throttled += other.throttled;
    return *this;
  }
};

// Where a request goes: consecutive physical partitions, and where its key is counted.
struct Target {
  static constexpr std::uint32_t kNotCounted = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t first = 0;
  std::uint32_t visits = 1;
  std::uint32_t key_slot = kNotCounted;  // of the first visit; the others follow
};

// Routes the items of one kind through one container's partition key (HPK-04, HPK-11, QUERY-01, QUERY-02):
// all levels known, one point; a leading prefix, the ranges that overlap it; nothing of the first level, every range.
// The first level is resolved once for each value; deeper levels are looked at only where a
// boundary falls inside the first level's value.
class KeyRouter {
 public:
  // `key_slots`: how many places the container needs to count its keys; it grows as values are met.
  // `modulos_as_they_are` as for LevelValues. Everything else outlives this.
  KeyRouter(const PartitionMap& map, const PartitionKeyDefinition& key, const std::vector<Population>& populations,
            const Item& item, sim::Seed replication_seed, std::uint32_t& key_slots,
            const std::vector<std::size_t>& modulos_as_they_are = {});

  // The drawn properties that a request with so many known levels needs.
  [[nodiscard]] std::vector<std::size_t> needed_properties(std::size_t known_levels) const;

  // `unique_words(purpose, which)` gives the random words of a unique level. known_levels <= levels().
  template <class UniqueWords>
  [[nodiscard]] Target route(const Coordinates& coordinates, std::size_t known_levels, UniqueWords unique_words);

  // The key, or prefix of a key, that such a request asks for: as many blocks as levels are known.
  template <class UniqueWords>
  [[nodiscard]] KeyPoint point(const Coordinates& coordinates, std::size_t known_levels, UniqueWords unique_words);

  // Where a value that was counted in the slots from `from` on, one for each partition, is counted since the partitions
  // moved: a value that lies on others than before has other slots.
  struct SlotMove {
    std::uint32_t from = 0;
    PartitionSpan old_span;  // partitions that the value lay on
    std::uint32_t to = 0;
    PartitionSpan span;  // that it lies on
  };
  // The map's partitions have changed: routes all values anew. Appends the slots that moved.
  void relabel(std::vector<SlotMove>& moved);

  // What a request goes to that knows nothing of the first level.
  [[nodiscard]] Target everywhere() const { return {0, static_cast<std::uint32_t>(map_.size()), Target::kNotCounted}; }

  // True if every value of a listed first level lies on one partition.
  [[nodiscard]] bool no_value_is_cut() const { return no_value_is_cut_; }
  // Routes requests whose first level's values are at these positions of its list: their partitions and where their
  // keys are counted. Requires no_value_is_cut().
  void route_column(const std::vector<std::int64_t>& positions, std::vector<std::uint32_t>& partition,
                    std::vector<std::uint32_t>& key_slot) const noexcept;

  // True if the coordinate of this property is the position of the first level's value in its list.
  [[nodiscard]] bool is_dense_first_level(std::size_t property) const {
    return levels_[0].is_dense() && levels_[0].parts().front() == property;
  }
  // Brings what route() will ask of such a coordinate into the cache.
  void prefetch(std::int64_t coordinate) const noexcept {
    if (whole_values_.empty()) {
      __builtin_prefetch(&groups_[static_cast<std::size_t>(coordinate)]);
    } else {
      __builtin_prefetch(&whole_values_[static_cast<std::size_t>(coordinate)]);
    }
  }

  [[nodiscard]] std::size_t partitions() const { return map_.size(); }
  [[nodiscard]] std::size_t levels() const { return levels_.size(); }
  [[nodiscard]] const LevelValues& level(std::size_t i) const { return levels_[i]; }
  // For each listed value of the first level: the partitions that it lies on, and its first slot.
  struct Group {
    PartitionSpan span;
    std::uint32_t slot = 0;
  };
  [[nodiscard]] std::size_t listed_values() const {
    return whole_values_.empty() ? groups_.size() : whole_values_.size();
  }
  [[nodiscard]] Group group_of(std::uint32_t entry) const noexcept {
    if (whole_values_.empty()) {
      return groups_[entry];
    }
    return {{whole_values_[entry], whole_values_[entry]}, first_slot_ + entry};
  }

 private:
  void list_whole_values();
  Group group(std::uint32_t entry);
  [[nodiscard]] PartitionSpan span_of(std::uint32_t entry) const;
  [[nodiscard]] Target route_deeper(const std::array<HashBlock, kMaxLevels>& blocks, std::size_t known_levels,
                                    const Group* group) const;

  const PartitionMap& map_;
  std::vector<LevelValues> levels_;
  // Where a key has one level whose values are all known, each lies on one partition and they are counted one after the
  // other; otherwise values are in groups_.
  sim::LargeVector<std::uint32_t> whole_values_;
  std::uint32_t first_slot_ = 0;
  sim::LargeVector<Group> groups_;
  bool no_value_is_cut_ = true;
  std::uint32_t& key_slots_;
};

template <class UniqueWords>
KeyPoint KeyRouter::point(const Coordinates& coordinates, std::size_t known_levels, UniqueWords unique_words) {
  std::array<HashBlock, kMaxLevels> blocks{};
  for (std::size_t i = 0; i < known_levels; ++i) {
    LevelValues& level = levels_[i];
    blocks[i] = level.is_unique() ? level.unique_hash(unique_words(level.unique_purpose(), 0),
                                                      unique_words(level.unique_purpose(), 1))
                                  : level.hash(level.entry(coordinates));
  }
  return KeyPoint::of(std::span(blocks.data(), known_levels));
}

template <class UniqueWords>
Target KeyRouter::route(const Coordinates& coordinates, std::size_t known_levels, UniqueWords unique_words) {
  if (known_levels == 0) {
    return everywhere();
  }
  std::array<HashBlock, kMaxLevels> blocks{};
  Group of_first;
  if (!levels_[0].is_unique()) {
    const std::uint32_t entry = levels_[0].entry(coordinates);
    of_first = group(entry);
    if (of_first.span.single()) {
      return {of_first.span.first, 1, of_first.slot};
    }
    blocks[0] = levels_[0].hash(entry);
  }
  for (std::size_t i = levels_[0].is_unique() ? 0 : 1; i < known_levels; ++i) {
    LevelValues& level = levels_[i];
    blocks[i] = level.is_unique() ? level.unique_hash(unique_words(level.unique_purpose(), 0),
                                                      unique_words(level.unique_purpose(), 1))
                                  : level.hash(level.entry(coordinates));
  }
  return route_deeper(blocks, known_levels, levels_[0].is_unique() ? nullptr : &of_first);
}

}  // namespace cosmos
