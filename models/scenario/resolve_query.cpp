#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "models/service_limits.h"
#include "models/workload/known_key.h"

// What a request knows of its item, and what a query has to look at under the design of its container.
namespace cosmos {
namespace {

constexpr std::int64_t kItemsPerPage = 100;  // unless `max_item_count` says otherwise
constexpr std::int64_t kMostReturned = 1'000'000;

// The largest value that is ever drawn.
std::int64_t most(const Distribution& counts) { return Sampler(counts).draw(~std::uint64_t{0}); }

bool has_properties(const Item& item, const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return item.find(name).has_value(); });
}

}  // namespace

void Resolver::resolve_where(const std::string& path, const StreamConfig& config, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  std::vector<Filter> filters;
  if (!config.where || stream.operation == OperationKind::kCreate) {
    for (std::size_t p = 0; p < item.properties.size(); ++p) {
      stream.known.push_back(p);
    }
    if (config.where) {
      error(path + ".where", "does not go with create", "a create knows all properties of its item");
    } else if (stream.operation == OperationKind::kQuery) {
      error(path + ".where", "missing", "the properties that the query knows; [] is no filter");
    } else {
      filters = {{*item.find("id"), FilterWay::kEquality}};  // should it be sent as a query
    }
  } else {
    filters = read_where(path + ".where", *config.where, item);
    for (const Filter& filter : filters) {
      if (filter.way == FilterWay::kEquality) {
        stream.known.push_back(filter.property);
      } else if (filter.way == FilterWay::kList) {
        stream.lists.push_back({filter.property, filter.values});
      }
    }
  }
  for (const Filter& filter : filters) {
    stream.filters += stream.operation == OperationKind::kCreate ? 0 : filter.values;
  }
  check_design(path, config, filters, stream);
}

std::vector<Resolver::Filter> Resolver::read_where(const std::string& path, const std::vector<WhereConfig>& where,
                                                   const Item& item) {
  std::vector<Filter> filters;
  for (std::size_t i = 0; i < where.size(); ++i) {
    const std::string at = fmt::format("{}.{}", path, i);
    std::vector<std::tuple<std::string, FilterWay, std::int64_t>> names;
    if (const auto* equality = where[i].get_if<EqualityFilter>()) {
      names.emplace_back(equality->value, FilterWay::kEquality, 1);
    } else {
      for (const auto& [property, filter] : where[i].get_if<OtherFilter>()->value) {
        if (const auto* list = filter.get_if<InFilter>()) {
          names.emplace_back(property, FilterWay::kList, list->value);
        } else {
          names.emplace_back(property, filter.is<ScanFilterWord>() ? FilterWay::kScan : FilterWay::kRange, 1);
        }
      }
      if (names.empty()) {
        error(at, "is empty", "a property and how it is filtered: {total: range}");
      }
    }
    for (const auto& [name, way, wished] : names) {
      const auto property = item.find(name);
      if (!property) {
        error(at, fmt::format("item `{}` has no property `{}`", item.name, name),
              known_names(name, item.property_names()));
        continue;
      }
      if (std::any_of(filters.begin(), filters.end(), [&](const Filter& f) { return f.property == *property; })) {
        error(at, fmt::format("filters `{}` twice", name), "one filter a property");
      }
      const std::optional<std::int64_t> values =
          way == FilterWay::kList ? list_length(at + "." + name + ".in", item, *property, wished) : 1;
      filters.push_back({*property, values ? way : FilterWay::kRange, values.value_or(1)});
    }
  }
  return filters;
}

void Resolver::resolve_returns(const std::string& path, const CountDistribution& config, Stream& stream) {
  const std::optional<Distribution> returns = distribution(path, config);
  if (!returns) {
    return;
  }
  const auto* constant = std::get_if<Constant>(&*returns);
  const double least = constant != nullptr ? static_cast<double>(constant->value) : quantile(*returns, 0.0);
  if (least < -0.5 || most(*returns) > kMostReturned) {
    error(path,
          constant != nullptr ? fmt::format("`{}` is out of range", constant->value)
                              : fmt::format("goes to `{:.9g}`, out of range",
                                            least < -0.5 ? std::ceil(least) : static_cast<double>(most(*returns))),
          fmt::format("0 to {}", kMostReturned));
    return;
  }
  stream.returns = *returns;
}

