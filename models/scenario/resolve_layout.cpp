#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "models/keys/key_range.h"
#include "models/partition/partition_set.h"
#include "models/scenario/resolver.h"
#include "models/service_limits.h"
#include "sim/core/wide.h"

// The physical partitions of a container: stated or created, and what its history made of them.
namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-6;

std::string print(Ru per_second) { return sim::ValueTraits<Throughput>::print(Throughput{per_second}); }

// One setting of a container's throughput.
struct Setting {
  Ru ru;
  bool autoscale = false;
  std::string path;

  Setting(const ThroughputConfig& config, const std::string& at) {
    const auto* const maximum = config.get_if<AutoscaleThroughputConfig>();
    autoscale = maximum != nullptr;
    ru = autoscale ? maximum->value.per_second : std::get<ManualThroughputConfig>(config.value).value.per_second;
    path = at + (autoscale ? ".autoscale_max" : ".manual");
  }
  [[nodiscard]] Ru step() const { return autoscale ? service_limits::kAutoscaleStep : service_limits::kManualStep; }
  [[nodiscard]] Ru floor(Ru highest, double gigabytes) const {
    return autoscale ? minimum_autoscale_throughput(highest, gigabytes) : minimum_manual_throughput(highest, gigabytes);
  }
  [[nodiscard]] const char* floor_rule() const { return autoscale ? "SCALE-10" : "SCALE-09"; }
  [[nodiscard]] const char* floor_hint() const {
    return autoscale ? "the largest of 1000 RU/s, 10 RU/s per GB stored, and a tenth of the highest ever set, in steps "
                       "of 1000"
                     : "the largest of 400 RU/s, 1 RU/s per GB stored, and a hundredth of the highest ever set";
  }
};

// Boundaries of the first level that lie closer than any key ever hashes: shares and equal parts round differently.
bool any_near(const std::set<KeyPoint>& points, const KeyPoint& point) {
  constexpr sim::Uint128 kNearest = sim::Uint128{1} << 80;  // of 2^126
  const auto near = [&](const KeyPoint& other) {
    const sim::Uint128 a = point.block(0).number();
    const sim::Uint128 b = other.block(0).number();
    return point.used_blocks() <= 1 && other.used_blocks() <= 1 && (a > b ? a - b : b - a) < kNearest;
  };
  const auto after = points.lower_bound(point);
  return (after != points.end() && near(*after)) || (after != points.begin() && near(*std::prev(after)));
}

std::string creation_reason(Ru setting, const CreationRule& rule, std::int64_t partitions) {
  if (setting <= rule.single_up_to) {
    return fmt::format("created at {}: one physical partition up to {} (SCALE-01a)", print(setting),
                       print(rule.single_up_to));
  }
  return fmt::format("created at {}: one physical partition for each {} begun = {} (SCALE-01)", print(setting),
                     print(rule.ru_per_partition), partitions);
}

}  // namespace

void Resolver::resolve_layout(const std::string& path, const ContainerConfig& config, Container& container) {
  const Setting now(config.throughput, path + ".throughput");
  container.throughput = now.ru;
  container.autoscale = now.autoscale;
  if (config.layout) {
    container.boundaries = stated_boundaries(path + ".layout", *config.layout, container);
    container.layout_reason = fmt::format("stated: {} physical partition{}", container.boundaries.size() + 1,
                                          container.boundaries.empty() ? "" : "s");
    resolve_ranges(path + ".layout", *config.layout, container);
  }
  carry_out_history(path, config, container);
}

// SCALE-01 at creation, then one setting after the other: what the partitions can give is had at once (SCALE-02), what
// they cannot splits them (SCALE-03), and they stay whatever comes after (SCALE-08).
void Resolver::carry_out_history(const std::string& path, const ContainerConfig& config, Container& container) {
  std::optional<PartitionSet> partitions;
  if (config.layout) {
    partitions.emplace(container.ranges());
  }
  Ru highest;
  std::size_t kept = 0;
  const std::size_t steps = config.history.size() + 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const bool last = i + 1 == steps;
    const Setting setting = last ? Setting(config.throughput, path + ".throughput")
                                 : Setting(config.history[i], fmt::format("{}.history.{}", path, i));
    const Ru floor = setting.floor(highest, last ? container.gigabytes_stored : 0.0);
    if (setting.ru.milli() % setting.step().milli() != 0) {
      error(setting.path, fmt::format("`{}` is off the step (SCALE-12)", print(setting.ru)),
            fmt::format("multiples of {}", print(setting.step())));
      return;
    }
    if (setting.ru < floor) {
      error(setting.path,
            fmt::format("`{}` is below the minimum of {} ({})", print(setting.ru), print(floor), setting.floor_rule()),
            setting.floor_hint());
      return;
    }
    if (setting.ru > service_limits::kMaxRuPerContainer) {
      error(setting.path, fmt::format("`{}` is above the quota (PART-05)", print(setting.ru)), "at most 1000000 RU/s");
      return;
    }
    if (!partitions) {
      const CreationRule rule{
          setting.autoscale ? service_limits::kMaxRuPerPartition : config_.model.initial_ru_per_partition.per_second,
          setting.autoscale ? Ru{} : config_.model.single_partition_up_to.per_second};
      const std::int64_t n = partitions_at_creation(setting.ru, rule);
      partitions.emplace(initial_boundaries(container.key.hashing, static_cast<std::size_t>(n)));
      container.layout_reason = creation_reason(setting.ru, rule, n);
    } else if (!scale_to(setting.path, setting.ru, i > 0, *partitions, container)) {
      return;
    } else {
      kept += i > 0 && setting.ru != container.split_for ? 1U : 0U;
    }
    highest = std::max(highest, setting.ru);
  }
  if (kept > 0) {
    container.layout_reason += fmt::format("; {} other setting{} kept them (SCALE-08)", kept, kept == 1 ? "" : "s");
  }
  container.boundaries = partitions->boundaries();
  container.highest_ever = highest;
  if (container.split_for > Ru{}) {
    container.ids.clear();
    for (const PartitionRange& partition : partitions->ranges()) {
      container.ids.push_back(partition.id);
      container.parents.push_back(partition.parents);
    }
  }
}

