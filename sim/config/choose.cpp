#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/config/detail/reader.h"

// Which alternative of a choice a node is written as.
namespace sim::detail {
namespace {

using Alternatives = std::span<const AlternativeInfo>;

// How an alternative is written: `uniform`, {zipf: a map}, a duration.
std::string spelling(const AlternativeInfo& alternative) {
  if (alternative.word) return std::string(alternative.tag);
  if (alternative.tag.empty()) return alternative.expected;
  if (alternative.expected == "a map") return fmt::format("{{{}: {{…}}}}", alternative.tag);
  return fmt::format("{{{}: {}}}", alternative.tag, alternative.expected);
}

// "a, b or c" of all that are built.
std::string spellings(Alternatives alternatives) {
  std::vector<std::string> all;
  for (const AlternativeInfo& alternative : alternatives) {
    if (!alternative.not_built) all.push_back(spelling(alternative));
  }
  if (all.size() < 2) return all.empty() ? std::string() : all.front();
  const std::string last = std::move(all.back());
  all.pop_back();
  return fmt::format("{} or {}", fmt::join(all, ", "), last);
}

// Every alternative with its summary, a line each.
std::string catalogue(Alternatives alternatives) {
  std::string text = "one of";
  for (const AlternativeInfo& alternative : alternatives) {
    if (alternative.not_built) continue;
    text += fmt::format("\n{}", spelling(alternative));
    if (!alternative.summary.empty()) text += fmt::format(" - {}", alternative.summary);
  }
  return text;
}

std::vector<std::string> tags(Alternatives alternatives) {
  std::vector<std::string> all;
  for (const AlternativeInfo& alternative : alternatives) {
    if (!alternative.tag.empty() && !alternative.not_built) all.emplace_back(alternative.tag);
  }
  return all;
}

std::string hint_for(std::string_view wrong, Alternatives alternatives) {
  const std::string near = nearest_name(wrong, tags(alternatives));
  return near.empty() ? catalogue(alternatives) : fmt::format("did you mean {}?", in_backquotes(near));
}

std::optional<std::size_t> find_tag(std::string_view tag, Alternatives alternatives) {
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (!tag.empty() && alternatives[i].tag == tag) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> find_plain(Alternatives alternatives, bool AlternativeInfo::*kind) {
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    if (alternatives[i].tag.empty() && alternatives[i].*kind) return i;
  }
  return std::nullopt;
}

std::string not_built(std::string_view tag) {
  return in_backquotes(tag) + " is in the grammar, but this version does not support it yet";
}

}  // namespace

std::optional<Picked> Reader::pick_by_word(const Node& node, const std::string& path, Alternatives alternatives) {
  const auto plain = find_plain(alternatives, &AlternativeInfo::scalar);
  if (const auto tagged = find_tag(node.text(), alternatives)) {
    const AlternativeInfo& found = alternatives[*tagged];
    if (found.word) return Picked{*tagged, nullptr, path};
    if (found.not_built) {
      error(node.mark(), path, not_built(found.tag));
      return std::nullopt;
    }
    if (!plain) {
      error(node.mark(), path, in_backquotes(found.tag) + " needs a value",
            fmt::format("write it as {}", spelling(found)));
      return std::nullopt;
    }
  }
  // A misspelt word would otherwise be reported as a bad duration, size or the like.
  const bool misspelt =
      plain && !alternatives[*plain].free_text && !nearest_name(node.text(), tags(alternatives)).empty();
  if (plain && !misspelt) return Picked{*plain, &node, path};
  error(node.mark(), path, in_backquotes(node.text()) + " is not one of the choices",
        hint_for(node.text(), alternatives));
  return std::nullopt;
}

std::optional<Picked> Reader::pick_by_tag(const Node& node, const std::string& path, Alternatives alternatives) {
  const auto plain = find_plain(alternatives, &AlternativeInfo::map);
  const std::vector<Node::Entry>& entries = node.entries();
  if (entries.size() == 1) {
    const Node::Entry& entry = entries.front();
    if (const auto tagged = find_tag(entry.key, alternatives)) {
      const AlternativeInfo& found = alternatives[*tagged];
      if (found.not_built) {
        error(entry.key_mark, path, not_built(found.tag));
      } else if (found.word) {
        error(entry.key_mark, path, in_backquotes(found.tag) + " takes no value", "write the bare word");
      } else {
        return Picked{*tagged, &entry.value, join_path(path, entry.key)};
      }
      return std::nullopt;
    }
    // A misspelt tag beside a plain map: the nearest of tags and fields decides what was meant.
    std::vector<std::string> names = tags(alternatives);
    const std::size_t tag_count = names.size();
    if (plain) names.insert(names.end(), alternatives[*plain].fields.begin(), alternatives[*plain].fields.end());
    const std::string near = nearest_name(entry.key, names);
    const auto end_of_tags = names.begin() + static_cast<std::ptrdiff_t>(tag_count);
    const bool meant_tag =
        plain && !alternatives[*plain].fields.empty() && std::find(names.begin(), names.end(), near) < end_of_tags;
    if (!plain || meant_tag) {
      error(entry.key_mark, path, in_backquotes(entry.key) + " is not one of the choices",
            hint_for(entry.key, alternatives));
      return std::nullopt;
    }
  }
  if (plain) return Picked{*plain, &node, path};
  if (entries.empty()) {
    error(node.mark(), path, "is empty", catalogue(alternatives));
  } else {
    error(entries[1].key_mark, path, "has several keys, expected one of the choices", catalogue(alternatives));
  }
  return std::nullopt;
}

std::optional<Picked> Reader::pick(const Node& node, const std::string& path, Alternatives alternatives) {
  if (node.is_scalar()) return pick_by_word(node, path, alternatives);
  if (node.is_map()) return pick_by_tag(node, path, alternatives);
  const auto plain = find_plain(alternatives, &AlternativeInfo::list);
  if (node.is_sequence() && plain) return Picked{*plain, &node, path};
  if (node.is_null()) {
    error(node.mark(), path, "is empty");
  } else {
    error(node.mark(), path, fmt::format("is a list, expected {}", spellings(alternatives)));
  }
  return std::nullopt;
}

}  // namespace sim::detail
