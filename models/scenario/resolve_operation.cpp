#include <algorithm>

#include <fmt/format.h>

#include "models/scenario/resolver.h"

namespace cosmos {
namespace {

constexpr std::int64_t kItemsPerPage = 100;

}  // namespace

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
        error(at, fmt::format("item `{}` has no property `{}`", item.name, name),
              known_names(name, item.property_names()));
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
}  // namespace cosmos
