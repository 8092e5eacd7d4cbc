#include "sim/config/field_tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/config/utf8.h"

namespace sim {
namespace {

using Kind = FieldTree::Kind;
using Form = FieldTree::Form;

bool is_element(std::string_view step) {
  return step == "*" || (!step.empty() && step.find_first_not_of("0123456789") == std::string_view::npos);
}

// The child that takes the step, if any. Plain alternatives take it for their choice.
const FieldTree* child(const FieldTree& field, std::string_view step) {
  switch (field.kind) {
    case Kind::kList:
      return is_element(step) ? &field.children.front() : nullptr;
    case Kind::kNameMap:
      return &field.children.front();
    case Kind::kStruct:
      for (const FieldTree& candidate : field.children) {
        if (candidate.name == step) return &candidate;
      }
      return nullptr;
    case Kind::kChoice:
      break;
    default:
      return nullptr;
  }
  for (const FieldTree& alternative : field.children) {
    if (alternative.form == Form::kTagged && alternative.name == step) return &alternative;
  }
  for (const FieldTree& alternative : field.children) {
    if (alternative.form != Form::kPlain) continue;
    if (const FieldTree* found = child(alternative, step)) return found;
  }
  return nullptr;
}

struct Line {
  std::string path;
  std::string type;
  std::string in_force;
  std::string help;
};

std::string help_text(const FieldTree& field) {
  if (field.range_text.empty()) return field.help;
  return fmt::format("{}{}({})", field.help, field.help.empty() ? "" : " ", field.range_text);
}

std::string in_force(const FieldTree& field) {
  if (field.required) return "required";
  return field.default_text.empty() ? std::string() : "default " + field.default_text;
}

// How an alternative is written.
std::string spelling(const FieldTree& alternative) {
  switch (alternative.form) {
    case Form::kWord:
      return alternative.name;
    case Form::kTagged:
      return fmt::format("{{{}: {}}}", alternative.name, alternative.kind == Kind::kStruct ? "{…}" : alternative.type);
    default:
      return alternative.type;
  }
}

void add_lines(const FieldTree& field, std::vector<Line>& lines);

// Elements that are single values are told by the type of their list.
bool is_told(const FieldTree& field) { return field.name == "*" && field.kind == Kind::kValue; }

void add_alternative(const FieldTree& alternative, std::vector<Line>& lines) {
  lines.push_back({fmt::format("    {}", spelling(alternative)), {}, {}, help_text(alternative)});
  for (const FieldTree& inner : alternative.children) {
    if (!is_told(inner)) add_lines(inner, lines);
  }
}

void add_lines(const FieldTree& field, std::vector<Line>& lines) {
  const bool is_root = field.path.empty();
  if (!is_root) lines.push_back({field.path, field.type, in_force(field), help_text(field)});
  for (std::size_t i = 0; i < field.enum_values.size(); ++i) {
    lines.push_back({fmt::format("    {}", field.enum_values[i]), {}, {}, field.enum_summaries[i]});
  }
  if (field.kind == Kind::kChoice) {
    for (const FieldTree& alternative : field.children) add_alternative(alternative, lines);
    return;
  }
  for (const FieldTree& inner : field.children) {
    if (!is_told(inner)) add_lines(inner, lines);
  }
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t length = count_characters(text);
  return length < width ? text + std::string(width - length, ' ') : text;
}

}  // namespace

const FieldTree* find_field(const FieldTree& tree, std::string_view path) {
  const FieldTree* field = &tree;
  while (field != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    field = child(*field, path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return field;
}

std::string describe_text(const FieldTree& tree) {
  std::vector<Line> lines;
  add_lines(tree, lines);
  // A few long entries may run over their column rather than push all others apart.
  constexpr std::size_t kWidestPath = 44;
  constexpr std::size_t kWidestType = 24;
  constexpr std::size_t kWidestDefault = 24;
  std::size_t path = 0;
  std::size_t type = 0;
  std::size_t value = 0;
  for (const Line& line : lines) {
    path = std::max(path, std::min(count_characters(line.path), kWidestPath));
    type = std::max(type, std::min(count_characters(line.type), kWidestType));
    value = std::max(value, std::min(count_characters(line.in_force), kWidestDefault));
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row = fmt::format("{}  {}  {}  {}", padded(line.path, path), padded(line.type, type),
                                  padded(line.in_force, value), line.help);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

}  // namespace sim
