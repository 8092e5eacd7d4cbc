#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "models/keys/effective_partition_key.h"
#include "models/keys/key_range.h"
#include "models/routing/level_values.h"
#include "models/scenario/resolver.h"
#include "models/service_limits.h"

namespace cosmos {
namespace {

constexpr const char* kHashWithSeveralPaths =
    "kind Hash takes one path; several paths are a hierarchical key, kind MultiHash, which hashes each level alone "
    "(HPK-01, HPK-03)";

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
  if (const auto* column = std::get_if<ColumnProperty>(&generator)) {
    return column->as;
  }
  if (const auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    return modulo->as;
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
    container.indexing = indexing_policy(path + ".indexing", config.indexing);
    container.enumerated = config.enumerate;
    container.index_share = config.indexing.index_share();
    resolve_stored(path + ".stored", config, container);
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

// By a stream, or by what is stored.
bool Resolver::is_brought(std::size_t container, std::size_t item) const {
  return config_.containers[container].value.stored.find(plan_.items[item].name) != nullptr ||
         std::any_of(plan_.streams.begin(), plan_.streams.end(),
                     [&](const Stream& stream) { return stream.container == container && stream.item == item; });
}

// Every kind of item that is brought to a container has the properties of its key.
void Resolver::check_key_paths() {
  for (const Container& container : plan_.containers) {
    const std::size_t position = *config_.containers.index_of(container.name);
    for (std::size_t i = 0; i < plan_.items.size(); ++i) {
      if (!is_brought(position, i)) {
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

}  // namespace cosmos