void Resolver::resolve_ranges(const std::string& path, const LayoutConfig& layout, Container& container) {
  const std::size_t n = container.partitions();
  const auto fits = [&](const char* field, std::size_t length) {
    if (length != n) {
      error(path + "." + field, fmt::format("has {} entries for {} range{}", length, n, n == 1 ? "" : "s"),
            "one for each range, in key order");
    }
    return length == n;
  };
  if (layout.ids && fits("ids", layout.ids->size())) {
    std::set<std::int64_t> all;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t id = (*layout.ids)[i];
      if (id < 0 || !all.insert(id).second) {
        error(fmt::format("{}.ids.{}", path, i), id < 0 ? "is below 0" : "stands there already",
              "each range has a number of its own, from 0 on (SPLIT-05)");
      }
    }
    container.ids = *layout.ids;
    container.parents.assign(n, {});
  }
  if (layout.throughput && fits("throughput", layout.throughput->size())) {
    Ru sum;
    for (std::size_t i = 0; i < n; ++i) {
      const Ru one = (*layout.throughput)[i].per_second;
      if (one <= Ru{} || one > service_limits::kMaxRuPerPartition) {
        error(fmt::format("{}.throughput.{}", path, i), fmt::format("`{}` is nothing a partition can have", print(one)),
              "above 0 RU/s, at most 10000 RU/s (PART-04)");
      }
      sum += one;
    }
    if (sum != container.throughput) {
      error(path + ".throughput",
            fmt::format("sums to {}, the container has {}", print(sum), print(container.throughput)), "the same");
    }
    for (const Throughput& one : *layout.throughput) {
      container.stated_budgets.push_back(one.per_second);
    }
  }
  if (layout.stored && fits("stored", layout.stored->size())) {
    for (const Bytes size : *layout.stored) {
      container.stated_bytes.push_back(static_cast<double>(size.count()));
      container.gigabytes_stored +=
          static_cast<double>(size.count()) * (1.0 + container.index_share) / plan_.readings.gigabyte;
    }
    if (!container.stored.empty()) {
      error(path + ".stored", "and `stored` of the container both say what there is", "one of the two");
    }
  }
}

// Splits what is too little for a setting. A stated layout is there before its first setting, so that must fit.
bool Resolver::scale_to(const std::string& path, Ru setting, bool may_split, PartitionSet& partitions,
                        Container& container) {
  const Ru each = service_limits::kMaxRuPerPartition;
  const auto n = static_cast<std::int64_t>(partitions.size());
  if (setting <= each * n) {
    return true;
  }
  const std::int64_t wanted = (setting.milli() + each.milli() - 1) / each.milli();
  if (!may_split) {
    error(path,
          fmt::format("`{}` is more than {} physical partition{} can give (PART-04, SCALE-02)", print(setting), n,
                      n == 1 ? "" : "s"),
          fmt::format("at most {}, or the setting before it in `history`: raising it then splits them (SCALE-03)",
                      print(each * n)));
    return false;
  }
  const std::size_t splits =
      partitions.scale_out(static_cast<std::size_t>(wanted), container.key.hashing, container.key.routed_levels());
  container.split_for = setting;
  container.layout_reason += fmt::format("; raised to {}: {} split{} made them {} (SCALE-03)", print(setting), splits,
                                         splits == 1 ? "" : "s", partitions.size());
  return true;
}

