#include <algorithm>

#include <fmt/core.h>

#include "sim/tool/command_line.h"
#include "sim/tool/text_table.h"

namespace sim {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kHelpColumn = 28;

// `text` from `column` on, broken at spaces; the first line starts where the caller is.
std::string wrapped(std::string_view text, std::size_t column) {
  std::string result;
  std::size_t width = column;
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t word_width = display_width(word);
    if (!first && width + 1 + word_width > kLineWidth) {
      result += '\n' + std::string(column, ' ');
      width = column;
    } else if (!first) {
      result += ' ';
      ++width;
    }
    result += word;
    width += word_width;
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

// "  what    help": the help on a line of its own when `what` is too long for its column.
std::string entry(const std::string& what, std::string_view help) {
  std::string line = "  " + what;
  const std::size_t width = display_width(line);
  if (width + 2 > kHelpColumn) {
    line += '\n' + std::string(kHelpColumn, ' ');
  } else {
    line += std::string(kHelpColumn - width, ' ');
  }
  return line + wrapped(help, kHelpColumn) + '\n';
}

}  // namespace

std::string CommandLine::usage() const {
  std::string text = "cosmosim " + command_;
  for (const Positional& positional : positionals_) {
    if (positional.list && positional.minimum > 0) {
      text += fmt::format(" {0} [{0} ...]", positional.name);
    } else if (positional.list) {
      text += fmt::format(" [{} ...]", positional.name);
    } else {
      text += positional.minimum > 0 ? " " + positional.name : fmt::format(" [{}]", positional.name);
    }
  }
  return text + (options_.empty() ? "" : " [options]");
}

std::string CommandLine::help() const {
  std::string text = "usage: " + usage() + "\n\n" + wrapped(summary_, 0) + '\n';
  if (!positionals_.empty()) text += "\narguments:\n";
  for (const Positional& positional : positionals_) text += entry(positional.name, positional.help);
  text += "\noptions:\n";
  for (const Option& option : options_) {
    const std::string short_form = option.short_name == 0 ? "" : fmt::format("-{}, ", option.short_name);
    const std::string value = option.value_name.empty() ? "" : " " + option.value_name;
    text += entry(fmt::format("{}--{}{}", short_form, option.name, value), option.help);
  }
  text += entry("-h, --help", "print this text");
  for (const std::string& note : notes_) text += '\n' + wrapped(note, 0) + '\n';
  if (!examples_.empty()) text += "\nexamples:\n";
  for (const auto& [arguments, what_it_does] : examples_) {
    text += fmt::format("  cosmosim {} {}\n      {}\n", command_, arguments, wrapped(what_it_does, 6));
  }
  text += "\nexit codes:\n";
  for (const ExitCode code : exit_codes_) {
    text += fmt::format("  {:>3}  {}\n", static_cast<int>(code), meaning(code));
  }
  return text;
}

void CommandLine::note(std::string paragraph) { notes_.push_back(std::move(paragraph)); }

void CommandLine::example(std::string arguments, std::string what_it_does) {
  examples_.emplace_back(std::move(arguments), std::move(what_it_does));
}

void CommandLine::exit_codes(std::vector<ExitCode> codes) { exit_codes_ = std::move(codes); }

}  // namespace sim
