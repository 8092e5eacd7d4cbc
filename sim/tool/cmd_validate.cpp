#include "sim/tool/cmd_validate.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "models/experiment/frames.h"
#include "models/world/world.h"
#include "sim/config/values.h"
#include "sim/text/diagnostics.h"
#include "sim/text/json.h"
#include "sim/tool/format.h"
#include "sim/tool/output.h"
#include "sim/tool/scenario_input.h"
#include "sim/tool/text_table.h"

namespace sim {
namespace {

constexpr double kSecondsPerRequest = 150e-9;  // of one thread: a rough figure for a plan, see tests/bench

struct Checked {
  std::string file;
  cosmos::LoadedScenario scenario;
};

std::string knows(const cosmos::StreamSource& source, const cosmos::PartitionKeyDefinition& key) {
  const std::size_t levels = key.routed_levels();
  if (source.known_levels() == 0) {
    return "not the first level: all partitions";
  }
  const std::string known = source.known_levels() == levels
                                ? "whole key"
                                : fmt::format("{} of {} levels: a prefix", source.known_levels(), levels);
  return source.listed_keys() == 1 ? known : fmt::format("{}, {} values", known, source.listed_keys());
}

std::string charge_of(const cosmos::StreamSource& source) {
  if (const auto query = source.query_charges()) {
    return fmt::format("{} a visit + {}", ru(query->per_visit.as_double()), ru(query->result.as_double()));
  }
  return source.charge() ? ru(source.charge()->as_double()) : "by size";
}

// The lists by which a stream's requests know their key.
std::string lists_text(const cosmos::RunPlan& plan, const cosmos::Stream& stream, const cosmos::KnownKey& known) {
  std::string text;
  for (const std::size_t list : known.lists) {
    const cosmos::ListedProperty& listed = stream.lists[list];
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", listed.values,
                        plan.items[stream.item].properties[listed.property].name);
  }
  return text;
}

// What no file can be told wrong for, but its owner should know.
std::vector<std::string> remarks(const cosmos::World& world) {
  std::vector<std::string> found;
  const cosmos::RunPlan& plan = world.plan();
  for (std::size_t s = 0; s < plan.streams.size(); ++s) {
    const cosmos::World::StreamState& stream = world.streams()[s];
    const std::size_t first = stream.first_partition;
    const std::size_t count = world.containers()[stream.container].map.size();
    const auto least = std::min_element(world.partitions().begin() + static_cast<std::ptrdiff_t>(first),
                                        world.partitions().begin() + static_cast<std::ptrdiff_t>(first + count),
                                        [](const auto& a, const auto& b) { return a.per_second() < b.per_second(); });
    const auto query = stream.source->query_charges();
    const cosmos::Ru charge = query ? query->per_visit : stream.source->charge().value_or(cosmos::Ru{});
    if (plan.readings.ratelimit == cosmos::RateLimit::kStrictSecond && charge > least->most_in_a_second()) {
      found.push_back(
          fmt::format("stream {}: a request costs {}, more than a partition's {} a second: under "
                      "strict_second it never passes (RATE-03)",
                      plan.streams[s].name, exact_ru(charge.milli()), exact_ru(least->most_in_a_second().milli())));
    }
    if (stream.source->listed_keys() > 1) {
      found.push_back(
          fmt::format("stream {}: knows {} as lists of values ({}): each physical partition that holds any of them is "
                      "asked once (QUERY-01)",
                      plan.streams[s].name, plan.containers[stream.container].key.text(),
                      lists_text(plan, plan.streams[s], stream.source->known())));
    }
    if (stream.source->sent_as_query()) {
      found.push_back(
          fmt::format("stream {}: its point reads do not know the whole key and id of {}, so they are "
                      "sent as queries (HPK-12)",
                      plan.streams[s].name, plan.containers[stream.container].key.text()));
    }
    if (plan.streams[s].finds_first) {
      found.push_back(
          fmt::format("stream {}: a {} does not know the whole key and id of {}, so it queries first (HPK-12)",
                      plan.streams[s].name, cosmos::name_of(plan.streams[s].operation),
                      plan.containers[stream.container].key.text()));
    }
  }
  return found;
}

std::string variant_text(const cosmos::LoadedVariant& variant) {
  const cosmos::World world(variant.plan, 0);
  std::string text = fmt::format("\n{}\n", variant.name);
  for (std::size_t c = 0; c < variant.plan.containers.size(); ++c) {
    const cosmos::Container& container = variant.plan.containers[c];
    const std::size_t first = world.containers()[c].first_partition;
    text += fmt::format("  container {}: partition key {}; {}; {} each\n", container.name, container.key.text(),
                        container.layout_reason, ru_per_second(world.partitions()[first].per_second().as_double()));
  }
  TextTable table(
      {{"stream", Align::kLeft}, {"operation", Align::kLeft}, {"knows", Align::kLeft}, {"charge", Align::kLeft}});
  for (std::size_t s = 0; s < variant.plan.streams.size(); ++s) {
    const cosmos::Stream& stream = variant.plan.streams[s];
    const cosmos::StreamSource& source = *world.streams()[s].source;
    const bool whole = !stream.parts.empty();
    table.add_row({stream.part_of ? "  " + stream.name : stream.name, cosmos::name_of(stream.operation),
                   whole ? "" : knows(source, variant.plan.containers[stream.container].key),
                   whole ? "by its parts" : charge_of(source)});
  }
  text += table.str();
  for (const std::string& remark : remarks(world)) {
    text += fmt::format("  note: {}\n", remark);
  }
  return text;
}

std::string changed_parameters(const cosmos::LoadedVariant& variant) {
  std::string text;
  for (const EchoLine& line : variant.parameters) {
    if (line.path.starts_with("model.") && !line.is_default) {
      text += fmt::format("  {} = {}\n", line.path, line.value);
    }
  }
  return text.empty() ? "  model: every reading at its default\n" : text;
}

std::vector<const cosmos::LoadedVariant*> all_designs(const cosmos::LoadedScenario& scenario) {
  std::vector<const cosmos::LoadedVariant*> designs{&scenario.base};
  for (const cosmos::LoadedVariant& variant : scenario.variants) {
    designs.push_back(&variant);
  }
  return designs;
}

std::string size_text(const cosmos::LoadedScenario& scenario) {
  const RunEstimate estimate = estimate_run(scenario.base.plan);
  const std::int64_t replications = scenario.base.plan.replications;
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  const double seconds = estimate.requests * static_cast<double>(replications) * kSecondsPerRequest /
                         static_cast<double>(std::min<std::int64_t>(replications, threads));
  return fmt::format(
      "  {} from {}; {} replication{}; about {} operations each; about {} and {} of memory for one "
      "design on this machine\n",
      duration_of_seconds(static_cast<double>(scenario.base.plan.seconds)),
      cosmos::utc_text(scenario.base.plan.start_unix_seconds), replications, replications == 1 ? "" : "s",
      grouped(static_cast<std::int64_t>(estimate.operations)), duration_of_seconds(seconds),
      bytes(estimate.bytes + estimate.result_bytes * replications));
}

std::string text_of(const Checked& checked) {
  std::string text = fmt::format("{}: right\n{}{}", checked.file, size_text(checked.scenario),
                                 changed_parameters(checked.scenario.base));
  for (const cosmos::LoadedVariant* variant : all_designs(checked.scenario)) {
    text += variant_text(*variant);
  }
  return text;
}

Json json_of(const Checked& checked) {
  Json designs = Json::array();
  for (const cosmos::LoadedVariant* variant : all_designs(checked.scenario)) {
    const cosmos::World world(variant->plan, 0);
    const RunEstimate estimate = estimate_run(variant->plan);
    Json containers = Json::object();
    for (std::size_t c = 0; c < variant->plan.containers.size(); ++c) {
      const cosmos::Container& container = variant->plan.containers[c];
      containers[container.name] = {{"partition_key", container.key.text()},
                                    {"physical_partitions", container.partitions()},
                                    {"layout", container.layout_reason},
                                    {"provisioned_ru", container.throughput.as_double()}};
    }
    Json streams = Json::object();
    for (std::size_t s = 0; s < variant->plan.streams.size(); ++s) {
      const cosmos::StreamSource& source = *world.streams()[s].source;
      const auto query = source.query_charges();
      Json charge;
      if (query) {
        charge = {{"per_partition", query->per_visit.as_double()}, {"result", query->result.as_double()}};
      } else if (source.charge()) {
        charge = source.charge()->as_double();
      }
      streams[variant->plan.streams[s].name] = {{"known_levels", source.known_levels()},
                                                {"listed_keys", source.listed_keys()},
                                                {"sent_as_query", source.sent_as_query()},
                                                {"charge_ru", std::move(charge)}};
    }
    Json parameters = Json::object();
    for (const EchoLine& line : variant->parameters) {
      parameters[line.path] = line.value;
    }
    designs.push_back({{"variant", variant->name},
                       {"operations", estimate.operations},
                       {"memory_bytes", estimate.bytes},
                       {"result_bytes", estimate.result_bytes},
                       {"containers", std::move(containers)},
                       {"streams", std::move(streams)},
                       {"remarks", remarks(world)},
                       {"parameters", std::move(parameters)}});
  }
  return {{"file", checked.file}, {"scenario", checked.scenario.base.config.name}, {"designs", std::move(designs)}};
}

}  // namespace

