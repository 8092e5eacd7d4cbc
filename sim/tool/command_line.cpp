#include "sim/tool/command_line.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <fmt/core.h>

#include "sim/text/diagnostics.h"
#include "sim/tool/output.h"

namespace po = boost::program_options;

namespace sim {
namespace {

bool asks_for_help(std::span<const std::string> arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return false;
    if (argument == "--help" || argument == "-h") return true;
  }
  return false;
}

ValueReader text_into(std::string& target) {
  return [&target](const std::string& text) -> std::optional<ValueProblem> {
    target = text;
    return std::nullopt;
  };
}

}  // namespace

// One reading of the arguments against the declarations. Errors are gathered; targets are written as
// the arguments are met, which is harmless as parse() throws if anything was wrong.
struct CommandLine::Parser {
  const CommandLine& line;
  Diagnostics errors{};
  std::vector<std::string> free{};  // the positional arguments
  std::vector<bool> seen = std::vector<bool>(line.options_.size());

  void error(std::string path, std::string message, std::string hint = {}) {
    errors.error({"command line"}, std::move(path), std::move(message), std::move(hint));
  }

  // "--seed N", as a hint of how an option is written.
  static std::string written(const Option& option) {
    return option.value_name.empty() ? "--" + option.name : fmt::format("--{} {}", option.name, option.value_name);
  }

  [[nodiscard]] std::size_t find(std::string_view name) const {
    std::size_t i = 0;
    while (i < line.options_.size() && line.options_[i].name != name) ++i;
    return i;
  }

  void split(std::span<const std::string> arguments) {
    po::options_description known;
    for (const Option& option : line.options_) {
      const std::string names = option.short_name == 0 ? option.name : option.name + ',' + option.short_name;
      // The description owns the value semantic that it is given.
      const po::value_semantic* semantic = option.value_name.empty()
                                               ? static_cast<po::value_semantic*>(new po::untyped_value(true))
                                               : po::value<std::string>();
      known.add_options()(names.c_str(), semantic, "");
    }
    constexpr int kStyle = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const auto parsed = po::command_line_parser(std::vector<std::string>(arguments.begin(), arguments.end()))
                            .options(known)
                            .style(kStyle)
                            .allow_unregistered()
                            .run();
    for (const po::option& met : parsed.options) take(met);
  }

  void take(const po::option& met) {
    if (met.string_key.empty()) {
      free.insert(free.end(), met.value.begin(), met.value.end());
    } else if (met.unregistered) {
      unknown(met.original_tokens.front());
    } else {
      const std::size_t i = find(met.string_key);
      const bool next_option = met.original_tokens.size() == 2 && met.original_tokens[1].starts_with("--");
      const std::string value = met.value.empty() || next_option ? std::string() : met.value.front();
      set(line.options_[i], value, seen[i]);
      seen[i] = true;
    }
  }

  void unknown(const std::string& token) {
    const std::string name = token.substr(0, token.find('='));
    std::vector<std::string> known{"--help"};
    for (const Option& option : line.options_) known.push_back("--" + option.name);
    error(in_backquotes(name), "unknown option", did_you_mean(name, known));
  }

  void set(const Option& option, const std::string& value, bool again) {
    if (option.value_name.empty()) {
      option.reader(value);
    } else if (value.empty()) {
      error("--" + option.name, "needs a value", written(option));
    } else if (again && !option.repeatable) {
      error("--" + option.name, "given twice");
    } else if (const auto problem = option.reader(value)) {
      error("--" + option.name, problem->message, problem->hint);
    }
  }

  void place_positionals() {
    std::size_t next = 0;
    for (const Positional& positional : line.positionals_) {
      const std::size_t left = free.size() - next;
      const std::size_t taken = positional.list ? left : std::min<std::size_t>(left, 1);
      if (taken < positional.minimum) error(positional.name, "missing", line.usage());
      for (std::size_t i = 0; i < taken; ++i) read(positional, free[next++]);
    }
    for (; next < free.size(); ++next) error(in_backquotes(free[next]), "unexpected argument", line.usage());
  }

