#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/results.h"

namespace cosmos::testing {

// A variant of `plan` (one container) with so many replications of whole-run windows in which nothing has happened
// yet: figures are then set by hand. Each of the partitions has 100 RU/s. The plan outlives the variant.
[[nodiscard]] inline VariantResult quiet_variant(const RunPlan& plan, std::size_t partitions,
                                                 std::int64_t replications = 1) {
  VariantResult variant;
  variant.name = "design";
  variant.plan = &plan;
  for (std::size_t p = 0; p < partitions; ++p) {
    PartitionInfo& info = variant.partitions.emplace_back();
    info.id = std::to_string(p);
    info.width = 1.0 / static_cast<double>(partitions);
    info.budget = Ru::units(100);
  }
  variant.first_level_values = {0};
  for (std::int64_t r = 0; r < replications; ++r) {
    ReplicationResult replication;
    replication.replication = r;
    replication.hot_keys.resize(partitions);
    for (const Window& window : plan.windows) {
      WindowFigures figures;
      figures.window = window;
      figures.totals.cells.resize(partitions * plan.streams.size());
      figures.totals.operations.resize(plan.streams.size());
      figures.totals.latency.resize(plan.streams.size());
      figures.totals.provisioned.assign(partitions, 100'000 * (window.to - window.from));
      figures.busiest_utilization.resize(partitions);
      figures.container_of.resize(partitions);
      figures.at_end.assign(partitions, 1);
      replication.windows.push_back(figures);
    }
    variant.replications.push_back(replication);
  }
  return variant;
}

}  // namespace cosmos::testing
