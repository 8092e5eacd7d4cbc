#include "sim/config/node.h"

#include <algorithm>
#include <utility>

#include "sim/core/check.h"

namespace sim {

Node::Node() = default;
Node::Node(const Node&) = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(const Node&) = default;
Node& Node::operator=(Node&&) noexcept = default;
Node::~Node() = default;

Node Node::null(SourceMark mark) {
  Node node;
  node.mark_ = std::move(mark);
  return node;
}

Node Node::scalar(std::string text, SourceMark mark, bool quoted) {
  Node node = null(std::move(mark));
  node.kind_ = Kind::kScalar;
  node.quoted_ = quoted;
  node.text_ = std::move(text);
  return node;
}

Node Node::sequence(SourceMark mark) {
  Node node = null(std::move(mark));
  node.kind_ = Kind::kSequence;
  return node;
}

Node Node::map(SourceMark mark) {
  Node node = null(std::move(mark));
  node.kind_ = Kind::kMap;
  return node;
}

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries_) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  for (Entry& entry : entries_) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node& Node::append(Node item) {
  SIM_CHECK(is_sequence());
  return items_.emplace_back(std::move(item));
}

Node& Node::set(std::string key, Node value) {
  SourceMark mark = value.mark();
  return set(std::move(key), std::move(mark), std::move(value));
}

Node& Node::set(std::string key, SourceMark key_mark, Node value) {
  SIM_CHECK(is_map());
  for (Entry& entry : entries_) {
    if (entry.key != key) continue;
    entry.key_mark = std::move(key_mark);
    entry.value = std::move(value);
    return entry.value;
  }
  return add(std::move(key), std::move(key_mark), std::move(value));
}

Node& Node::add(std::string key, SourceMark key_mark, Node value) {
  SIM_CHECK(is_map());
  entries_.push_back({std::move(key), std::move(key_mark), std::move(value)});
  return entries_.back().value;
}

bool Node::erase(std::string_view key) {
  return std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; }) > 0;
}

Node& Node::item(std::size_t index) {
  SIM_CHECK(index < items_.size());
  return items_[index];
}

void Node::erase_item(std::size_t index) {
  SIM_CHECK(index < items_.size());
  items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool same_content(const Node& a, const Node& b) {
  const auto same_entry = [](const Node::Entry& x, const Node::Entry& y) {
    return x.key == y.key && same_content(x.value, y.value);
  };
  return a.kind() == b.kind() && a.text() == b.text() &&
         std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(), same_content) &&
         std::equal(a.entries().begin(), a.entries().end(), b.entries().begin(), b.entries().end(), same_entry);
}

}  // namespace sim
