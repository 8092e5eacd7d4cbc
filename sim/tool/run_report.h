#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/scenario/load.h"
#include "sim/text/json.h"

// What `cosmosim run` tells: on the screen for people, as JSON for programs. Both from the same figures.
namespace sim {

struct RunReport {
  const cosmos::LoadedScenario* scenario = nullptr;
  std::vector<const cosmos::LoadedVariant*> variants;  // those that were run, in the order of the result
  const cosmos::ExperimentResult* result = nullptr;
  std::string file;  // of the results; empty if none was written
};

// Sections in the order of a review: what was simulated, the verdict on each objective, one table a
// container, the busiest partitions with their hottest keys, the streams, the findings, the readings.
// Several variants come side by side first.
[[nodiscard]] std::string report_text(const RunReport& report);

// The same figures. Shares are 0 to 1, latencies in milliseconds, throughput in RU/s; null where there is nothing to
// tell.
[[nodiscard]] Json report_json(const RunReport& report);

// True if at least one variant meets all of its objectives.
[[nodiscard]] bool any_variant_meets_all(const RunReport& report);

// List price of a month of 730 hours in US dollars (PRICE-01, PRICE-02, PRICE-05): of autoscale as if every hour of the
// month were billed as those of the run were in the mean.
[[nodiscard]] double monthly_price(const cosmos::VariantResult& variant, std::size_t container);

// The parameters of `model` that are in force, one `name = value` each: readings of the service that
// sources leave open.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> readings_in_force(const cosmos::LoadedVariant& variant);

}  // namespace sim
