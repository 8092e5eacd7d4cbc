#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "sim/config/node.h"
#include "sim/config/utf8.h"
#include "sim/config/yaml_source.h"

namespace sim {
namespace {

constexpr std::size_t kMostLevels = 64;
constexpr std::size_t kMostValues = 200'000;
constexpr std::size_t kMostErrors = 200;

// Ends parsing early; what was found is in the diagnostics.
struct Stop {};

// The library holds all tokens of a bracketed text before it tells of the first: without this, 4 MiB of `[` would be
// 1 GB. No list or map has more openings and commas than twice its values.
bool has_too_many_values(std::string_view text) {
  const auto splits = [](char c) { return c == '[' || c == '{' || c == ','; };
  return std::count_if(text.begin(), text.end(), splits) > static_cast<std::ptrdiff_t>(2 * kMostValues);
}

std::size_t from_zero(int value) { return value > 0 ? static_cast<std::size_t>(value) : 0; }

// Builds the tree from the parser's events and reports what YAML allows but a scenario does not.
class Builder : public YAML::EventHandler {
 public:
  Builder(const YamlSource& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  // What was built of a document that was read to its end.
  [[nodiscard]] Node finish() {
    diagnostics_.append(collection_keys_.all());
    return std::move(root_);
  }
  [[nodiscard]] SourceMark place(const YAML::Mark& mark) const {
    return source_.mark(from_zero(mark.line), from_zero(mark.column));
  }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_properties(mark, "?", anchor);
    // A value that was left out is reported by the library at whatever comes next.
    const std::string_view text = source_text(mark);
    const bool written = text.starts_with('~') || text.starts_with('n') || text.starts_with('N');
    const bool after_key = !levels_.empty() && levels_.back().node.is_map() && levels_.back().has_key;
    add(Node::null(after_key && !written ? levels_.back().key_mark : place(mark)));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    error(place(mark), "YAML aliases are not allowed", "write the value out, or quote a text that begins with `*`");
    add(Node::null(place(mark)));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_properties(mark, tag, anchor);
    if (const auto control = first_control_character(value)) {
      error(place(mark), fmt::format("holds the control character U+{:04X}", control->code));
    }
    if (tag == "!") check_closing_quote(mark);
    add(Node::scalar(value, place(mark), tag != "?"));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_properties(mark, tag, anchor);
    open(Node::sequence(place(mark)));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_properties(mark, tag, anchor);
    open(Node::map(place(mark)));
  }
  void OnMapEnd() override { close(); }

 private:
  // A collection that is being filled.
  struct Level {
    Node node;
    std::map<std::string, std::int64_t> lines;  // of a map's keys
    std::string key;
    SourceMark key_mark;
    bool has_key = false;
    bool drop_value = false;  // the key was refused
  };

  void error(SourceMark mark, std::string message, std::string hint = {}) {
    diagnostics_.error(std::move(mark), path(), std::move(message), std::move(hint));
    if (diagnostics_.size() >= kMostErrors) throw Stop();
  }

  // Of the value that comes next.
  [[nodiscard]] std::string path() const {
    std::string text;
    for (const Level& level : levels_) {
      if (level.node.is_sequence()) {
        text = join_path(text, std::to_string(level.node.items().size()));
      } else if (level.has_key) {
        text = join_path(text, level.key);
      }
    }
    return text;
  }

  void refuse_properties(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) error(place(mark), "YAML anchors are not allowed", "write the value out");
    // A lone `!` looks like quotes in the event, so the text itself is asked.
    const bool lone = tag == "!" && source_text(mark).starts_with('!');
    if (lone || (tag != "?" && tag != "!" && !tag.empty())) {
      error(place(mark), "YAML tags are not allowed", "leave it out, or quote a text that begins with `!`");
    }
  }

  [[nodiscard]] std::string_view source_text(const YAML::Mark& mark) const {
    return source_.from(from_zero(mark.line), from_zero(mark.column));
  }

  // The library takes the end of the file for a closing quote.
  void check_closing_quote(const YAML::Mark& mark) {
    const std::string_view text = source_text(mark);
    if (text.empty() || (text.front() != '"' && text.front() != '\'')) return;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const bool escape = text.front() == '"' ? text[i] == '\\' : text.substr(i, 2) == "''";
      if (escape) {
        ++i;
      } else if (text[i] == text.front()) {
        return;
      }
    }
    error(place(mark), "is not valid YAML: the closing quote is missing");
    throw Stop();
  }

  [[nodiscard]] bool awaits_key() const {
    return !levels_.empty() && levels_.back().node.is_map() && !levels_.back().has_key;
  }

  void set_key(std::string key, SourceMark mark, bool usable) {
    Level& level = levels_.back();
    level.has_key = true;
    level.key = std::move(key);
    level.key_mark = mark;
    level.drop_value = !usable;
    if (!usable) return;
    const auto [first, added] = level.lines.emplace(level.key, mark.line);
    if (added) return;
    level.drop_value = true;
    error(mark, "given twice", fmt::format("first on line {}", first->second));
  }

  void take_key(const Node& node) {
    const bool merge = node.text() == "<<" && !node.quoted();
    if (merge) {
      error(node.mark(), "YAML merge keys (`<<`) are not allowed", "write the fields out");
    } else if (node.is_null()) {
      error(node.mark(), "a field needs a name before the colon");
    }
    const bool one_line = node.text().find('\n') == std::string::npos;
    if (!one_line) error(node.mark(), "a field's name must be on one line");
    set_key(node.text(), node.mark(), !merge && one_line && node.is_scalar());
  }

