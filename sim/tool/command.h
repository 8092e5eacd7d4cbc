#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/tool/exit_code.h"

namespace sim {

// One row of the table of commands in main.cpp. `run` gets the arguments after the command's name,
// writes results to standard output and everything else to standard error, and returns the exit
// code. It throws InputError for wrong input (exit code 2) and any other std::exception for a
// failing environment (exit code 1); main prints both.
struct Command {
  std::string_view name;
  std::string_view summary;  // one line, shown by `cosmosim --help`
  ExitCode (*run)(std::span<const std::string> arguments);
};

}  // namespace sim
