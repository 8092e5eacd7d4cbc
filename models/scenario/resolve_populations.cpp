#include <algorithm>

#include <fmt/format.h>

#include "models/items/popularity.h"
#include "models/scenario/population_file.h"
#include "models/scenario/resolver.h"
#include "sim/text/csv_reader.h"
#include "sim/text/diagnostics.h"

namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-9;
constexpr std::size_t kMostNested = 1'000'000'000'000;
constexpr double kMostWeight = 1e15;  // of one member, as in the scenario itself
constexpr double kWeightBytes = 8.0;  // of a member that has no name of its own
constexpr double kNameBytes = 150.0;  // of a member with one, in a list and an index, besides the letters

}  // namespace

// A population comes after the one that it lies within.
void Resolver::resolve_populations() {
  const std::size_t n = config_.populations.size();
  const bool fit = claim_counts();
  for (const auto& [name, config] : config_.populations) {
    plan_.populations.emplace_back(name, std::vector<std::string>{name}, 0, "{}", std::vector<double>{1.0},
                                   Placement::kHash);
  }
  population_is_sound_.assign(n, false);
  for (const std::size_t i : populations_by_depth()) {
    const auto& [name, config] = config_.populations[i];
    std::optional<Population> population;
    if (fit || !config.count) {
      population = resolve_population("populations." + name, name, config);
    }
    if (population && config.members && config.count) {
      check_names("populations." + name, *config.members, *population);
    }
    population_is_sound_[i] = population.has_value();
    if (population) {
      plan_.populations[i] = std::move(*population);
    }
  }
}

