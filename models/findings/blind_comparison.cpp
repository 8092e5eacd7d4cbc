#include <algorithm>

#include <fmt/format.h>

#include "models/findings/findings.h"

namespace cosmos {

// PART-16: on one physical partition the choice of the key is irrelevant for routing.
void find_blind_comparison(const VariantResult& variant, std::vector<Finding>& found) {
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const auto partitions =
        std::count_if(variant.partitions.begin(), variant.partitions.end(),
                      [&](const PartitionInfo& partition) { return partition.container == c && !partition.ended; });
    if (partitions == 1) {
      found.push_back({"F-BLIND",
                       fmt::format("container {} has one physical partition, so a comparison of keys cannot show a "
                                   "difference",
                                   variant.plan->containers[c].name),
                       "state a `layout`, or the throughput that production will have (PART-16)"});
    }
  }
}

}  // namespace cosmos
