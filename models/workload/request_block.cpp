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

}  // namespace cosmos
