#include "models/workload/request_block.h"

#include <algorithm>

namespace cosmos {

std::uint32_t RequestBlock::listed_visit_at(std::size_t i, std::uint32_t at_partition) const noexcept {
  const Visit* const all = listed_of(i);
  const Visit* const there =
      std::lower_bound(all, all + visits[i], at_partition,
                       [](const Visit& visit, std::uint32_t wanted) { return visit.partition < wanted; });
  return static_cast<std::uint32_t>(there - all);
}

void RequestBlock::keep_only(const std::vector<std::uint32_t>& numbers) {
  arrivals.keep_only(numbers);
  const auto keep = [&](auto& column) {
    if (column.empty()) {
      return;
    }
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      column[k] = column[numbers[k]];
    }
    column.resize(numbers.size());
  };
  keep(partition);
  keep(key_slot);
  keep(charge);
  keep(keys);
  keep(places);
  keep(bytes);
}

}  // namespace cosmos
