#include "models/charge/operation_charge.h"

#include <algorithm>
#include <cmath>

namespace cosmos {
namespace {

bool in_key(const Property& property, const PartitionKeyDefinition& key) {
  return std::find(key.paths.begin(), key.paths.end(), property.name) != key.paths.end();
}

// Whether the items of a container have the property at all.
bool is_there(const Property& property, const PartitionKeyDefinition& key) {
  const auto* constant = std::get_if<ConstantProperty>(&property.generator);
  const bool undefined = constant != nullptr && constant->value == KeyValue::undefined();
  return !undefined && (!is_synthetic(property.generator) || in_key(property, key));
}

std::int64_t depth(const Property& property) { return 1 + std::count(property.name.begin(), property.name.end(), '/'); }

// Those that are not named lie at the top, or right below the property that they are counted for.
constexpr std::int64_t kDepthOfGroups = 2;

}  // namespace

std::int64_t index_terms(const Item& item, const PartitionKeyDefinition& key, const IndexingPolicy& indexing) {
  if (indexing.is_none()) {
    return 0;
  }
  const auto holds = [&](const std::string& name) {
    const auto at = item.find(name);
    return at && is_there(item.properties[*at], key);
  };
  std::int64_t n = std::count_if(indexing.composites().begin(), indexing.composites().end(),
                                 [&](const auto& names) { return std::all_of(names.begin(), names.end(), holds); });
  for (const Property& property : item.properties) {
    n += is_there(property, key) && indexing.indexes(property.name) ? depth(property) : 0;
  }
  n += indexing.indexes_others() ? item.other_properties : 0;
  for (const PropertyGroup& group : item.property_groups) {
    n += indexing.indexes_below(group.top_level) ? kDepthOfGroups * group.count : 0;
  }
  return index_terms(n);
}

std::int64_t changeable_properties(const Item& item, const PartitionKeyDefinition& key,
                                   const IndexingPolicy& indexing) {
  std::int64_t n = indexing.indexes_others() ? item.other_properties : 0;
  for (const Property& property : item.properties) {
    const bool fixed = property.name == "id" || in_key(property, key);
    n += !fixed && is_there(property, key) && indexing.indexes(property.name) ? 1 : 0;
  }
  for (const PropertyGroup& group : item.property_groups) {
    n += indexing.indexes_below(group.top_level) ? group.count : 0;
  }
  return n;
}

OperationCharge::Kind OperationCharge::kind_of(const Stream& stream) {
  switch (stream.operation) {
    case OperationKind::kCreate:
    case OperationKind::kDelete:
      return Kind::kWrite;
    case OperationKind::kUpsert:
      return stream.upserts_new_items ? Kind::kWrite : Kind::kReplace;
    case OperationKind::kReplace:
      return Kind::kReplace;
    case OperationKind::kPatch:
      return Kind::kPatch;
    case OperationKind::kPointRead:
    case OperationKind::kQuery:
    case OperationKind::kSteps:
      break;
  }
  return Kind::kRead;
}

OperationCharge::OperationCharge(const Item& item, const Stream& stream, const PartitionKeyDefinition& key,
                                 const IndexingPolicy& indexing, const ChargeModel& model, bool sent_as_query)
    : model_(model),
      kind_(kind_of(stream)),
      terms_(index_terms(item, key, indexing)),
      changed_(std::min(stream.changed_properties, changeable_properties(item, key, indexing))),
      patched_(stream.changed_properties),
      batch_(static_cast<std::uint64_t>(stream.batch)),
      system_properties_(item.system_properties),
      size_(item.size),
      is_query_(stream.operation == OperationKind::kQuery || sent_as_query) {
  if (is_query_) {
    set_query(item, stream);
  } else if (stream.fixed_charge) {
    constant_ = stream.fixed_charge;
  } else if (size_.is_constant() && !trace_says_size(stream) && !trace_says_charge(stream)) {
    constant_ = of_payload(size_.constant()) * stream.batch;
  }
}

void OperationCharge::set_query(const Item& item, const Stream& stream) {
  mean_items_ = std::llround(mean(stream.returns));
  if (stream.query_charge) {
    query_ = *stream.query_charge;
    return;
  }
  if (stream.fixed_charge) {
    query_ = {Ru{}, *stream.fixed_charge};
    return;
  }
  const Bytes of_stream = stored(static_cast<std::int64_t>(std::llround(mean(item.size))));
  shape_.filters = stream.filters;
  shape_.stored_item = stream.loaded_item.value_or(of_stream);
  shape_.returned_item = stream.returns_values ? Bytes{} : of_stream;
  loads_ = stream.loads;
  sorts_ = stream.sorts;
  is_modelled_ = true;
  query_ = model_.query(shape_returning(mean_items_));
  if (!std::holds_alternative<Constant>(stream.returns)) {
    drawn_items_.emplace(stream.returns);
  }
}

QueryShape OperationCharge::shape_returning(std::int64_t items) const noexcept {
  QueryShape shape = shape_;
  shape.returns = items;
  shape.loads = loads_.value_or(items);
  shape.sorts = sorts_ ? shape.loads : 0;
  return shape;
}

Ru OperationCharge::of_payload(std::int64_t payload) const noexcept {
  const Bytes bytes = stored(payload);
  switch (kind_) {
    case Kind::kRead:
      return model_.point_read(bytes);
    case Kind::kWrite:
      return model_.create(bytes, terms_);
    case Kind::kReplace:
      return model_.replace(bytes, bytes, changed_);
    case Kind::kPatch:
      break;
  }
  return model_.patch(bytes, bytes, changed_, patched_);
}

Ru OperationCharge::drawn(const sim::Draws& sizes, std::uint64_t number) const noexcept {
  Ru sum;
  for (std::uint64_t i = 0; i < batch_; ++i) {
    sum += of_payload(size_.draw(sizes.bits(number * batch_ + i)));
  }
  return sum;
}

std::int64_t OperationCharge::drawn_bytes(const sim::Draws& sizes, std::uint64_t number) const noexcept {
  std::int64_t sum = 0;
  for (std::uint64_t i = 0; i < batch_; ++i) {
    sum += stored(size_.draw(sizes.bits(number * batch_ + i))).count();
  }
  return sum;
}

Ru OperationCharge::of_drawn_query(std::uint64_t word, std::uint32_t visits) const noexcept {
  const QueryCharges charges = model_.query(shape_returning(drawn_items_->draw(word)));
  return charges.per_visit + Ru::milli((charges.result.milli() + visits - 1) / visits);
}

Ru OperationCharge::of_visit(std::uint32_t visit, std::uint32_t visits, Ru charge) const noexcept {
  if (!is_query_ || drawn_items_) {
    return charge;
  }
  const std::int64_t share = query_.result.milli() / visits;
  const std::int64_t rest = visit == 0 ? query_.result.milli() % visits : 0;
  return query_.per_visit + Ru::milli(share + rest);
}

QueryCharges OperationCharge::of_items(std::int64_t items, std::int64_t read) const noexcept {
  if (!is_modelled_) {
    return query_;
  }
  QueryShape shape = shape_returning(items);
  shape.returns = read;
  return model_.query(shape);
}

}  // namespace cosmos
