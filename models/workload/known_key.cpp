#include "models/workload/known_key.h"

#include <algorithm>

namespace cosmos {

KnownKey known_key(const Item& item, const PartitionKeyDefinition& key, const std::vector<std::size_t>& known) {
  const auto is_bound = [&](std::size_t property) {
    return std::find(known.begin(), known.end(), property) != known.end();
  };
  const auto knows = [&](std::size_t property) {
    if (is_bound(property)) {
      return true;
    }
    const std::vector<std::size_t> parts = deciding_parts(item, property);
    return std::all_of(parts.begin(), parts.end(), is_bound);
  };
  KnownKey result;
  while (result.levels < key.levels() && knows(*item.find(key.paths[result.levels]))) {
    ++result.levels;
  }
  result.whole = result.levels == key.levels();
  if (key.routed_levels() == 1) {
    result.levels = result.whole ? 1 : 0;
  }
  result.id = knows(*item.find("id"));
  return result;
}

}  // namespace cosmos