ExitCode cmd_validate(std::span<const std::string> arguments) {
  std::vector<std::string> files;
  std::vector<Setting> set;
  Format format = Format::kText;
  CommandLine line("validate", "Is the scenario right, what does it resolve to, how big will the run be?");
  line.positional_list("SCENARIO", files, 1, "scenario files, or - for standard input");
  line.option_list("set", "PATH=VALUE", setting_reader(set),
                   "replace a field of the scenario, checked like the file; may be given again");
  add_format_option(line, format);
  line.example("scenarios/*.yaml", "all errors of all files at once");
  if (!line.parse(arguments)) {
    return ExitCode::kDone;
  }
  Diagnostics diagnostics;
  std::vector<Checked> checked;
  for (const std::string& file : files) {
    try {
      checked.push_back({file, load_file(file, set)});
      const cosmos::LoadedScenario& scenario = checked.back().scenario;
      check_memory(all_designs(scenario), 1, file);
    } catch (const InputError& wrong) {
      diagnostics.append(wrong.diagnostics());
    }
  }
  diagnostics.throw_if_any();
  std::string text;
  Json json = Json::array();
  for (const Checked& one : checked) {
    if (format == Format::kJson) {
      json.push_back(json_of(one));
    } else {
      text += text.empty() ? "" : "\n";
      text += text_of(one);
    }
  }
  write_output(format == Format::kJson ? json.dump(2) + "\n" : text);
  return ExitCode::kDone;
}

}  // namespace sim
