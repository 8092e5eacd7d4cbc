#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/routing/key_router.h"
#include "models/routing/level_values.h"
#include "models/workload/request_block.h"
#include "models/workload/stream.h"

namespace cosmos {

// Routes requests that name several values of some properties (IN lists). Each combination of values is one key or one
// prefix; each physical partition on which any of them lies is asked once, for all of them (QUERY-01). A visit counts
// for a key if it asks for values of that key alone.
//
// The values of a list are the item's own and those that follow it in the property's list, from the start again:
// members of a population (of one within another, those of the same outer member as long as there are enough), buckets,
// remainders. Of a time property they are the periods up to the item's own; of a `unique` one fresh values. A list of
// all members within outer ones (ListedProperty::all_within) holds those of the outer members that follow likewise.
class ListRouter {
 public:
  // `lists`: those that decide the known levels. Everything outlives this.
  ListRouter(const std::vector<Population>& populations, const Item& item, const std::vector<ListedProperty>& lists,
             KeyRouter& router, std::size_t known_levels);

  // True if every request names all values of the property, whatever its item's own is.
  [[nodiscard]] bool names_all(std::size_t property) const;

  // What route() asks for words of, besides the unique levels.
  [[nodiscard]] std::vector<std::uint64_t> purposes_of_remainders() const;

  // Appends a request's visits, in key order. `own` are the coordinates of its item. `unique_words(purpose, which,
  // choice)` gives the random words of a unique property, choice 0 the item's own.
  template <class UniqueWords>
  void route(const Coordinates& own, UniqueWords unique_words, std::vector<Visit>& visits);

 private:
  // A drawn property that differs from combination to combination.
  struct Part {
    enum class Way : std::uint8_t {
      kFollowing,  // own, then those that follow among `values`
      kPeriod,     // own, then those before
      kRemainder,  // of a unique value: modulo `values`
    };
    std::size_t property = 0;
    Way way = Way::kFollowing;
    std::int64_t values = 1;
    std::int64_t within_each = 1;    // values that each of those stands for: all members within an outer one
    std::uint64_t purpose = 0;       // of the unique value
    std::vector<std::size_t> lists;  // that decide it
  };
  // A level whose values nobody repeats.
  struct UniqueLevel {
    std::uint64_t purpose = 0;
    std::vector<std::size_t> lists;
  };
  // The visit of a partition by the request at hand.
  struct Found {
    std::uint64_t round = 0;  // which request
    std::uint32_t key_slot = 0;
  };

  void add_part(const std::vector<Population>& populations, std::size_t property);
  [[nodiscard]] std::optional<std::size_t> list_of(std::size_t property) const;
  [[nodiscard]] std::vector<std::size_t> lists_deciding(std::size_t part) const;
  // Number of the choice that the combination at hand makes in these lists together; 0: the item's own values.
  [[nodiscard]] std::uint64_t choice(const std::vector<std::size_t>& lists) const noexcept;
  [[nodiscard]] std::uint64_t choice_of_unique(std::uint64_t purpose) const noexcept;
  [[nodiscard]] static std::int64_t following(const Part& part, std::int64_t own, std::uint64_t choice) noexcept;
  // Goes on to the next combination; false after the last.
  [[nodiscard]] bool next() noexcept;
  void add(const Target& target);
  void append_found(std::vector<Visit>& visits);

  const Item& item_;
  std::vector<ListedProperty> lists_;
  KeyRouter& router_;
  std::size_t known_levels_;
  std::vector<Part> parts_;
  std::vector<UniqueLevel> unique_levels_;
  std::vector<std::size_t> named_in_full_;  // properties
  std::vector<std::int64_t> at_;            // by list: which of its values
  Coordinates coordinates_;
  std::vector<Found> found_;  // by partition
  std::vector<std::uint32_t> partitions_;
  std::uint64_t round_ = 0;
};

template <class UniqueWords>
void ListRouter::route(const Coordinates& own, UniqueWords unique_words, std::vector<Visit>& visits) {
  ++round_;
  if (found_.size() != router_.partitions()) {
    found_.assign(router_.partitions(), {});
  }
  partitions_.clear();
  coordinates_ = own;
  do {
    for (const Part& part : parts_) {
      const std::uint64_t chosen = choice(part.lists);
      coordinates_[part.property] = part.way == Part::Way::kRemainder && chosen > 0
                                        ? modulo_of(unique_words(part.purpose, 0, chosen), part.values)
                                        : following(part, own[part.property], chosen);
    }
    add(router_.route(coordinates_, known_levels_, [&](std::uint64_t purpose, std::uint64_t which) {
      return unique_words(purpose, which, choice_of_unique(purpose));
    }));
  } while (next());
  append_found(visits);
}

}  // namespace cosmos