// A page ends at the client's limit or at 4 MiB (QUERY-06). Only what makes a difference is kept: most queries are
// answered by all partitions at once, in one page.
void Resolver::resolve_paging(const std::string& path, const StreamConfig& config, const Container& container,
                              const KnownKey& known, Stream& stream) {
  Paging paging;
  const auto partitions = static_cast<std::int64_t>(container.partitions());
  std::int64_t page = config.max_item_count.value_or(kItemsPerPage);
  const double bytes = mean(plan_.items[stream.item].size);
  if (!stream.returns_values && bytes > 0.0) {
    const double fit = static_cast<double>(service_limits::kMaxResponseBytes.count()) / bytes;
    page = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(fit, 1e9)), 1, page);
  }
  if (stream.returns_values) {
    page = kMostReturned;  // one value comes of them all
  }
  paging.items = static_cast<std::uint32_t>(page);
  std::int64_t at_a_time = partitions;
  if (config.max_concurrency) {
    if (const auto* some = config.max_concurrency->get_if<SomePartitions>()) {
      if (some->value < 1) {
        error(path + ".max_concurrency", fmt::format("`{}` is out of range", some->value), "1 or more, or `all`");
        return;
      }
      at_a_time = std::min(at_a_time, some->value);
    }
  }
  paging.partitions = static_cast<std::uint32_t>(at_a_time);
  if (config.top) {
    paging.top = *config.top;
    paging.stops_early = config.order.value_or(QueryOrder::kNone) == QueryOrder::kNone;
    if (stream.returns_values) {
      error(path + ".top", "does not go with `order: aggregate`", "an aggregate needs everything that it counts");
    }
  }
  const bool in_turn = at_a_time < partitions && !known.whole;
  const std::int64_t visits = known.levels == 0 ? partitions : 1;  // at the least
  if (config.top || in_turn || (most(stream.returns) + visits - 1) / visits > page) {
    stream.paging = paging;
  }
}

void Resolver::check_design(const std::string& path, const StreamConfig& config, const std::vector<Filter>& filters,
                            Stream& stream) {
  const auto container = std::find_if(plan_.containers.begin(), plan_.containers.end(), [&](const Container& c) {
    return c.name == config_.containers[stream.container].name;
  });
  const Item& item = plan_.items[stream.item];
  if (container == plan_.containers.end() || !has_properties(item, container->key.paths)) {
    return;  // that is the error
  }
  const KnownKey known = known_key(item, container->key, stream.known, stream.lists);
  if (stream.operation == OperationKind::kQuery || is_sent_as_query(stream.operation, known)) {
    enumerate_values(path, *container, stream);
    const KnownKey with_lists = known_key(item, container->key, stream.known, stream.lists);
    resolve_loads(path, config, *container, filters, with_lists.levels, stream);
    if (stream.operation == OperationKind::kQuery) {
      resolve_paging(path, config, *container, with_lists, stream);
    }
    return;
  }
  if (is_write(stream.operation) && !known.names_one_item()) {
    stream.finds_first = true;
    stream.returns = Constant{stream.batch};
    enumerate_values(path, *container, stream);
    resolve_loads(path, config, *container, filters, known_key(item, container->key, stream.known, stream.lists).levels,
                  stream);
  }
  const std::vector<std::string>& levels = container->key.paths;
  if (stream.batch > 1 && std::find(levels.begin(), levels.end(), "id") != levels.end()) {
    error(path + ".batch",
          fmt::format("does not go with the key {}: a batch lies in one logical partition, which here is one item "
                      "(OPS-03, HPK-10)",
                      container->key.text()),
          "1, or a key without the id");
  }
}

// A query looks at what its indexed filters leave. Without any it is a full scan, which loads whatever is stored.
void Resolver::resolve_loads(const std::string& path, const StreamConfig& config, const Container& container,
                             const std::vector<Filter>& filters, std::size_t known_levels, Stream& stream) {
  const Item& item = plan_.items[stream.item];
  const auto uses_index = [&](const Filter& filter) {
    return filter.way != FilterWay::kScan && container.indexing.indexes(item.properties[filter.property].name);
  };
  const auto without_index = std::find_if_not(filters.begin(), filters.end(), uses_index);
  stream.loads = config.loads;
  const std::int64_t returned = most(stream.returns);
  if (without_index != filters.end() && !config.loads && !config.charge) {
    double items = 0.0;
    double bytes = 0.0;
    for (const StoredItems& stored : container.stored) {
      items += stored.count;
      bytes += stored.bytes;
    }
    if (known_levels > 0 || std::any_of(filters.begin(), filters.end(), uses_index) || items < 1.0) {
      error(path + ".loads",
            fmt::format("missing: `{}` is filtered without an index", item.properties[without_index->property].name),
            "how many items the query has to look at");
      return;
    }
    stream.loads = std::max(returned, static_cast<std::int64_t>(std::llround(items)));
    stream.loaded_item = Bytes::of(static_cast<std::int64_t>(std::llround(bytes / items)));
  }
  if (stream.loads && *stream.loads < returned) {
    error(path + ".loads", fmt::format("`{}` is less than `returns`", *stream.loads),
          "an item must be loaded to be returned");
  }
  const auto is_equality = [&](const std::string& name) {
    return std::any_of(filters.begin(), filters.end(), [&](const Filter& filter) {
      return filter.way == FilterWay::kEquality && item.properties[filter.property].name == name;
    });
  };
  // A composite index keeps in order what all of its other properties leave.
  const bool in_order = std::any_of(
      container.indexing.composites().begin(), container.indexing.composites().end(), [&](const auto& composite) {
        return std::all_of(composite.begin(), composite.end() - 1, is_equality) && !is_equality(composite.back());
      });
  stream.sorts = config.order == QueryOrder::kSorted && !in_order;
}

}  // namespace cosmos
