#include "models/items/item.h"

#include <algorithm>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

// `stop` says of a format or modulo that it is not opened up.
template <class Stop>
void gather_parts(const Item& item, std::size_t p, Stop stop, std::vector<std::size_t>& parts) {
  const PropertyGenerator& generator = item.properties[p].generator;
  const bool made =
      std::holds_alternative<FormatProperty>(generator) || std::holds_alternative<ModuloProperty>(generator);
  if (made && !stop(p)) {
    for (const std::size_t part : direct_parts(item, p)) {
      gather_parts(item, part, stop, parts);
    }
  } else if (!std::holds_alternative<ConstantProperty>(generator) &&
             std::find(parts.begin(), parts.end(), p) == parts.end()) {
    parts.push_back(p);
  }
}

}  // namespace

std::optional<std::size_t> Item::find(std::string_view property) const {
  const auto at = std::find_if(properties.begin(), properties.end(),
                               [&](const Property& candidate) { return candidate.name == property; });
  if (at == properties.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(at - properties.begin());
}

std::vector<std::string> Item::property_names() const {
  std::vector<std::string> names;
  for (const Property& property : properties) {
    names.push_back(property.name);
  }
  return names;
}

bool is_synthetic(const PropertyGenerator& generator) {
  return std::holds_alternative<FormatProperty>(generator) || std::holds_alternative<BucketProperty>(generator) ||
         std::holds_alternative<ModuloProperty>(generator);
}

std::vector<std::size_t> direct_parts(const Item& item, std::size_t p) {
  std::vector<std::size_t> parts;
  if (const auto* format = std::get_if<FormatProperty>(&item.properties[p].generator)) {
    for (const FormatProperty::Piece& piece : format->pieces) {
      if (piece.property) {
        parts.push_back(*piece.property);
      }
    }
  } else if (const auto* modulo = std::get_if<ModuloProperty>(&item.properties[p].generator)) {
    parts.push_back(modulo->of);
  }
  return parts;
}

std::vector<std::size_t> deciding_parts(const Item& item, std::size_t p) {
  std::vector<std::size_t> parts;
  gather_parts(
      item, p, [](std::size_t) { return false; }, parts);
  return parts;
}

std::vector<std::size_t> drawn_parts(const Item& item, std::size_t p, const std::vector<std::size_t>& as_they_are) {
  std::vector<std::size_t> parts;
  const auto is_drawn = [&](std::size_t made) {
    return std::find(as_they_are.begin(), as_they_are.end(), made) != as_they_are.end() ||
           (std::holds_alternative<ModuloProperty>(item.properties[made].generator) && unique_part(item, made));
  };
  gather_parts(item, p, is_drawn, parts);
  return parts;
}

std::optional<std::size_t> unique_part(const Item& item, std::size_t p) {
  for (const std::size_t part : deciding_parts(item, p)) {
    if (std::holds_alternative<UniqueProperty>(item.properties[part].generator)) {
      return part;
    }
  }
  return std::nullopt;
}

std::int64_t modulo_of(std::string_view text, std::int64_t by) { return modulo_of(sim::purpose_id(text), by); }

std::int64_t modulo_of(std::uint64_t word, std::int64_t by) {
  return static_cast<std::int64_t>(word % static_cast<std::uint64_t>(by));
}

std::uint64_t unique_purpose(const Item& item, std::size_t p) {
  return sim::purpose_id("unique/" + item.properties[p].name);
}

}  // namespace cosmos
