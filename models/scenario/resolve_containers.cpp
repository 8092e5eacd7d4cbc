#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "models/keys/effective_partition_key.h"
#include "models/keys/key_range.h"
#include "models/routing/level_values.h"
#include "models/scenario/resolver.h"
#include "models/service_limits.h"
#include "sim/core/wide.h"

namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-6;
constexpr const char* kHashWithSeveralPaths =
    "kind Hash takes one path; several paths are a hierarchical key, kind MultiHash, which hashes each level alone "
    "(HPK-01, HPK-03)";

std::string print(Ru per_second) { return sim::ValueTraits<Throughput>::print(Throughput{per_second}); }

Ru manual(const ThroughputConfig& config) { return std::get<ManualThroughputConfig>(config.value).value.per_second; }

double weighted_mean_size(const Item& item) {
  if (const auto* constant = std::get_if<Constant>(&item.size)) {
    return static_cast<double>(constant->value);
  }
  return sim::QuantileTable([&](double u) { return quantile(item.size, u); }).mean();
}

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

// The type of the values that a generator makes, where it is always the same.
std::optional<ValueKind> value_kind(const PropertyGenerator& generator) {
  if (const auto* population = std::get_if<PopulationProperty>(&generator)) {
    return population->as;
  }
  if (const auto* time = std::get_if<TimeProperty>(&generator)) {
    return time->as;
  }
  if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    return bucket->as;
  }
  return std::holds_alternative<FormatProperty>(generator) ? std::optional(ValueKind::kString) : std::nullopt;
}

}  // namespace

PlacedValue place_of(const RunPlan& plan, const Item& item, std::size_t property, const KeyValue& value,
                     KeyHashing hashing) {
  const PropertyGenerator& generator = item.properties[property].generator;
  const std::optional<ValueKind> kind = value_kind(generator);
  const bool is_number = std::holds_alternative<double>(value.variant());
  if (kind && std::holds_alternative<bool>(value.variant())) {
    return {std::nullopt, fmt::format("is true or false, but `{}` is a {} in item `{}`", item.properties[property].name,
                                      *kind == ValueKind::kNumber ? "number" : "text", item.name)};
  }
  if (kind && (value.as_text() != nullptr || is_number) && is_number != (*kind == ValueKind::kNumber)) {
    return {std::nullopt, fmt::format("is a {}, but `{}` is a {} in item `{}`", is_number ? "number" : "text",
                                      item.properties[property].name, is_number ? "text" : "number", item.name)};
  }
  const auto* of_population = std::get_if<PopulationProperty>(&generator);
  if (of_population != nullptr && plan.populations[of_population->population].placement() != Placement::kHash) {
    const Population& population = plan.populations[of_population->population];
    const auto member = population.find(display(value));
    if (population.placement() == Placement::kRandom || !member) {
      return {std::nullopt, fmt::format("has no stated place in population `{}`", population.name())};
    }
    return {evenly_placed_hash(*member, population.size()), {}};
  }
  if (hashing == KeyHashing::kHashV1) {
    return {KeyPoint::of_hash_v1(hash_v1(std::span(&value, 1))).block(0), {}};
  }
  return {hash_v2(value), {}};
}

void Resolver::resolve_containers() {
  for (const auto& [name, config] : config_.containers) {
    const std::string path = "containers." + name;
    Container container;
    container.name = name;
    const auto key = partition_key(path + ".partition_key", config.partition_key);
    if (!key) {
      continue;
    }
    container.key = *key;
    container.gigabytes_stored = gigabytes_stored(path + ".stored", config);
    resolve_layout(path, config, container);
    check_storage(path + ".stored", config, container);
    plan_.containers.push_back(std::move(container));
  }
}

std::optional<PartitionKeyDefinition> Resolver::partition_key(const std::string& path,
                                                              const PartitionKeyConfig& config) {
  PartitionKeyFields fields;
  if (const auto* one = config.get_if<SinglePath>()) {
    fields.paths = {one->value};
  } else if (const auto* several = config.get_if<HierarchicalPaths>()) {
    fields.paths = several->value;
  } else {
    fields = config.get_if<PartitionKeyDefinitionConfig>()->value;
  }
  const std::size_t n = fields.paths.size();
  if (n == 0 || n > static_cast<std::size_t>(service_limits::kMaxKeyLevels)) {
    error(path, fmt::format("has {} paths", n), "one path, or two or three for a hierarchical key (HPK-01)");
    return std::nullopt;
  }
  const std::string kind = fields.kind.value_or(n == 1 ? "Hash" : "MultiHash");
  const std::int64_t version = fields.version.value_or(2);
  const bool combined = config_.model.hpk_hash == HpkHash::kCombined && n > 1;
  if (kind != "Hash" && kind != "MultiHash") {
    error(path + ".kind", fmt::format("no kind `{}`", kind), known_names(kind, {"Hash", "MultiHash"}));
    return std::nullopt;
  }
  if (kind == "Hash" && n > 1 && !combined) {
    error(path, kHashWithSeveralPaths,
          "leave `kind` out, or set `model.hpk_hash: combined` to see what that misconception would do (C2)");
    return std::nullopt;
  }
  if (kind == "MultiHash" && n == 1) {
    error(path, "kind MultiHash takes two or three paths (HPK-01)", "kind Hash, or further paths");
    return std::nullopt;
  }
  const auto hashing = key_hashing(kind == "Hash" ? KeyKind::kHash : KeyKind::kMultiHash, version);
  if (!hashing) {
    error(path + ".version", "kind MultiHash has version 2 only (HPK-01)", "2");
    return std::nullopt;
  }
  PartitionKeyDefinition key;
  key.hashing = combined ? KeyHashing::kHashV2 : *hashing;
  key.several_levels = combined ? HpkHash::kCombined : HpkHash::kPerLevel;
  for (const std::string& written : fields.paths) {
    if (written.size() < 2 || written.front() != '/') {
      error(path, fmt::format("`{}` is not a path", written), "a slash and a property: /tenantId");
      return std::nullopt;
    }
    key.paths.push_back(written.substr(1));
  }
  if (std::set<std::string>(key.paths.begin(), key.paths.end()).size() != n) {
    error(path, "names a path twice", "each level is another property");
    return std::nullopt;
  }
  return key;
}

