#include "models/findings/findings.h"

#include <array>

#include "models/experiment/metrics.h"

namespace cosmos {

Cell use_of_partition(const VariantResult& variant, std::size_t partition) {
  Cell sum;
  for (const ReplicationResult& replication : variant.replications) {
    sum += cells_in(variant, replication.windows.front(), {std::nullopt, std::nullopt, partition});
  }
  return sum;
}

std::string partition_name(const VariantResult& variant, std::size_t partition) {
  const PartitionInfo& info = variant.partitions[partition];
  std::string name = "partition " + info.id;
  if (variant.plan->containers.size() > 1) {
    name += " of " + variant.plan->containers[info.container].name;
  }
  if (info.ended) {
    name += " (while it was there)";
  }
  return name;
}

std::vector<Finding> all_findings(const VariantResult& variant) {
  constexpr std::array<FindingRule, 11> kRules = {
      find_blind_comparison, find_walls,           find_splits_ahead,  find_burst_dependence, find_hot_keys,
      find_missed_splits,    find_idle_partitions, find_uneven_splits, find_low_cardinality,  find_merge_candidates,
      find_throughput_floors};
  std::vector<Finding> found;
  if (!variant.replications.empty()) {
    for (const FindingRule rule : kRules) {
      rule(variant, found);
    }
  }
  return found;
}

}  // namespace cosmos
