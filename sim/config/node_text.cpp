#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/config/node.h"

namespace sim {
namespace {

bool looks_like_null(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNulls = {"", "~", "null", "Null", "NULL"};
  return std::find(kNulls.begin(), kNulls.end(), text) != kNulls.end();
}

// What some YAML reader would take for a boolean or a number.
bool looks_typed(std::string_view text) {
  constexpr std::array<std::string_view, 10> kWords = {"true", "false", "yes", "no",   "on",
                                                       "off",  "y",     "n",   ".inf", ".nan"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (std::find(kWords.begin(), kWords.end(), lower) != kWords.end()) return true;
  return !text.empty() && text.find_first_not_of("0123456789+-.eExXabcdefABCDEF_:") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; });
}

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// Whether YAML reads the bare text as this very text, in any context.
bool can_stand_bare(std::string_view text) {
  if (looks_like_null(text) || has_control_character(text) || text.starts_with("\xEF\xBB\xBF")) return false;
  constexpr std::string_view kNeverFirst = "-?:,[]{}#&*!|>'\"%@`= ";
  if (kNeverFirst.find(text.front()) != std::string_view::npos || text.back() == ' ' || text.back() == ':') {
    return false;
  }
  if (text.find_first_of(",[]{}?\"'") != std::string_view::npos || text.starts_with("...") || text == "<<")
    return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ':' && !is_letter_or_digit(text[i + 1])) return false;
    if (text[i] == '#' && text[i - 1] == ' ') return false;
  }
  return true;
}

bool is_plain_integer(std::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

void write_quoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (code < 0x20U || code == 0x7FU) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(code));
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_scalar(std::string_view text, bool quoted, std::string& out) {
  const bool negative = !quoted && is_plain_integer(text);
  if (negative || (can_stand_bare(text) && !(quoted && looks_typed(text)))) {
    out += text;
  } else {
    write_quoted(text, out);
  }
}

void write(const Node& node, std::string& out) {
  switch (node.kind()) {
    case Node::Kind::kNull:
      out += "null";
      return;
    case Node::Kind::kScalar:
      write_scalar(node.text(), node.quoted(), out);
      return;
    case Node::Kind::kSequence:
      out += '[';
      for (std::size_t i = 0; i < node.items().size(); ++i) {
        if (i > 0) out += ", ";
        write(node.items()[i], out);
      }
      out += ']';
      return;
    case Node::Kind::kMap:
      out += '{';
      for (std::size_t i = 0; i < node.entries().size(); ++i) {
        if (i > 0) out += ", ";
        write_scalar(node.entries()[i].key, false, out);
        out += ": ";
        write(node.entries()[i].value, out);
      }
      out += '}';
      return;
  }
}

}  // namespace

std::string to_text(const Node& node) {
  std::string text;
  write(node, text);
  return text;
}

}  // namespace sim
