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

// What the place of a value says about its being the default.
enum class Ground {
  kOpen,     // nothing above was chosen against its default: a default below is one
  kWritten,  // something was, so what lies below had to be written
  kDefault,  // the whole above is the default
};

class Echo {
 public:
  void walk(const Node* node, const FieldTree& field, const std::string& path, Ground ground) {
    if (node == nullptr) {
      emit(path, "none", is_default("none", field, ground));
      return;
    }
    if (field.kind == Kind::kStruct) {
      for (const FieldTree& child : field.children) {
        walk(node->find(child.name), child, join_path(path, child.name), ground);
      }
      return;
    }
    std::string text = to_text(*node);
    const bool same = is_default(text, field, ground);
    if (is_one_line(*node, field)) {
      emit(path, std::move(text), same);
      return;
    }
    const Ground inside = same ? Ground::kDefault : Ground::kOpen;
    if (field.kind == Kind::kChoice) {
      walk_choice(*node, field, path, same ? Ground::kDefault : ground);
      return;
    }
    for (std::size_t i = 0; i < node->items().size(); ++i) {
      walk(&node->items()[i], field.children.front(), join_path(path, std::to_string(i)), inside);
    }
    for (const Node::Entry& entry : node->entries()) {
      walk(&entry.value, field.children.front(), join_path(path, entry.key), inside);
    }
  }
  std::vector<EchoLine> lines;

 private:
  void emit(const std::string& path, std::string value, bool is_default) {
    lines.push_back({path, std::move(value), is_default});
  }
  static bool is_default(std::string_view text, const FieldTree& field, Ground ground) {
    return ground == Ground::kDefault || (ground == Ground::kOpen && !field.required && text == field.default_text);
  }
  static bool is_one_line(const Node& node, const FieldTree& field) {
    switch (field.kind) {
      case Kind::kValue:
      case Kind::kAny:
        return true;
      case Kind::kNameMap:
        return node.entries().empty();
      case Kind::kList:
        return std::all_of(node.items().begin(), node.items().end(), [](const Node& n) { return n.is_scalar(); });
      default:
        return false;
    }
  }
  void walk_choice(const Node& node, const FieldTree& field, const std::string& path, Ground ground) {
    const FieldTree& chosen = alternative_of(field, node);
    if (chosen.form == Form::kWord) {
      emit(path, chosen.name, ground == Ground::kDefault);
      return;
    }
    const bool tagged = chosen.form == Form::kTagged;
    const Node& content = tagged ? node.entries().front().value : node;
    // A required choice is always written; what its alternative leaves out is still default.
    const bool against_default = !field.required && !chosen.chosen;
    const bool written = ground != Ground::kDefault && (against_default || chosen.kind != Kind::kStruct);
    walk(&content, chosen, tagged ? join_path(path, chosen.name) : path, written ? Ground::kWritten : ground);
  }
};

}  // namespace

std::vector<EchoLine> echo_lines(const Node& written, const FieldTree& tree) {
  Echo echo;
  echo.walk(&written, tree, std::string(), Ground::kOpen);
  return std::move(echo.lines);
}

}  // namespace sim