std::vector<KeyPoint> Resolver::stated_boundaries(const std::string& path, const LayoutConfig& layout,
                                                  const Container& container) {
  std::vector<KeyPoint> boundaries;
  if (layout.equal && layout.shares) {
    error(path, "has both `equal` and `shares`", "one of the two");
    return boundaries;
  }
  if (layout.equal) {
    boundaries = initial_boundaries(container.key.hashing, static_cast<std::size_t>(*layout.equal));
  }
  if (layout.shares) {
    std::vector<double> shares;
    double sum = 0.0;
    double without_last = 0.0;
    for (std::size_t i = 0; i < layout.shares->size(); ++i) {
      shares.push_back((*layout.shares)[i].value);
      without_last = sum;
      sum += shares.back();
      if (shares.back() <= 0.0) {
        error(fmt::format("{}.shares.{}", path, i), "must be above 0 %", "every range has a width");
        return boundaries;
      }
    }
    if (std::abs(sum - 1.0) > kShareTolerance || without_last >= 1.0) {
      error(path + ".shares", fmt::format("sum to {:.9g} %", sum * 100.0), "100 %");
      return boundaries;
    }
    boundaries = boundaries_of_shares(shares, container.key.hashing);
  }
  std::set<KeyPoint> points(boundaries.begin(), boundaries.end());
  for (std::size_t i = 0; i < layout.cuts.size(); ++i) {
    const auto point = cut(fmt::format("{}.cuts.{}", path, i), layout.cuts[i], container);
    if (point && (any_near(points, *point) || !points.insert(*point).second)) {
      error(fmt::format("{}.cuts.{}", path, i), "coincides with another boundary", "each boundary is another place");
    }
  }
  return {points.begin(), points.end()};
}

std::optional<KeyPoint> Resolver::cut(const std::string& path, const CutConfig& config, const Container& container) {
  if (const auto* inside = config.get_if<KeyCut>()) {
    return cut_inside_key(path, inside->value, container);
  }
  const std::string& text = config.get_if<CutText>()->value;
  if (text.find('%') != std::string::npos) {
    const auto share = sim::ValueTraits<sim::Share>::parse(text);
    if (!share.value || share.value->value <= 0.0 || share.value->value >= 1.0) {
      error(path, fmt::format("`{}` is not a place in the key space", text), "above 0 % and below 100 %");
      return std::nullopt;
    }
    return point_at_share(share.value->value, container.key.hashing);
  }
  const auto point = key_point_from_hex(text, container.key.hashing);
  if (!point || !KeyRange{}.has_inside(*point)) {
    error(path, fmt::format("`{}` is not an effective partition key of this container", text),
          "upper-case hex as the service writes it, or a share such as 25 %");
    return std::nullopt;
  }
  return point;
}

std::optional<KeyPoint> Resolver::cut_inside_key(const std::string& path, const KeyCutFields& fields,
                                                 const Container& container) {
  const std::size_t levels = container.key.routed_levels();
  if (fields.key.empty() || fields.key.size() >= levels) {
    error(path + ".key", fields.key.empty() ? "is empty" : "is a full key: one place, which cannot be cut (SPLIT-04)",
          "a leading prefix: fewer values than the key has levels");
    return std::nullopt;
  }
  if (fields.at.value <= 0.0 || fields.at.value >= 1.0) {
    error(path + ".at", "is an end of the prefix's range", "above 0 % and below 100 %");
    return std::nullopt;
  }
  std::vector<HashBlock> blocks;
  for (std::size_t i = 0; i < fields.key.size(); ++i) {
    const std::string at = fmt::format("{}.key.{}", path, i);
    const auto value = key_value(fields.key[i]);
    if (!value) {
      error(at, "is not a plain value", "text, number, true, false, null or undefined");
      return std::nullopt;
    }
    const auto hash = hash_in_every_item(at, container.key.paths[i], *value, container.key.hashing);
    if (!hash) {
      return std::nullopt;
    }
    blocks.push_back(*hash);
  }
  blocks.push_back(hash_at_share(fields.at.value));
  return KeyPoint::of(blocks);
}

// Items of several kinds may share a key: a cut needs one place that all of them mean.
std::optional<HashBlock> Resolver::hash_in_every_item(const std::string& path, const std::string& property,
                                                      const KeyValue& value, KeyHashing hashing) {
  std::optional<HashBlock> hash;
  for (const Item& item : plan_.items) {
    const auto at = item.find(property);
    if (!at) {
      continue;
    }
    const PlacedValue placed = place_of(plan_, item, *at, value, hashing);
    if (!placed.hash) {
      error(path, placed.problem, "a value that the property has, and `placement: hash` or `even`");
      return std::nullopt;
    }
    if (hash && *hash != *placed.hash) {
      error(path, fmt::format("lies at several places: items differ in the placement of `{}`", property),
            "one placement for all");
      return std::nullopt;
    }
    hash = placed.hash;
  }
  if (!hash) {
    error(path, fmt::format("no item has a property `{}`", property));
  }
  return hash;
}

}  // namespace cosmos
