#include "sim/tool/options.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include <fmt/core.h>

namespace sim {
namespace {

constexpr std::uint64_t kMostReplications = 1'000'000;
constexpr std::uint64_t kMostThreads = 1'024;

unsigned hardware_threads() {
  return std::clamp(std::thread::hardware_concurrency(), 1U, static_cast<unsigned>(kMostThreads));
}

}  // namespace

// The first '=' separates: paths hold none, values may.
ValueReader setting_reader(std::vector<Setting>& target) {
  return [&target](const std::string& text) -> std::optional<ValueProblem> {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return ValueProblem{fmt::format("`{}` is not PATH=VALUE", text), "for example --set experiment.replications=10"};
    }
    target.push_back({text.substr(0, equals), text.substr(equals + 1)});
    return std::nullopt;
  };
}

void add_format_option(CommandLine& line, Format& target) {
  line.option("format", "text|json",
              one_of({"text", "json"}, [&target](std::size_t i) { target = i == 0 ? Format::kText : Format::kJson; }),
              "how results are written to standard output (default text)");
}

void add_run_options(CommandLine& line, RunOptions& options) {
  options.threads = hardware_threads();
  line.option("output,o", "FILE", options.output, "result file (HDF5); it appears under this name when it is complete");
  line.option_list("set", "PATH=VALUE", setting_reader(options.set),
                   "replace a field of the scenario, checked like the file; may be given again");
  line.option("variant", "NAME", options.variant,
              "run this variant of the scenario; `all`: each in turn, on the same requests");
  line.option("seed", "N",
              whole_number(0, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
                           [&options](std::uint64_t n) { options.seed = n; }),
              "seed of all random draws (default: the scenario's)");
  line.option("replications", "N",
              whole_number(1, kMostReplications,
                           [&options](std::uint64_t n) { options.replications = static_cast<std::int64_t>(n); }),
              "independent repetitions (default: the scenario's)");
  line.option(
      "threads", "N",
      whole_number(1, kMostThreads, [&options](std::uint64_t n) { options.threads = static_cast<unsigned>(n); }),
      "threads to use (default: all of this machine); results do not depend on it");
  add_format_option(line, options.format);
  line.option("progress", "auto|bar|plain|none",
              one_of({"auto", "bar", "plain", "none"},
                     [&options](std::size_t i) {
                       constexpr ProgressMode kModes[] = {ProgressMode::kAuto, ProgressMode::kBar, ProgressMode::kPlain,
                                                          ProgressMode::kNone};
                       options.progress = kModes[i];
                     }),
              "how progress is shown on standard error (default auto: a bar on a terminal)");
  line.flag("quiet", options.quiet, "no progress and no notes; errors are still shown");
}

std::optional<RunOptions> parse_run_options(CommandLine line, std::span<const std::string> arguments) {
  RunOptions options;
  line.positional("SCENARIO", options.scenario, "scenario file (YAML); - reads standard input");
  add_run_options(line, options);
  if (!line.parse(arguments)) return std::nullopt;
  return options;
}

}  // namespace sim
