#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/workload/arrivals.h"
#include "models/workload/stream.h"
#include "sim/core/alias_table.h"
#include "sim/core/rng.h"

namespace cosmos {

// The operations of one second of a stream, whose properties are to be drawn.
struct SecondOfStream {
  sim::Seed seed;
  std::uint64_t stream_id = 0;
  std::int64_t second = 0;
  std::int64_t first_number = 0;  // operations of the stream before this second
  const ArrivalBlock& block;
  std::span<const std::int64_t> created;  // unix seconds, by operation; may be empty where no draw needs it
  // Where the items are chosen among those that exist: which, by operation, and what kind they are. What an item is
  // follows from its number alone, so that it is the same for every operation on it.
  std::span<const std::uint64_t> items{};
  std::uint64_t item_id = 0;
};

// Calls take(i, number, bits) for every operation i of a second: `number` counts what the word is drawn for, operations
// of the stream, or items where these are chosen and the stream does not choose for itself.
template <class Take>
void for_each_word(const SecondOfStream& of, std::uint64_t purpose, bool by_operation, Take take) {
  const std::size_t n = of.block.size();
  if (by_operation || of.items.empty()) {
    const sim::Draws words(of.seed, of.stream_id, of.second, purpose);
    for (std::size_t i = 0; i < n; ++i) take(i, static_cast<std::uint64_t>(of.first_number) + i, words.bits(i));
  } else {
    const sim::Draws words(of.seed, of.item_id, 0, purpose);
    for (std::size_t i = 0; i < n; ++i) take(i, of.items[i], words.bits(of.items[i]));
  }
}

// Calls take(i, number, drawn) likewise, with what the word draws from a table. Of a large table nearly every look-up
// misses the caches: those of a block are all asked for before the first is waited for.
template <class Take>
void for_each_drawn(const SecondOfStream& of, std::uint64_t purpose, bool by_operation, const sim::AliasTable& table,
                    Take take) {
  constexpr std::size_t kBlock = 256;
  struct Word {
    std::uint64_t number;
    std::uint64_t bits;
  };
  std::array<Word, kBlock> block;
  std::size_t filled = 0;
  std::size_t first = 0;
  const auto draw = [&] {
    for (std::size_t k = 0; k < filled; ++k) take(first + k, block[k].number, table.draw(block[k].bits));
    first += filled;
    filled = 0;
  };
  for_each_word(of, purpose, by_operation, [&](std::size_t, std::uint64_t number, std::uint64_t bits) {
    block[filled++] = {number, bits};
    table.prefetch(bits);
    if (filled == kBlock) draw();
  });
  draw();
}

// Where the outermost levels follow from what the stream says of another population around or inside this one.
struct SaidMembers {
  const std::vector<std::uint32_t>* value_of_row = nullptr;  // a column of a trace of counts, or
  std::optional<std::size_t> event_column;                   // one of single events, or
  std::uint64_t purpose = 0;                                 // members chosen by weight
  std::optional<sim::AliasTable> table;
  std::vector<std::uint64_t> members;
  std::uint64_t divisor = 1;  // members of it for each of the level that follows
};

// How one stream draws one property of its items. A draw gives the property's coordinate: the number of a member, of a
// column's value, of a period, of a bucket, of a remainder or of a given value.
class PropertyDraw {
 public:
  // `property` is a drawn part (models/items/item.h), and a given one only where the stream says its value.
  // Everything outlives this.
  PropertyDraw(const std::vector<Population>& populations, const Item& item, const Stream& stream,
               std::size_t property);

  [[nodiscard]] std::size_t property() const { return property_; }
  // True if draw() looks at when the items were created.
  [[nodiscard]] bool needs_creation() const { return kind_ == Kind::kPeriod; }

  // Coordinates of all operations of a second, by number.
  void draw(const SecondOfStream& second, std::vector<std::int64_t>& coordinates) const;

 private:
  enum class Kind : std::uint8_t { kMember, kPeriod, kBucket, kUniqueRemainder, kTraceColumn, kEventColumn, kFixed };

  // The draw of a member of one population, within the outer member that was drawn before it if there is one.
  struct Level {
    enum class Way : std::uint8_t { kWeighted, kInTurn, kNamedOrInTurn, kFixed };
    Way way = Way::kWeighted;
    bool by_operation = false;  // the stream chooses for itself
    std::uint64_t purpose = 0;
    std::uint64_t members = 1;                     // of one outer member
    std::uint64_t named = 0;                       // of them, before those in turn; likewise the fixed one
    std::shared_ptr<const sim::AliasTable> table;  // of the members, or of the named ones and all others together
  };

  [[nodiscard]] bool says_itself(const Stream& stream);
  void set_members(const std::vector<Population>& populations, const Item& item, const Stream& stream,
                   std::size_t population);
  [[nodiscard]] static Level level_of(const Population& population, const Stream& stream, std::size_t position);
  void draw_members(const SecondOfStream& second, std::vector<std::int64_t>& coordinates) const;
  static void draw_level(const Level& level, const SecondOfStream& second, bool is_first,
                         std::vector<std::int64_t>& coordinates);

  Kind kind_ = Kind::kFixed;
  std::size_t property_;
  std::uint64_t purpose_ = 0;
  std::int64_t fixed_ = 0;
  std::uint64_t buckets_ = 1;  // or divisor of a remainder
  std::optional<SaidMembers> said_;
  std::vector<Level> levels_;  // outermost first; without those that follow from what is said
  const std::vector<std::uint32_t>* value_of_member_ = nullptr;  // of a column
  const TimePattern* pattern_ = nullptr;
  const std::vector<std::uint32_t>* value_of_row_ = nullptr;
  std::size_t event_column_ = 0;
};

}  // namespace cosmos
