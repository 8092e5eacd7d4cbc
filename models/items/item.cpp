#include "models/items/item.h"

#include <algorithm>

namespace cosmos {
namespace {

void gather_parts(const Item& item, std::size_t p, std::vector<std::size_t>& parts) {
  const PropertyGenerator& generator = item.properties[p].generator;
  if (const auto* format = std::get_if<FormatProperty>(&generator)) {
    for (const FormatProperty::Piece& piece : format->pieces) {
      if (piece.property) {
        gather_parts(item, *piece.property, parts);
      }
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
  return std::holds_alternative<FormatProperty>(generator) || std::holds_alternative<BucketProperty>(generator);
}

std::vector<std::size_t> drawn_parts(const Item& item, std::size_t p) {
  std::vector<std::size_t> parts;
  gather_parts(item, p, parts);
  return parts;
}

}  // namespace cosmos
