#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "models/service_limits.h"

// What a stream does: the operation and the fields that belong to it.
namespace cosmos {
namespace {

OperationKind kind_of(const OperationConfig& config) {
  struct Kind {
    OperationKind operator()(const CreateWord&) const { return OperationKind::kCreate; }
    OperationKind operator()(const PointReadWord&) const { return OperationKind::kPointRead; }
    OperationKind operator()(const QueryWord&) const { return OperationKind::kQuery; }
    OperationKind operator()(const UpsertWord&) const { return OperationKind::kUpsert; }
    OperationKind operator()(const ReplaceWord&) const { return OperationKind::kReplace; }
    OperationKind operator()(const PatchWord&) const { return OperationKind::kPatch; }
    OperationKind operator()(const DeleteWord&) const { return OperationKind::kDelete; }
  };
  return std::visit(Kind{}, config.value);
}

bool changes_properties(OperationKind kind) {
  return kind == OperationKind::kReplace || kind == OperationKind::kPatch || kind == OperationKind::kUpsert;
}

// An upsert draws an item that exists, unless it is told to make the id afresh.
bool makes_a_new_id(const StreamConfig& config) {
  const sim::Node* id = config.choose.find("id");
  return id != nullptr && id->is_scalar() && id->text() == "unique";
}

// Properties besides the id, which nothing changes.
std::int64_t properties_of(const Item& item) {
  auto n = static_cast<std::int64_t>(item.properties.size()) - 1 + item.other_properties;
  for (const PropertyGroup& group : item.property_groups) {
    n += group.count;
  }
  return n;
}

}  // namespace

void Resolver::resolve_operation(const std::string& path, const StreamConfig& config, Stream& stream) {
  stream.operation = kind_of(*config.operation);
  stream.upserts_new_items = stream.operation == OperationKind::kUpsert && makes_a_new_id(config);
  if (config.age) {
    stream.age = distribution(path + ".age", *config.age).value_or(stream.age);
  }
  check_operation_fields(path, config, stream);
  resolve_changed_properties(path + ".changed_properties", config, stream);
  resolve_batch(path + ".batch", config, stream);
  if (stream.operation == OperationKind::kQuery) {
    if (config.returns) {
      resolve_returns(path + ".returns", *config.returns, stream);
    }
    stream.returns_values = config.order == QueryOrder::kAggregate;
  }
}

void Resolver::check_operation_fields(const std::string& path, const StreamConfig& config, const Stream& stream) {
  struct Field {
    const char* name;
    bool given;
    bool fits;
    const char* owners;
  };
  const bool query = stream.operation == OperationKind::kQuery;
  for (const Field& field : {Field{"returns", config.returns.has_value(), query, "queries"},
                             Field{"loads", config.loads.has_value(), query, "queries"},
                             Field{"order", config.order.has_value(), query, "queries"},
                             Field{"top", config.top.has_value(), query, "queries"},
                             Field{"max_item_count", config.max_item_count.has_value(), query, "queries"},
                             Field{"max_concurrency", config.max_concurrency.has_value(), query, "queries"},
                             Field{"changed_properties", config.changed_properties.has_value(),
                                   changes_properties(stream.operation), "replace, patch and upsert"},
                             Field{"batch", config.batch.has_value(), is_write(stream.operation), "writes"}}) {
    if (field.given && !field.fits) {
      error(path + "." + field.name, fmt::format("belongs to {}", field.owners),
            fmt::format("`operation` is {}", name_of(stream.operation)));
    }
  }
}

void Resolver::resolve_changed_properties(const std::string& path, const StreamConfig& config, Stream& stream) {
  if (!config.changed_properties || !changes_properties(stream.operation)) {
    return;
  }
  const Item& item = plan_.items[stream.item];
  const std::int64_t most = properties_of(item);
  stream.changed_properties = *config.changed_properties;
  if (stream.changed_properties > most) {
    error(path, fmt::format("`{}` are more than item `{}` has", stream.changed_properties, item.name),
          fmt::format("at most {}, with its `other_properties`", most));
  } else if (stream.operation == OperationKind::kPatch &&
             stream.changed_properties > service_limits::kMaxPatchOperations) {
    error(path, fmt::format("`{}` are more than a patch takes (RU-07)", stream.changed_properties),
          fmt::format("at most {}, or a replace", service_limits::kMaxPatchOperations));
  }
}

void Resolver::resolve_batch(const std::string& path, const StreamConfig& config, Stream& stream) {
  if (!config.batch || !is_write(stream.operation)) {
    return;
  }
  stream.batch = *config.batch;
  if (stream.batch > service_limits::kMaxBatchOperations) {
    error(path, fmt::format("`{}` operations are more than a batch takes (OPS-03)", stream.batch),
          fmt::format("at most {}", service_limits::kMaxBatchOperations));
    return;
  }
  const bool carries_items = stream.operation != OperationKind::kPatch && stream.operation != OperationKind::kDelete;
  const double bytes = mean(plan_.items[stream.item].size) * static_cast<double>(stream.batch);
  if (carries_items && bytes > static_cast<double>(service_limits::kMaxRequestBytes.count())) {
    error(path,
          fmt::format("`{}` items are {:.3g} MiB in one request (OPS-03)", stream.batch, bytes / (1024.0 * 1024.0)),
          "at most 2 MiB");
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