  void count_value(const SourceMark& mark) {
    if (++values_ <= kMostValues) return;
    error(mark, fmt::format("the file has more than {} values", kMostValues), "large tables belong in CSV files");
    throw Stop();
  }

  void add(Node node) {
    count_value(node.mark());
    if (awaits_key()) {
      take_key(node);
      return;
    }
    attach(std::move(node));
  }

  void attach(Node node) {
    if (levels_.empty()) {
      root_ = std::move(node);
      return;
    }
    Level& level = levels_.back();
    if (level.node.is_sequence()) {
      level.node.append(std::move(node));
      return;
    }
    if (!level.drop_value) level.node.add(std::move(level.key), std::move(level.key_mark), std::move(node));
    level.has_key = false;
  }

  void open(Node node) {
    count_value(node.mark());
    const bool as_key = awaits_key();
    if (as_key) collection_keys_.error(node.mark(), path(), "a field's name cannot be a list or a map");
    if (levels_.size() >= kMostLevels) {
      error(node.mark(), fmt::format("is nested more than {} levels deep", kMostLevels));
      throw Stop();
    }
    levels_.push_back({});
    levels_.back().node = std::move(node);
  }

  void close() {
    Node node = std::move(levels_.back().node);
    levels_.pop_back();
    if (awaits_key()) {
      set_key(std::string(), node.mark(), false);
      return;
    }
    attach(std::move(node));
  }

  const YamlSource& source_;
  Diagnostics& diagnostics_;
  std::vector<Level> levels_;
  Node root_;
  std::size_t values_ = 0;
  // Reported at the end only: to the library an unclosed bracket looks like a key.
  Diagnostics collection_keys_;
};

// The start of a second document is all that is asked of it.
class SecondDocument : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    start = mark;
    throw Stop();
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
  YAML::Mark start;
};

struct SyntaxHint {
  std::string_view message;
  std::string_view hint;
};
const std::array kSyntaxHints = {
    SyntaxHint{YAML::ErrorMsg::MAP_VALUE, "quote a text that holds `: `; fields of one map begin in the same column"},
    SyntaxHint{YAML::ErrorMsg::CHAR_IN_BLOCK, "quote a text that begins with `>` or `|`"},
    SyntaxHint{YAML::ErrorMsg::END_OF_MAP_FLOW, "a `}` or a comma is missing"},
    SyntaxHint{YAML::ErrorMsg::END_OF_SEQ_FLOW, "a `]` or a comma is missing"},
    SyntaxHint{YAML::ErrorMsg::END_OF_MAP, "fields of one map begin in the same column"},
    SyntaxHint{YAML::ErrorMsg::END_OF_SEQ, "elements of one list begin in the same column"},
    SyntaxHint{YAML::ErrorMsg::UNKNOWN_TOKEN,
               "quote a text that begins with `%`, `@` or a backquote, or holds a `?` inside brackets"},
    SyntaxHint{YAML::ErrorMsg::UNKNOWN_ANCHOR, "quote a text that begins with `*`"},
    SyntaxHint{YAML::ErrorMsg::ALIAS_NOT_FOUND, "quote a text that begins with `*`"},
    SyntaxHint{YAML::ErrorMsg::ANCHOR_NOT_FOUND, "quote a text that begins with `&`"},
};

// What the library's message leaves open; `line` is the line that it points to.
std::string syntax_hint(std::string_view message, std::string_view line) {
  const std::string_view indentation = line.substr(0, line.find_first_not_of(" \t"));
  if (indentation.find('\t') != std::string_view::npos) return "indent with spaces, not with tabs";
  for (const SyntaxHint& known : kSyntaxHints) {
    if (message.starts_with(known.message)) return std::string(known.hint);
  }
  return {};
}

void refuse_second_document(YAML::Parser& parser, const Builder& builder, Diagnostics& diagnostics) {
  SecondDocument second;
  try {
    if (!parser.HandleNextDocument(second)) return;
  } catch (const Stop&) {
  }
  diagnostics.error(builder.place(second.start), {}, "there is more after the end of the document",
                    "one file holds one YAML document");
}

}  // namespace

Node parse_yaml_text(std::string_view text, std::string file_name) {
  const YamlSource source(text, std::move(file_name));
  if (has_too_many_values(source.text())) {
    throw InputError(SourceMark{source.file(), 0, 0},
                     fmt::format("has more than {} brackets and commas", 2 * kMostValues),
                     "large tables belong in CSV files");
  }
  Diagnostics diagnostics;
  Builder builder(source, diagnostics);
  Node root;
  try {
    std::istringstream stream(source.text());
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder)) refuse_second_document(parser, builder, diagnostics);
    root = builder.finish();
  } catch (const Stop&) {
  } catch (const YAML::Exception& e) {
    diagnostics.error(builder.place(e.mark), {}, "is not valid YAML: " + e.msg,
                      syntax_hint(e.msg, source.line_text(from_zero(e.mark.line))));
  }
  diagnostics.throw_if_any();
  if (root.is_null()) throw InputError(SourceMark{source.file(), 0, 0}, "is empty");
  return root;
}

}  // namespace sim
