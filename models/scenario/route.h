#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/keys/key_range.h"
#include "models/keys/key_value.h"
#include "models/partition/partition_map.h"
#include "models/scenario/load.h"
#include "sim/config/node.h"

// Where a filter goes in a scenario's container: the answer of `cosmosim route`.
namespace cosmos {

struct RouteQuestion {
  std::string container;  // empty: the only one
  std::string item;       // kind of item; empty: the only one
  sim::Node where;        // a map: property: value, each an equality
};

struct RouteAnswer {
  std::size_t container = 0;
  std::vector<std::pair<std::string, KeyValue>> known;  // levels that are known and their values, in key order
  std::size_t levels = 1;                               // of the key, as routing tells them apart
  std::string prefix;                                   // effective partition key of what is known, hex; may be empty
  std::string why;                                      // which rule decides
  PartitionSpan visited;
  std::vector<std::string> mins;  // of every range of the container, in key order
  std::vector<std::string> maxs;
};

// Throws sim::InputError when the question does not fit the scenario.
[[nodiscard]] RouteAnswer route(const LoadedVariant& variant, const RouteQuestion& question);

}  // namespace cosmos
