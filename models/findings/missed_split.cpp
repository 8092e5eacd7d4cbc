#include <map>
#include <utility>

#include <fmt/format.h>

#include "models/experiment/metrics.h"
#include "models/findings/findings.h"

namespace cosmos {
namespace {

constexpr double kShareOfSiblings = 0.1;
constexpr double kThrottledShare = 0.01;

}  // namespace

// SPLIT-04: a split that left the load of a partition that throttles on one side.
void find_missed_splits(const VariantResult& variant, std::vector<Finding>& found) {
  std::map<std::pair<std::size_t, std::int64_t>, std::vector<std::size_t>> children;  // by container and parent
  for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
    const PartitionInfo& info = variant.partitions[p];
    if (info.parents.size() == 1) {
      children[{info.container, info.parents.front()}].push_back(p);
    }
  }
  for (const auto& [parent, siblings] : children) {
    if (siblings.size() != 2 || variant.partitions[siblings[0]].ended || variant.partitions[siblings[1]].ended) {
      continue;
    }
    const Cell a = use_of_partition(variant, siblings[0]);
    const Cell b = use_of_partition(variant, siblings[1]);
    const bool first_is_hot = a.attempts > b.attempts;
    const Cell& hot = first_is_hot ? a : b;
    const double cold_share = static_cast<double>((first_is_hot ? b : a).attempts);
    if (hot.attempts == 0 || cold_share >= kShareOfSiblings * static_cast<double>(a.attempts + b.attempts) ||
        static_cast<double>(hot.throttled) < kThrottledShare * static_cast<double>(hot.attempts)) {
      continue;
    }
    const std::size_t where = siblings[first_is_hot ? 0 : 1];
    found.push_back(
        {"F-MISSED-SPLIT",
         fmt::format("the split of partition {} left its load on one side: {} gets {:.0f} % of what both are "
                     "asked for and refuses {:.1f} % of it",
                     parent.second, partition_name(variant, where),
                     100.0 * static_cast<double>(hot.attempts) / static_cast<double>(a.attempts + b.attempts),
                     100.0 * static_cast<double>(hot.throttled) / static_cast<double>(hot.attempts)),
         "a split never divides one full key, and cuts where its rule says, not where the load is (SPLIT-03, "
         "SPLIT-04)"});
  }
}

}  // namespace cosmos
