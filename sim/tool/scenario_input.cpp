#include "sim/tool/scenario_input.h"

#include <algorithm>
#include <iostream>
#include <limits>
#include <numeric>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "models/charge/request_charge.h"
#include "models/client/retry_policy.h"
#include "models/collect/collector.h"
#include "models/workload/distribution.h"
#include "models/workload/expected_load.h"
#include "models/workload/known_key.h"
#include "models/world/world.h"
#include "sim/config/yaml_file.h"
#include "sim/core/histogram.h"
#include "sim/text/diagnostics.h"
#include "sim/tool/format.h"
#include "sim/tool/memory.h"

namespace sim {
namespace {

constexpr double kBytesPerRequest = 64.0;  // of a second under way: requests, their order, waiting retries
constexpr double kBytesPerCached = 56.0;   // read that a cache remembers
constexpr double kBytesPerMember = 80.0;   // name, weight, alias, hash, place and use of a population's member
constexpr double kShareOfMemory = 0.8;

std::int64_t saturated(double bytes) {
  return bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::numeric_limits<std::int64_t>::max();
}

// Physical partitions that an operation asks: one, or all of its container where it does not know the first level of
// the key. A prefix is taken to lie on one.
double visits_of(const cosmos::RunPlan& plan, const cosmos::Stream& stream) {
  if (!stream.parts.empty()) {
    return 0.0;  // the requests are those of its parts
  }
  const cosmos::Container& container = plan.containers[stream.container];
  const cosmos::KnownKey known = cosmos::known_key(plan.items[stream.item], container.key, stream.known, stream.lists);
  const auto partitions = static_cast<double>(container.partitions());
  if (known.levels == 0 && !known.whole) {
    return partitions;
  }
  return std::min(partitions, static_cast<double>(cosmos::listed_keys(known, stream.lists)));
}

// What one visit costs at the least: as stated, or an item of no size without an index.
double least_charge(const cosmos::Stream& stream) {
  if (stream.fixed_charge) {
    return stream.fixed_charge->as_double();
  }
  if (stream.query_charge) {
    return stream.query_charge->per_visit.as_double();
  }
  const cosmos::ChargeModel model(cosmos::Consistency::kSession, cosmos::StrongReadCharge::kFixedPart,
                                  cosmos::SizeCharge::kTiers);
  const bool writes =
      stream.operation != cosmos::OperationKind::kQuery && stream.operation != cosmos::OperationKind::kPointRead;
  return writes ? static_cast<double>(stream.batch) * model.create({}, 0).as_double()
                : model.point_read({}).as_double();
}

// For how many seconds a client goes on trying; the service's own waits are taken for a second.
double patience(const cosmos::RetryRules& rules) {
  double wait = 1.0;
  if (const auto* drawn = std::get_if<cosmos::DrawnWait>(&rules.wait)) {
    wait = cosmos::mean(drawn->distribution) / 1e9;
  } else if (const auto* backoff = std::get_if<cosmos::BackoffWait>(&rules.wait)) {
    wait = backoff->first.in_seconds();
  }
  return std::min(rules.max_wait.in_seconds(), wait * static_cast<double>(rules.max_retries));
}

// Requests that wait at the end, where streams ask for more than their container's throughput: the share that is
// refused on the whole, of those that came within their client's patience. A hot key makes it more.
double waiting_at_end(const cosmos::RunPlan& plan) {
  const auto seconds = static_cast<double>(plan.seconds);
  std::vector<double> demand(plan.containers.size());
  std::vector<double> patient(plan.containers.size());
  for (const cosmos::Stream& stream : plan.streams) {
    const double requests = cosmos::expected_load(stream, plan.seconds).operations * visits_of(plan, stream);
    demand[stream.container] += requests * least_charge(stream);
    patient[stream.container] += requests * std::min(1.0, patience(stream.retries) / seconds);
  }
  double waiting = 0.0;
  for (std::size_t c = 0; c < plan.containers.size(); ++c) {
    const double throughput = plan.containers[c].throughput.as_double() * seconds;
    waiting += demand[c] > throughput ? patient[c] * (1.0 - throughput / demand[c]) : 0.0;
  }
  return waiting;
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
    request.text = read_yaml(std::cin);
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
  double cached = 0.0;
  const auto partitions = static_cast<double>(std::accumulate(
      plan.containers.begin(), plan.containers.end(), std::size_t{0},
      [](std::size_t sum, const cosmos::Container& container) { return sum + container.partitions(); }));
  const auto streams = static_cast<double>(plan.streams.size());
  for (const cosmos::Stream& stream : plan.streams) {
    const cosmos::ExpectedLoad load = cosmos::expected_load(stream, plan.seconds);
    const double visits = visits_of(plan, stream);
    busiest_second += load.busiest_second * visits;
    estimate.operations += stream.part_of ? 0.0 : load.operations;
    estimate.requests += load.operations * visits;
    cached += stream.cache_ttl ? std::min(load.operations, load.busiest_second * stream.cache_ttl->in_seconds()) : 0.0;
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
  estimate.bytes = saturated((busiest_second + waiting_at_end(plan)) * kBytesPerRequest + cached * kBytesPerCached +
                             members * kBytesPerMember + 2.0 * partitions * streams * sizeof(cosmos::Cell) +
                             streams * sizeof(Histogram));
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
