#pragma once

#include <cstdint>
#include <optional>

#include "models/quantities.h"

// What the service charges for a request: the model fitted to public readings (RU-01 to RU-07, QUERY-03).
// Every charge is rounded once, half up, to 0.001 RU.
namespace cosmos {

enum class Consistency { kStrong, kBoundedStaleness, kSession, kConsistentPrefix, kEventual };

// Which part of a query's charge two-replica reads double (RU-04 against readings).
enum class StrongReadCharge { kFixedPart, kEverything };

// How sizes between the points of the vendor's size table are charged.
enum class SizeCharge { kTiers, kSmooth };

struct QueryShape {
  std::int64_t filters = 0;            // predicates in the WHERE clause; an IN list counts as many as it has values
  std::int64_t loads = 1;              // items loaded, over all partitions
  std::int64_t returns = 1;            // items returned, over all partitions
  Bytes stored_item;                   // size of one of those loaded, as stored
  std::optional<Bytes> returned_item;  // size of one of those returned, where it is another
  std::int64_t sorts = 0;              // items put in order
  std::int64_t prefix_matches = 0;     // items that a LIKE of a prefix matches
};

struct QueryCharges {
  Ru per_visit;  // of each physical partition visited, also when it finds nothing
  Ru result;     // once, shared over the visits
};

class ChargeModel {
 public:
  ChargeModel(Consistency consistency, StrongReadCharge strong, SizeCharge sizes);

  // `stored` is the payload plus the service's own properties; `terms` the index terms of the item.
  // Sizes above 2 MiB are charged as 2 MiB.
  [[nodiscard]] Ru point_read(Bytes stored) const;
  [[nodiscard]] Ru create(Bytes stored, std::int64_t terms) const;
  // Of a delete: as much as creating the item.
  [[nodiscard]] Ru remove(Bytes stored, std::int64_t terms) const;
  // The old item is taken out and the new one put in; `changed` counts the indexed properties that differ.
  [[nodiscard]] Ru replace(Bytes stored_before, Bytes stored_after, std::int64_t changed) const;
  // A replace, and more for each of the `patched` properties, indexed or not.
  [[nodiscard]] Ru patch(Bytes stored_before, Bytes stored_after, std::int64_t changed, std::int64_t patched) const;
  [[nodiscard]] QueryCharges query(const QueryShape& shape) const;

 private:
  double replicas_;  // 2 where reads ask two replicas (strong, bounded staleness), else 1
  StrongReadCharge strong_;
  SizeCharge sizes_;
};

// Index terms of a flat item with so many indexed scalar properties, each counted by its depth: n + 5,
// the five being what an item has in a container with a partition key.
[[nodiscard]] std::int64_t index_terms(std::int64_t indexed_properties);

}  // namespace cosmos
