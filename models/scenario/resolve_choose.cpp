#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/core/distributions.h"

namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-9;
constexpr double kWeightBytes = 8.0;  // of a member in a stream's own choice

// Reads what the reader of the file kept as it stood; nothing when it has errors.
template <class T>
std::optional<T> read_below(const std::string& path, const sim::Node& node, sim::Diagnostics& diagnostics) {
  sim::Diagnostics own;
  T config = sim::read_config<T>(node, own);
  for (const sim::Diagnostic& found : own.all()) {
    diagnostics.error(found.mark, sim::join_path(path, found.path), found.message, found.hint);
  }
  if (!own.empty()) {
    return std::nullopt;
  }
  return config;
}
}  // namespace

void Resolver::resolve_choose(const std::string& path, const StreamConfig& config, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  for (const auto& [name, node] : config.choose) {
    const std::string at = path + "." + name;
    const auto property = item.find(name);
    if (!property) {
      error(at, fmt::format("item `{}` has no property `{}`", item.name, name),
            known_names(name, item.property_names()));
    } else if (const auto* of_population = std::get_if<PopulationProperty>(&item.properties[*property].generator)) {
      choose_member(at, node, of_population->population, stream);
    } else {
      choose_value(at, node, *property, stream);
    }
  }
}

void Resolver::choose_member(const std::string& path, const sim::Node& node, std::size_t position, Stream& stream) {
  if (!population_is_sound_[position]) {
    return;
  }
  const Population& population = plan_.populations[position];
  for (const PopulationChoice& other : stream.population_choices) {
    if (other.population == position) {
      error(path, fmt::format("population `{}` is chosen twice", population.name()),
            "properties of one population agree: one draw per operation");
      return;
    }
  }
  if (node.is_scalar()) {
    if (const auto member = member_of(path, population, node.text())) {
      stream.population_choices.push_back({position, FixedMember{*member}});
    }
    return;
  }
  const sim::Node* members = node.is_map() && node.entries().size() == 1 ? node.find("members") : nullptr;
  const sim::Node* popularity = node.is_map() && node.entries().size() == 1 ? node.find("popularity") : nullptr;
  if (members != nullptr) {
    choose_among(path + ".members", *members, position, stream);
  } else if (popularity != nullptr) {
    choose_by_popularity(path + ".popularity", *popularity, position, stream);
  } else {
    error(path, "is not a chooser that this version supports", "a member, {members: {A: 1, C: 1}} or {popularity: …}");
  }
}

std::optional<std::size_t> Resolver::member_of(const std::string& path, const Population& population,
                                               const std::string& member) {
  const auto found = population.find(member);
  if (!found) {
    std::vector<std::string> some;
    for (std::size_t i = 0; i < std::min<std::size_t>(population.size(), 12); ++i) {
      some.push_back(population.member(i));
    }
    error(path, fmt::format("no member {} in population `{}`", sim::in_backquotes(member), population.name()),
          known_names(member, some));
  }
  return found;
}

void Resolver::choose_among(const std::string& path, const sim::Node& members, std::size_t position, Stream& stream) {
  const Population& population = plan_.populations[position];
  const auto members_config = read_below<sim::TextMap<MemberWeight>>(path, members, diagnostics_);
  const double size = static_cast<double>(population.size());
  if (!members_config || !claim(path, kWeightBytes * size, 0.0)) {
    return;
  }
  WeightedMembers chosen{std::vector<double>(population.size())};
  double sum = 0.0;
  std::size_t shares = 0;
  bool all_found = true;
  for (const auto& [member, weight] : *members_config) {
    const auto found = member_of(path + "." + member, population, member);
    if (found) {
      chosen.weights[*found] = weight.value;
    }
    all_found = all_found && found;
    sum += weight.value;
    shares += weight.is_share ? 1 : 0;
  }
  if (shares > 0 && shares < members_config->size()) {
    error(path, "mixes weights and shares", "either all are numbers, or all are shares such as 30 %");
  } else if (shares > 0 && std::abs(sum - 1.0) > kShareTolerance) {
    error(path, fmt::format("sum to {:.6g} %", sum * 100.0), "100 %");
  } else if (sum <= 0.0) {
    error(path, "all weigh 0", "at least one weight above 0");
  } else if (all_found) {
    stream.population_choices.push_back({position, std::move(chosen)});
  }
}

void Resolver::choose_by_popularity(const std::string& path, const sim::Node& node, std::size_t position,
                                    Stream& stream) {
  const Population& population = plan_.populations[position];
  const auto config = read_below<PopularityConfig>(path, node, diagnostics_);
  if (!config || !claim(path, kWeightBytes * static_cast<double>(population.size()), 0.0)) {
    return;
  }
  const auto* zipf = config->get_if<ZipfPopularityConfig>();
  stream.population_choices.push_back(
      {position, WeightedMembers{sim::zipf_weights(population.size(), zipf == nullptr ? 0.0 : zipf->theta)}});
}

void Resolver::choose_value(const std::string& path, const sim::Node& node, std::size_t property, Stream& stream) {
  PropertyGenerator& generator = plan_.items[stream.item].properties[property].generator;
  if (auto* given = std::get_if<GivenProperty>(&generator)) {
    const auto value = key_value(node);
    if (!value) {
      error(path, "is not a plain value", "text, number, true, false, null or undefined");
      return;
    }
    const auto at = std::find(given->values.begin(), given->values.end(), *value);
    stream.fixed_values.push_back({property, at - given->values.begin()});
    if (at == given->values.end()) {
      given->values.push_back(*value);
    }
  } else if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    const auto number = sim::ValueTraits<std::int64_t>::parse(node.text());
    if (!number.value || *number.value < 0 || *number.value >= bucket->count) {
      error(path,
            node.is_scalar() ? fmt::format("{} is not one of the buckets", sim::in_backquotes(node.text()))
                             : "is not one of the buckets",
            fmt::format("0 to {}", bucket->count - 1));
      return;
    }
    stream.fixed_values.push_back({property, *number.value});
  } else if (std::holds_alternative<TimeProperty>(generator)) {
    error(path, "a time property follows from the item's age", "use `age`");
  } else {
    error(path, "cannot be chosen in this version", "properties of populations, `given` ones and buckets can");
  }
}
}  // namespace cosmos