// Every kind of item that a stream or `stored` brings to a container has the properties of its key.
void Resolver::check_key_paths() {
  for (const Container& container : plan_.containers) {
    const std::size_t position = *config_.containers.index_of(container.name);
    const sim::NameMap<StoredConfig>& stored = config_.containers[position].value.stored;
    for (std::size_t i = 0; i < plan_.items.size(); ++i) {
      const bool brought = std::any_of(plan_.streams.begin(), plan_.streams.end(), [&](const Stream& stream) {
        return stream.container == position && stream.item == i;
      });
      if (!brought && stored.find(plan_.items[i].name) == nullptr) {
        continue;
      }
      for (const std::string& property : container.key.paths) {
        check_key_path(fmt::format("containers.{}.partition_key", container.name), plan_.items[i], property);
      }
    }
  }
}

void Resolver::check_key_path(const std::string& path, const Item& item, const std::string& property) {
  const auto at = item.find(property);
  if (!at) {
    std::vector<std::string> names;
    for (const Property& known : item.properties) {
      names.push_back(known.name);
    }
    error(path, fmt::format("item `{}` has no property `{}`", item.name, property), known_names(property, names));
  } else if (drawn_parts(item, *at).size() > LevelValues::kMaxParts) {
    error(path, fmt::format("`{}` is made of more than 4 properties", property), "at most 4");
  }
}

// SPLIT-01 and PART-02: what would have split, or would not take another write, is not simulated yet.
void Resolver::check_storage(const std::string& path, const ContainerConfig& config, const Container& container) {
  const std::size_t partitions = container.boundaries.size() + 1;
  const auto limit = static_cast<double>(service_limits::kPhysicalPartitionGigabytes);
  if (!config.layout && container.gigabytes_stored > limit * static_cast<double>(partitions)) {
    error(path,
          fmt::format("{:.4g} GB with index on {} physical partition{}: beyond {:.0f} GB each they would have "
                      "split (SPLIT-01), which this version does not support yet",
                      container.gigabytes_stored, partitions, partitions == 1 ? "" : "s", limit),
          "state the `layout` that the splits gave");
  }
  const double gigabyte = config_.model.gigabyte == Gigabyte::kDecimal ? 1e9 : 1024.0 * 1024.0 * 1024.0;
  for (const auto& [item, stored] : config.stored) {
    const bool is_whole_key = stored.by && container.key.paths == std::vector<std::string>{*stored.by};
    for (const auto& [member, size] : stored.members) {
      const double here = static_cast<double>(size.count()) * (1.0 + config.indexing.overhead.value) / gigabyte;
      if (is_whole_key && here > static_cast<double>(service_limits::kLogicalPartitionGigabytes)) {
        error(fmt::format("{}.{}.members.{}", path, item, member),
              fmt::format("{:.4g} GB with index in one logical partition, whose limit is 20 GB (PART-02)", here),
              "further levels of the key, or less data");
      }
    }
  }
}

void Resolver::resolve_layout(const std::string& path, const ContainerConfig& config, Container& container) {
  container.throughput = manual(config.throughput);
  if (config.layout) {
    container.boundaries = stated_boundaries(path + ".layout", *config.layout, container);
    container.layout_reason = fmt::format("stated: {} physical partition{}", container.boundaries.size() + 1,
                                          container.boundaries.empty() ? "" : "s");
    carry_out_history(path, config, container.boundaries.size() + 1, container);
  } else {
    carry_out_history(path, config, 0, container);
  }
}

