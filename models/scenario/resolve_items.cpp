#include <algorithm>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "models/service_limits.h"
#include "sim/text/diagnostics.h"

namespace cosmos {
namespace {

// `address/city`: names with slashes between them.
bool is_property_path(std::string_view text) {
  std::size_t from = 0;
  while (true) {
    const std::size_t slash = text.find('/', from);
    const std::string_view part = text.substr(from, slash == std::string_view::npos ? slash : slash - from);
    const bool system = !part.empty() && part.front() == '_' && sim::is_name(part.substr(1));
    if (!sim::is_name(part) && !system) {
      return false;
    }
    if (slash == std::string_view::npos) {
      return true;
    }
    from = slash + 1;
  }
}

constexpr std::int64_t kMostOtherProperties = 100'000;
}  // namespace

void Resolver::resolve_items() {
  for (const auto& [name, config] : config_.items) {
    resolve_item("items." + name, name, config);
  }
}

void Resolver::resolve_item(const std::string& path, const std::string& name, const ItemConfig& config) {
  Item item;
  item.name = name;
  item.size = distribution(path + ".size", config.size).value_or(Constant{});
  if (quantile(item.size, 0.999) > static_cast<double>(service_limits::kMaxItemBytes.count())) {
    error(path + ".size", "is above 2 MiB (PART-10)", "the answer 413 is not supported yet");
  }
  item.system_properties = config.system_properties;
  if (item.system_properties > service_limits::kMaxItemBytes) {
    error(path + ".system_properties", "is above 2 MiB (PART-10)", "what the service adds to an item, about 205 B");
  }
  resolve_other_properties(path + ".other_properties", config, item);
  for (const auto& [property, generator_config] : config.properties) {
    const std::string at = path + ".properties." + property;
    if (!is_property_path(property)) {
      error(at, fmt::format("`{}` is not a property", property), "names, nested ones as address/city");
    }
    PropertyGenerator made = UniqueProperty{};
    if (generator_config.is<GivenConfig>()) {
      made = GivenProperty{};
    } else if (const auto* generator_fields = generator_config.get_if<GeneratorConfig>()) {
      made = generator(at, generator_fields->value);
    }
    item.properties.push_back({property, std::move(made)});
  }
  if (!item.find("id")) {
    item.properties.push_back({"id", UniqueProperty{}});
  }
  for (const auto& [property, generator_config] : config.properties) {
    if (const auto* generator_fields = generator_config.get_if<GeneratorConfig>()) {
      resolve_parts(path + ".properties." + property, generator_fields->value, item, *item.find(property));
    }
  }
  check_made_sizes(item, [&](std::size_t p) { return path + ".properties." + item.properties[p].name; });
  plan_.items.push_back(std::move(item));
}

void Resolver::resolve_other_properties(const std::string& path, const ItemConfig& config, Item& item) {
  const auto in_range = [&](const std::string& at, std::int64_t n) {
    if (n < 0 || n > kMostOtherProperties) {
      error(at, fmt::format("`{}` is out of range", n), fmt::format("0 to {}", kMostOtherProperties));
      return false;
    }
    return true;
  };
  if (const auto* count = config.other_properties.get_if<PropertyCount>()) {
    item.other_properties = in_range(path, count->value) ? count->value : 0;
    return;
  }
  std::int64_t sum = 0;
  for (const auto& [top_level, n] : config.other_properties.get_if<PropertyCounts>()->value) {
    const std::string at = path + "." + top_level;
    if (!is_property_path(top_level) || top_level.find('/') != std::string::npos) {
      error(at, fmt::format("{} is not a property on the top level", sim::in_backquotes(top_level)),
            "a name, and how many scalars lie below it: {content: 40}");
    } else if (in_range(at, n)) {
      item.property_groups.push_back({top_level, n});
      sum += n;
    }
  }
  if (sum > kMostOtherProperties) {
    error(path, fmt::format("sum to {}", sum), fmt::format("at most {}", kMostOtherProperties));
  }
}

}  // namespace cosmos
