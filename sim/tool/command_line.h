#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/tool/exit_code.h"

namespace sim {

// What is wrong with one value given on the command line; the hint may be empty.
struct ValueProblem {
  std::string message;
  std::string hint;
};

// Takes the text of a value; nothing means that it was accepted.
using ValueReader = std::function<std::optional<ValueProblem>(const std::string& text)>;

// The arguments of one command, declared once: they are parsed, checked and explained by --help
// from the same list. Targets are written by parse() and must outlive it.
//
//   CommandLine line("validate", "Is the file right?");
//   line.positional("SCENARIO", options.scenario, "scenario file");
//   line.flag("strict", options.strict, "treat warnings as errors");
//   if (!line.parse(arguments)) return ExitCode::kDone;   // --help was asked for and printed
//
// An option is `--name VALUE`, `--name=VALUE` or `-n VALUE`; `--` ends the options; a lone `-` is an
// ordinary argument (standard input). Names are never abbreviated: a script that works today still
// works when an option is added.
class CommandLine {
 public:
  CommandLine(std::string command, std::string summary);

  // Arguments in the order of declaration. `required`: exactly one. `optional`: at most one, the
  // target keeps its value when it is not given. `list`: takes all that remain, at least `minimum`.
  void positional(std::string name, std::string& target, std::string help);
  void optional_positional(std::string name, std::string& target, std::string help);
  void positional_list(std::string name, std::vector<std::string>& target, std::size_t minimum, std::string help);

  // Options. `names` is "output" or "output,o" (with the short form). `value_name` is what --help
  // shows in place of the value. Given twice is an error, except for flags and lists.
  void flag(std::string_view names, bool& target, std::string help);
  void option(std::string_view names, std::string value_name, ValueReader reader, std::string help);
  void option_list(std::string_view names, std::string value_name, ValueReader reader, std::string help);
  void option(std::string_view names, std::string value_name, std::string& target, std::string help);

  // Shown by --help after the options. The default exit codes are 0, 1 and 2.
  void note(std::string paragraph);
  void example(std::string arguments, std::string what_it_does);
  void exit_codes(std::vector<ExitCode> codes);

  // True: all targets are set. False: --help or -h was among the arguments, the help text has been
  // written to standard output. Throws InputError with everything that is wrong, file "command line".
  [[nodiscard]] bool parse(std::span<const std::string> arguments) const;
  [[nodiscard]] std::string help() const;

 private:
  struct Option {
    std::string name{};
    char short_name = 0;
    std::string value_name{};  // empty: a flag
    bool repeatable = false;
    ValueReader reader{};
    std::string help{};
  };
  struct Positional {
    std::string name;
    std::size_t minimum = 1;
    bool list = false;
    ValueReader reader;
    std::string help;
  };
  struct Parser;

  void add_option(std::string_view names, Option option);
  [[nodiscard]] std::string usage() const;

  std::string command_;
  std::string summary_;
  std::vector<Option> options_;
  std::vector<Positional> positionals_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string, std::string>> examples_;
  std::vector<ExitCode> exit_codes_{ExitCode::kDone, ExitCode::kEnvironment, ExitCode::kWrongInput};
};

// Readers for common kinds of values. A whole number is decimal digits alone: no sign, no exponent.
[[nodiscard]] ValueReader whole_number(std::uint64_t minimum, std::uint64_t maximum,
                                       std::function<void(std::uint64_t)> accept);
// One of `words`; `accept` gets its position.
[[nodiscard]] ValueReader one_of(std::vector<std::string> words, std::function<void(std::size_t)> accept);

}  // namespace sim
