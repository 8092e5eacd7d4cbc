#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/keys/key_value.h"
#include "models/scenario/load.h"
#include "sim/config/node.h"

// Where a filter goes in a scenario's container: the answer of `cosmosim route`.
namespace cosmos {

// A level of the key that is known: one value, or several of an IN list.
struct KnownLevel {
  std::string path;
  std::vector<KeyValue> values;
};

struct RouteQuestion {
  std::string container;  // empty: the only one
  std::string item;       // kind of item; empty: the only one
  sim::Node where;        // a map: property: value, an equality; or property: list of values, an IN list
};

struct RouteAnswer {
  std::size_t container = 0;
  std::vector<KnownLevel> known;        // in key order
  std::size_t levels = 1;               // of the key, as routing tells them apart
  std::vector<std::string> enumerated;  // properties for which the design's clients put in an IN list
  std::vector<std::string> prefixes;    // effective partition keys of what is known, hex, of each combination of values
  std::string why;                      // which rule decides
  std::vector<std::uint32_t> visited;   // positions of ranges, ascending
  std::vector<std::string> mins;        // of every range of the container, in key order
  std::vector<std::string> maxs;
};

// Throws sim::InputError when the question does not fit the scenario.
[[nodiscard]] RouteAnswer route(const LoadedVariant& variant, const RouteQuestion& question);

}  // namespace cosmos
