#include <algorithm>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/text/diagnostics.h"

// A container's indexing policy, held to the service's own rules (index-policy.md).
namespace cosmos {
namespace {

bool same_place(const IndexPath& a, const IndexPath& b) { return a.segments == b.segments && a.subtree == b.subtree; }

}  // namespace

IndexingPolicy Resolver::indexing_policy(const std::string& path, const IndexingConfig& config) {
  if (config.mode == IndexingMode::kNone) {
    for (const auto& [field, written] :
         {std::pair("included_paths", config.included_paths != IndexingConfig{}.included_paths),
          std::pair("excluded_paths", !config.excluded_paths.empty()),
          std::pair("composite_indexes", !config.composite_indexes.empty())}) {
      if (written) {
        error(path + "." + field, "does not go with `mode: none`", "without an index there is nothing to choose");
      }
    }
    return IndexingPolicy::none();
  }
  std::vector<IndexPath> paths;
  read_index_paths(path + ".included_paths", config.included_paths, true, paths);
  read_index_paths(path + ".excluded_paths", config.excluded_paths, false, paths);
  const std::size_t written = config.included_paths.size() + config.excluded_paths.size();
  const bool has_root = std::any_of(paths.begin(), paths.end(), [](const IndexPath& p) { return p.segments.empty(); });
  if (paths.size() == written && !has_root) {
    error(path, "does not say what becomes of all other properties", "/* among the included or the excluded paths");
  }
  std::vector<std::vector<std::string>> composites;
  for (std::size_t i = 0; i < config.composite_indexes.size(); ++i) {
    std::vector<std::string> properties =
        composite_index(fmt::format("{}.composite_indexes.{}", path, i), config.composite_indexes[i]);
    if (properties.size() > 1) {
      composites.push_back(std::move(properties));
    }
  }
  return {std::move(paths), std::move(composites)};
}

void Resolver::read_index_paths(const std::string& path, const std::vector<std::string>& texts, bool included,
                                std::vector<IndexPath>& paths) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string at = fmt::format("{}.{}", path, i);
    std::optional<IndexPath> parsed = parse_index_path(texts[i]);
    if (!parsed) {
      error(at, fmt::format("{} is not a path of an indexing policy", sim::in_backquotes(texts[i])),
            "/total/? is one property, /content/* all below it, /* everything");
      continue;
    }
    parsed->included = included;
    if (std::any_of(paths.begin(), paths.end(), [&](const IndexPath& other) { return same_place(other, *parsed); })) {
      error(at, fmt::format("{} is there twice", sim::in_backquotes(texts[i])), "once, included or excluded");
      continue;
    }
    paths.push_back(std::move(*parsed));
  }
}

std::vector<std::string> Resolver::composite_index(const std::string& path, const std::vector<std::string>& texts) {
  if (texts.size() < 2) {
    error(path, fmt::format("has {} path{}", texts.size(), texts.size() == 1 ? "" : "s"),
          "two or more: [/docType, /createdAt desc]");
  }
  std::vector<std::string> properties;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string& text = texts[i];
    const std::string at = fmt::format("{}.{}", path, i);
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string direction = text.substr(space);
    const std::string property = text.substr(0, space);
    if (property.size() < 2 || property.front() != '/' || property.back() == '/' ||
        property.find('*') < property.size() || !(direction.empty() || direction == " asc" || direction == " desc")) {
      error(at, fmt::format("{} is not a path of a composite index", sim::in_backquotes(text)),
            "a slash and a property, and maybe a direction: /createdAt desc");
    } else if (std::find(properties.begin(), properties.end(), property.substr(1)) != properties.end()) {
      error(at, fmt::format("{} is there twice", sim::in_backquotes(property)), "each path is another property");
    } else {
      properties.push_back(property.substr(1));
    }
  }
  return properties;
}

}  // namespace cosmos
