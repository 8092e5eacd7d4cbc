#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/text/diagnostics.h"

// A YAML document as a plain tree in which everything knows where it was written.
// A value is owned whole: copying a node copies all that is below it.
namespace sim {

class Node {
 public:
  enum class Kind { kNull, kScalar, kSequence, kMap };
  struct Entry;

  Node();
  Node(const Node&);
  Node(Node&&) noexcept;
  Node& operator=(const Node&);
  Node& operator=(Node&&) noexcept;
  ~Node();

  [[nodiscard]] static Node null(SourceMark mark = {});
  // `quoted`: written in quotes or as a block, so that it is text whatever it looks like.
  [[nodiscard]] static Node scalar(std::string text, SourceMark mark = {}, bool quoted = false);
  [[nodiscard]] static Node sequence(SourceMark mark = {});
  [[nodiscard]] static Node map(SourceMark mark = {});

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_null() const { return kind_ == Kind::kNull; }
  [[nodiscard]] bool is_scalar() const { return kind_ == Kind::kScalar; }
  [[nodiscard]] bool is_sequence() const { return kind_ == Kind::kSequence; }
  [[nodiscard]] bool is_map() const { return kind_ == Kind::kMap; }
  // The text of a scalar as YAML reads it; empty for other kinds.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool quoted() const { return quoted_; }
  [[nodiscard]] const SourceMark& mark() const { return mark_; }
  // The elements of a sequence; empty for other kinds.
  [[nodiscard]] const std::vector<Node>& items() const { return items_; }
  // The entries of a map in the order of the file; empty for other kinds.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] Node* find(std::string_view key);

  // For sequences only.
  Node& append(Node item);
  // For maps only: replaces the value of `key` in place, or adds it at the end.
  Node& set(std::string key, Node value);
  Node& set(std::string key, SourceMark key_mark, Node value);
  // For maps only: adds an entry at the end, in constant time; the key must be new.
  Node& add(std::string key, SourceMark key_mark, Node value);
  // Removes an entry of a map; false when it has none of that name.
  bool erase(std::string_view key);
  // For sequences only; `index` must exist.
  [[nodiscard]] Node& item(std::size_t index);
  void erase_item(std::size_t index);

 private:
  Kind kind_ = Kind::kNull;
  bool quoted_ = false;
  std::string text_;
  SourceMark mark_;
  std::vector<Node> items_;
  std::vector<Entry> entries_;
};

struct Node::Entry {
  std::string key;
  SourceMark key_mark;
  Node value;
};

// Equal content; positions and the way of quoting do not count.
[[nodiscard]] bool same_content(const Node& a, const Node& b);

// The tree as YAML on one line: {a: 1, b: [x, y]}. Texts are quoted where YAML needs it, so that
// reading it again gives the same content.
[[nodiscard]] std::string to_text(const Node& node);

// Reads one strict YAML document. Throws InputError, with every problem found as far as parsing
// got: a file that is missing, a directory, unreadable, empty, binary, not UTF-8, larger than 4 MiB;
// syntax errors; anchors, aliases, merge keys, tags, directives; keys that are lists, maps or empty;
// keys given twice; several documents; more than 64 levels or 200,000 values.
// A byte order mark and Windows line ends are accepted.
[[nodiscard]] Node parse_yaml_file(const std::filesystem::path& file);
// The same for a text in memory; `file_name` is what the diagnostics call it.
[[nodiscard]] Node parse_yaml_text(std::string_view text, std::string file_name);

// A path is names joined by dots, list elements by number from 0: "timeline.0.at". Keys that contain
// a dot cannot be addressed. Null when nothing is there. The empty path is the root.
[[nodiscard]] const Node* find_path(const Node& root, std::string_view path);

struct PutResult {
  bool ok = true;
  std::string message;
  std::string hint;
};
// Puts `value` in place whole (nothing is merged) and creates missing maps on the way. A null value
// takes the field or list element away; it must exist. Refused, with `root` as it was: an element
// number beyond the list, a way through a plain value, a malformed path.
[[nodiscard]] PutResult put_path(Node& root, std::string_view path, Node value);

// "a.b" from "a" and "b"; the name alone at the root.
[[nodiscard]] std::string join_path(std::string_view path, std::string_view name);

}  // namespace sim
