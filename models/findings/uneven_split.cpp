#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "models/findings/findings.h"
#include "models/service_limits.h"

namespace cosmos {
namespace {

constexpr double kUneven = 1.5;  // the widest against the narrowest

// SCALE-07: the setting to go to first, so that every partition splits alike.
Ru even_detour(Ru wanted, std::int64_t partitions) {
  const Ru without_split = service_limits::kMaxRuPerPartition * partitions;
  const double rounds = std::ceil(std::log2(wanted.as_double() / without_split.as_double()));
  return without_split * (std::int64_t{1} << static_cast<unsigned>(std::max(rounds, 0.0)));
}

}  // namespace

// SCALE-06: splits by throughput halve some ranges and leave others, but all get the same RU/s.
void find_uneven_splits(const VariantResult& variant, std::vector<Finding>& found) {
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const Container& container = variant.plan->containers[c];
    if (container.split_for == Ru{}) {
      continue;
    }
    double narrowest = 1.0;
    double widest = 0.0;
    std::int64_t created = 0;
    for (const PartitionInfo& partition : variant.partitions) {
      if (partition.container == c && !partition.ended) {
        narrowest = std::min(narrowest, partition.width);
        widest = std::max(widest, partition.width);
      }
    }
    for (std::size_t p = 0; p < container.partitions(); ++p) {
      const std::int64_t root = container.parents[p].empty() ? container.id_of(p) : container.parents[p].front();
      created = std::max(created, root + 1);
    }
    if (widest < kUneven * narrowest) {
      continue;
    }
    const std::string of = variant.plan->containers.size() > 1 ? " of " + container.name : "";
    found.push_back(
        {"F-UNEVEN-SPLIT",
         fmt::format("after the splits for {:.0f} RU/s some partitions{} hold {:.3g} % of the key space and others "
                     "{:.3g} %, with the same RU/s each: the wide ones throttle first",
                     container.split_for.as_double(), of, widest * 100.0, narrowest * 100.0),
         fmt::format(
             "set {:.0f} RU/s first, wait for the splits, then lower: every partition splits alike and the ranges "
             "stay even (SCALE-07)",
             even_detour(container.split_for, created).as_double())});
  }
}

}  // namespace cosmos
