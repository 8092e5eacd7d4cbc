#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// What is wrong with something that a person wrote: a scenario, a data file, a command line.
// Checks gather as many diagnostics as they can and throw once, so that one run shows all errors.
namespace sim {

// A position in a text, 1-based, columns counted in characters. Line 0 means that there is no
// position, as for an option of the command line; column 0 means the line as a whole.
struct SourceMark {
  std::string file;
  std::int64_t line = 0;
  std::int64_t column = 0;
  friend bool operator==(const SourceMark&, const SourceMark&) = default;
};

// `path` names the field ("streams.writes.rate", empty: the file as a whole), `message` says what
// is wrong with it, `hint` what would be right. A hint may have several lines.
struct Diagnostic {
  SourceMark mark;
  std::string path;
  std::string message;
  std::string hint;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

// "file:line:column: error: path: message\n    hint: ..."; empty parts are left out.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic);

// Wrong input; the command line tool answers it with exit code 2. The diagnostics are sorted by
// file, line and column, exact repetitions dropped. what() joins the texts of the first 50 by
// newlines and counts the others.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(SourceMark mark, std::string message, std::string hint = {});
  [[nodiscard]] std::span<const Diagnostic> diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

// Gathers; nothing is thrown until throw_if_any().
class Diagnostics {
 public:
  void error(SourceMark mark, std::string path, std::string message, std::string hint = {});
  // Takes over everything that `other` holds.
  void append(std::span<const Diagnostic> other);
  [[nodiscard]] bool empty() const { return found_.empty(); }
  [[nodiscard]] std::size_t size() const { return found_.size(); }
  [[nodiscard]] std::span<const Diagnostic> all() const { return found_; }
  // Throws InputError with all of them and starts afresh.
  void throw_if_any();

 private:
  std::vector<Diagnostic> found_;
};

// The known name that `wrong` was probably meant to be: "did you mean `rate`?". When none is near,
// "known: a, b, c" (at most 12 names, the others counted); "" when nothing is known.
[[nodiscard]] std::string did_you_mean(std::string_view wrong, std::span<const std::string> known);

// The nearest known name alone; empty when none is near. Near means few typing slips (insertion,
// deletion, replacement, neighbours swapped) for the length of the word; case is ignored.
[[nodiscard]] std::string nearest_name(std::string_view wrong, std::span<const std::string> known);

// The text between backquotes, fit for one line of a message: control characters are escaped and
// what exceeds 60 characters is cut.
[[nodiscard]] std::string in_backquotes(std::string_view text);

}  // namespace sim
