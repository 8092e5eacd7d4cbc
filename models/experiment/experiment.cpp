#include "models/experiment/experiment.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "sim/core/kernel.h"
#include "sim/core/parallel.h"

namespace cosmos {
namespace {

constexpr std::int64_t kSecondsBetweenReports = 8;

// A world and what moves it.
template <class ExecutorOf>
class MovedWorld {
 public:
  MovedWorld(const RunPlan& plan, std::int64_t replication, DemandSource::Ahead ahead)
      : world_(plan, replication), executor_(world_, ahead) {}
  void boundary(std::int64_t second) { world_.boundary(second); }
  void advance(std::int64_t second) { executor_.advance(second); }
  [[nodiscard]] World& world() { return world_; }

 private:
  World world_;
  ExecutorOf executor_;
};

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

struct UsedKey {
  HashBlock hash;  // of the first level: equal hashes are one key, whatever lists it
  KeyUse use;
  const KeyRouter* router = nullptr;
  std::uint32_t value = 0;
};

std::vector<std::vector<UsedKey>> used_keys(const World& world) {
  std::vector<std::vector<UsedKey>> used(world.partitions().size());
  for (const World::ContainerState& container : world.containers()) {
    for (const auto& router : container.routers) {
      if (!router) {
        continue;
      }
      for (std::uint32_t value = 0; value < router->listed_values(); ++value) {
        const KeyRouter::Group group = router->group_of(value);
        for (std::uint32_t i = 0; i < group.span.count(); ++i) {
          const KeyUse& use = container.key_use[group.slot + i];
          if (use.milli_ru > 0 || use.throttled > 0) {
            used[container.first_partition + group.span.first + i].push_back(
                {router->level(0).hash(value), use, router.get(), value});
          }
        }
      }
    }
  }
  return used;
}

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

// The values of each container's first key level that used most of each of its partitions.
std::vector<std::vector<HotKey>> hottest_keys(const World& world, std::int64_t most) {
  std::vector<std::vector<UsedKey>> used = used_keys(world);
  std::vector<std::vector<HotKey>> hottest(used.size());
  for (std::size_t p = 0; p < used.size(); ++p) {
    merge_equal_keys(used[p]);
    const auto keep = std::min(used[p].size(), static_cast<std::size_t>(most));
    std::partial_sort(used[p].begin(), used[p].begin() + static_cast<std::ptrdiff_t>(keep), used[p].end(),
                      [](const UsedKey& a, const UsedKey& b) {
                        return std::tuple(b.use.milli_ru, b.use.throttled, a.hash) <
                               std::tuple(a.use.milli_ru, a.use.throttled, b.hash);
                      });
    for (std::size_t k = 0; k < keep; ++k) {
      const UsedKey& key = used[p][k];
      hottest[p].push_back({key.router->level(0).text(key.value), key.use.milli_ru, key.use.throttled, 0.0});
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
  std::vector<BurstUse> use;
  const std::int64_t end = world.plan().seconds;
  for (std::size_t p = 0; world.plan().burst_capacity && p < world.partitions().size(); ++p) {
    RequestBudget& budget = world.partitions()[p];
    use.push_back({budget.burst_spent(end), budget.burst_saved(end)});
  }
  return use;
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
std::optional<ReplicationResult> run_with(const RunPlan& plan, std::int64_t replication, DemandSource::Ahead ahead,
                                          const ExperimentWatch& watch) {
  MovedWorld<ExecutorOf> model(plan, replication, ahead);
  ProgressMeter meter(watch, model.world());
  const sim::RunEnd end = sim::run(model, plan.seconds, [&](std::int64_t second) {
    if (second % kSecondsBetweenReports == 0) {
      meter.report(second);
    }
    return watch.stop == nullptr || !watch.stop->load(std::memory_order_relaxed);
  });
  if (end == sim::RunEnd::kStopped) {
    return std::nullopt;
  }
  meter.report(plan.seconds);
  ReplicationResult result;
  result.replication = replication;
  result.fingerprint = model.world().collector().fingerprint();
  result.series = model.world().collector().series();
  result.windows = model.world().collector().take_windows();
  result.hot_keys = hottest_keys(model.world(), plan.hot_keys);
  set_shares(result, plan.streams.size());
  add_routing_facts(model.world(), result);
  result.burst = burst_use(model.world());
  result.autoscale = model.world().collector().autoscale();
  return result;
}

std::optional<ReplicationResult> run_replication(const RunPlan& plan, std::int64_t replication,
                                                 DemandSource::Ahead ahead, const ExperimentWatch& watch) {
  return plan.executor == Executor::kSettled ? run_with<SettledExecutor>(plan, replication, ahead, watch)
                                             : run_with<EventExecutor>(plan, replication, ahead, watch);
}

// The physical partitions, which are the plan's alone.
VariantResult describe_variant(const NamedPlan& named) {
  const RunPlan& plan = *named.plan;
  VariantResult result;
  result.name = named.name;
  result.plan = &plan;
  for (std::size_t c = 0; c < plan.containers.size(); ++c) {
    const Container& container = plan.containers[c];
    const std::vector<KeyRange> ranges = ranges_between(container.boundaries);
    const std::vector<Ru> budgets = container.budgets();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      result.partitions.push_back({c, std::to_string(container.id_of(i)), to_hex(ranges[i].min, container.key.hashing),
                                   to_hex(ranges[i].max, container.key.hashing), ranges[i].width(), budgets[i],
                                   container.parents.empty() ? std::vector<std::int64_t>() : container.parents[i]});
    }
  }
  result.streams.resize(plan.streams.size());
  result.first_level_values.resize(plan.containers.size());
  return result;
}

void add(VariantResult& variant, ReplicationResult replication) {
  variant.streams = replication.streams;
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
