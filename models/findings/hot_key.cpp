#include <string>
#include <utility>

#include <fmt/format.h>

#include "models/experiment/metrics.h"
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
        "hierarchical key does not spread them at once (HPK-05, HPK-08), and a split never divides one full key "
        "(SPLIT-04)");
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

// PART-01, PART-04: one key makes at least half of a partition's RU, and the partition refuses. Each
// replication is judged by itself: with random placement a partition is another one in each.
void find_hot_keys(const VariantResult& variant, std::vector<Finding>& found) {
  std::size_t named = 0;
  for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
    std::size_t times = 0;
    HotKey hottest;
    double refused = 0.0;
    for (const ReplicationResult& replication : variant.replications) {
      const Cell use = cells_in(variant, replication.windows.front(), {std::nullopt, std::nullopt, p});
      const auto& keys = replication.hot_keys_of(p);
      const double throttled =
          use.attempts > 0 ? static_cast<double>(use.throttled) / static_cast<double>(use.attempts) : 0.0;
      if (keys.empty() || keys.front().share < kShareOfPartition || throttled < kThrottledShare) {
        continue;
      }
      if (times++ == 0) {
        hottest = keys.front();
        refused = throttled;
      }
    }
    if (times == 0 || ++named > kMostNamed) {
      continue;
    }
    std::string text =
        fmt::format("{:.0f} % of the RU of {} are key \"{}\", and {:.1f} % of its requests are throttled",
                    hottest.share * 100.0, partition_name(variant, p), hottest.key, refused * 100.0);
    if (times < variant.replications.size()) {
      text += fmt::format(" (so in {} of {} replications)", times, variant.replications.size());
    }
    found.push_back({"F-HOT-KEY", std::move(text), advice(variant, p)});
  }
  if (named > kMostNamed) {
    found.push_back({"F-HOT-KEY", fmt::format("{} further partitions have such a key", named - kMostNamed), {}});
  }
}

}  // namespace cosmos
