#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/experiment/metrics.h"
#include "models/findings/findings.h"
#include "models/service_limits.h"

namespace cosmos {
namespace {

constexpr double kRuWorthMerging = 3'000.0;  // MERGE-03: below so many RU/s a partition, and
constexpr double kGigabytesWorthMerging = 20.0;

}  // namespace

// MERGE-03, MERGE-05: thin and small partitions, more of them than throughput and data need.
void find_merge_candidates(const VariantResult& variant, std::vector<Finding>& found) {
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    double partitions = 0.0;
    double ru = 0.0;
    double gigabytes = 0.0;
    for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
      const PartitionInfo& info = variant.partitions[p];
      if (info.container == c && !info.ended) {
        partitions += 1.0;
        ru += info.budget.as_double();
        gigabytes += bytes_at_end(variant.replications.front(), p) / variant.plan->readings.gigabyte;
      }
    }
    const double target =
        std::max({1.0, std::ceil(ru / service_limits::kMaxRuPerPartition.as_double()),
                  std::ceil(gigabytes / static_cast<double>(service_limits::kPhysicalPartitionGigabytes))});
    if (target >= partitions || ru / partitions >= kRuWorthMerging ||
        gigabytes / partitions >= kGigabytesWorthMerging) {
      continue;
    }
    found.push_back(
        {"F-MERGE-CANDIDATE",
         fmt::format("the {:.0f} physical partitions of {} have {:.0f} RU/s and {:.3g} GB each", partitions,
                     variant.plan->containers[c].name, ru / partitions, gigabytes / partitions),
         fmt::format("merged to {:.0f} they would have {:.0f} RU/s each (MERGE-03, MERGE-05; a preview feature)",
                     target, ru / target)});
  }
}

}  // namespace cosmos
