#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/workload/arrivals.h"
#include "models/workload/stream.h"
#include "sim/core/alias_table.h"
#include "sim/core/rng.h"

namespace cosmos {

// How one stream draws one property of its items. A draw gives the property's coordinate: the number of a member, of a
// period, of a bucket or of a given value.
class PropertyDraw {
 public:
  // `property` is one that is drawn: no format, no constant, and a given one only where the stream says its value.
  // Everything outlives this.
  PropertyDraw(const std::vector<Population>& populations, const Item& item, const Stream& stream,
               std::size_t property);

  [[nodiscard]] std::size_t property() const { return property_; }
  // True if draw() looks at when the items were created.
  [[nodiscard]] bool needs_creation() const { return kind_ == Kind::kPeriod; }

  // Coordinates of all operations of a second, by number. `created` (unix seconds) may be empty unless it is needed.
  void draw(sim::Seed seed, std::uint64_t stream_id, std::int64_t second, const ArrivalBlock& block,
            const std::vector<std::int64_t>& created, std::vector<std::int64_t>& coordinates) const;

 private:
  enum class Kind : std::uint8_t { kMember, kPeriod, kBucket, kTraceColumn, kEventColumn, kFixed };

  [[nodiscard]] bool says_itself(const Item& item, const Stream& stream);

  Kind kind_ = Kind::kFixed;
  std::size_t property_;
  std::uint64_t purpose_ = 0;
  std::int64_t fixed_ = 0;
  std::uint64_t buckets_ = 1;
  std::optional<sim::AliasTable> members_;
  const TimePattern* pattern_ = nullptr;
  const std::vector<std::uint32_t>* value_of_row_ = nullptr;
  std::size_t event_column_ = 0;
};

}  // namespace cosmos
