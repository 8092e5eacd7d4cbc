#include "sim/tool/cmd_route.h"

#include <algorithm>
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
constexpr std::size_t kValuesShown = 12;
constexpr std::size_t kKeysShown = 3;

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

// A value, or the list of several.
Json json_values(const cosmos::KnownLevel& level) {
  if (level.values.size() == 1) {
    return json_value(level.values.front());
  }
  Json list = Json::array();
  for (const cosmos::KeyValue& value : level.values) {
    list.push_back(json_value(value));
  }
  return list;
}

// The first of them, joined by commas.
template <class List, class TextOf>
std::string shortened(const List& all, std::size_t most, TextOf text_of) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + text_of(all[i]);
  }
  return all.size() > most ? fmt::format("{}, … ({} in all)", text, all.size()) : text;
}

std::string known_text(const cosmos::RouteAnswer& answer) {
  std::string known;
  for (const cosmos::KnownLevel& level : answer.known) {
    const std::string values =
        shortened(level.values, kValuesShown, [](const cosmos::KeyValue& value) { return json_value(value).dump(); });
    known += known.empty() ? "/" : ", /";
    known += level.values.size() == 1 ? fmt::format("{} = {}", level.path, values)
                                      : fmt::format("{} IN ({})", level.path, values);
  }
  return known.empty() ? "nothing of the key" : known;
}

std::string text_of(const cosmos::RouteAnswer& answer, const cosmos::LoadedVariant& variant) {
  const cosmos::Container& container = variant.plan.containers[answer.container];
  std::string text = fmt::format("{} ({}): partition key {}, {} physical partition{}\n", container.name, variant.name,
                                 container.key.text(), answer.mins.size(), answer.mins.size() == 1 ? "" : "s");
  text += fmt::format("  known: {} ({} of {} levels)\n", known_text(answer), answer.known.size(), answer.levels);
  if (!answer.enumerated.empty()) {
    text += fmt::format("  put in by the container's clients, who know all its values: {}\n",
                        fmt::join(answer.enumerated, ", "));
  }
  if (!answer.prefixes.empty()) {
    const bool one = answer.prefixes.size() == 1;
    const char* of_prefix = answer.known.size() == answer.levels ? "" : one ? " of the prefix" : " of the prefixes";
    text += fmt::format("  effective partition key{}{}: {}\n", one ? "" : "s", of_prefix,
                        shortened(answer.prefixes, kKeysShown, [](const std::string& key) { return key; }));
  }
  text += fmt::format("  {}\n  visits {} of {}\n\n", answer.why, answer.visited.size(), answer.mins.size());
  TextTable table({{"range", Align::kLeft}, {"min (inclusive)", Align::kLeft}, {"max (exclusive)", Align::kLeft}});
  for (std::size_t i = 0; i < answer.visited.size(); ++i) {
    if (i == kRangesShown) {
      return text + table.str() +
             fmt::format("… and {} more (--format json has them all)\n", answer.visited.size() - i);
    }
    const std::uint32_t p = answer.visited[i];
    table.add_row({fmt::format("{}", container.id_of(p)), answer.mins[p], answer.maxs[p]});
  }
  return text + table.str();
}

Json json_of(const cosmos::RouteAnswer& answer, const cosmos::LoadedVariant& variant) {
  const cosmos::Container& container = variant.plan.containers[answer.container];
  Json known = Json::object();
  for (const cosmos::KnownLevel& level : answer.known) {
    known[level.path] = json_values(level);
  }
  Json visited = Json::array();
  for (const std::uint32_t p : answer.visited) {
    visited.push_back({{"id", std::to_string(container.id_of(p))},
                       {"min_inclusive", answer.mins[p]},
                       {"max_exclusive", answer.maxs[p]}});
  }
  Json keys = answer.prefixes.size() > 1 ? Json(answer.prefixes)
                                         : Json(answer.prefixes.empty() ? std::string() : answer.prefixes.front());
  return {{"container", container.name},
          {"variant", variant.name},
          {"partition_key", container.key.text()},
          {"known", std::move(known)},
          {"levels", answer.levels},
          {"enumerated", answer.enumerated},
          {"effective_partition_key", std::move(keys)},
          {"why", answer.why},
          {"physical_partitions", answer.mins.size()},
          {"visited", std::move(visited)}};
}

}  // namespace

ExitCode cmd_route(std::span<const std::string> arguments) {
  RouteOptions options;
  CommandLine line("route", "Which partition key ranges does this filter visit, and why?");
  line.positional("SCENARIO", options.scenario, "scenario file, or - for standard input");
  line.option(
      "where", "JSON", options.where,
      R"(the properties that the request knows: {"tenantId": "acme"}, or {"bucket": ["0", "1"]}; {} is no filter)");
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