// SCALE-01 at creation, then one setting after the other: the partitions stay (SCALE-08); what would need
// a split is refused (SCALE-03).
void Resolver::carry_out_history(const std::string& path, const ContainerConfig& config, std::size_t stated_partitions,
                                 Container& container) {
  const CreationRule rule{config_.model.initial_ru_per_partition.per_second,
                          config_.model.single_partition_up_to.per_second};
  auto partitions = static_cast<std::int64_t>(stated_partitions);
  Ru highest;
  const std::size_t steps = config.history.size() + 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const bool last = i + 1 == steps;
    const Ru setting = last ? container.throughput : manual(config.history[i]);
    const std::string at = last ? path + ".throughput.manual" : fmt::format("{}.history.{}.manual", path, i);
    const Ru floor = minimum_manual_throughput(highest, last ? container.gigabytes_stored : 0.0);
    if (setting.milli() % service_limits::kManualStep.milli() != 0) {
      error(at, fmt::format("`{}` is off the step (SCALE-12)", print(setting)), "multiples of 100 RU/s");
      return;
    }
    if (setting < floor) {
      error(at, fmt::format("`{}` is below the minimum of {} (SCALE-09)", print(setting), print(floor)),
            "the largest of 400 RU/s, 1 RU/s per GB stored, and a hundredth of the highest ever set");
      return;
    }
    if (setting > service_limits::kMaxRuPerContainer) {
      error(at, fmt::format("`{}` is above the quota (PART-05)", print(setting)), "at most 1000000 RU/s");
      return;
    }
    if (partitions == 0) {
      partitions = partitions_at_creation(setting, rule);
      container.layout_reason = fmt::format("created at {}: one physical partition for each {} begun = {} (SCALE-01)",
                                            print(setting), print(rule.ru_per_partition), partitions);
      if (setting <= rule.single_up_to) {
        container.layout_reason = fmt::format("created at {}: one physical partition up to {} (SCALE-01a)",
                                              print(setting), print(rule.single_up_to));
      }
    }
    if (setting > service_limits::kMaxRuPerPartition * partitions) {
      error(at,
            fmt::format("`{}` is more than {} physical partitions can give (PART-04, SCALE-02); scaling beyond needs "
                        "splits, which this version does not support yet",
                        print(setting), partitions),
            fmt::format("at most {}", print(service_limits::kMaxRuPerPartition * partitions)));
      return;
    }
    highest = std::max(highest, setting);
  }
  if (steps > 1) {
    container.layout_reason += fmt::format("; {} later setting{} up to {} kept them (SCALE-08)", steps - 1,
                                           steps == 2 ? "" : "s", print(highest));
  }
  if (stated_partitions == 0) {
    container.boundaries = initial_boundaries(container.key.hashing, static_cast<std::size_t>(partitions));
  }
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

// Data and index at the start, in gigabytes as `model.gigabyte` counts them.
double Resolver::gigabytes_stored(const std::string& path, const ContainerConfig& config) {
  double bytes = 0.0;
  for (const auto& [item_name, stored] : config.stored) {
    const std::string at = path + "." + item_name;
    const auto position = config_.items.index_of(item_name);
    if (!position || *position >= plan_.items.size()) {
      error(at, fmt::format("no item `{}`", item_name), known_names(item_name, config_.items.names()));
      continue;
    }
    const Item& item = plan_.items[*position];
    const int ways = int{stored.data.has_value()} + int{stored.items.has_value()} + int{stored.by.has_value()};
    if (ways != 1) {
      error(at, "says not once what is stored", "exactly one of `data`, `items`, `by`");
      continue;
    }
    if (!stored.by && (stored.each || !stored.members.empty())) {
      error(at, "`each` and `members` belong to `by`", "say which property they are about");
      continue;
    }
    if (stored.age) {
      if (const std::string problem = distribution_problem(resolve_distribution(*stored.age)); !problem.empty()) {
        error(at + ".age", problem);
      }
    }
    if (stored.data) {
      bytes += static_cast<double>(stored.data->count());
    } else if (stored.items) {
      bytes += static_cast<double>(*stored.items) *
               (weighted_mean_size(item) + static_cast<double>(item.system_properties.count()));
    } else {
      const auto property = item.find(*stored.by);
      const auto* of_population =
          property ? std::get_if<PopulationProperty>(&item.properties[*property].generator) : nullptr;
      if (of_population == nullptr) {
        error(at + ".by", fmt::format("`{}` is not a population's property of `{}`", *stored.by, item_name),
              "a property whose generator is a population");
        continue;
      }
      if (!population_is_sound_[of_population->population]) {
        continue;
      }
      const Population& population = plan_.populations[of_population->population];
      for (const auto& [member, size] : stored.members) {
        if (!population.find(member)) {
          error(at + ".members." + member, fmt::format("no member `{}` in population `{}`", member, population.name()));
        }
        bytes += static_cast<double>(size.count());
      }
      if (stored.each) {
        bytes += static_cast<double>(stored.each->count()) *
                 static_cast<double>(population.size() - std::min(population.size(), stored.members.size()));
      }
    }
  }
  const double gigabyte = config_.model.gigabyte == Gigabyte::kDecimal ? 1e9 : 1024.0 * 1024.0 * 1024.0;
  return bytes * (1.0 + config.indexing.overhead.value) / gigabyte;
}

}  // namespace cosmos
