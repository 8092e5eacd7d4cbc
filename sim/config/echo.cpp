#include "sim/config/echo.h"

#include <algorithm>

namespace sim {
namespace {

using Kind = FieldTree::Kind;
using Form = FieldTree::Form;

bool takes(const FieldTree& alternative, const Node& node) {
  switch (alternative.kind) {
    case Kind::kValue:
      return node.is_scalar();
    case Kind::kList:
      return node.is_sequence();
    case Kind::kStruct:
    case Kind::kNameMap:
      return node.is_map();
    default:
      return true;
  }
}

const FieldTree& alternative_of(const FieldTree& choice, const Node& node) {
  const FieldTree* found = nullptr;
  for (const FieldTree& alternative : choice.children) {
    const bool word = alternative.form == Form::kWord && node.is_scalar() && node.text() == alternative.name;
    const bool tagged = alternative.form == Form::kTagged && node.is_map() && node.entries().size() == 1 &&
                        node.entries().front().key == alternative.name;
    if (word || tagged) return alternative;
    if (found == nullptr && alternative.form == Form::kPlain && takes(alternative, node)) found = &alternative;
  }
  return found != nullptr ? *found : choice.children.front();
}

class Echo {
 public:
  // `default_here`: nothing above was chosen against its default, so a default below is one.
  void walk(const Node* node, const FieldTree& field, const std::string& path, bool default_here) {
    if (node == nullptr) {
      emit(path, "none", default_here && !field.required && field.default_text == "none");
      return;
    }
    switch (field.kind) {
      case Kind::kValue:
      case Kind::kAny:
        leaf(*node, field, path, default_here);
        return;
      case Kind::kStruct:
        for (const FieldTree& child : field.children) {
          walk(node->find(child.name), child, join_path(path, child.name), default_here);
        }
        return;
      case Kind::kList:
        list(*node, field, path, default_here);
        return;
      case Kind::kNameMap:
        if (node->entries().empty()) leaf(*node, field, path, default_here);
        for (const Node::Entry& entry : node->entries()) {
          walk(&entry.value, field.children.front(), join_path(path, entry.key), true);
        }
        return;
      case Kind::kChoice:
        choice(*node, field, path, default_here);
        return;
    }
  }
  std::vector<EchoLine> lines;

 private:
  void emit(const std::string& path, std::string value, bool is_default) {
    lines.push_back({path, std::move(value), is_default});
  }
  void leaf(const Node& node, const FieldTree& field, const std::string& path, bool default_here) {
    std::string text = to_text(node);
    const bool same = default_here && !field.required && text == field.default_text;
    emit(path, std::move(text), same);
  }
  void list(const Node& node, const FieldTree& field, const std::string& path, bool default_here) {
    const auto& items = node.items();
    if (std::all_of(items.begin(), items.end(), [](const Node& item) { return item.is_scalar(); })) {
      leaf(node, field, path, default_here);
      return;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      walk(&items[i], field.children.front(), join_path(path, std::to_string(i)), true);
    }
  }
  void choice(const Node& node, const FieldTree& field, const std::string& path, bool default_here) {
    const FieldTree& chosen = alternative_of(field, node);
    if (chosen.form == Form::kWord) {
      emit(path, chosen.name, default_here && !field.required && chosen.chosen);
      return;
    }
    const bool tagged = chosen.form == Form::kTagged;
    const Node& content = tagged ? node.entries().front().value : node;
    // In a required choice the alternative is always written; what it leaves out is still default.
    const bool is_struct = chosen.kind == Kind::kStruct;
    const bool inside = field.required ? is_struct : default_here && chosen.chosen;
    walk(&content, chosen, tagged ? join_path(path, chosen.name) : path, inside);
  }
};

}  // namespace

std::vector<EchoLine> echo_lines(const Node& written, const FieldTree& tree) {
  Echo echo;
  echo.walk(&written, tree, std::string(), true);
  return std::move(echo.lines);
}

}  // namespace sim
