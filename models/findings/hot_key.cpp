#include <algorithm>

#include <fmt/format.h>

#include "models/findings/findings.h"
#include "models/service_limits.h"

namespace cosmos {
namespace {

constexpr double kShareOfPartition = 0.5;  // of its RU, by one key
constexpr double kThrottledShare = 0.01;   // of its attempts
constexpr std::size_t kMostNamed = 5;

std::string advice(const VariantResult& variant, std::size_t partition) {
  const Container& container = variant.plan->containers[variant.partitions[partition].container];
  const double ceiling = service_limits::kMaxRuPerPartition.as_double();
  if (container.key.routed_levels() > 1) {
    return fmt::format(
        "all rows of this first-level value share the partition until a split cuts inside it; a "
        "hierarchical key does not spread them at once (HPK-05, HPK-08)");
  }
  if (variant.partitions[partition].budget >= service_limits::kMaxRuPerPartition) {
    return fmt::format(
        "the partition already has the {:.0f} RU/s that one partition can give: more RU/s cannot help, "
        "another key can (PART-04)",
        ceiling);
  }
  return fmt::format(
      "one logical partition lies on one physical partition: more RU/s help only while they raise its "
      "share, and never beyond {:.0f} RU/s (PART-04)",
      ceiling);
}

}  // namespace

// PART-01, PART-04: one key makes at least half of a partition's RU, and the partition refuses.
void find_hot_keys(const VariantResult& variant, std::vector<Finding>& found) {
  std::size_t named = 0;
  for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
    const Cell use = use_of_partition(variant, p);
    const auto& keys = variant.replications.front().hot_keys[p];
    const double throttled =
        use.attempts > 0 ? static_cast<double>(use.throttled) / static_cast<double>(use.attempts) : 0.0;
    if (keys.empty() || keys.front().share < kShareOfPartition || throttled < kThrottledShare) {
      continue;
    }
    if (++named > kMostNamed) {
      continue;
    }
    found.push_back(
        {"F-HOT-KEY",
         fmt::format("{:.0f} % of the RU of {} are key \"{}\", and {:.1f} % of its requests are throttled",
                     keys.front().share * 100.0, partition_name(variant, p), keys.front().key, throttled * 100.0),
         advice(variant, p)});
  }
  if (named > kMostNamed) {
    found.push_back({"F-HOT-KEY", fmt::format("{} further partitions have such a key", named - kMostNamed), {}});
  }
}

}  // namespace cosmos
