#include "sim/config/read_config.h"

namespace sim {
namespace {

using Marks = std::map<std::string, SourceMark, std::less<>>;

void collect(const Node& node, const std::string& path, Marks& marks) {
  marks.emplace(path, node.mark());
  for (std::size_t i = 0; i < node.items().size(); ++i) {
    collect(node.items()[i], join_path(path, std::to_string(i)), marks);
  }
  for (const Node::Entry& entry : node.entries()) collect(entry.value, join_path(path, entry.key), marks);
}

}  // namespace

SourceIndex::SourceIndex(const Node& root) { collect(root, std::string(), marks_); }

SourceMark SourceIndex::at(std::string_view path) const {
  while (true) {
    const auto found = marks_.find(path);
    if (found != marks_.end()) return found->second;
    if (path.empty()) return {};
    const std::size_t dot = path.rfind('.');
    path = dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
  }
}

}  // namespace sim
