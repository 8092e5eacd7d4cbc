#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "models/service_limits.h"

// What lies in a container at the start.
namespace cosmos {
namespace {

// A property of the item that follows from its age and is a level of the key, or part of one.
std::optional<std::string> time_in_key(const Item& item, const PartitionKeyDefinition& key) {
  for (const std::string& path : key.paths) {
    const auto property = item.find(path);
    if (!property) {
      continue;
    }
    for (const std::size_t part : drawn_parts(item, *property)) {
      if (std::holds_alternative<TimeProperty>(item.properties[part].generator)) {
        return item.properties[part].name;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

void Resolver::resolve_stored(const std::string& path, const ContainerConfig& config, Container& container) {
  double bytes = 0.0;
  for (const auto& [item_name, stored] : config.stored) {
    const std::string at = path + "." + item_name;
    const auto position = config_.items.index_of(item_name);
    if (!position || *position >= plan_.items.size()) {
      error(at, fmt::format("no item `{}`", item_name), known_names(item_name, config_.items.names()));
      continue;
    }
    const Item& item = plan_.items[*position];
    if (const auto time = time_in_key(item, container.key); time && !stored.age) {
      error(at + ".age", "missing",
            fmt::format("how long before the start the items were created: the key holds their `{}`; for example: "
                        "{{uniform: {{min: 0 d, max: 365 d}}}}",
                        *time));
    }
    const double bytes_each = mean(item.size) + static_cast<double>(item.system_properties.count());
    const double of_kind = bytes_stored(at, stored, item, bytes_each);
    StoredItems& items = container.stored.emplace_back();
    items.item = *position;
    items.count = bytes_each > 0.0 ? of_kind / bytes_each : 0.0;
    items.bytes = of_kind;
    if (stored.age) {
      items.age = distribution(at + ".age", *stored.age).value_or(items.age);
    }
    if (stored.by) {
      items.by = item.find(*stored.by);
      items.bytes_of_member = bytes_of_members(stored, item);
    }
    bytes += of_kind;
  }
  container.gigabytes_stored += bytes * (1.0 + config.indexing.index_share()) / plan_.readings.gigabyte;
}

double Resolver::bytes_stored(const std::string& path, const StoredConfig& stored, const Item& item,
                              double bytes_each) {
  const int ways = int{stored.data.has_value()} + int{stored.items.has_value()} + int{stored.by.has_value()};
  if (ways != 1) {
    error(path, "says not once what is stored", "exactly one of `data`, `items`, `by`");
    return 0.0;
  }
  if (!stored.by && (stored.each || !stored.members.empty())) {
    error(path, "`each` and `members` belong to `by`", "say which property they are about");
    return 0.0;
  }
  if (stored.data) {
    return static_cast<double>(stored.data->count());
  }
  return stored.items ? static_cast<double>(*stored.items) * bytes_each : bytes_by_member(path, stored, item);
}

double Resolver::bytes_by_member(const std::string& path, const StoredConfig& stored, const Item& item) {
  const auto property = item.find(*stored.by);
  const auto* of_population =
      property ? std::get_if<PopulationProperty>(&item.properties[*property].generator) : nullptr;
  if (of_population == nullptr) {
    error(path + ".by", fmt::format("`{}` is not a population's property of `{}`", *stored.by, item.name),
          "a property whose generator is a population");
    return 0.0;
  }
  if (!population_is_sound_[of_population->population]) {
    return 0.0;
  }
  const Population& population = plan_.populations[of_population->population];
  double bytes = 0.0;
  for (const auto& [member, size] : stored.members) {
    if (!population.find(member)) {
      error(path + ".members." + member, fmt::format("no member `{}` in population `{}`", member, population.name()));
    }
    bytes += static_cast<double>(size.count());
  }
  if (stored.each) {
    bytes += static_cast<double>(stored.each->count()) *
             static_cast<double>(population.size() - std::min(population.size(), stored.members.size()));
  }
  return bytes;
}

// By member of the population; nothing where that is not sound.
std::vector<double> Resolver::bytes_of_members(const StoredConfig& stored, const Item& item) const {
  const auto property = item.find(*stored.by);
  const auto* of_population =
      property ? std::get_if<PopulationProperty>(&item.properties[*property].generator) : nullptr;
  if (of_population == nullptr || !population_is_sound_[of_population->population]) {
    return {};
  }
  const Population& population = plan_.populations[of_population->population];
  std::vector<double> bytes(population.size(), stored.each ? static_cast<double>(stored.each->count()) : 0.0);
  for (const auto& [member, size] : stored.members) {
    if (const auto at = population.find(member)) {
      bytes[*at] = static_cast<double>(size.count());
    }
  }
  return bytes;
}

// PART-02: a logical partition cannot hold more than it may.
void Resolver::check_storage(const std::string& path, const ContainerConfig& config, const Container& container) {
  const double gigabyte = plan_.readings.gigabyte;
  const auto check = [&](const std::string& at, Bytes size) {
    const double here = static_cast<double>(size.count()) * (1.0 + config.indexing.index_share()) / gigabyte;
    if (here > static_cast<double>(service_limits::kLogicalPartitionGigabytes)) {
      error(at, fmt::format("{:.4g} GB with index in one logical partition, whose limit is 20 GB (PART-02)", here),
            "further levels of the key, or less data");
    }
  };
  for (const auto& [item, stored] : config.stored) {
    if (!stored.by || container.key.paths != std::vector<std::string>{*stored.by}) {
      continue;
    }
    if (stored.each) {
      check(fmt::format("{}.{}.each", path, item), *stored.each);
    }
    for (const auto& [member, size] : stored.members) {
      check(fmt::format("{}.{}.members.{}", path, item, member), size);
    }
  }
}

}  // namespace cosmos
