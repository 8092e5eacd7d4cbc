#include "sim/tool/scenario_input.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "models/collect/collector.h"
#include "models/workload/expected_load.h"
#include "models/world/world.h"
#include "sim/core/histogram.h"
#include "sim/text/diagnostics.h"
#include "sim/tool/format.h"
#include "sim/tool/memory.h"

namespace sim {
namespace {

constexpr double kBytesPerRequest = 64.0;  // of a second under way: requests, their order, waiting retries
constexpr double kBytesPerVisit = 32.0;    // of those that are listed one by one
constexpr double kBytesPerMember = 80.0;   // name, weight, alias, hash, place and use of a population's member
constexpr double kShareOfMemory = 0.8;

std::int64_t saturated(double bytes) {
  return bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

cosmos::LoadedScenario load_file(const std::string& file, const std::vector<Setting>& set) {
  cosmos::LoadRequest request;
  request.file = file;
  for (const Setting& setting : set) {
    request.overrides.emplace_back(setting.path, setting.value);
  }
  if (const auto free = available_memory()) {
    request.memory = static_cast<std::int64_t>(kShareOfMemory * static_cast<double>(*free));
  }
  if (file == "-") {
    request.text = std::string(std::istreambuf_iterator<char>(std::cin), {});
  }
  return cosmos::load_scenario(request);
}

cosmos::LoadedScenario load_for(const RunOptions& options) {
  std::vector<Setting> set = options.set;
  if (options.seed) {
    set.push_back({"experiment.seed", std::to_string(*options.seed)});
  }
  if (options.replications) {
    set.push_back({"experiment.replications", std::to_string(*options.replications)});
  }
  return load_file(options.scenario, set);
}

std::vector<const cosmos::LoadedVariant*> chosen_variants(const cosmos::LoadedScenario& scenario,
                                                          const std::string& name) {
  std::vector<const cosmos::LoadedVariant*> chosen;
  std::vector<std::string> names{"all", "base"};
  for (const cosmos::LoadedVariant& variant : scenario.variants) {
    names.push_back(variant.name);
    if (name == "all" || variant.name == name) {
      chosen.push_back(&variant);
    }
  }
  if (name.empty() || name == "base" || (name == "all" && chosen.empty())) {
    return {&scenario.base};
  }
  if (chosen.empty()) {
    throw InputError(SourceMark{"--variant", 0, 0}, fmt::format("no variant `{}`", name), did_you_mean(name, names));
  }
  return chosen;
}

RunEstimate estimate_run(const cosmos::RunPlan& plan) {
  RunEstimate estimate;
  double busiest_second = 0.0;
  double listed_visits = 0.0;  // of a second
  const auto partitions = static_cast<double>(cosmos::partition_count(plan));
  const auto streams = static_cast<double>(plan.streams.size());
  for (const cosmos::Stream& stream : plan.streams) {
    const cosmos::ExpectedLoad load = cosmos::expected_load(stream, plan.seconds);
    const double operations = load.operations;
    busiest_second += load.busiest_second;
    estimate.operations += stream.part_of ? 0.0 : operations;
    double visits = stream.operation == cosmos::OperationKind::kQuery && stream.known.empty() ? partitions : 1.0;
    if (!stream.lists.empty()) {
      double keys = 1.0;
      for (const cosmos::ListedProperty& list : stream.lists) {
        keys *= static_cast<double>(list.values);
      }
      visits = std::min(keys, partitions);
      listed_visits += load.busiest_second * visits;
    }
    if (stream.parts.empty()) {
      estimate.requests += operations * visits;
    }
  }
  double members = 0.0;
  for (const cosmos::Population& population : plan.populations) {
    // Of those within another population only the members that are met are listed, when there are many.
    const auto all = static_cast<double>(population.size());
    const bool listed = population.outer() == nullptr || population.size() <= cosmos::LevelValues::kMostListedAtStart;
    members += listed ? all : std::min(all, estimate.operations);
  }
  const std::int64_t bins = plan.seconds / plan.bin_seconds + 1;
  const auto kinds = static_cast<double>(cosmos::operation_kinds(plan).size());
  const double series = static_cast<double>(bins) * (partitions * (2.0 + 2.0 * kinds) + streams * 5.0) * 8.0;
  const double windows = static_cast<double>(plan.windows.size()) *
                         (partitions * streams * sizeof(cosmos::Cell) + streams * sizeof(Histogram));
  estimate.result_bytes = saturated(series + windows);
  estimate.bytes =
      saturated(busiest_second * kBytesPerRequest + listed_visits * kBytesPerVisit + members * kBytesPerMember +
                2.0 * partitions * streams * sizeof(cosmos::Cell) + streams * sizeof(Histogram));
  return estimate;
}

void check_memory(const std::vector<const cosmos::LoadedVariant*>& variants, unsigned threads,
                  const std::string& file) {
  const auto available = available_memory();
  if (!available) {
    return;
  }
  double largest = 0.0;
  double results = 0.0;
  std::int64_t runs = 0;
  for (const cosmos::LoadedVariant* variant : variants) {
    const RunEstimate estimate = estimate_run(variant->plan);
    largest = std::max(largest, static_cast<double>(estimate.bytes));
    results += static_cast<double>(variant->plan.replications) * static_cast<double>(estimate.result_bytes);
    runs += variant->plan.replications;
  }
  // Results are held in memory and gathered once more when they are written.
  const double needed = static_cast<double>(std::min<std::int64_t>(runs, threads)) * largest + 2.0 * results;
  if (needed > kShareOfMemory * static_cast<double>(*available)) {
    throw InputError(
        SourceMark{file, 0, 0},
        fmt::format("needs about {} of memory, of which {} are free", bytes(saturated(needed)), bytes(*available)),
        "fewer replications or threads, longer bins (`output.bin`), smaller populations");
  }
}

}  // namespace sim
