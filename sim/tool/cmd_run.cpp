#include "sim/tool/cmd_run.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "models/experiment/experiment.h"
#include "models/experiment/frames.h"
#include "sim/config/node.h"
#include "sim/results/h5_writer.h"
#include "sim/results/result_format.h"
#include "sim/text/diagnostics.h"
#include "sim/tool/output.h"
#include "sim/tool/output_file.h"
#include "sim/tool/progress.h"
#include "sim/tool/run_report.h"
#include "sim/tool/scenario_input.h"
#include "sim/tool/stop.h"
#include "sim/tool/version.h"

namespace sim {
namespace {

// `<scenario's name>.h5`, with what a file name should not hold replaced.
std::string default_output(const std::string& name) {
  std::string file;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
    file += plain ? c : '_';
  }
  return (file.front() == '.' ? "_" : "") + file + ".h5";
}

// The files that a scenario is read from: itself, and those that its values in force name.
std::vector<std::filesystem::path> files_of(const std::string& scenario,
                                            const std::vector<const cosmos::LoadedVariant*>& variants) {
  std::vector<std::filesystem::path> files{scenario};
  for (const cosmos::LoadedVariant* variant : variants) {
    for (const EchoLine& line : variant->parameters) {
      if (line.path.ends_with(".file")) {
        const std::string name = parse_yaml_text(line.value, line.path).text();
        files.push_back(files.front().parent_path() / name);
        const char* data = std::getenv("COSMOSIM_DATA");
        files.push_back(std::filesystem::path(data == nullptr ? "" : data) / name);
      }
    }
  }
  return files;
}

// Found out before the run rather than after it.
void check_output(const std::string& file, const std::vector<std::filesystem::path>& read) {
  if (file == "-") {
    throw InputError(SourceMark{"--output", 0, 0}, "a result file cannot go to standard output",
                     "name a file; --format json can");
  }
  check_output_file(file);
  std::error_code ignored;
  const bool is_read = std::any_of(read.begin(), read.end(), [&](const std::filesystem::path& other) {
    return std::filesystem::equivalent(file, other, ignored);
  });
  if (is_read) {
    throw InputError(SourceMark{"--output", 0, 0}, fmt::format("`{}` is a file that the scenario is read from", file),
                     "name another one");
  }
}

std::string parameters_text(const cosmos::LoadedVariant& variant) {
  std::string text;
  for (const EchoLine& line : variant.parameters) {
    text += line.path + " = " + line.value + "\n";
  }
  return text;
}

void write_results(const RunReport& report, H5Writer& writer) {
  const cosmos::ExperimentResult& result = *report.result;
  writer.root_attributes({{"format_version", kResultFormatVersion},
                          {"tool", fmt::format("{} {}", kResultTool, version())},
                          {"Conventions", std::string("CF-1.8")},
                          {"scenario_name", report.scenario->base.config.name},
                          {"scenario_text", report.scenario->text},
                          {"parameters", parameters_text(report.scenario->base)},
                          {"seed", static_cast<std::int64_t>(result.variants.front().plan->seed)},
                          {"executor", std::string(cosmos::name_of(report.variants.front()->plan.executor))},
                          {"partial", std::int64_t{result.complete ? 0 : 1}}});
  for (std::size_t i = 0; i < result.variants.size(); ++i) {
    if (result.variants[i].replications.empty()) {
      continue;
    }
    std::vector<Frame> frames = cosmos::to_frames(result.variants[i]);
    frames.front().attributes.emplace_back("parameters", parameters_text(*report.variants[i]));
    for (const Frame& frame : frames) {
      writer.write(frame);
    }
  }
  writer.write(cosmos::summary_frame(result.variants));
  writer.commit();
}

void tell_what_was_not_run(const cosmos::LoadedScenario& scenario, const RunOptions& options) {
  if (!options.variant.empty() || scenario.variants.empty() || options.quiet) {
    return;
  }
  std::string names;
  for (const cosmos::LoadedVariant& variant : scenario.variants) {
    names += (names.empty() ? "" : ", ") + variant.name;
  }
  fmt::print(stderr, "not run: variants {} (--variant NAME, or --variant all)\n", names);
}

cosmos::ExperimentResult run_with_progress(const cosmos::ExperimentPlan& plan, const RunOptions& options,
                                           const std::string& title) {
  double total = 0.0;
  for (const cosmos::NamedPlan& variant : plan.variants) {
    total += static_cast<double>(variant.plan->seconds) * static_cast<double>(variant.plan->replications);
  }
  Progress progress(options.progress, options.quiet);
  progress.begin(title, total);
  cosmos::ExperimentWatch watch;
  watch.stop = &stop_requested();
  watch.advanced = [&](double seconds, std::uint64_t operations) { progress.advance(seconds, operations); };
  cosmos::ExperimentResult result = cosmos::run_experiment(plan, watch);
  progress.end();
  return result;
}

}  // namespace

ExitCode cmd_run(std::span<const std::string> arguments) {
  CommandLine line("run", "Simulates a scenario: what happens to this design under this workload?");
  line.note("Without --variant the base file is run. The result file is <name>.h5 unless --output says otherwise.");
  line.example("scenarios/saas-orders.yaml --variant all", "each design on the same requests");
  line.example("plan.yaml --set clock.duration=1h -o hour.h5", "an hour of it");
  line.exit_codes(
      {ExitCode::kDone, ExitCode::kEnvironment, ExitCode::kWrongInput, ExitCode::kNotMet, ExitCode::kStopped});
  const auto options = parse_run_options(std::move(line), arguments);
  if (!options) {
    return ExitCode::kDone;
  }
  const cosmos::LoadedScenario scenario = load_for(*options);
  RunReport report;
  report.scenario = &scenario;
  report.variants = chosen_variants(scenario, options->variant);
  const std::string file = options->output.empty() ? default_output(scenario.base.config.name) : options->output;
  check_output(file, files_of(options->scenario, report.variants));

  cosmos::ExperimentPlan plan;
  plan.threads = options->threads;
  for (const cosmos::LoadedVariant* variant : report.variants) {
    plan.variants.push_back({variant->name, &variant->plan});
  }
  check_memory(report.variants, options->threads, options->scenario);
  H5Writer writer(file);  // what keeps the file from being written is found out now, not after the run
  install_stop_handlers(writer.partial_path().string());
  const cosmos::ExperimentResult result = run_with_progress(plan, *options, scenario.base.config.name);
  report.result = &result;
  const bool any = std::any_of(result.variants.begin(), result.variants.end(),
                               [](const cosmos::VariantResult& variant) { return !variant.replications.empty(); });
  if (!any) {
    fmt::print(stderr, "stopped before any replication was finished: nothing is kept\n");
    return ExitCode::kStopped;
  }
  write_results(report, writer);
  report.file = file;
  write_output(options->format == Format::kJson ? report_json(report).dump(2) + "\n" : report_text(report));
  tell_what_was_not_run(scenario, *options);
  if (!result.complete) {
    fmt::print(stderr, "stopped: the replications that were finished are kept, the file is marked as partial\n");
    return ExitCode::kStopped;
  }
  return any_variant_meets_all(report) ? ExitCode::kDone : ExitCode::kNotMet;
}

}  // namespace sim
