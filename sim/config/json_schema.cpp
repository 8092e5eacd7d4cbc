#include "sim/config/json_schema.h"

#include <cmath>
#include <utility>
#include <vector>

#include "sim/text/json.h"

namespace sim {
namespace {

using Kind = FieldTree::Kind;
using Form = FieldTree::Form;

constexpr std::string_view kNamePattern = "^[A-Za-z][A-Za-z0-9_-]*$";

Json schema_of(const FieldTree& field);

Json number(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;
  if (std::floor(value) == value && std::fabs(value) < kExactIntegers) return static_cast<std::int64_t>(value);
  return value;
}

Json value_schema(const FieldTree& field) {
  Json schema = Json::object();
  if (!field.enum_values.empty()) {
    schema["enum"] = field.enum_values;
    return schema;
  }
  const bool any_scalar = field.json_type.empty() || (field.json_type == "string" && field.pattern.empty());
  if (any_scalar) {
    // Bare words that YAML takes for numbers or booleans are texts to the reader.
    schema["type"] = {"string", "number", "boolean"};
  } else {
    schema["type"] = field.json_type;
  }
  if (!field.pattern.empty()) schema["pattern"] = field.pattern;
  if (field.minimum) schema[field.minimum_excluded ? "exclusiveMinimum" : "minimum"] = number(*field.minimum);
  if (field.maximum) schema["maximum"] = number(*field.maximum);
  return schema;
}

Json struct_schema(const FieldTree& field) {
  Json schema = {{"type", "object"}, {"additionalProperties", false}};
  Json properties = Json::object();
  Json required = Json::array();
  for (const FieldTree& child : field.children) {
    properties[child.name] = schema_of(child);
    if (child.required) required.push_back(child.name);
  }
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

Json alternative_schema(const FieldTree& alternative) {
  Json schema;
  switch (alternative.form) {
    case Form::kWord:
      schema = {{"const", alternative.name}};
      break;
    case Form::kTagged: {
      schema = {{"type", "object"}, {"additionalProperties", false}};
      schema["properties"][alternative.name] = schema_of(alternative);
      schema["required"] = Json::array({alternative.name});
      break;
    }
    default:
      return schema_of(alternative);
  }
  if (!alternative.help.empty()) schema["description"] = alternative.help;
  return schema;
}

Json content_schema(const FieldTree& field) {
  switch (field.kind) {
    case Kind::kValue:
      return value_schema(field);
    case Kind::kStruct:
      return struct_schema(field);
    case Kind::kList: {
      Json schema = {{"type", "array"}, {"items", schema_of(field.children.front())}};
      if (field.required) schema["minItems"] = 1;
      return schema;
    }
    case Kind::kNameMap: {
      Json schema = {{"type", "object"}, {"additionalProperties", schema_of(field.children.front())}};
      schema["propertyNames"] = field.any_key ? Json{{"minLength", 1}} : Json{{"pattern", kNamePattern}};
      if (field.required) schema["minProperties"] = 1;
      return schema;
    }
    case Kind::kChoice: {
      Json alternatives = Json::array();
      for (const FieldTree& alternative : field.children) alternatives.push_back(alternative_schema(alternative));
      return {{"anyOf", std::move(alternatives)}};
    }
    case Kind::kAny:
      break;
  }
  return Json::object();
}

std::string description(const FieldTree& field) {
  std::string text = field.help;
  const auto add = [&](std::string_view part) {
    if (!part.empty() && !text.empty()) text += "; ";
    text += part;
  };
  add(field.range_text);
  for (std::size_t i = 0; i < field.enum_values.size(); ++i) {
    add(field.enum_values[i] + ": " + field.enum_summaries[i]);
  }
  if (!field.required && !field.default_text.empty()) add("default " + field.default_text);
  if (!field.example.empty() && field.json_type == "string" && field.enum_values.empty()) {
    add("for example " + field.example);
  }
  return text;
}

Json schema_of(const FieldTree& field) {
  Json schema = content_schema(field);
  const std::string text = description(field);
  if (!text.empty()) schema["description"] = text;
  return schema;
}

}  // namespace

std::string json_schema(const FieldTree& tree, std::string_view title) {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  schema.update(schema_of(tree));
  return schema.dump(2) + '\n';
}

}  // namespace sim
