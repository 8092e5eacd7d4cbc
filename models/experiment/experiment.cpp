#include "models/experiment/experiment.h"

#include <algorithm>
#include <map>
#include <optional>

#include "models/world/event_executor.h"
#include "models/world/world.h"
#include "sim/core/kernel.h"
#include "sim/core/parallel.h"

namespace cosmos {
namespace {

constexpr std::int64_t kSecondsBetweenReports = 8;

// A world that the event executor moves.
class EventModel {
 public:
  EventModel(const RunPlan& plan, std::int64_t replication) : world_(plan, replication), executor_(world_) {}
  void boundary(std::int64_t second) { world_.boundary(second); }
  void advance(std::int64_t second) { executor_.advance(second); }
  [[nodiscard]] World& world() { return world_; }

 private:
  World world_;
  EventExecutor executor_;
};

std::uint64_t operations_started(World& world) {
  std::int64_t n = 0;
  for (std::size_t s = 0; s < world.streams().size(); ++s) {
    n += world.collector().operations(s).started;
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

// The values of each container's first key level that used most of each of its partitions. Items of
// several kinds in one container may share a value: equal texts are one key.
std::vector<std::vector<HotKey>> hottest_keys(const World& world, std::int64_t most) {
  const std::size_t partitions = world.partitions().size();
  std::vector<std::vector<HotKey>> hottest(partitions);
  struct Entry {
    KeyUse use;
    const KeyRouter* router = nullptr;
    std::uint32_t value = 0;
  };
  std::vector<std::vector<Entry>> entries(partitions);
  for (const World::ContainerState& container : world.containers()) {
    for (const auto& router : container.routers) {
      if (!router) {
        continue;
      }
      for (std::uint32_t value = 0; value < router->groups().size(); ++value) {
        const KeyRouter::Group& group = router->groups()[value];
        for (std::uint32_t i = 0; i < group.span.count(); ++i) {
          const KeyUse& used = container.key_use[group.slot + i];
          if (used.milli_ru > 0 || used.throttled > 0) {
            entries[container.first_partition + group.span.first + i].push_back({used, router.get(), value});
          }
        }
      }
    }
  }
  for (std::size_t p = 0; p < partitions; ++p) {
    // Twice as many as asked for, so that equal texts of two kinds of item still leave enough.
    const auto keep = std::min(entries[p].size(), static_cast<std::size_t>(2 * most));
    std::partial_sort(entries[p].begin(), entries[p].begin() + static_cast<std::ptrdiff_t>(keep), entries[p].end(),
                      [](const Entry& a, const Entry& b) {
                        return std::pair(a.use.milli_ru, a.use.throttled) > std::pair(b.use.milli_ru, b.use.throttled);
                      });
    std::map<std::string, KeyUse> by_text;
    for (std::size_t i = 0; i < keep; ++i) {
      KeyUse& sum = by_text[entries[p][i].router->level(0).text(entries[p][i].value)];
      sum.milli_ru += entries[p][i].use.milli_ru;
      sum.throttled += entries[p][i].use.throttled;
    }
    for (const auto& [key, sum] : by_text) {
      hottest[p].push_back({key, sum.milli_ru, sum.throttled, 0.0});
    }
    std::stable_sort(hottest[p].begin(), hottest[p].end(), [](const HotKey& a, const HotKey& b) {
      return std::pair(a.milli_ru, a.throttled) > std::pair(b.milli_ru, b.throttled);
    });
    if (hottest[p].size() > static_cast<std::size_t>(most)) {
      hottest[p].resize(static_cast<std::size_t>(most));
    }
  }
  return hottest;
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

std::optional<ReplicationResult> run_replication(const RunPlan& plan, std::int64_t replication,
                                                 const ExperimentWatch& watch) {
  EventModel model(plan, replication);
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
  return result;
}

// What does not depend on the replication.
VariantResult describe_variant(const NamedPlan& named) {
  const RunPlan& plan = *named.plan;
  const World world(plan, 0);
  VariantResult result;
  result.name = named.name;
  result.plan = &plan;
  for (std::size_t c = 0; c < plan.containers.size(); ++c) {
    const World::ContainerState& container = world.containers()[c];
    for (std::size_t i = 0; i < container.map.size(); ++i) {
      const KeyRange& range = container.map.ranges()[i];
      const KeyHashing hashing = plan.containers[c].key.hashing;
      result.partitions.push_back({c, std::to_string(i), to_hex(range.min, hashing), to_hex(range.max, hashing),
                                   range.width(), world.partitions()[container.first_partition + i].per_second()});
    }
    std::int64_t values = 0;
    for (const auto& router : container.routers) {
      if (router && !router->level(0).is_unique()) {
        values += static_cast<std::int64_t>(router->level(0).size());
      }
    }
    result.first_level_values.push_back(values);
  }
  for (const World::StreamState& stream : world.streams()) {
    result.streams.push_back({stream.source->known_levels(), plan.containers[stream.container].key.routed_levels(),
                              stream.source->sent_as_query()});
  }
  return result;
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
  sim::parallel_for(runs.size(), plan.threads, [&](std::size_t i) {
    if (watch.stop != nullptr && watch.stop->load(std::memory_order_relaxed)) {
      return;
    }
    runs[i].result = run_replication(*plan.variants[runs[i].variant].plan, runs[i].replication, watch);
  });
  for (Run& run : runs) {
    if (run.result) {
      result.variants[run.variant].replications.push_back(std::move(*run.result));
    } else {
      result.complete = false;
    }
  }
  return result;
}

}  // namespace cosmos
