#include "sim/config/detail/reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sim {

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), may_follow);
}

namespace detail {
namespace {

constexpr std::string_view kNotBuiltText = "is in the grammar, but this version does not support it yet";

std::string_view kind_text(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::kNull:
      return "is empty";
    case Node::Kind::kScalar:
      return "is a single value";
    case Node::Kind::kSequence:
      return "is a list";
    case Node::Kind::kMap:
      return "is a map";
  }
  return {};
}

}  // namespace

std::string to_text(const RangeText& range) {
  if (range.min && range.max) {
    return range.min_excluded ? fmt::format("above {}, at most {}", *range.min, *range.max)
                              : fmt::format("{} to {}", *range.min, *range.max);
  }
  if (range.min) return (range.min_excluded ? "above " : "at least ") + *range.min;
  if (range.max) return "at most " + *range.max;
  return {};
}

void Reader::error(const SourceMark& mark, const std::string& path, std::string message, std::string hint) {
  diagnostics_.error(mark, path, std::move(message), std::move(hint));
}

bool Reader::expect(const Node& node, const std::string& path, Node::Kind kind, std::string_view expected) {
  if (node.kind() == kind) return true;
  std::string message(kind_text(node.kind()));
  if (!node.is_null()) message += fmt::format(", expected {}", expected);
  error(node.mark(), path, std::move(message));
  return false;
}

bool Reader::expect_leaf(const Node& node, const std::string& path, const LeafInfo& leaf) {
  if (!expect(node, path, Node::Kind::kScalar, with_article(leaf.type))) return false;
  const bool text_will_do = leaf.json_type == "string" || leaf.json_type.empty();
  if (!node.quoted() || text_will_do) return true;
  error(node.mark(), path, fmt::format("is a text in quotes, expected {}", with_article(leaf.type)),
        "write it without quotes");
  return false;
}

void Reader::bad_value(const Node& node, const std::string& path, const LeafInfo& leaf, std::string message,
                       std::string hint) {
  if (message.empty()) message = fmt::format("{} is not {}", in_backquotes(node.text()), with_article(leaf.type));
  if (hint.empty()) hint = fmt::format("for example: {}", leaf.example);
  error(node.mark(), path, std::move(message), std::move(hint));
}

void Reader::out_of_range(const Node& node, const std::string& path, std::string range) {
  error(node.mark(), path, in_backquotes(node.text()) + " is out of range", std::move(range));
}

bool Reader::good_key(const Node::Entry& entry, const std::string& path, bool names_only) {
  if (names_only ? is_name(entry.key) : !entry.key.empty()) return true;
  error(entry.key_mark, path, in_backquotes(entry.key) + " is not a name",
        names_only ? "letters, digits, _ and -, starting with a letter" : "any text but the empty one");
  return false;
}

const Node* FieldReader::take(std::string_view name) {
  known_.emplace_back(name);
  return map_.find(name);
}

void FieldReader::missing(std::string_view name, std::string_view help, std::string_view example) {
  std::string hint(help);
  if (!example.empty()) hint += fmt::format("{}for example: {}", hint.empty() ? "" : "; ", example);
  reader_.error(map_.mark(), join_path(path_, name), "missing", std::move(hint));
}

bool FieldReader::is_empty(const Node& node, std::string_view name) {
  const bool empty = (node.is_map() && node.entries().empty()) || (node.is_sequence() && node.items().empty());
  if (empty) reader_.error(node.mark(), join_path(path_, name), "is empty");
  return empty;
}

void FieldReader::not_built(std::string_view name) { not_built_.emplace_back(name); }

void FieldReader::finish() {
  for (const Node::Entry& entry : map_.entries()) {
    if (reader_.is_flooded()) return;
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    const std::string path = join_path(path_, entry.key);
    if (std::find(not_built_.begin(), not_built_.end(), entry.key) != not_built_.end()) {
      reader_.error(entry.key_mark, path, std::string(kNotBuiltText));
    } else {
      reader_.error(entry.key_mark, path, "unknown field", did_you_mean(entry.key, known_));
    }
  }
}

}  // namespace detail
}  // namespace sim
