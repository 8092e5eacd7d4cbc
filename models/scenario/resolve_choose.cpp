#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/items/popularity.h"
#include "models/scenario/resolver.h"
#include "sim/text/diagnostics.h"

namespace cosmos {
namespace {

constexpr double kShareTolerance = 1e-9;
constexpr double kWeightBytes = 8.0;  // of a member in a stream's own choice

// The one key of a map that names a kind of chooser; empty where the node is none.
std::string chooser_of(const sim::Node& node) {
  return node.is_map() && node.entries().size() == 1 ? node.entries().front().key : std::string();
}

}  // namespace

void Resolver::resolve_choose(const std::string& path, const StreamConfig& config, Stream& stream) {
  for (const auto& [name, node] : config.choose) {
    const Item& item = plan_.items[stream.item];
    const auto property = item.find(name);
    if (!property) {
      error(path + "." + name, fmt::format("item `{}` has no property `{}`", item.name, name),
            known_names(name, item.property_names()));
    } else {
      choose_property(path + "." + name, node, *property, stream);
    }
  }
}

void Resolver::choose_property(const std::string& path, const sim::Node& node, std::size_t property, Stream& stream) {
  const PropertyGenerator& generator = plan_.items[stream.item].properties[property].generator;
  const std::string chooser = chooser_of(node);
  const bool of_population = chooser == "members" || chooser == "popularity";
  if (chooser == "existing" || chooser == "newest") {
    choose_item(path + "." + chooser, *node.find(chooser), property,
                chooser == "newest" ? ItemChoice::Order::kNewest : ItemChoice::Order::kExisting, stream);
  } else if (const auto* member = std::get_if<PopulationProperty>(&generator);
             member != nullptr && (node.is_scalar() || of_population)) {
    choose_member(path, node, member->population, stream);
  } else if (const auto* column = std::get_if<ColumnProperty>(&generator); column != nullptr && node.is_scalar()) {
    choose_column(path, node.text(), *column, stream);
  } else if (of_population) {
    error(path, "is not of a population", fmt::format("`{}` chooses among the members of one", chooser));
  } else {
    choose_value(path, node, property, stream);
  }
}

// Populations whose member a choice decides: its own, and those around it where it names members of all of them.
std::vector<std::size_t> Resolver::decided_by(const PopulationChoice& choice) const {
  if (std::holds_alternative<NestedMembers>(choice.choice)) {
    return nesting(plan_.populations, choice.population);
  }
  return {choice.population};
}

void Resolver::add_choice(const std::string& path, PopulationChoice choice, Stream& stream) {
  const std::vector<std::size_t> decided = decided_by(choice);
  for (const PopulationChoice& other : stream.population_choices) {
    for (const std::size_t position : decided_by(other)) {
      if (std::find(decided.begin(), decided.end(), position) != decided.end()) {
        error(path, fmt::format("population `{}` is chosen twice", plan_.populations[position].name()),
              "properties of one population agree: one draw per operation");
        return;
      }
    }
  }
  stream.population_choices.push_back(std::move(choice));
}

void Resolver::choose_member(const std::string& path, const sim::Node& node, std::size_t position, Stream& stream) {
  if (!population_is_sound_[position]) {
    return;
  }
  const Population& population = plan_.populations[position];
  if (node.is_scalar()) {
    const auto member = member_of(path, population, node.text());
    if (member && population.outer() != nullptr) {
      add_choice(path, {position, NestedMembers{{*member}, {1.0}}}, stream);
    } else if (member) {
      add_choice(path, {position, FixedMember{*member}}, stream);
    }
  } else if (const sim::Node* members = node.find("members")) {
    choose_among(path, *members, position, stream);
  } else {
    choose_by_popularity(path, *node.find("popularity"), position, stream);
  }
}

// The members that have this value in the column, as often as they are drawn among one another.
void Resolver::choose_column(const std::string& path, const std::string& value, const ColumnProperty& property,
                             Stream& stream) {
  if (!population_is_sound_[property.population]) {
    return;
  }
  const Population& population = plan_.populations[property.population];
  const Population::Column& column = population.columns()[property.column];
  if (!claim(path, kWeightBytes * static_cast<double>(population.size()), 0.0)) {
    return;
  }
  WeightedMembers chosen{population.weights()};
  double sum = 0.0;
  for (std::size_t i = 0; i < chosen.weights.size(); ++i) {
    chosen.weights[i] *= column.values[column.of_member[i]] == value ? 1.0 : 0.0;
    sum += chosen.weights[i];
  }
  if (sum > 0.0) {
    add_choice(path, {property.population, std::move(chosen)}, stream);
    return;
  }
  const auto some =
      column.values.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(column.values.size(), 12));
  error(path,
        fmt::format("no member of `{}` with {} in column `{}`", population.name(), sim::in_backquotes(value),
                    column.name),
        known_names(value, {column.values.begin(), some}));
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

void Resolver::choose_among(const std::string& field, const sim::Node& members, std::size_t position, Stream& stream) {
  const std::string path = field + ".members";
  const Population& population = plan_.populations[position];
  const auto members_config = read_below<sim::TextMap<MemberWeight>>(path, members);
  const bool nested = population.outer() != nullptr;
  const double listed = nested ? 0.0 : static_cast<double>(population.size());
  if (!members_config || !claim(path, kWeightBytes * listed, 0.0)) {
    return;
  }
  WeightedMembers chosen{std::vector<double>(nested ? 0 : population.size())};
  NestedMembers chosen_nested;
  double sum = 0.0;
  std::size_t shares = 0;
  bool all_found = true;
  for (const auto& [member, weight] : *members_config) {
    const auto found = member_of(path + "." + member, population, member);
    if (found && nested) {
      chosen_nested.members.push_back(*found);
      chosen_nested.weights.push_back(weight.value);
    } else if (found) {
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
  } else if (all_found && nested) {
    add_choice(field, {position, std::move(chosen_nested)}, stream);
  } else if (all_found) {
    add_choice(field, {position, std::move(chosen)}, stream);
  }
}

// Of a population within another: over those of one outer member.
void Resolver::choose_by_popularity(const std::string& field, const sim::Node& node, std::size_t position,
                                    Stream& stream) {
  const std::string path = field + ".popularity";
  const Population& population = plan_.populations[position];
  const auto config = read_below<PopularityConfig>(path, node);
  if (!config || !claim(path, kWeightBytes * static_cast<double>(population.own_size()), 0.0)) {
    return;
  }
  const auto how = popularity(path, *config);
  if (how && std::holds_alternative<InTurnPopularity>(*how)) {
    add_choice(field, {position, MembersInTurn{}}, stream);
  } else if (how) {
    add_choice(field, {position, WeightedMembers{popularity_weights(*how, population.own_size())}}, stream);
  }
}

}  // namespace cosmos
