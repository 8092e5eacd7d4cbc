#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/keys/effective_partition_key.h"
#include "sim/core/rng.h"

namespace cosmos {

// The value of each drawn property of one item, by the property's position: a population's member, the index of a
// column's value, a period of a time pattern, a bucket or a remainder, a given value's index. Other positions hold
// nothing of use.
using Coordinates = std::vector<std::int64_t>;

// A value as people write it in a filter: `acme`, 2026, true, null, undefined.
[[nodiscard]] std::string display(const KeyValue& value);

// How many values a property has where they can be listed; nothing for what nobody repeats, for time and for what
// follows from several properties. Of a given one: those that any stream says.
[[nodiscard]] std::optional<std::size_t> value_count(const std::vector<Population>& populations, const Item& item,
                                                     std::size_t property);

// One level of a partition key: the values that it takes, listed as they are met, and where each lies.
// A level whose value nobody repeats (`unique`) lists nothing: its hash is drawn.
class LevelValues {
 public:
  // Whether the hashes of values that are all listed from the start are kept, 16 bytes each, or worked out whenever one
  // is asked for.
  enum class Hashes : std::uint8_t { kKept, kOnDemand };

  // Several properties only where they are hashed together (HpkHash::kCombined). `replication_seed` names the
  // members of populations with random placement. `modulos_as_they_are`: those whose remainders are told, not what
  // they are taken of. Properties and populations must outlive this.
  LevelValues(const std::vector<Population>& populations, const Item& item, std::vector<std::size_t> properties,
              KeyHashing hashing, sim::Seed replication_seed, const std::vector<std::size_t>& modulos_as_they_are = {},
              Hashes hashes = Hashes::kKept);

  // Most drawn properties that one level may be made of.
  static constexpr std::size_t kMaxParts = 4;
  // A population within another is listed at once up to this many members; of more, those that are met.
  static constexpr std::size_t kMostListedAtStart = std::size_t{1} << 20;

  [[nodiscard]] bool is_unique() const { return unique_; }
  // Draws that a unique level's hash is made of are for this purpose.
  [[nodiscard]] std::uint64_t unique_purpose() const { return unique_purpose_; }
  [[nodiscard]] HashBlock unique_hash(std::uint64_t first_word, std::uint64_t second_word) const noexcept;

  // Position of a value in the list; a value that is new is hashed and appended. Requires !is_unique().
  [[nodiscard]] std::uint32_t entry(const Coordinates& coordinates);
  [[nodiscard]] HashBlock hash(std::uint32_t entry) const {
    return entry < hashes_.size() ? hashes_[entry] : hash_of(coordinates_of(entry));
  }
  [[nodiscard]] std::size_t size() const { return dense_ ? dense_size_ : hashes_.size(); }
  // True if all values are listed from the start and a value's position is its only part's coordinate.
  [[nodiscard]] bool is_dense() const { return dense_; }
  [[nodiscard]] std::string text(std::uint32_t entry) const;
  // The drawn properties that make up the level.
  [[nodiscard]] const std::vector<std::size_t>& parts() const { return parts_; }

 private:
  using Tuple = std::array<std::int64_t, kMaxParts>;
  struct TupleHash {
    std::size_t operator()(const Tuple& tuple) const noexcept;
  };

  [[nodiscard]] KeyValue value(std::size_t property, const Coordinates& coordinates) const;
  [[nodiscard]] std::string text_of(std::size_t property, const Coordinates& coordinates) const;
  [[nodiscard]] Coordinates coordinates_of(std::uint32_t entry) const;
  [[nodiscard]] HashBlock hash_of(const Coordinates& coordinates) const;
  [[nodiscard]] std::optional<HashBlock> placed(const Coordinates& coordinates) const;
  [[nodiscard]] std::size_t count_dense() const;

  const std::vector<Population>& populations_;
  const Item& item_;
  std::vector<std::size_t> properties_;
  KeyHashing hashing_;
  sim::Seed replication_seed_;
  std::vector<std::size_t> parts_;
  bool unique_ = false;
  std::uint64_t unique_purpose_ = 0;
  bool dense_ = false;  // the coordinate of the only part is the entry
  std::size_t dense_size_ = 0;
  std::vector<HashBlock> hashes_;                                // of all, or of none
  std::unordered_map<Tuple, std::uint32_t, TupleHash> entries_;  // where not dense; only looked up, never walked
  std::vector<Tuple> tuples_;                                    // likewise, by entry
  Tuple last_tuple_{};
  std::uint32_t last_entry_ = 0;
  bool has_last_ = false;
};

}  // namespace cosmos
