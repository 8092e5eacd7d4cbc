#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "models/partition/layout.h"
#include "models/partition/storage_ledger.h"
#include "models/scenario/resolver.h"
#include "models/service_limits.h"
#include "models/workload/expected_load.h"
#include "models/world/stored_data.h"
#include "models/world/world.h"

// What is done to containers while the run lasts, and what may happen to them.
namespace cosmos {
namespace {

constexpr std::size_t kMostActions = 100'000;
// So many gigabytes in all may bring a logical partition near its limit.
constexpr double kGigabytesToFollow = 0.8 * static_cast<double>(service_limits::kLogicalPartitionGigabytes);

std::string print(Ru per_second) { return sim::ValueTraits<Throughput>::print(Throughput{per_second}); }

bool adds_items(const Stream& stream) {
  return stream.operation == OperationKind::kCreate ||
         (stream.operation == OperationKind::kUpsert && stream.upserts_new_items);
}

}  // namespace

void Resolver::resolve_timeline() {
  std::vector<Ru> highest;
  for (const Container& container : plan_.containers) {
    highest.push_back(std::max(container.highest_ever, container.throughput));
  }
  std::int64_t before = 0;
  for (std::size_t i = 0; i < config_.timeline.size(); ++i) {
    const TimelineConfig& config = config_.timeline[i];
    const std::string path = fmt::format("timeline.{}", i);
    const auto action = timeline_action(path, config);
    if (!action) {
      continue;
    }
    if (action->second < before) {
      error(path + ".at", "is before the entry above it", "entries in the order of time");
      continue;
    }
    before = action->second;
    const std::int64_t every = config.every ? whole_seconds(path + ".every", *config.every) : plan_.seconds;
    if (every < 1) {
      error(path + ".every", "is 0 s", "1 s or more");
      continue;
    }
    if ((plan_.seconds - action->second) / every > static_cast<std::int64_t>(kMostActions)) {
      error(path + ".every", "comes round too often in this run", fmt::format("at most {} times", kMostActions));
      continue;
    }
    for (std::int64_t second = action->second; second < plan_.seconds; second += every) {
      plan_.timeline.push_back(*action);
      plan_.timeline.back().second = second;
    }
  }
  std::stable_sort(plan_.timeline.begin(), plan_.timeline.end(),
                   [](const TimelineAction& a, const TimelineAction& b) { return a.second < b.second; });
  // SCALE-09, SCALE-10: what the highest setting before it leaves as the minimum is known beforehand.
  for (const TimelineAction& action : plan_.timeline) {
    const auto* const to = std::get_if<SetThroughput>(&action.what);
    if (to == nullptr) {
      continue;
    }
    const bool autoscale = plan_.containers[action.container].autoscale;
    const double stored = plan_.containers[action.container].gigabytes_stored;
    Ru& ever = highest[action.container];
    const Ru floor = autoscale ? minimum_autoscale_throughput(ever, stored) : minimum_manual_throughput(ever, stored);
    if (to->throughput < floor) {
      error(action.path,
            fmt::format("`{}` is below the minimum of {} ({})", print(to->throughput), print(floor),
                        autoscale ? "SCALE-10" : "SCALE-09"),
            fmt::format("the highest before it is {}, {:.4g} GB are stored", print(ever), stored));
      break;
    }
    ever = std::max(ever, to->throughput);
  }
}

std::optional<TimelineAction> Resolver::timeline_action(const std::string& path, const TimelineConfig& config) {
  if (!config.at) {
    error(path + ".at", "missing", "when it is done: a duration from the start, or an instant");
    return std::nullopt;
  }
  if (int{config.set_throughput.has_value()} + int{config.merge.has_value()} + int{config.redistribute.has_value()} !=
      1) {
    error(path, "says not once what is done", "exactly one of `set_throughput`, `merge`, `redistribute`");
    return std::nullopt;
  }
  TimelineAction action;
  action.second = second_of(path + ".at", *config.at);
  if (action.second < 0 || action.second >= plan_.seconds) {
    error(path + ".at", action.second < 0 ? "is before the start" : "is beyond the end",
          fmt::format("0 s or later, before {}", sim::ValueTraits<sim::Duration>::print(config_.clock.duration)));
    return std::nullopt;
  }
  const bool merges = config.merge.has_value();
  const bool redistributes = config.redistribute.has_value();
  const std::string at = path + (merges ? ".merge" : redistributes ? ".redistribute" : ".set_throughput");
  const auto container = container_of_action(at + ".container", merges          ? config.merge->container
                                                                : redistributes ? config.redistribute->container
                                                                                : config.set_throughput->container);
  if (!container) {
    return std::nullopt;
  }
  action.container = *container;
  action.path = at;
  if (merges) {
    action.what = MergePartitions{};
    return action;
  }
  if (redistributes) {
    const auto shares = new_shares(at + ".throughput", *config.redistribute, *container);
    if (!shares) {
      return std::nullopt;
    }
    action.what = *shares;
    return action;
  }
  const auto to = new_throughput(at, *config.set_throughput, *container);
  if (!to) {
    return std::nullopt;
  }
  action.what = *to;
  action.path += to->autoscale ? ".autoscale_max" : ".manual";
  return action;
}

std::optional<std::size_t> Resolver::container_of_action(const std::string& path,
                                                         const std::optional<std::string>& name) {
  std::vector<std::string> names;
  for (const Container& container : plan_.containers) {
    names.push_back(container.name);
  }
  if (!name) {
    if (names.size() == 1) {
      return 0;
    }
    error(path, "missing", "which of the containers: " + known_names("", names));
    return std::nullopt;
  }
  const auto at = std::find(names.begin(), names.end(), *name);
  if (at == names.end()) {
    error(path, fmt::format("no container `{}`", *name), known_names(*name, names));
    return std::nullopt;
  }
  return static_cast<std::size_t>(at - names.begin());
}

// REDIS-01, REDIS-03. Which partitions there are by then is seen when it is done.
std::optional<Redistribute> Resolver::new_shares(const std::string& path, const RedistributeConfig& config,
                                                 std::size_t container) {
  constexpr std::size_t kMostTargets = 20;
  const bool new_rules = config_.model.redistribution == Redistribution::kV2025;
  const Ru most = service_limits::kMaxRuPerPartition * (new_rules ? 2 : 1);
  if (plan_.containers[container].autoscale) {
    error(path, "is of a container with autoscale, which this version does not redistribute yet", "manual throughput");
    return std::nullopt;
  }
  if (config.throughput.size() == 0 || (!new_rules && config.throughput.size() > 2 * kMostTargets)) {
    error(path, fmt::format("names {} partitions", config.throughput.size()),
          new_rules ? "one or more" : "1 to 40: at most 20 that get and 20 that give (REDIS-03)");
    return std::nullopt;
  }
  Redistribute to;
  for (const auto& [name, throughput] : config.throughput) {
    const std::string at = path + "." + name;
    const auto id = sim::ValueTraits<std::int64_t>::parse(name);
    if (!id.value || *id.value < 0) {
      error(at, "is no partition key range id", "a number, such as 0");
      return std::nullopt;
    }
    if (throughput.per_second <= Ru{} || throughput.per_second > most) {
      error(at,
            fmt::format("`{}` is nothing a partition can be given (REDIS-0{})", print(throughput.per_second),
                        new_rules ? 1 : 3),
            fmt::format("above 0 RU/s, at most {}", print(most)));
      return std::nullopt;
    }
    to.throughput.emplace_back(*id.value, throughput.per_second);
  }
  return to;
}

std::optional<SetThroughput> Resolver::new_throughput(const std::string& path, const SetThroughputConfig& config,
                                                      std::size_t container) {
  if (config.manual.has_value() == config.autoscale_max.has_value()) {
    error(path, "says not once what is provisioned", "exactly one of `manual`, `autoscale_max`");
    return std::nullopt;
  }
  const bool autoscale = config.autoscale_max.has_value();
  const Ru to = (autoscale ? *config.autoscale_max : *config.manual).per_second;
  const std::string at = path + (autoscale ? ".autoscale_max" : ".manual");
  if (autoscale != plan_.containers[container].autoscale) {
    error(at, "changes between manual and autoscale, which this version does not support while a run lasts yet",
          "the container's own kind of throughput");
    return std::nullopt;
  }
  const Ru step = autoscale ? service_limits::kAutoscaleStep : service_limits::kManualStep;
  if (to <= Ru{} || to.milli() % step.milli() != 0) {
    error(at, fmt::format("`{}` is off the step (SCALE-12)", print(to)), fmt::format("multiples of {}", print(step)));
    return std::nullopt;
  }
  if (to > service_limits::kMaxRuPerContainer) {
    error(at, fmt::format("`{}` is above the quota (PART-05)", print(to)), "at most 1000000 RU/s");
    return std::nullopt;
  }
  return SetThroughput{to, autoscale};
}

void Resolver::split_full_partitions() {
  for (std::size_t c = 0; c < plan_.containers.size(); ++c) {
    Container& container = plan_.containers[c];
    const auto limit = static_cast<std::int64_t>(plan_.readings.gigabyte *
                                                 static_cast<double>(service_limits::kPhysicalPartitionGigabytes));
    const double wall = plan_.readings.gigabyte * static_cast<double>(service_limits::kLogicalPartitionGigabytes);
    if (container.gigabytes_stored * plan_.readings.gigabyte <= wall) {
      continue;
    }
    StorageLedger storage;
    store_at_start(plan_, c, replication_seed(plan_.seed, 0), storage);
    const auto largest = std::max_element(
        storage.places().begin(), storage.places().end(),
        [](const auto& x, const auto& y) { return x.is_full_key * x.bytes < y.is_full_key * y.bytes; });
    if (largest->is_full_key && static_cast<double>(largest->bytes) > wall) {
      error("containers." + container.name + ".stored",
            fmt::format("{:.4g} GB with index in one logical partition, whose limit is 20 GB (PART-02)",
                        static_cast<double>(largest->bytes) / plan_.readings.gigabyte),
            "further levels of the key, or less data");
      continue;
    }
    if (config_.containers.find(container.name)->layout) {
      continue;
    }
    PartitionSet partitions(container.ranges());
    std::vector<Ru> budgets = container.budgets();
    const std::size_t levels = container.key.routed_levels();
    const bool by_median = plan_.readings.split_point == SplitPoint::kStorageMedian ||
                           (plan_.readings.split_point == SplitPoint::kAuto && levels > 1);
    std::size_t splits = 0;
    for (bool again = true; again;) {
      again = false;
      const std::vector<std::int64_t> bytes = storage.bytes_in(PartitionMap(partitions.boundaries()));
      std::size_t i = 0;  // of the partition at hand, those that were split before it counted twice
      for (const std::int64_t stored : bytes) {
        const KeyRange range = partitions.ranges()[i].range;
        auto cut = by_median ? storage.median(range, container.key.hashing, levels) : std::nullopt;
        cut = cut ? cut : splitting_point(range, container.key.hashing, levels);
        if (stored > limit && cut) {
          partitions.split({i, *cut});
          const Ru right = Ru::milli(budgets[i].milli() / 2);
          budgets[i] -= right;
          budgets.insert(budgets.begin() + static_cast<std::ptrdiff_t>(i) + 1, right);
          ++splits;
          ++i;
          again = true;
        }
        ++i;
      }
    }
    if (splits == 0) {
      continue;
    }
    container.boundaries = partitions.boundaries();
    container.ids.clear();
    container.parents.clear();
    for (const PartitionRange& range : partitions.ranges()) {
      container.ids.push_back(range.id);
      container.parents.push_back(range.parents);
    }
    if (plan_.readings.storage_split_ru == StorageSplitRu::kInherit) {
      container.stated_budgets = budgets;
    }
    container.layout_reason +=
        fmt::format("; {:.4g} GB with index: {} split{} made them {} (SPLIT-01)", container.gigabytes_stored, splits,
                    splits == 1 ? "" : "s", partitions.size());
  }
}

void Resolver::follow_storage() {
  for (const TimelineAction& action : plan_.timeline) {
    plan_.containers[action.container].may_change = true;
  }
  for (std::size_t c = 0; c < plan_.containers.size(); ++c) {
    Container& container = plan_.containers[c];
    double gigabytes = container.gigabytes_stored;
    const Stream* staged = nullptr;
    for (const Stream& stream : plan_.streams) {
      if (stream.container != c) {
        continue;
      }
      staged = is_staged(stream) && !stream.part_of ? &stream : staged;
      if (adds_items(stream)) {
        const Item& item = plan_.items[stream.item];
        const double each = (mean(item.size) + static_cast<double>(item.system_properties.count())) *
                            static_cast<double>(stream.batch) * (1.0 + container.index_share);
        const double writes = stream.part_of
                                  ? expected_load(plan_.streams[stream.part_of->whole], plan_.seconds).operations
                                  : expected_load(stream, plan_.seconds).operations;
        gigabytes += writes * each / plan_.readings.gigabyte;
      }
    }
    const bool may_split = gigabytes > static_cast<double>(service_limits::kPhysicalPartitionGigabytes);
    container.tracks_storage = gigabytes >= kGigabytesToFollow || container.may_change;
    container.may_change = container.may_change || may_split || container.tracks_storage;
    if (container.may_change && staged != nullptr) {
      error(
          "containers." + container.name,
          fmt::format("its partitions may fill or become others while the run lasts, which stream `{}` cannot follow: "
                      "some of its requests are sent only once another was answered",
                      staged->name),
          "this version does not support that yet: no timeline and less data, or no steps and pages there");
    }
  }
}

}  // namespace cosmos
