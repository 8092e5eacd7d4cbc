#include <fmt/format.h>

#include "models/findings/findings.h"

namespace cosmos {
namespace {

constexpr double kShareOfMean = 0.1;

}  // namespace

std::vector<bool> idle_partitions(const VariantResult& variant) {
  const std::size_t n = variant.partitions.size();
  std::vector<double> use(n);
  std::vector<double> sum(variant.plan->containers.size());
  std::vector<double> partitions(sum.size());
  for (std::size_t p = 0; p < n; ++p) {
    if (variant.partitions[p].ended) {
      continue;
    }
    use[p] = static_cast<double>(use_of_partition(variant, p).admitted_milli_ru);
    sum[variant.partitions[p].container] += use[p];
    partitions[variant.partitions[p].container] += 1.0;
  }
  std::vector<bool> idle(n);
  for (std::size_t p = 0; p < n; ++p) {
    const std::size_t c = variant.partitions[p].container;
    idle[p] = !variant.partitions[p].ended && use[p] < kShareOfMean * sum[c] / partitions[c];
  }
  return idle;
}

// PART-06: RU/s are shared evenly, and what an idle partition does not use cannot be lent to another.
void find_idle_partitions(const VariantResult& variant, std::vector<Finding>& found) {
  const std::vector<bool> idle = idle_partitions(variant);
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    std::size_t partitions = 0;
    std::size_t idle_here = 0;
    double budget = 0.0;
    double idle_budget = 0.0;
    for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
      if (variant.partitions[p].container != c || variant.partitions[p].ended) {
        continue;
      }
      const double ru = variant.partitions[p].budget.as_double();
      ++partitions;
      budget += ru;
      idle_here += idle[p] ? 1U : 0U;
      idle_budget += idle[p] ? ru : 0.0;
    }
    if (idle_here > 0) {
      found.push_back(
          {"F-IDLE-PARTITIONS",
           fmt::format("{} of the {} physical partitions of {} use less than a tenth of the mean; {:.0f} % "
                       "of the RU/s paid for lie there",
                       idle_here, partitions, variant.plan->containers[c].name, idle_budget / budget * 100.0),
           "their RU/s cannot be lent to the others (PART-06): spread the load by the key, or merge"});
    }
  }
}

}  // namespace cosmos
