#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/text/diagnostics.h"

// How a stream draws properties that are of no population, and which of the existing items its operations are about.
namespace cosmos {
namespace {

constexpr const char* kPlainValues = "text, number, true, false, null or undefined";

bool is_made(const PropertyGenerator& generator) {
  return std::holds_alternative<FormatProperty>(generator) || std::holds_alternative<ModuloProperty>(generator);
}

}  // namespace

void Resolver::choose_value(const std::string& path, const sim::Node& node, std::size_t property, Stream& stream) {
  const PropertyGenerator& generator = plan_.items[stream.item].properties[property].generator;
  if (std::holds_alternative<TimeProperty>(generator)) {
    error(path, "a time property follows from the item's age", "use `age`");
  } else if (is_made(generator)) {
    error(path, "follows from the properties that it is made of", "choose those");
  } else if (node.is_map()) {
    if (const auto fields = read_below<GeneratorFields>(path, node)) {
      replace_generator(path, *fields, property, stream);
    }
  } else if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    const auto number = sim::ValueTraits<std::int64_t>::parse(node.text());
    if (!number.value || *number.value < 0 || *number.value >= bucket->count) {
      error(path,
            node.is_scalar() ? fmt::format("{} is not one of the buckets", sim::in_backquotes(node.text()))
                             : "is not one of the buckets",
            fmt::format("0 to {}", bucket->count - 1));
      return;
    }
    stream.fixed_values.push_back({property, *number.value});
  } else if (node.is_scalar() && !node.quoted() && node.text() == UniqueConfig::kTag) {
    own_item(stream).properties[property].generator = UniqueProperty{};
  } else if (const auto value = key_value(node)) {
    fix_value(*value, property, stream);
  } else {
    error(path, "is not a plain value", kPlainValues);
  }
}

// A value of the stream's own is no more known to a query than one that was drawn: it is given, not constant.
void Resolver::fix_value(const KeyValue& value, std::size_t property, Stream& stream) {
  if (!std::holds_alternative<GivenProperty>(plan_.items[stream.item].properties[property].generator)) {
    own_item(stream).properties[property].generator = GivenProperty{};
  }
  auto& given = std::get<GivenProperty>(plan_.items[stream.item].properties[property].generator);
  const auto at = std::find(given.values.begin(), given.values.end(), value);
  stream.fixed_values.push_back({property, at - given.values.begin()});
  if (at == given.values.end()) {
    given.values.push_back(value);
  }
}

void Resolver::replace_generator(const std::string& path, const GeneratorFields& fields, std::size_t property,
                                 Stream& stream) {
  PropertyGenerator made = generator(path, fields);
  if (const auto* constant = std::get_if<ConstantProperty>(&made)) {
    fix_value(constant->value, property, stream);
    return;
  }
  Item& item = own_item(stream);
  item.properties[property].generator = std::move(made);
  resolve_parts(path, fields, item, property);
  check_made_sizes(item, [&](std::size_t) { return path; });
}

// A copy of the item's kind for the stream alone. It keeps the name: it is the same kind of item, drawn otherwise.
Item& Resolver::own_item(Stream& stream) {
  const auto is_shared = stream.item < config_.items.size();
  if (is_shared) {
    Item copy = plan_.items[stream.item];
    stream.item = plan_.items.size();
    plan_.items.push_back(std::move(copy));
  }
  return plan_.items[stream.item];
}

void Resolver::choose_item(const std::string& path, const sim::Node& node, std::size_t property,
                           ItemChoice::Order order, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  if (!std::holds_alternative<UniqueProperty>(item.properties[property].generator)) {
    error(path, fmt::format("`{}` is not unique", item.properties[property].name),
          "an item that exists is chosen by a property that no other item shares, such as `id`");
  } else if (stream.operation == OperationKind::kCreate) {
    error(path, "does not go with create", "a create makes a new item");
  } else if (stream.item_choice) {
    error(path, "chooses the item twice", "by one of its properties: the others agree");
  } else if (const auto config = read_below<PopularityConfig>(path, node)) {
    const auto how = popularity(path, *config);
    const bool default_choice =
        order == ItemChoice::Order::kExisting && how && std::holds_alternative<UniformPopularity>(*how);
    if (how && !default_choice) {
      stream.item_choice = ItemChoice{order, *how, 0};
      item_choices_.emplace_back(stream.name, path);
    }
  }
}

// Once all streams are known: what there is to choose among.
void Resolver::check_item_choices() {
  for (Stream& stream : plan_.streams) {
    if (stream.cache_ttl && asks_for_one_item(plan_.items[stream.item], stream)) {
      choose_for_cache(stream);
    }
    if (!stream.item_choice) {
      continue;
    }
    const std::string& item = plan_.items[stream.item].name;
    const bool created = std::any_of(plan_.streams.begin(), plan_.streams.end(), [&](const Stream& other) {
      const bool undoes = other.part_of && other.part_of->undoes;
      return other.operation == OperationKind::kCreate && !other.item_choice && !undoes &&
             other.container == stream.container && plan_.items[other.item].name == item;
    });
    stream.item_choice->stored = items_stored(stream.container, plan_.items[stream.item]);
    const auto said = std::find_if(item_choices_.begin(), item_choices_.end(), [&](const auto& choice) {
      return stream.name == choice.first || stream.name.starts_with(choice.first + ".");
    });
    if (stream.item_choice->stored == 0 && !created && said != item_choices_.end()) {
      error(said->second,
            fmt::format("no item `{}` exists in container `{}`", item, config_.containers[stream.container].name),
            "`stored` items there, or a stream that creates them");
      item_choices_.erase(said);  // its parts say no more
    }
  }
}

// Else any existing item is as good as one made up; but a cache asks which.
void Resolver::choose_for_cache(Stream& stream) const {
  if (!stream.item_choice && items_stored(stream.container, plan_.items[stream.item]) > 0) {
    stream.item_choice = ItemChoice{ItemChoice::Order::kExisting, UniformPopularity{}, 0};
  }
}

std::int64_t Resolver::items_stored(std::size_t container, const Item& item) const {
  const StoredConfig* stored = config_.containers[container].value.stored.find(item.name);
  if (stored == nullptr) {
    return 0;
  }
  if (stored->items) {
    return *stored->items;
  }
  double bytes = static_cast<double>(stored->data.value_or(Bytes{}).count());
  for (const auto& [member, size] : stored->members) {
    bytes += static_cast<double>(size.count());
  }
  const auto by = stored->by && stored->each ? item.find(*stored->by) : std::nullopt;
  const auto* of = by ? std::get_if<PopulationProperty>(&item.properties[*by].generator) : nullptr;
  if (of != nullptr) {
    const std::size_t members = plan_.populations[of->population].size();
    bytes += static_cast<double>(stored->each->count()) *
             static_cast<double>(members - std::min(members, stored->members.size()));
  }
  const double each = mean(item.size) + static_cast<double>(item.system_properties.count());
  return std::llround(std::min(bytes / std::max(each, 1.0), 1e12));
}

}  // namespace cosmos
