#include <fmt/format.h>

#include "models/findings/findings.h"

namespace cosmos {
namespace {

constexpr double kShareOfMean = 0.1;

}  // namespace

// PART-06: RU/s are shared evenly, and what an idle partition does not use cannot be lent to another.
void find_idle_partitions(const VariantResult& variant, std::vector<Finding>& found) {
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    std::vector<double> use;
    double sum = 0.0;
    double idle_budget = 0.0;
    double budget = 0.0;
    for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
      if (variant.partitions[p].container == c) {
        use.push_back(static_cast<double>(use_of_partition(variant, p).admitted_milli_ru));
        sum += use.back();
      }
    }
    std::size_t idle = 0;
    std::size_t i = 0;
    for (const PartitionInfo& partition : variant.partitions) {
      if (partition.container != c) {
        continue;
      }
      budget += partition.budget.as_double();
      if (use[i++] < kShareOfMean * sum / static_cast<double>(use.size())) {
        ++idle;
        idle_budget += partition.budget.as_double();
      }
    }
    if (sum > 0.0 && idle > 0) {
      found.push_back({"F-IDLE-PARTITIONS",
                       fmt::format("{} of the {} physical partitions of {} use less than a tenth of the mean; {:.0f} % "
                                   "of the RU/s paid for lie there",
                                   idle, use.size(), variant.plan->containers[c].name, idle_budget / budget * 100.0),
                       "their RU/s cannot be lent to the others (PART-06): spread the load by the key, or merge"});
    }
  }
}

}  // namespace cosmos
