#include "sim/text/diagnostics.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace sim {
namespace {

constexpr std::size_t kTextsInWhat = 50;

void sort_and_drop_repetitions(std::vector<Diagnostic>& all) {
  const auto place = [](const Diagnostic& d) { return std::tie(d.mark.file, d.mark.line, d.mark.column); };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
  std::vector<Diagnostic> kept;
  std::size_t first_here = 0;
  for (Diagnostic& diagnostic : all) {
    if (!kept.empty() && place(kept.back()) != place(diagnostic)) first_here = kept.size();
    const auto here = kept.begin() + static_cast<std::ptrdiff_t>(first_here);
    if (std::find(here, kept.end(), diagnostic) == kept.end()) kept.push_back(std::move(diagnostic));
  }
  all = std::move(kept);
}

std::string joined_texts(std::span<const Diagnostic> all) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kTextsInWhat); ++i) {
    if (i > 0) text += '\n';
    text += to_text(all[i]);
  }
  if (all.size() > kTextsInWhat) text += fmt::format("\nand {} more", all.size() - kTextsInWhat);
  return text;
}

std::vector<Diagnostic> in_order(std::vector<Diagnostic> all) {
  sort_and_drop_repetitions(all);
  return all;
}

}  // namespace

std::string to_text(const Diagnostic& diagnostic) {
  std::string text = diagnostic.mark.file;
  if (diagnostic.mark.line > 0) {
    text += fmt::format("{}{}", text.empty() ? "" : ":", diagnostic.mark.line);
    if (diagnostic.mark.column > 0) text += fmt::format(":{}", diagnostic.mark.column);
  }
  if (!text.empty()) text += ": ";
  text += "error: ";
  if (!diagnostic.path.empty()) text += diagnostic.path + ": ";
  text += diagnostic.message;
  if (diagnostic.hint.empty()) return text;
  text += "\n    hint: ";
  for (const char c : diagnostic.hint) {
    text += c;
    if (c == '\n') text += "          ";
  }
  return text;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined_texts(in_order(diagnostics))), diagnostics_(in_order(std::move(diagnostics))) {}

InputError::InputError(SourceMark mark, std::string message, std::string hint)
    : InputError(std::vector<Diagnostic>{{std::move(mark), {}, std::move(message), std::move(hint)}}) {}

void Diagnostics::error(SourceMark mark, std::string path, std::string message, std::string hint) {
  found_.push_back({std::move(mark), std::move(path), std::move(message), std::move(hint)});
}

void Diagnostics::append(std::span<const Diagnostic> other) { found_.insert(found_.end(), other.begin(), other.end()); }

void Diagnostics::throw_if_any() {
  if (found_.empty()) return;
  throw InputError(std::exchange(found_, {}));
}

}  // namespace sim