// Outer ones first. Those that lie within an unknown one, or in a circle, are left out: that is an error.
std::vector<std::size_t> Resolver::populations_by_depth() {
  const std::size_t n = config_.populations.size();
  std::vector<std::size_t> order;
  std::vector<bool> placed(n, false);
  std::vector<std::optional<std::size_t>> outer(n);
  std::vector<bool> unknown(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& [name, config] = config_.populations[i];
    if (config.within) {
      outer[i] = config_.populations.index_of(*config.within);
      unknown[i] = !outer[i];
    }
    if (unknown[i]) {
      error("populations." + name + ".within", fmt::format("no population `{}`", *config.within),
            known_names(*config.within, config_.populations.names()));
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::size_t> inside{i};  // each within the next
    while (outer[inside.back()] && !placed[*outer[inside.back()]] && inside.size() <= n) {
      inside.push_back(*outer[inside.back()]);
    }
    if (inside.size() > n) {
      error("populations." + config_.populations[i].name + ".within", "leads into a circle",
            "a population may not lie within itself, nor within one that does");
      continue;
    }
    for (auto at = inside.rbegin(); at != inside.rend(); ++at) {
      const bool has_place = !outer[*at] || placed[*outer[*at]];
      if (!placed[*at] && !unknown[*at] && has_place) {
        placed[*at] = true;
        order.push_back(*at);
      }
    }
  }
  return order;
}

void Resolver::check_names(const std::string& path, const sim::TextMap<MemberWeight>& members,
                           const Population& population) {
  for (const auto& [member, weight] : members) {
    if (population.find_numbered(member)) {
      error(path + ".members." + member, fmt::format("`{}` is also the name of one of the `count` others", member),
            "another name, or another pattern in `names`");
    }
  }
}

bool Resolver::claim_counts() {
  const MemoryBudget before = memory_;
  for (const auto& [name, config] : config_.populations) {
    const double bytes = kWeightBytes * static_cast<double>(config.count.value_or(0));
    if (config.count && !claim("populations." + name + ".count", bytes, bytes)) {
      memory_ = before;
      return false;
    }
  }
  return true;
}

std::optional<Population> Resolver::resolve_population(const std::string& path, const std::string& name,
                                                       const PopulationConfig& config) {
  const bool listed = config.members || config.count;
  if (config.within && (config.members || config.file)) {
    error(path, fmt::format("has both `within` and `{}`", config.members ? "members" : "file"),
          "members within others are not listed: `count` says how many each has");
  } else if (config.within && !config.count) {
    error(path + ".count", "missing", fmt::format("how many members each of `{}` has", *config.within));
  } else if (listed && (config.file || config.key || config.weight)) {
    error(path, "has both `file` and `members` or `count`", "the members come from one of the two");
  } else if (config.file) {
    return resolve_from_file(path, name, config);
  } else if (config.key || config.weight) {
    error(path, "`key` and `weight` belong to `file`", "say which CSV file");
  } else if (!listed) {
    error(path, "has no members", "give `members`, `count`, or `file` and `key`");
  } else {
    return resolve_listed(path, name, config);
  }
  return std::nullopt;
}

bool Resolver::check_members(const std::string& path, const PopulationConfig& config) {
  double shares = 0.0;
  double weights = 0.0;
  std::size_t numbers = 0;
  for (const auto& [member, weight] : *config.members) {
    (weight.is_share ? shares : weights) += weight.value;
    numbers += weight.is_share ? 0 : 1;
  }
  if (config.members->empty()) {
    error(path + ".members", "is empty", "name at least one member");
  } else if (numbers > 0 && numbers < config.members->size()) {
    error(path + ".members", "mixes weights and shares", "either all are numbers, or all are shares such as 30 %");
  } else if (numbers > 0 && config.count) {
    error(path + ".members", "are weights, which say nothing about the `count` others",
          "give shares of all draws, such as 30 %");
  } else if (numbers > 0 && weights <= 0.0) {
    error(path + ".members", "all weigh 0", "at least one weight above 0");
  } else if (numbers == 0 && shares > 1.0 + kShareTolerance) {
    error(path + ".members", fmt::format("sum to {:.6g} %", shares * 100.0), "at most 100 %");
  } else if (numbers == 0 && !config.count && shares < 1.0 - kShareTolerance) {
    error(path + ".members", fmt::format("sum to {:.6g} %", shares * 100.0),
          "100 %, or give the rest to `count` others");
  } else if (numbers == 0 && config.count && shares > 1.0 - kShareTolerance) {
    error(path + ".members", "leave no share for the `count` others", "less than 100 %, or no `count`");
  } else {
    return true;
  }
  return false;
}

std::optional<Population> Resolver::resolve_listed(const std::string& path, const std::string& name,
                                                   const PopulationConfig& config) {
  const std::string pattern = config.names.value_or(name + "-{}");
  if (!config.count && (config.names || config.popularity)) {
    error(path, "`names` and `popularity` are about the `count` others", "add `count`, or take them away");
    return std::nullopt;
  }
  if (pattern.find("{}") == std::string::npos) {
    error(path + ".names", "has no place for the number", "write {} where 1, 2, … shall stand");
    return std::nullopt;
  }
  if (pattern.find("{}") != pattern.rfind("{}")) {
    error(path + ".names", "has several places for the number", "write {} once");
    return std::nullopt;
  }
  if (config.members && !check_members(path, config)) {
    return std::nullopt;
  }
  const auto others = static_cast<std::size_t>(config.count.value_or(0));
  std::vector<std::string> named;
  std::vector<double> own;
  double rest = 1.0;
  if (config.members) {
    for (const auto& [member, weight] : *config.members) {
      named.push_back(member);
      own.push_back(weight.value);
      rest -= weight.is_share ? weight.value : 0.0;
    }
  }
  std::optional<Popularity> how = UniformPopularity{};
  if (config.popularity) {
    how = popularity(path + ".popularity", *config.popularity);
  }
  if (!how) {
    return std::nullopt;
  }
  std::vector<double> weights = popularity_weights(*how, others);
  double sum = 0.0;
  for (const double weight : weights) {
    sum += weight;
  }
  for (double& weight : weights) {
    weight = weight / sum * rest;
  }
  weights.insert(weights.begin(), own.begin(), own.end());
  Population population(name, std::move(named), static_cast<std::int64_t>(others), pattern, std::move(weights),
                        config.placement);
  if (std::holds_alternative<InTurnPopularity>(*how)) {
    population = population.in_turn();
  }
  return config.within ? nested(path, *config.within, population) : population;
}

std::optional<Population> Resolver::nested(const std::string& path, const std::string& within,
                                           const Population& population) {
  const std::size_t position = *config_.populations.index_of(within);
  const Population& outer = plan_.populations[position];
  if (!population_is_sound_[position]) {
    return std::nullopt;
  }
  if (population.size() > kMostNested / outer.size()) {
    error(path + ".count", fmt::format("makes more than {} members in all", kMostNested),
          fmt::format("`{}` has {}", within, outer.size()));
    return std::nullopt;
  }
  return population.within(position, outer);
}

// Columns of a population's file that properties of any item ask for, or a stream's own choice for one.
std::vector<std::string> Resolver::columns_asked_of(const std::string& population) const {
  std::vector<std::string> columns;
  const auto ask = [&](const std::string& column) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      columns.push_back(column);
    }
  };
  for (const auto& [item_name, item] : config_.items) {
    for (const auto& [property, generator] : item.properties) {
      const auto* fields = generator.get_if<GeneratorConfig>();
      if (fields != nullptr && fields->value.population == population && fields->value.column) {
        ask(*fields->value.column);
      }
    }
  }
  const auto ask_for_choices = [&](const OperationFields& operation) {
    for (const auto& [property, node] : operation.choose) {
      const sim::Node* of = node.is_map() ? node.find("population") : nullptr;
      const sim::Node* column = node.is_map() ? node.find("column") : nullptr;
      if (of != nullptr && column != nullptr && of->is_scalar() && column->is_scalar() && of->text() == population) {
        ask(column->text());
      }
    }
  };
  for (const auto& [stream_name, stream] : config_.streams) {
    ask_for_choices(stream);
    for (const auto& [entry, operation] : stream.mix) {
      ask_for_choices(operation);
    }
  }
  return columns;
}

