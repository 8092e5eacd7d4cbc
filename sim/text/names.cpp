#include <algorithm>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr std::size_t kLongestCompared = 64;
constexpr std::size_t kNamesListed = 12;
constexpr std::size_t kCharactersShown = 60;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment distance: insertions, deletions, replacements, swaps of neighbours.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string nearest_name(std::string_view wrong, std::span<const std::string> known) {
  if (wrong.empty() || wrong.size() > kLongestCompared) return {};
  // One slip in a short word, up to three in a long one.
  const std::size_t allowed = std::clamp<std::size_t>(wrong.size() / 3, 1, 3);
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::string nearest;
  for (const std::string& name : known) {
    if (name.size() > kLongestCompared) continue;
    const std::size_t distance = slips(wrong, name);
    // A replaced one-letter word has nothing left in common.
    if (distance <= allowed && distance < std::max(wrong.size(), name.size()) && distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string> known) {
  const std::string nearest = nearest_name(wrong, known);
  if (!nearest.empty()) return "did you mean " + in_backquotes(nearest) + "?";
  if (known.empty()) return {};
  const std::size_t shown = std::min(known.size(), kNamesListed);
  std::string text = fmt::format("known: {}", fmt::join(known.first(shown), ", "));
  if (known.size() > shown) text += fmt::format(" and {} more", known.size() - shown);
  return text;
}

std::string in_backquotes(std::string_view text) {
  std::string shown = "`";
  std::size_t characters = 0;
  for (const char c : text) {
    if (!continues_character(c) && ++characters > kCharactersShown) {
      shown += "…";
      break;
    }
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n') {
      shown += "\\n";
    } else if (c == '\t') {
      shown += "\\t";
    } else if (code < 0x20U || code == 0x7FU) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned>(code));
    } else {
      shown += c;
    }
  }
  return shown + '`';
}

}  // namespace sim
