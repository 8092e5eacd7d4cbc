#include "sim/tool/cmd_route.h"

#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "models/scenario/route.h"
#include "sim/text/diagnostics.h"
#include "sim/text/json.h"
#include "sim/tool/output.h"
#include "sim/tool/scenario_input.h"
#include "sim/tool/text_table.h"

namespace sim {
namespace {

constexpr std::size_t kRangesShown = 50;

struct RouteOptions {
  std::string scenario;
  std::vector<Setting> set;
  std::string variant;
  std::string container;
  std::string item;
  std::string where;
  Format format = Format::kText;
};

// As JSON writes it: a text is in quotes, {} is undefined.
Json json_value(const cosmos::KeyValue& value) {
  if (const std::string* text = value.as_text()) {
    return *text;
  }
  if (const double* number = std::get_if<double>(&value.variant())) {
    const bool whole = *number == std::floor(*number) && std::abs(*number) < 9e15;
    return whole ? Json(static_cast<std::int64_t>(*number)) : Json(*number);
  }
  if (const bool* truth = std::get_if<bool>(&value.variant())) {
    return *truth;
  }
  return std::holds_alternative<cosmos::Null>(value.variant()) ? Json(nullptr) : Json::object();
}

std::string text_of(const cosmos::RouteAnswer& answer, const cosmos::LoadedVariant& variant) {
  const cosmos::Container& container = variant.plan.containers[answer.container];
  std::string text = fmt::format("{} ({}): partition key {}, {} physical partition{}\n", container.name, variant.name,
                                 container.key.text(), answer.mins.size(), answer.mins.size() == 1 ? "" : "s");
  std::string known;
  for (const auto& [level, value] : answer.known) {
    known += fmt::format("{}/{} = {}", known.empty() ? "" : ", ", level, json_value(value).dump());
  }
  text += fmt::format("  known: {} ({} of {} levels)\n", known.empty() ? "nothing of the key" : known,
                      answer.known.size(), answer.levels);
  if (!answer.prefix.empty()) {
    text += fmt::format("  effective partition key{}: {}\n",
                        answer.known.size() < answer.levels ? " of the prefix" : "", answer.prefix);
  }
  text += fmt::format("  {}\n  visits {} of {}\n\n", answer.why, answer.visited.count(), answer.mins.size());
  TextTable table({{"range", Align::kLeft}, {"min (inclusive)", Align::kLeft}, {"max (exclusive)", Align::kLeft}});
  for (std::uint32_t p = answer.visited.first; p <= answer.visited.last; ++p) {
    if (p - answer.visited.first == kRangesShown) {
      return text + table.str() +
             fmt::format("… and {} more (--format json has them all)\n", answer.visited.last - p + 1);
    }
    table.add_row({fmt::format("{}", p), answer.mins[p], answer.maxs[p]});
  }
  return text + table.str();
}

Json json_of(const cosmos::RouteAnswer& answer, const cosmos::LoadedVariant& variant) {
  const cosmos::Container& container = variant.plan.containers[answer.container];
  Json known = Json::object();
  for (const auto& [level, value] : answer.known) {
    known[level] = json_value(value);
  }
  Json visited = Json::array();
  for (std::uint32_t p = answer.visited.first; p <= answer.visited.last; ++p) {
    visited.push_back(
        {{"id", std::to_string(p)}, {"min_inclusive", answer.mins[p]}, {"max_exclusive", answer.maxs[p]}});
  }
  return {{"container", container.name},
          {"variant", variant.name},
          {"partition_key", container.key.text()},
          {"known", std::move(known)},
          {"levels", answer.levels},
          {"effective_partition_key", answer.prefix},
          {"why", answer.why},
          {"physical_partitions", answer.mins.size()},
          {"visited", std::move(visited)}};
}

}  // namespace

ExitCode cmd_route(std::span<const std::string> arguments) {
  RouteOptions options;
  CommandLine line("route", "Which partition key ranges does this filter visit, and why?");
  line.positional("SCENARIO", options.scenario, "scenario file, or - for standard input");
  line.option("where", "JSON", options.where,
              R"(the properties that the request knows: {"tenantId": "acme"}; {} is no filter)");
  line.option("container", "NAME", options.container, "default: the only one");
  line.option("item", "NAME", options.item, "kind of item; default: the only one");
  line.option("variant", "NAME", options.variant, "design; default: the base file");
  line.option_list("set", "PATH=VALUE", setting_reader(options.set),
                   "replace a field of the scenario, checked like the file; may be given again");
  add_format_option(line, options.format);
  line.example(R"(scenarios/saas-orders.yaml --variant hpk --where '{"tenantId": "B", "year": 2026}')",
               "a prefix of the hierarchical key");
  if (!line.parse(arguments)) {
    return ExitCode::kDone;
  }
  if (options.where.empty()) {
    throw InputError(SourceMark{"--where", 0, 0}, "missing",
                     R"(for example {"tenantId": "acme"}, or {} for no filter)");
  }
  const cosmos::LoadedScenario scenario = load_file(options.scenario, options.set);
  if (options.variant == "all") {
    throw InputError(SourceMark{"--variant", 0, 0}, "one design at a time", "name one of the variants");
  }
  const cosmos::LoadedVariant& variant = *chosen_variants(scenario, options.variant).front();
  const cosmos::RouteQuestion question{options.container, options.item, parse_yaml_text(options.where, "--where")};
  const cosmos::RouteAnswer answer = cosmos::route(variant, question);
  write_output(options.format == Format::kJson ? json_of(answer, variant).dump(2) + "\n" : text_of(answer, variant));
  return ExitCode::kDone;
}

}  // namespace sim