std::optional<Population> Resolver::resolve_from_file(const std::string& path, const std::string& name,
                                                      const PopulationConfig& config) {
  if (config.names || config.popularity) {
    error(path, "`names` and `popularity` do not go with `file`", "the file says both");
    return std::nullopt;
  }
  if (!config.key) {
    error(path + ".key", "missing", "the column that names a member");
    return std::nullopt;
  }
  const auto file = find_file(path + ".file", *config.file);
  if (!file) {
    return std::nullopt;
  }
  try {
    std::ifstream stream = sim::open_csv(*file);
    sim::CsvReader csv(stream, file->string());
    const std::size_t key = csv.column(*config.key);
    const std::size_t weight = config.weight ? csv.column(*config.weight) : key;
    FileMembers members(csv, columns_asked_of(name));
    while (csv.next()) {
      if (const auto letters = members.letters_of_new(csv.row()[key]);
          letters && !claim(path + ".file", kNameBytes + 2.0 * *letters, kNameBytes + *letters)) {
        return std::nullopt;
      }
      const double added = config.weight ? csv.decimal(weight) : 1.0;
      if (added > kMostWeight) {
        diagnostics_.error(csv.mark(weight), path, fmt::format("`{}` is too large a weight", csv.row()[weight]),
                           "at most 1e15");
        return std::nullopt;
      }
      if (const auto differs = members.add(csv, key, added)) {
        diagnostics_.error(csv.mark(*differs), path,
                           fmt::format("{} has another `{}` than in a row before", sim::in_backquotes(csv.row()[key]),
                                       csv.header()[*differs]),
                           "one value for each member");
        return std::nullopt;
      }
    }
    const std::vector<double>& weights = members.weights();
    if (std::none_of(weights.begin(), weights.end(), [](double w) { return w > 0.0; })) {
      error(path + ".file", "has no member with a weight above 0", "at least one row");
      return std::nullopt;
    }
    return members.population(name, config.placement);
  } catch (const sim::InputError& wrong) {
    diagnostics_.append(wrong.diagnostics());
  }
  return std::nullopt;
}

}  // namespace cosmos
