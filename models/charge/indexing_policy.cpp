#include "models/charge/indexing_policy.h"

#include <algorithm>
#include <utility>

namespace cosmos {
namespace {

std::vector<std::string> segments_of(std::string_view path) {
  std::vector<std::string> segments;
  while (true) {
    const std::size_t slash = path.find('/');
    segments.emplace_back(path.substr(0, slash));
    if (slash == std::string_view::npos) {
      return segments;
    }
    path.remove_prefix(slash + 1);
  }
}

bool leads_to(const IndexPath& path, const std::vector<std::string>& segments) {
  if (!path.subtree) {
    return path.segments == segments;
  }
  return path.segments.size() < segments.size() &&
         std::equal(path.segments.begin(), path.segments.end(), segments.begin());
}

bool is_quoted(const std::string& segment) {
  return segment.size() > 2 && segment.front() == '"' && segment.back() == '"';
}

}  // namespace

std::optional<IndexPath> parse_index_path(std::string_view text) {
  if (text.size() < 2 || text.front() != '/') {
    return std::nullopt;
  }
  IndexPath path;
  path.segments = segments_of(text.substr(1));
  const std::string last = std::move(path.segments.back());
  path.segments.pop_back();
  path.subtree = last == "*";
  if ((!path.subtree && last != "?") || (!path.subtree && path.segments.empty())) {
    return std::nullopt;
  }
  for (std::string& segment : path.segments) {
    if (segment.empty() || segment == "*" || segment == "?") {
      return std::nullopt;
    }
    if (is_quoted(segment)) {
      segment = segment.substr(1, segment.size() - 2);
    }
  }
  return path;
}

bool IndexingPolicy::includes(const std::vector<std::string>& segments) const {
  const IndexPath* decides = nullptr;
  const auto precision = [](const IndexPath& path) { return std::pair(path.segments.size(), !path.subtree); };
  for (const IndexPath& path : paths_) {
    if (leads_to(path, segments) && (decides == nullptr || precision(path) > precision(*decides))) {
      decides = &path;
    }
  }
  return decides != nullptr && decides->included;
}

bool IndexingPolicy::indexes(std::string_view property) const {
  return !is_none() && (property == "id" || includes(segments_of(property)));
}

bool IndexingPolicy::indexes_below(std::string_view top_level) const {
  return includes({std::string(top_level), "[]"});
}

bool IndexingPolicy::indexes_others() const { return includes({std::string()}); }

}  // namespace cosmos