  void read(const Positional& positional, const std::string& text) {
    if (text.empty()) {
      error(positional.name, "is empty");
    } else if (const auto problem = positional.reader(text)) {
      error(positional.name, problem->message, problem->hint);
    }
  }

  void run(std::span<const std::string> arguments) {
    try {
      split(arguments);
    } catch (const po::invalid_command_line_syntax& bad) {
      const bool extra = bad.kind() == po::invalid_syntax::extra_parameter;
      const std::string name = bad.get_option_name();
      const std::size_t i = find(std::string_view(name).substr(std::min(name.find_first_not_of('-'), name.size())));
      error(name, extra ? "takes no value" : "needs a value", i < seen.size() ? written(line.options_[i]) : "");
    } catch (const po::error& bad) {
      error("", bad.what());
    }
    // An unknown option leaves its value among the positional arguments: no second complaint about it.
    if (errors.empty()) place_positionals();
    errors.throw_if_any();
  }
};

CommandLine::CommandLine(std::string command, std::string summary)
    : command_(std::move(command)), summary_(std::move(summary)) {}

void CommandLine::positional(std::string name, std::string& target, std::string help) {
  positionals_.push_back({std::move(name), 1, false, text_into(target), std::move(help)});
}

void CommandLine::optional_positional(std::string name, std::string& target, std::string help) {
  positionals_.push_back({std::move(name), 0, false, text_into(target), std::move(help)});
}

void CommandLine::positional_list(std::string name, std::vector<std::string>& target, std::size_t minimum,
                                  std::string help) {
  const auto append = [&target](const std::string& text) -> std::optional<ValueProblem> {
    target.push_back(text);
    return std::nullopt;
  };
  positionals_.push_back({std::move(name), minimum, true, append, std::move(help)});
}

void CommandLine::add_option(std::string_view names, Option option) {
  const std::size_t comma = names.find(',');
  option.name = names.substr(0, comma);
  if (comma != std::string_view::npos) option.short_name = names.at(comma + 1);
  options_.push_back(std::move(option));
}

void CommandLine::flag(std::string_view names, bool& target, std::string help) {
  const auto set = [&target](const std::string&) -> std::optional<ValueProblem> {
    target = true;
    return std::nullopt;
  };
  add_option(names, {.reader = set, .help = std::move(help)});
}

void CommandLine::option(std::string_view names, std::string value_name, ValueReader reader, std::string help) {
  add_option(names, {.value_name = std::move(value_name), .reader = std::move(reader), .help = std::move(help)});
}

void CommandLine::option_list(std::string_view names, std::string value_name, ValueReader reader, std::string help) {
  add_option(
      names,
      {.value_name = std::move(value_name), .repeatable = true, .reader = std::move(reader), .help = std::move(help)});
}

void CommandLine::option(std::string_view names, std::string value_name, std::string& target, std::string help) {
  option(names, std::move(value_name), text_into(target), std::move(help));
}

bool CommandLine::parse(std::span<const std::string> arguments) const {
  if (asks_for_help(arguments)) {
    write_output(help());
    return false;
  }
  Parser{*this}.run(arguments);
  return true;
}

ValueReader whole_number(std::uint64_t minimum, std::uint64_t maximum, std::function<void(std::uint64_t)> accept) {
  return [=, accept = std::move(accept)](const std::string& text) -> std::optional<ValueProblem> {
    const std::string hint = fmt::format("{} to {}", minimum, maximum);
    if (text.find_first_not_of("0123456789") != std::string::npos) {
      return ValueProblem{in_backquotes(text) + " is not a whole number", hint};
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < minimum || value > maximum) {
      return ValueProblem{in_backquotes(text) + " is out of range", hint};
    }
    accept(value);
    return std::nullopt;
  };
}

ValueReader one_of(std::vector<std::string> words, std::function<void(std::size_t)> accept) {
  return
      [words = std::move(words), accept = std::move(accept)](const std::string& text) -> std::optional<ValueProblem> {
        const auto found = std::find(words.begin(), words.end(), text);
        if (found == words.end()) return ValueProblem{in_backquotes(text) + " is not known", did_you_mean(text, words)};
        accept(static_cast<std::size_t>(found - words.begin()));
        return std::nullopt;
      };
}

}  // namespace sim
