#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/core/distributions.h"

namespace cosmos {
namespace {

constexpr std::int64_t kItemsPerPage = 100;
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

// A reference that may be left out where there is only one thing to refer to.
template <class Map>
std::optional<std::size_t> position_of(const Map& map, const std::optional<std::string>& name) {
  if (name) {
    return map.index_of(*name);
  }
  return map.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

std::vector<std::string> names_of(const Item& item) {
  std::vector<std::string> names;
  for (const Property& property : item.properties) {
    names.push_back(property.name);
  }
  return names;
}

}  // namespace

void Resolver::resolve_streams() {
  for (const auto& [name, config] : config_.streams) {
    resolve_stream("streams." + name, name, config);
  }
}

void Resolver::resolve_stream(const std::string& path, const std::string& name, const StreamConfig& config) {
  Stream stream;
  stream.name = name;
  const auto item = position_of(config_.items, config.item);
  const auto container = position_of(config_.containers, config.container);
  for (const auto& [field, found, names] : {std::tuple("item", item, config_.items.names()),
                                            std::tuple("container", container, config_.containers.names())}) {
    const auto& written = std::string_view(field) == "item" ? config.item : config.container;
    if (!found) {
      error(path + "." + field, written ? fmt::format("no {} `{}`", field, *written) : "missing",
            written ? known_names(*written, names) : fmt::format("there are several: {}", fmt::join(names, ", ")));
    }
  }
  if (!item || !container) {
    return;
  }
  stream.item = *item;
  stream.container = *container;
  resolve_operation(path, config, stream);
  resolve_where(path, config, stream);
  resolve_choose(path + ".choose", config, stream);
  resolve_charge(path + ".charge", config, stream);
  resolve_arrivals(path, config, stream);
  resolve_client(path, config, stream);
  check_given(path, config, stream);
  if (const auto* trace = std::get_if<std::shared_ptr<const TraceReplay>>(&stream.arrivals); trace && *trace) {
    for (const TraceReplay::Column& column : (*trace)->columns) {
      const std::string& property = plan_.items[stream.item].properties[column.property].name;
      if (config.choose.find(property) != nullptr) {
        error(path + ".choose." + property, "is said by the trace, too", "by one of the two");
      }
    }
  }
  plan_.streams.push_back(std::move(stream));
}

void Resolver::resolve_operation(const std::string& path, const StreamConfig& config, Stream& stream) {
  if (config.operation.is<PointReadWord>()) {
    stream.operation = OperationKind::kPointRead;
  } else if (config.operation.is<QueryWord>()) {
    stream.operation = OperationKind::kQuery;
  }
  if (config.age) {
    stream.age = resolve_distribution(*config.age);
    if (const std::string problem = distribution_problem(stream.age); !problem.empty()) {
      error(path + ".age", problem);
    }
  }
  if (stream.operation != OperationKind::kQuery) {
    for (const auto& [field, given] :
         {std::pair("returns", config.returns.has_value()), std::pair("loads", config.loads.has_value())}) {
      if (given) {
        error(path + "." + field, "belongs to queries", fmt::format("`operation` is {}", name_of(stream.operation)));
      }
    }
    return;
  }
  stream.returns = config.returns.value_or(1);
  stream.loads = config.loads.value_or(stream.returns);
  if (stream.returns > kItemsPerPage) {
    error(path + ".returns",
          fmt::format("`{}` items need several pages, which this version does not support yet", stream.returns),
          fmt::format("at most {}", kItemsPerPage));
  }
  if (stream.loads < stream.returns) {
    error(path + ".loads", fmt::format("`{}` is less than `returns`", stream.loads),
          "an item must be loaded to be returned");
  }
}

void Resolver::resolve_where(const std::string& path, const StreamConfig& config, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  const auto know_all = [&] {
    for (std::size_t p = 0; p < item.properties.size(); ++p) {
      stream.known.push_back(p);
    }
  };
  if (stream.operation == OperationKind::kCreate) {
    know_all();
    if (config.where) {
      error(path + ".where", "does not go with create", "a create knows all properties of its item");
    }
    return;
  }
  if (!config.where) {
    if (stream.operation == OperationKind::kQuery) {
      error(path + ".where", "missing", "the properties that the query knows; [] is no filter");
    }
    know_all();
    stream.filters = 1;
    return;
  }
  std::vector<std::size_t> filtered;
  for (std::size_t i = 0; i < config.where->size(); ++i) {
    const WhereConfig& entry = (*config.where)[i];
    const std::string at = fmt::format("{}.where.{}", path, i);
    std::vector<std::pair<std::string, bool>> names;  // property, known by equality
    if (const auto* equality = entry.get_if<EqualityFilter>()) {
      names.emplace_back(equality->value, true);
    } else {
      for (const auto& [property, filter] : entry.get_if<OtherFilter>()->value) {
        names.emplace_back(property, false);
      }
      if (names.empty()) {
        error(at, "is empty", "a property and how it is filtered: {total: range}");
      }
    }
    for (const auto& [name, by_equality] : names) {
      const auto property = item.find(name);
      if (!property) {
        error(at, fmt::format("item `{}` has no property `{}`", item.name, name), known_names(name, names_of(item)));
        continue;
      }
      if (std::find(filtered.begin(), filtered.end(), *property) != filtered.end()) {
        error(at, fmt::format("filters `{}` twice", name), "one filter a property");
      }
      filtered.push_back(*property);
      ++stream.filters;
      if (by_equality) {
        stream.known.push_back(*property);
      }
    }
  }
}

void Resolver::resolve_choose(const std::string& path, const StreamConfig& config, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  for (const auto& [name, node] : config.choose) {
    const std::string at = path + "." + name;
    const auto property = item.find(name);
    if (!property) {
      error(at, fmt::format("item `{}` has no property `{}`", item.name, name), known_names(name, names_of(item)));
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

void Resolver::resolve_charge(const std::string& path, const StreamConfig& config, Stream& stream) {
  if (!config.charge) {
    return;
  }
  const bool query = stream.operation == OperationKind::kQuery;
  if (const auto* fixed = config.charge->get_if<FixedCharge>()) {
    if (query) {
      error(path, "is one figure, but a query's charge depends on the partitions visited",
            "{per_partition: 2.8 RU, result: 2 RU}");
    }
    stream.fixed_charge = fixed->value.ru;
  } else {
    const QueryChargeFields& parts = config.charge->get_if<QueryCharge>()->value;
    if (!query) {
      error(path, "has the parts of a query", fmt::format("one figure for {}: 13.9 RU", name_of(stream.operation)));
    }
    stream.query_charge = QueryCharges{parts.per_partition.ru, parts.result.ru};
  }
}

void Resolver::check_given(const std::string& path, const StreamConfig& config, const Stream& stream) {
  const Item& item = plan_.items[stream.item];
  const auto* trace = std::get_if<std::shared_ptr<const TraceReplay>>(&stream.arrivals);
  if (trace != nullptr && *trace == nullptr) {
    return;  // the trace could not be read: that is the error
  }
  std::vector<std::size_t> needed;
  for (const std::size_t p : stream.known) {
    const std::vector<std::size_t> parts = drawn_parts(item, p);
    needed.insert(needed.end(), parts.begin(), parts.end());
  }
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  for (const std::size_t p : needed) {
    if (!std::holds_alternative<GivenProperty>(item.properties[p].generator)) {
      continue;
    }
    const bool chosen = config.choose.index_of(item.properties[p].name).has_value();
    const bool traced = trace != nullptr && *trace != nullptr &&
                        std::any_of((*trace)->columns.begin(), (*trace)->columns.end(),
                                    [&](const TraceReplay::Column& column) { return column.property == p; });
    if (!chosen && !traced) {
      error(path, fmt::format("does not say `{}`, which is `given`", item.properties[p].name),
            "by `choose`, or by a column of its trace");
    }
  }
}

}  // namespace cosmos
