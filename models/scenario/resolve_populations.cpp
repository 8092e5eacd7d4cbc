#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/core/distributions.h"
#include "sim/text/csv_reader.h"

namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-9;
constexpr double kMostWeight = 1e15;  // of one member, as in the scenario itself
constexpr double kWeightBytes = 8.0;  // of a member that has no name of its own
constexpr double kNameBytes = 150.0;  // of a member with one, in a list and an index, besides the letters

std::vector<double> popularity_weights(const std::optional<PopularityConfig>& popularity, std::size_t n) {
  if (popularity) {
    if (const auto* zipf = popularity->get_if<ZipfPopularityConfig>()) {
      return sim::zipf_weights(n, zipf->theta);
    }
  }
  return std::vector<double>(n, 1.0);
}

}  // namespace

void Resolver::resolve_populations() {
  const bool fit = claim_counts();
  for (const auto& [name, config] : config_.populations) {
    std::optional<Population> population;
    if (fit || !config.count) {
      population = resolve_population("populations." + name, name, config);
    }
    if (population && config.members && config.count) {
      check_names("populations." + name, *config.members, *population);
    }
    population_is_sound_.push_back(population.has_value());
    plan_.populations.push_back(population ? std::move(*population)
                                           : Population(name, {name}, 0, "{}", {1.0}, Placement::kHash));
  }
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
  if (listed && (config.file || config.key || config.weight)) {
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
  std::vector<double> weights = popularity_weights(config.popularity, others);
  double sum = 0.0;
  for (const double weight : weights) {
    sum += weight;
  }
  for (double& weight : weights) {
    weight = weight / sum * rest;
  }
  weights.insert(weights.begin(), own.begin(), own.end());
  return Population(name, std::move(named), static_cast<std::int64_t>(others), pattern, std::move(weights),
                    config.placement);
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
    std::vector<std::string> named;
    std::vector<double> weights;
    std::unordered_map<std::string, std::size_t> known;
    while (csv.next()) {
      const auto [at, is_new] = known.try_emplace(std::string(csv.row()[key]), named.size());
      if (is_new) {
        const double letters = static_cast<double>(at->first.size());
        if (!claim(path + ".file", kNameBytes + 2.0 * letters, kNameBytes + letters)) {
          return std::nullopt;
        }
        named.push_back(at->first);
        weights.push_back(0.0);
      }
      const double added = config.weight ? csv.decimal(weight) : 1.0;
      if (added > kMostWeight) {
        diagnostics_.error(csv.mark(weight), path, fmt::format("`{}` is too large a weight", csv.row()[weight]),
                           "at most 1e15");
        return std::nullopt;
      }
      weights[at->second] += added;
    }
    if (std::none_of(weights.begin(), weights.end(), [](double w) { return w > 0.0; })) {
      error(path + ".file", "has no member with a weight above 0", "at least one row");
      return std::nullopt;
    }
    return Population(name, std::move(named), 0, "{}", std::move(weights), config.placement);
  } catch (const sim::InputError& wrong) {
    diagnostics_.append(wrong.diagnostics());
  }
  return std::nullopt;
}

}  // namespace cosmos
