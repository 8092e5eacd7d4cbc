#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/tool/command_line.h"
#include "sim/tool/progress.h"

namespace sim {

enum class Format { kText, kJson };

// One `--set PATH=VALUE`: VALUE is YAML, put in place of what the scenario file says at PATH.
struct Setting {
  std::string path;   // never empty
  std::string value;  // all after the first '='; may be empty
};

// The options shared by all commands that simulate.
struct RunOptions {
  std::string scenario;  // "-": standard input
  std::string output;    // empty: none asked for
  std::vector<Setting> set;
  std::string variant;                       // empty: the base file
  std::optional<std::uint64_t> seed;         // up to 2^63 - 1; nothing: the scenario's own
  std::optional<std::int64_t> replications;  // 1 to 1,000,000; nothing: the scenario's own
  unsigned threads = 1;                      // 1 to 1,024
  Format format = Format::kText;
  ProgressMode progress = ProgressMode::kAuto;
  bool quiet = false;
};

// Reads the value of a repeatable --set into `target`.
[[nodiscard]] ValueReader setting_reader(std::vector<Setting>& target);

// Declares --format text|json on any command.
void add_format_option(CommandLine& line, Format& target);

// Declares all shared options but not SCENARIO, and sets `options.threads` to what the hardware has.
void add_run_options(CommandLine& line, RunOptions& options);

// The whole command line of a command with one SCENARIO: `line` carries the command's name, summary,
// examples and its own options. Nothing: help was printed. Throws InputError.
[[nodiscard]] std::optional<RunOptions> parse_run_options(CommandLine line, std::span<const std::string> arguments);

}  // namespace sim
