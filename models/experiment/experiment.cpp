#include "models/experiment/experiment.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "models/control/moved_world.h"
#include "models/control/rates_run.h"
#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "sim/core/kernel.h"
#include "sim/core/parallel.h"

namespace cosmos {
namespace {

constexpr std::int64_t kSecondsBetweenReports = 8;

std::uint64_t operations_started(World& world) {
  std::int64_t n = 0;
  for (std::size_t s = 0; s < world.streams().size(); ++s) {
    n += world.plan().streams[s].part_of ? 0 : world.collector().operations(s).started;
  }
  return static_cast<std::uint64_t>(n);
}

// Reports what was done since the last time, now and then.
class ProgressMeter {
 public:
  ProgressMeter(const ExperimentWatch& watch, World& world) : watch_(watch), world_(world) {}
  void report(std::int64_t second) {
    if (!watch_.advanced) {
      return;
    }
    const std::uint64_t operations = operations_started(world_);
    watch_.advanced(static_cast<double>(second - second_), operations - operations_);
    second_ = second;
    operations_ = operations;
  }

 private:
  const ExperimentWatch& watch_;
  World& world_;
  std::int64_t second_ = 0;
  std::uint64_t operations_ = 0;
};

// Kinds of item may share a value, and a time pattern such as %S has the same text again and again.
void merge_equal_keys(std::vector<UsedKey>& keys) {
  std::stable_sort(keys.begin(), keys.end(), [](const UsedKey& a, const UsedKey& b) { return a.hash < b.hash; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (kept > 0 && keys[kept - 1].hash == keys[i].hash) {
      keys[kept - 1].use.milli_ru += keys[i].use.milli_ru;
      keys[kept - 1].use.throttled += keys[i].use.throttled;
    } else {
      keys[kept++] = keys[i];
    }
  }
  keys.resize(kept);
}

std::vector<HotKey> hottest_of(std::vector<UsedKey> used, std::int64_t most) {
  merge_equal_keys(used);
  const auto keep = std::min(used.size(), static_cast<std::size_t>(most));
  std::partial_sort(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(keep), used.end(),
                    [](const UsedKey& a, const UsedKey& b) {
                      return std::tuple(b.use.milli_ru, b.use.throttled, a.hash) <
                             std::tuple(a.use.milli_ru, a.use.throttled, b.hash);
                    });
  std::vector<HotKey> hottest;
  for (std::size_t k = 0; k < keep; ++k) {
    hottest.push_back({used[k].router->level(0).text(used[k].value), used[k].use.milli_ru, used[k].use.throttled, 0.0});
  }
  return hottest;
}

// The values of each container's first key level that used most of each of its partitions, by column.
std::vector<std::vector<HotKey>> hottest_keys(const World& world, std::int64_t most) {
  std::vector<std::vector<HotKey>> hottest(world.records().size());
  for (const World::Gone& gone : world.gone()) {
    hottest[gone.column] = hottest_of(gone.keys, most);
  }
  for (std::size_t c = 0; c < world.containers().size(); ++c) {
    std::vector<std::vector<UsedKey>> used = world.used_keys(c);
    for (std::size_t i = 0; i < used.size(); ++i) {
      hottest[world.columns()[world.containers()[c].first_partition + i]] = hottest_of(std::move(used[i]), most);
    }
  }
  return hottest;
}

std::int64_t first_level_values(const World::ContainerState& container) {
  std::vector<HashBlock> hashes;
  for (const auto& router : container.routers) {
    if (router && router->level(0).is_unique()) {
      return 0;
    }
    for (std::uint32_t value = 0; router && value < router->level(0).size(); ++value) {
      hashes.push_back(router->level(0).hash(value));
    }
  }
  std::sort(hashes.begin(), hashes.end());
  return std::unique(hashes.begin(), hashes.end()) - hashes.begin();
}

void add_routing_facts(const World& world, ReplicationResult& result) {
  for (const World::ContainerState& container : world.containers()) {
    result.first_level_values.push_back(first_level_values(container));
  }
  for (const World::StreamState& stream : world.streams()) {
    result.streams.push_back({stream.source->known_levels(),
                              world.plan().containers[stream.container].key.routed_levels(),
                              stream.source->listed_keys(), stream.source->sent_as_query()});
  }
}

std::vector<BurstUse> burst_use(World& world) {
  const std::int64_t end = world.plan().seconds;
  if (!world.plan().burst_capacity) {
    return {};
  }
  std::vector<BurstUse> use(world.records().size());
  for (const World::Gone& gone : world.gone()) {
    use[gone.column].spent = gone.burst_spent;
  }
  for (std::size_t p = 0; p < world.partitions().size(); ++p) {
    RequestBudget& budget = world.partitions()[p];
    use[world.columns()[p]] = {budget.burst_spent(end), budget.burst_saved(end)};
  }
  return use;
}

PartitionInfo partition_info(const RunPlan& plan, const PartitionRecord& record) {
  const KeyHashing hashing = plan.containers[record.container].key.hashing;
  return {record.container,
          std::to_string(record.id),
          to_hex(record.range.min, hashing),
          to_hex(record.range.max, hashing),
          record.range.width(),
          record.budget,
          record.ancestors,
          record.parents,
          record.cause,
          record.born,
          record.ended,
          record.bytes};
}

std::vector<PartitionInfo> partition_infos(const World& world) {
  std::vector<PartitionInfo> infos;
  for (const PartitionRecord& record : world.records()) {
    infos.push_back(partition_info(world.plan(), record));
  }
  return infos;
}

void set_shares(ReplicationResult& result, std::size_t streams) {
  const Totals& totals = result.windows.front().totals;
  for (std::size_t p = 0; p < result.hot_keys.size(); ++p) {
    std::int64_t milli_ru = 0;
    for (std::size_t s = 0; s < streams; ++s) {
      milli_ru += totals.cells[p * streams + s].admitted_milli_ru;
    }
    for (HotKey& key : result.hot_keys[p]) {
      key.share = milli_ru > 0 ? static_cast<double>(key.milli_ru) / static_cast<double>(milli_ru) : 0.0;
    }
  }
}

template <class ExecutorOf>
ReplicationResult result_of(MovedWorld<ExecutorOf>& model, std::int64_t replication) {
  const RunPlan& plan = model.world().plan();
  ReplicationResult result;
  result.replication = replication;
  result.fingerprint = model.world().collector().fingerprint();
  result.series = model.world().collector().series();
  result.windows = model.world().collector().take_windows();
  result.hot_keys = hottest_keys(model.world(), plan.hot_keys);
  set_shares(result, plan.streams.size());
  add_routing_facts(model.world(), result);
  result.burst = burst_use(model.world());
  result.partitions = partition_infos(model.world());
  result.events = model.control().events();
  result.sizes = model.sizes().take();
  result.autoscale = model.world().collector().autoscale();
  return result;
}

// Told before each second, or stretch of seconds; false: stop.
class Course {
 public:
  Course(const ExperimentWatch& watch, World& world) : watch_(watch), meter_(watch, world) {}
  bool operator()(std::int64_t second) {
    if (second >= next_report_) {
      meter_.report(second);
      next_report_ = second + kSecondsBetweenReports;
    }
    return watch_.stop == nullptr || !watch_.stop->load(std::memory_order_relaxed);
  }
  void end(std::int64_t second) { meter_.report(second); }

 private:
  const ExperimentWatch& watch_;
  ProgressMeter meter_;
  std::int64_t next_report_ = 0;
};

template <class ExecutorOf>
std::optional<ReplicationResult> run_with(const RunPlan& plan, std::int64_t replication, DemandSource::Ahead ahead,
                                          const ExperimentWatch& watch) {
  MovedWorld<ExecutorOf> model(plan, replication, ahead);
  Course course(watch, model.world());
  if (sim::run(model, plan.seconds, [&](std::int64_t second) { return course(second); }) == sim::RunEnd::kStopped) {
    return std::nullopt;
  }
  course.end(plan.seconds);
  return result_of(model, replication);
}

std::optional<ReplicationResult> run_by_rates(const RunPlan& plan, std::int64_t replication,
                                              const ExperimentWatch& watch) {
  MovedWorld<SettledExecutor> model(plan, replication, DemandSource::Ahead::kNo);
  Course course(watch, model.world());
  RatesRun rates(model);
  if (rates.run([&](std::int64_t second) { return course(second); }) == sim::RunEnd::kStopped) {
    return std::nullopt;
  }
  course.end(plan.seconds);
  ReplicationResult result = result_of(model, replication);
  result.seconds_stood_for = rates.seconds_stood_for();
  result.stretches = rates.stretches();
  return result;
}

std::optional<ReplicationResult> run_replication(const RunPlan& plan, std::int64_t replication,
                                                 DemandSource::Ahead ahead, const ExperimentWatch& watch) {
  switch (plan.executor) {
    case Executor::kSettled:
      return run_with<SettledExecutor>(plan, replication, ahead, watch);
    case Executor::kEvents:
      return run_with<EventExecutor>(plan, replication, ahead, watch);
    case Executor::kRates:
      break;
  }
  return run_by_rates(plan, replication, watch);
}

VariantResult describe_variant(const NamedPlan& named) {
  const RunPlan& plan = *named.plan;
  VariantResult result;
  result.name = named.name;
  result.plan = &plan;
  for (std::size_t c = 0; c < plan.containers.size(); ++c) {
    const Container& container = plan.containers[c];
    const std::vector<PartitionRange> ranges = container.ranges();
    const std::vector<Ru> budgets = container.budgets();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      PartitionRecord record;
      record.container = c;
      record.id = ranges[i].id;
      record.range = ranges[i].range;
      record.ancestors = ranges[i].parents;
      record.budget = budgets[i];
      result.partitions.push_back(partition_info(plan, record));
    }
  }
  result.streams.resize(plan.streams.size());
  result.first_level_values.resize(plan.containers.size());
  return result;
}

void add(VariantResult& variant, ReplicationResult replication) {
  variant.streams = replication.streams;
  if (variant.replications.empty()) {
    variant.partitions = replication.partitions;
  }
  for (std::size_t c = 0; c < variant.first_level_values.size(); ++c) {
    variant.first_level_values[c] = std::max(variant.first_level_values[c], replication.first_level_values[c]);
  }
  variant.replications.push_back(std::move(replication));
}

}  // namespace

ExperimentResult run_experiment(const ExperimentPlan& plan, const ExperimentWatch& watch) {
  ExperimentResult result;
  struct Run {
    std::size_t variant = 0;
    std::int64_t replication = 0;
    std::optional<ReplicationResult> result;
  };
  std::vector<Run> runs;
  for (std::size_t v = 0; v < plan.variants.size(); ++v) {
    result.variants.push_back(describe_variant(plan.variants[v]));
    for (std::int64_t r = 0; r < plan.variants[v].plan->replications; ++r) {
      runs.push_back({v, r, std::nullopt});
    }
  }
  // Runs come first; threads that they leave idle help inside them.
  const auto ahead = 2 * runs.size() <= plan.threads ? DemandSource::Ahead::kOnAThread : DemandSource::Ahead::kNo;
  sim::parallel_for(runs.size(), plan.threads, [&](std::size_t i) {
    if (watch.stop != nullptr && watch.stop->load(std::memory_order_relaxed)) {
      return;
    }
    runs[i].result = run_replication(*plan.variants[runs[i].variant].plan, runs[i].replication, ahead, watch);
  });
  for (Run& run : runs) {
    if (run.result) {
      add(result.variants[run.variant], std::move(*run.result));
    } else {
      result.complete = false;
    }
  }
  return result;
}

}  // namespace cosmos
