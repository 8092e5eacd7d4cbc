#include "sim/text/json_array.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"
#include "sim/text/json_number.h"

namespace sim {
namespace {

constexpr const char* kArrayHint = "write one array, such as [\"contoso\", 2026]";
constexpr const char* kScalarHint = "an array holds texts, numbers, true, false, null and {} (undefined)";

constexpr unsigned byte_of(char c) { return static_cast<unsigned char>(c); }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool ends_word(char c) {
  return is_space(c) || std::string_view(",[]{}\"").find(c) != std::string_view::npos;
}
constexpr bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

// Length of the well-formed UTF-8 sequence of several bytes at the start of `text`, 0 when there is none.
std::size_t sequence_length(std::string_view text) {
  const unsigned lead = byte_of(text[0]);
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 ? 4 : 0;
  if (length == 0 || lead > 0xF4 || text.size() < length) return 0;
  std::uint32_t code_point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_of(text[i]) & 0xC0U) != 0x80) return 0;
    code_point = code_point << 6 | (byte_of(text[i]) & 0x3FU);
  }
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = is_high_surrogate(code_point) || is_low_surrogate(code_point);
  return overlong || surrogate || code_point > 0x10FFFF ? 0 : length;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      put(0xE0 | code_point >> 12);
    } else {
      put(0xF0 | code_point >> 18);
      put(0x80 | (code_point >> 12 & 0x3F));
    }
    put(0x80 | (code_point >> 6 & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
}

// One walk over a text. Every step returns false once something is wrong, with `fault` set.
struct Parser {
  std::string_view text;
  std::vector<JsonScalar>& values;
  std::string& decoded;
  std::size_t at = 0;
  JsonFault fault{};

  bool fail(std::size_t where, std::string message, std::string hint = {}) {
    fault = {where, std::move(message), std::move(hint)};
    return false;
  }
  [[nodiscard]] bool more() const { return at < text.size(); }
  [[nodiscard]] bool next_is(char c) const { return more() && text[at] == c; }
  void skip_space() {
    while (more() && is_space(text[at])) ++at;
  }

  bool array() {
    skip_space();
    if (!more()) return fail(0, "is empty", kArrayHint);
    if (!next_is('[')) return fail(at, "is not a JSON array", kArrayHint);
    ++at;
    skip_space();
    if (!next_is(']')) {
      do {
        if (!value()) return false;
        skip_space();
      } while (comma());
      if (!next_is(']')) return more() ? fail(at, "expected `,` or `]`") : unclosed();
    }
    ++at;
    skip_space();
    return !more() || fail(at, "text behind the closing `]`", "one array alone");
  }

  bool comma() {
    if (!next_is(',')) return false;
    ++at;
    skip_space();
    return true;
  }

  bool unclosed() { return fail(text.size(), "ends before the closing `]`"); }

  bool value() {
    if (!more()) return unclosed();
    switch (text[at]) {
      case '"':
        return string();
      case '{':
        return empty_object();
      case '[':
        return fail(at, "an array inside the array", kScalarHint);
      case ',':
      case ']':
        return fail(at, "expected a value");
      default:
        return word();
    }
  }

  bool add(JsonScalar scalar) {
    values.push_back(scalar);
    return true;
  }

  bool empty_object() {
    const std::size_t start = at++;
    skip_space();
    if (!next_is('}')) return fail(start, "an object that is not {}", kScalarHint);
    ++at;
    return add({.kind = JsonScalar::Kind::kEmptyObject, .offset = start});
  }

  bool word() {
    const std::size_t start = at;
    while (more() && !ends_word(text[at])) ++at;
    const std::string_view word = text.substr(start, at - start);
    if (word == "null") return add({.kind = JsonScalar::Kind::kNull, .offset = start});
    if (word == "true" || word == "false") {
      return add({.kind = JsonScalar::Kind::kBoolean, .boolean = word == "true", .offset = start});
    }
    if (!is_json_number(word)) {
      // A delimiter that no value starts with, such as `}`, is a word of one character.
      const std::string_view shown = word.empty() ? text.substr(start, 1) : word;
      return fail(start, in_backquotes(shown) + " is not a JSON value", kScalarHint);
    }
    const auto number = parse_json_number(word);
    if (!number) {
      return fail(start, in_backquotes(word) + " is beyond the range of a double", "at most 1.7976931348623157e308");
    }
    return add({.kind = JsonScalar::Kind::kNumber, .number = *number, .offset = start});
  }

  // The text up to the closing quote: a view of the input while it holds no escape, else a decoded copy.
  bool string() {
    const std::size_t start = at++;
    const std::size_t content = at;
    const std::size_t decoded_from = decoded.size();
    bool copied = false;
    for (std::size_t run = at; more();) {
      const char c = text[at];
      if (c == '"') {
        if (copied) decoded.append(text.substr(run, at - run));
        const auto value = copied ? std::string_view(decoded).substr(decoded_from) : text.substr(content, at - content);
        ++at;
        return add({.kind = JsonScalar::Kind::kText, .text = value, .offset = start});
      }
      if (c == '\\') {
        decoded.append(text.substr(run, at - run));
        copied = true;
        if (!escape()) return false;
        run = at;
      } else if (!plain_character()) {
        return false;
      }
    }
    return fail(start, "a text without its closing quote");
  }

  bool plain_character() {
    const unsigned byte = byte_of(text[at]);
    if (byte < 0x20) {
      return fail(at, "a control character inside a text", fmt::format("write it as \\u{:04X}", byte));
    }
    const std::size_t length = byte < 0x80 ? 1 : sequence_length(text.substr(at));
    if (length == 0) return fail(at, "a byte that is not UTF-8 text");
    at += length;
    return true;
  }

  bool escape() {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = at + 1 < text.size() ? text[at + 1] : '\0';
    if (letter == 'u') return unicode_escape();
    const std::size_t which = kLetters.find(letter);
    if (which == std::string_view::npos) {
      return fail(at, in_backquotes(text.substr(at, 2)) + " is not a JSON escape", "a backslash is written \\\\");
    }
    decoded.push_back(kMeanings[which]);
    at += 2;
    return true;
  }

  bool unicode_escape() {
    const auto unit = unit_at(at);
    if (!unit) return fail(at, in_backquotes(text.substr(at, 6)) + " is not a JSON escape", "\\u and four hex digits");
    const auto second = is_high_surrogate(*unit) ? unit_at(at + 6) : std::nullopt;
    if (second && is_low_surrogate(*second)) {
      append_utf8(decoded, 0x10000 + ((*unit - 0xD800) << 10) + (*second - 0xDC00));
      at += 12;
      return true;
    }
    if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) {
      return fail(at, in_backquotes(text.substr(at, 6)) + " is half of a surrogate pair", "no UTF-8 text can hold it");
    }
    append_utf8(decoded, *unit);
    at += 6;
    return true;
  }

  // The code unit of a \uXXXX escape at `where`.
  [[nodiscard]] std::optional<std::uint32_t> unit_at(std::size_t where) const {
    if (where + 6 > text.size() || text[where] != '\\' || text[where + 1] != 'u') return std::nullopt;
    std::uint32_t unit = 0;
    const char* const last = text.data() + where + 6;
    const auto [end, error] = std::from_chars(text.data() + where + 2, last, unit, 16);
    if (error != std::errc() || end != last) return std::nullopt;
    return unit;
  }
};

}  // namespace

std::optional<JsonFault> JsonArrayReader::read(std::string_view text) {
  values_.clear();
  decoded_.clear();
  // Decoded text is never longer than its escaped form, so views into it stay valid.
  decoded_.reserve(text.size());
  Parser parser{text, values_, decoded_};
  if (parser.array()) return std::nullopt;
  return std::move(parser.fault);
}

std::int64_t column_at(std::string_view line, std::size_t offset) {
  const std::string_view before = line.substr(0, std::min(offset, line.size()));
  return 1 + std::count_if(before.begin(), before.end(), [](char c) { return (byte_of(c) & 0xC0U) != 0x80; });
}

}  // namespace sim
