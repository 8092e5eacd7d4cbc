#include "sim/config/detail/describer.h"

#include <fmt/format.h>

namespace sim::detail {

FieldTree& FieldDescriber::add(std::string_view name, std::string_view help, bool required) {
  FieldTree& field = parent_.children.emplace_back();
  field.name = name;
  field.path = join_path(parent_.path, name);
  field.help = help;
  field.required = required;
  return field;
}

FieldTree& add_element(FieldTree& parent) {
  FieldTree& element = parent.children.emplace_back();
  element.name = std::string("*");
  element.path = join_path(parent.path, "*");
  return element;
}

FieldTree& add_alternative(FieldTree& choice, std::string_view tag, std::string_view summary) {
  FieldTree& alternative = choice.children.emplace_back();
  alternative.name = tag;
  alternative.path = tag.empty() ? choice.path : join_path(choice.path, tag);
  alternative.form = tag.empty() ? FieldTree::Form::kPlain : FieldTree::Form::kTagged;
  alternative.help = summary;
  return alternative;
}

void set_bounds(FieldTree& field, std::optional<double> min, std::optional<double> max, bool min_excluded) {
  field.minimum = min;
  field.maximum = max;
  field.minimum_excluded = min_excluded;
}

void name_type(FieldTree& field) {
  switch (field.kind) {
    case FieldTree::Kind::kList:
      field.type = fmt::format("list of {}", field.children.front().type);
      break;
    case FieldTree::Kind::kNameMap:
      field.type = fmt::format("{}: {}", field.any_key ? "text" : "name", field.children.front().type);
      break;
    default:
      field.type = std::string("choice");
      break;
  }
}

}  // namespace sim::detail
