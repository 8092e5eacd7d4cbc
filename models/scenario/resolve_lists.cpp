#include <algorithm>

#include <fmt/format.h>

#include "models/routing/level_values.h"
#include "models/scenario/resolver.h"
#include "models/workload/known_key.h"

// IN lists: those that streams write and those that the clients of a design put in (`enumerate`).
namespace cosmos {
namespace {

bool is_made(const Item& item, std::size_t property) {
  const PropertyGenerator& generator = item.properties[property].generator;
  return std::holds_alternative<FormatProperty>(generator) ||
         (std::holds_alternative<ModuloProperty>(generator) && !unique_part(item, property));
}

// Why nobody can know all values of a property.
const char* without_end(const PropertyGenerator& generator) {
  if (std::holds_alternative<UniqueProperty>(generator)) {
    return "every item has a value of its own";
  }
  if (std::holds_alternative<TimeProperty>(generator)) {
    return "there is always a later period";
  }
  return std::holds_alternative<GivenProperty>(generator) ? "its values are given by the streams"
                                                          : "it follows from other properties";
}

}  // namespace

std::optional<std::int64_t> Resolver::values_to_list(const Item& item, std::size_t property) const {
  const PropertyGenerator& generator = item.properties[property].generator;
  const auto* member = std::get_if<PopulationProperty>(&generator);
  const auto* column = std::get_if<ColumnProperty>(&generator);
  if ((member != nullptr && !population_is_sound_[member->population]) ||
      (column != nullptr && !population_is_sound_[column->population])) {
    return std::nullopt;
  }
  const auto count = value_count(plan_.populations, item, property);
  return count ? std::optional(static_cast<std::int64_t>(*count)) : std::nullopt;
}

std::optional<std::int64_t> Resolver::list_length(const std::string& path, const Item& item, std::size_t property,
                                                  std::int64_t wished) {
  if (is_made(item, property)) {
    error(path, fmt::format("`{}` follows from the properties that it is made of", item.properties[property].name),
          "list those; a container's clients can `enumerate` a modulo");
    return std::nullopt;
  }
  const bool is_given = std::holds_alternative<GivenProperty>(item.properties[property].generator);
  return is_given ? wished : std::min(wished, values_to_list(item, property).value_or(wished));
}

void Resolver::trim_lists() {
  for (Stream& stream : plan_.streams) {
    const Item& item = plan_.items[stream.item];
    for (ListedProperty& list : stream.lists) {
      const auto* given = std::get_if<GivenProperty>(&item.properties[list.property].generator);
      if (given != nullptr) {
        const std::int64_t values = std::min(list.values, static_cast<std::int64_t>(given->values.size()));
        stream.filters -= list.values - values;
        list.values = values;
      }
    }
  }
}

void Resolver::enumerate_values(const std::string& path, const Container& container, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  std::vector<std::size_t> enumerated;
  for (const std::string& name : container.enumerated) {
    const auto property = item.find(name);
    if (property && can_be_enumerated(item.properties[*property].generator) && values_to_list(item, *property)) {
      enumerated.push_back(*property);
    }
  }
  const std::size_t written = stream.lists.size();
  for (const ListedProperty& list :
       lists_put_in(plan_.populations, item, container.key, stream.known, stream.lists, enumerated)) {
    stream.lists.push_back(list);
    stream.filters += list.values;
  }
  const KnownKey known = known_key(item, container.key, stream.known, stream.lists);
  if (const std::int64_t keys = listed_keys(known, stream.lists); keys > kMostListedKeys) {
    error(path + ".where",
          fmt::format("lists {} combinations of values under the key {}, more than this version follows", keys,
                      container.key.text()),
          fmt::format("at most {}{}", kMostListedKeys,
                      stream.lists.size() > written ? ", with what the container's `enumerate` puts in" : ""));
  }
  const std::vector<std::size_t> modulos = listed_modulos(item, stream.lists);
  for (const std::string& level : container.key.paths) {
    if (!modulos.empty() && drawn_parts(item, *item.find(level), modulos).size() > LevelValues::kMaxParts) {
      error(path + ".where", fmt::format("`{}` is made of more than 4 properties, listed ones counted", level),
            "at most 4");
    }
  }
}

void Resolver::check_enumerated() {
  for (std::size_t c = 0; c < config_.containers.size(); ++c) {
    const auto& [container, config] = config_.containers[c];
    for (std::size_t i = 0; i < config.enumerate.size(); ++i) {
      const std::string path = fmt::format("containers.{}.enumerate.{}", container, i);
      const auto first = std::find(config.enumerate.begin(), config.enumerate.end(), config.enumerate[i]);
      if (static_cast<std::size_t>(first - config.enumerate.begin()) < i) {
        error(path, fmt::format("names `{}` twice", config.enumerate[i]), "each property once");
      } else {
        check_enumerated(path, config.enumerate[i], c);
      }
    }
  }
}

// At least one kind of item there has the property, and one that has it draws it from a list.
void Resolver::check_enumerated(const std::string& path, const std::string& name, std::size_t container) {
  std::vector<std::string> names;
  const PropertyGenerator* last = nullptr;
  for (std::size_t i = 0; i < plan_.items.size(); ++i) {
    const Item& item = plan_.items[i];
    if (!is_brought(container, i)) {
      continue;
    }
    for (const std::string& known : item.property_names()) {
      if (std::find(names.begin(), names.end(), known) == names.end()) {
        names.push_back(known);
      }
    }
    if (const auto property = item.find(name)) {
      last = &item.properties[*property].generator;
      if (can_be_enumerated(*last)) {
        return;
      }
    }
  }
  if (last != nullptr) {
    error(path, fmt::format("the values of `{}` cannot be enumerated: {}", name, without_end(*last)),
          "a bucket, a modulo, a property of a population or a constant");
  } else if (!names.empty()) {
    error(path, fmt::format("no kind of item in this container has a property `{}`", name), known_names(name, names));
  }
}

}  // namespace cosmos
