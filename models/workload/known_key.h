#pragma once

#include <cstddef>
#include <vector>

#include "models/items/item.h"
#include "models/routing/partition_key.h"
#include "models/workload/stream.h"

namespace cosmos {

// What a stream's requests know of the place of their item under one design (grammar section 4): the properties that
// they bind, constants always, a format or a modulo when all that it is
// made of is known.
struct KnownKey {
  std::size_t levels = 0;  // leading levels, of those that routing can tell apart
  bool whole = false;
  bool id = false;

  [[nodiscard]] bool names_one_item() const { return whole && id; }
};
// The item has the properties of the key.
[[nodiscard]] KnownKey known_key(const Item& item, const PartitionKeyDefinition& key,
                                 const std::vector<std::size_t>& known);

// A point read that does not know the whole key and id is sent as a query (HPK-12).
[[nodiscard]] inline bool is_sent_as_query(OperationKind operation, const KnownKey& known) {
  return operation == OperationKind::kPointRead && !known.names_one_item();
}

}  // namespace cosmos
