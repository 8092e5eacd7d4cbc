#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"
#include "sim/tool/cmd_describe.h"
#include "sim/tool/cmd_epk.h"
#include "sim/tool/cmd_lineage.h"
#include "sim/tool/cmd_route.h"
#include "sim/tool/cmd_run.h"
#include "sim/tool/cmd_schema.h"
#include "sim/tool/cmd_validate.h"
#include "sim/tool/command.h"
#include "sim/tool/output.h"
#include "sim/tool/version.h"

namespace sim {
namespace {

ExitCode cmd_help(std::span<const std::string> arguments);

// A command is added by a row here and a file cmd_<name>.cpp in CMakeLists.txt.
constexpr std::array kCommands = std::to_array<Command>({
    {"run", "what happens to this design under this workload", cmd_run},
    {"validate", "is the scenario right, what does it resolve to, how big is the run", cmd_validate},
    {"describe", "what can be written in a scenario: defaults, units, ranges", cmd_describe},
    {"schema", "JSON Schema of a scenario, for editors", cmd_schema},
    {"epk", "effective partition keys: where key values land", cmd_epk},
    {"route", "which partition key ranges a filter visits, and why", cmd_route},
    {"lineage", "how the physical partitions of a run came to be", cmd_lineage},
    {"help", "explain a command", cmd_help},
});

constexpr std::array kExitCodes = {ExitCode::kDone,   ExitCode::kEnvironment, ExitCode::kWrongInput,
                                   ExitCode::kNotMet, ExitCode::kNoAnswer,    ExitCode::kStopped};

std::string overview() {
  std::string text =
      "usage: cosmosim COMMAND [arguments]\n\n"
      "Simulates the physical partitions of an Azure Cosmos DB (NoSQL API) container before it is\n"
      "deployed or changed.\n\n"
      "commands:\n";
  for (const Command& command : kCommands) text += fmt::format("  {:<10}  {}\n", command.name, command.summary);
  text +=
      "\n`cosmosim COMMAND --help` explains a command, `cosmosim --version` prints the version.\n\n"
      "exit codes:\n";
  for (const ExitCode code : kExitCodes) text += fmt::format("  {:>3}  {}\n", static_cast<int>(code), meaning(code));
  return text;
}

ExitCode dispatch(const std::string& name, std::span<const std::string> arguments) {
  std::vector<std::string> known;
  for (const Command& command : kCommands) {
    if (command.name == name) return command.run(arguments);
    known.emplace_back(command.name);
  }
  constexpr std::array<std::string_view, 4> kNotBuilt = {"compare", "plan", "sweep", "baseline"};
  if (std::find(kNotBuilt.begin(), kNotBuilt.end(), name) != kNotBuilt.end()) {
    throw InputError({"command line"}, "command " + in_backquotes(name) + " is not in this version yet",
                     fmt::format("known: {}", fmt::join(known, ", ")));
  }
  throw InputError({"command line"}, "unknown command " + in_backquotes(name), did_you_mean(name, known));
}

ExitCode cmd_help(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments[0] == "help" || arguments[0] == "--help" || arguments[0] == "-h") {
    write_output(overview());
    return ExitCode::kDone;
  }
  const std::array<std::string, 1> help{"--help"};
  return dispatch(arguments[0], help);
}

ExitCode run_tool(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    std::fputs(overview().c_str(), stderr);
    return ExitCode::kWrongInput;
  }
  const std::string& name = arguments[0];
  if (name == "--help" || name == "-h") return cmd_help({});
  if (name == "--version") {
    write_output(fmt::format("cosmosim {}\n", version()));
    return ExitCode::kDone;
  }
  return dispatch(name, arguments.subspan(1));
}

void report(std::string_view message) { fmt::print(stderr, "error: {}\n", message); }

ExitCode guarded(std::span<const std::string> arguments) {
  ExitCode code = ExitCode::kDone;
  try {
    code = run_tool(arguments);
    finish_output();
    return code;
  } catch (const OutputClosed&) {
    return code;  // whoever read the results has seen enough
  } catch (const InputError& wrong) {
    std::fprintf(stderr, "%s\n", wrong.what());
    return ExitCode::kWrongInput;
  } catch (const std::bad_alloc&) {
    std::fputs("error: not enough memory\n", stderr);
  } catch (const std::exception& failure) {
    report(failure.what());
  }
  return ExitCode::kEnvironment;
}

}  // namespace
}  // namespace sim

int main(int argc, char** argv) {
  sim::prepare_standard_streams();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(sim::guarded(arguments));
}
