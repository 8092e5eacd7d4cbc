#include <algorithm>

#include <fmt/format.h>

#include "models/findings/findings.h"

namespace cosmos {
namespace {

constexpr std::int64_t kValuesForWrites = 1'000;  // HPK-09: "at least thousands" for write-heavy containers

bool is_write_heavy(const VariantResult& variant, std::size_t container) {
  std::int64_t writes = 0;
  std::int64_t all = 0;
  for (std::size_t s = 0; s < variant.plan->streams.size(); ++s) {
    if (variant.plan->streams[s].container != container || !variant.plan->streams[s].parts.empty()) {
      continue;
    }
    for (const ReplicationResult& replication : variant.replications) {
      const std::int64_t started = replication.windows.front().totals.operations[s].started;
      all += started;
      writes += is_write(variant.plan->streams[s].operation) ? started : 0;
    }
  }
  return 2 * writes > all;
}

}  // namespace

// HPK-07, HPK-09: with few values on the first level, partitions stay empty and writes gather.
void find_low_cardinality(const VariantResult& variant, std::vector<Finding>& found) {
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const std::int64_t values = variant.first_level_values[c];
    const auto partitions =
        std::count_if(variant.partitions.begin(), variant.partitions.end(),
                      [&](const PartitionInfo& partition) { return partition.container == c && !partition.ended; });
    if (values == 0 || partitions == 1) {
      continue;
    }
    const Container& container = variant.plan->containers[c];
    const bool fewer_than_partitions = values < partitions;
    if (fewer_than_partitions || (values < kValuesForWrites && is_write_heavy(variant, c))) {
      found.push_back({"F-LOW-CARDINALITY",
                       fmt::format("/{} has {} value{} for {} physical partitions of {}{}", container.key.paths.front(),
                                   values, values == 1 ? "" : "s", partitions, container.name,
                                   fewer_than_partitions ? ": some can never hold data"
                                                         : ", on a container that is mostly written"),
                       "the first level wants thousands of values, and more than there are partitions (HPK-09)"});
    }
  }
}

}  // namespace cosmos
