#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/routing/partition_key.h"
#include "models/workload/stream.h"

namespace cosmos {

// What a stream's requests know of the place of their item under one design (grammar section 4): the properties that
// they bind, by equality or as a list of values, constants always, a format or a modulo when all that it is made of is
// known. A list of what a bound property is made of adds nothing.
struct KnownKey {
  std::size_t levels = 0;          // leading levels, of those that routing can tell apart
  std::vector<std::size_t> lists;  // positions among the stream's lists: those that decide one of these levels
  bool whole = false;              // every level by equality
  bool id = false;                 // likewise

  [[nodiscard]] bool names_one_item() const { return whole && id; }
};
// The item has the properties of the key.
[[nodiscard]] KnownKey known_key(const Item& item, const PartitionKeyDefinition& key,
                                 const std::vector<std::size_t>& known, const std::vector<ListedProperty>& lists = {});

// A point read that does not know the whole key and id is sent as a query (HPK-12).
[[nodiscard]] inline bool is_sent_as_query(OperationKind operation, const KnownKey& known) {
  return operation == OperationKind::kPointRead && !known.names_one_item();
}

// Whether clients of a design can know all values of a property: they are few and the same for everybody.
[[nodiscard]] bool can_be_enumerated(const PropertyGenerator& generator);

// The lists that a design's clients put into such a query, who know all values of the properties `enumerated`: those
// that the query does not know and without which a level would not be known. Each can be enumerated. Of a population
// within others whose members the query knows, by equality or as a list, they are the members within these; the
// innermost of several counts.
[[nodiscard]] std::vector<ListedProperty> lists_put_in(const std::vector<Population>& populations, const Item& item,
                                                       const PartitionKeyDefinition& key,
                                                       const std::vector<std::size_t>& known,
                                                       const std::vector<ListedProperty>& lists,
                                                       const std::vector<std::size_t>& enumerated);

// What a read asks for, whatever the design: the drawn properties that decide its filters, each once, but for those of
// which no two items share a value. A list of all values asks for nothing in particular.
[[nodiscard]] std::vector<std::size_t> asked_properties(const std::vector<Population>& populations, const Item& item,
                                                        const Stream& stream);
// Whether it asks for one item, by a property that no other has.
[[nodiscard]] bool asks_for_one_item(const Item& item, const Stream& stream);

// Keys, or prefixes of keys, that one request asks for: its lists multiply. Saturates far above kMostListedKeys.
[[nodiscard]] std::int64_t listed_keys(const KnownKey& known, const std::vector<ListedProperty>& lists);
// More are refused. A limit of this program: the service has none but the length of a query's text.
inline constexpr std::int64_t kMostListedKeys = 1'000;

// Modulos that are listed although what they are taken of is drawn: routing takes their remainders as they are.
[[nodiscard]] std::vector<std::size_t> listed_modulos(const Item& item, const std::vector<ListedProperty>& lists);

}  // namespace cosmos
