#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/config/node.h"

namespace sim {
namespace {

constexpr std::ptrdiff_t kMostSteps = 64;

// Takes the first step off the path.
std::string_view next_step(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view step = path.substr(0, dot);
  path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  return step;
}

bool is_well_formed(std::string_view path) {
  return !path.empty() && path.front() != '.' && path.back() != '.' && path.find("..") == std::string_view::npos;
}

std::optional<std::size_t> element_number(std::string_view step) {
  if (step.empty() || (step.size() > 1 && step.front() == '0')) return std::nullopt;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), number);
  if (error != std::errc() || end != step.data() + step.size()) return std::nullopt;
  return number;
}

PutResult no_element(std::string_view walked, std::string_view step, const Node& list) {
  const std::size_t n = list.items().size();
  return {false, fmt::format("{} has no element {}", in_backquotes(walked), in_backquotes(step)),
          n == 0 ? "the list is empty" : fmt::format("its elements are numbered 0 to {}", n - 1)};
}

PutResult not_a_map(std::string_view walked, std::string_view step) {
  return {
      false, fmt::format("{} is a single value and has no field {}", in_backquotes(walked), in_backquotes(step)), {}};
}

// What stands at `step` of `node`; null when it is not there.
Node* child(Node& node, std::string_view step) {
  if (node.is_map()) return node.find(step);
  const auto number = element_number(step);
  if (!node.is_sequence() || !number || *number >= node.items().size()) return nullptr;
  return &node.item(*number);
}

// Why nothing can stand at `step` of `node`; ok when it could.
PutResult can_hold(const Node& node, std::string_view walked, std::string_view step) {
  if (node.is_scalar()) return not_a_map(walked, step);
  if (!node.is_sequence()) return {};
  const auto number = element_number(step);
  return number && *number < node.items().size() ? PutResult{} : no_element(walked, step, node);
}

void take_away(Node& parent, std::string_view step) {
  if (parent.is_map()) {
    parent.erase(step);
  } else {
    parent.erase_item(*element_number(step));
  }
}

PutResult remove_path(Node& root, std::string_view path) {
  Node* node = &root;
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view step = next_step(rest);
    Node* found = child(*node, step);
    if (found == nullptr) return {false, "there is no such field to take away", {}};
    if (rest.empty()) take_away(*node, step);
    node = found;
  }
  return {};
}

}  // namespace

std::string join_path(std::string_view path, std::string_view name) {
  if (path.empty()) return std::string(name);
  return fmt::format("{}.{}", path, name);
}

const Node* find_path(const Node& root, std::string_view path) {
  if (path.empty()) return &root;
  if (!is_well_formed(path)) return nullptr;
  const Node* node = &root;
  while (node != nullptr && !path.empty()) {
    const std::string_view step = next_step(path);
    if (node->is_map()) {
      node = node->find(step);
    } else {
      const auto number = element_number(step);
      node = node->is_sequence() && number && *number < node->items().size() ? &node->items()[*number] : nullptr;
    }
  }
  return node;
}

PutResult put_path(Node& root, std::string_view path, Node value) {
  if (!is_well_formed(path)) {
    return {false, in_backquotes(path) + " is not a path", "names joined by dots: containers.orders.throughput.manual"};
  }
  if (std::count(path.begin(), path.end(), '.') >= kMostSteps) {
    return {false, in_backquotes(path) + " is too deep", fmt::format("at most {} steps", kMostSteps)};
  }
  if (root.is_scalar() || root.is_sequence()) return {false, "the file is not a map", {}};
  if (value.is_null()) return remove_path(root, path);
  Node* node = &root;
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view walked = path.substr(0, path.size() - rest.size() - (rest.size() < path.size() ? 1 : 0));
    const std::string_view step = next_step(rest);
    PutResult result = can_hold(*node, walked, step);
    if (!result.ok) return result;
    if (node->is_null()) *node = Node::map(value.mark());
    Node* found = child(*node, step);
    if (rest.empty()) {
      if (node->is_sequence()) {
        *found = std::move(value);
      } else {
        node->set(std::string(step), std::move(value));
      }
      return {};
    }
    node = found != nullptr ? found : &node->set(std::string(step), value.mark(), Node::map(value.mark()));
  }
  return {};
}

}  // namespace sim
