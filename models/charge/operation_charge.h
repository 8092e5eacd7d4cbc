#pragma once

#include <cstdint>
#include <optional>

#include "models/charge/indexing_policy.h"
#include "models/charge/request_charge.h"
#include "models/items/item.h"
#include "models/routing/partition_key.h"
#include "models/workload/distribution.h"
#include "models/workload/stream.h"
#include "sim/core/rng.h"

namespace cosmos {

// Index terms of an item as a container holds it (RU-02): 0.19 RU each. Every scalar counts by its depth, five are
// there anyway, and each composite index of which the item has all properties is one more. Synthetic properties exist
// only where the partition key uses them, undefined ones not at all; what the policy leaves out counts nothing, and
// without an index nothing does.
[[nodiscard]] std::int64_t index_terms(const Item& item, const PartitionKeyDefinition& key,
                                       const IndexingPolicy& indexing);

// Indexed scalars of an item that a replace or patch can change: not its id, nor what the partition key holds
// (PART-11).
[[nodiscard]] std::int64_t changeable_properties(const Item& item, const PartitionKeyDefinition& key,
                                                 const IndexingPolicy& indexing);

// What the requests of one stream cost in one container: as measured where the stream says so, else by the model.
class OperationCharge {
 public:
  // `sent_as_query`: a point read that has to be sent as one.
  OperationCharge(const Item& item, const Stream& stream, const PartitionKeyDefinition& key,
                  const IndexingPolicy& indexing, const ChargeModel& model, bool sent_as_query);

  // Of a request where it is the same for each; nothing for queries and sizes that vary.
  [[nodiscard]] std::optional<Ru> constant() const noexcept { return is_query_ ? std::nullopt : constant_; }
  // Parts of a query's charge, where the number of its items is drawn those of an average one; only for queries.
  [[nodiscard]] std::optional<QueryCharges> query() const noexcept {
    return is_query_ ? std::optional(query_) : std::nullopt;
  }

  // Whether queries differ in the number of items that they return.
  [[nodiscard]] bool is_drawn_query() const noexcept { return drawn_items_.has_value(); }

  // Of the request with this number in its second, whose sizes come from these words. Requires that it has no
  // constant charge and is no query.
  [[nodiscard]] Ru drawn(const sim::Draws& sizes, std::uint64_t number) const noexcept;
  // Of each visit of a query whose number of items comes from a random word. Requires is_drawn_query(). The result is
  // shared evenly, each share rounded up.
  [[nodiscard]] Ru of_drawn_query(std::uint64_t word, std::uint32_t visits) const noexcept;
  // Items that a query returns, from a random word. Requires is_drawn_query().
  [[nodiscard]] std::int64_t drawn_items(std::uint64_t word) const noexcept { return drawn_items_->draw(word); }
  // Items that a query returns, where these are not drawn.
  [[nodiscard]] std::int64_t mean_items() const noexcept { return mean_items_; }
  // Parts of the charge of a query that finds so many items and returns `read` of them.
  [[nodiscard]] QueryCharges of_items(std::int64_t items, std::int64_t read) const noexcept;
  // Of a request whose items have this payload; otherwise as drawn().
  [[nodiscard]] Ru of_size(std::int64_t payload) const noexcept {
    return of_payload(payload) * static_cast<std::int64_t>(batch_);
  }
  // Bytes that a write with this number stores in all, without index, where its sizes come from these words; those of
  // one whose items have this payload.
  [[nodiscard]] std::int64_t drawn_bytes(const sim::Draws& sizes, std::uint64_t number) const noexcept;
  [[nodiscard]] std::int64_t bytes_of_size(std::int64_t payload) const noexcept {
    return stored(payload).count() * static_cast<std::int64_t>(batch_);
  }
  // Of every write; nothing where sizes vary.
  [[nodiscard]] std::optional<std::int64_t> constant_bytes() const noexcept {
    return size_.is_constant() ? std::optional(bytes_of_size(size_.constant())) : std::nullopt;
  }
  // Of a visit of a query that visits `visits` partitions: the result is shared evenly, the first takes the rest
  // (QUERY-03). Of any other operation, and if the number of items is drawn, the charge that it has.
  [[nodiscard]] Ru of_visit(std::uint32_t visit, std::uint32_t visits, Ru charge) const noexcept;

 private:
  enum class Kind : std::uint8_t { kRead, kWrite, kReplace, kPatch };

  [[nodiscard]] static Kind kind_of(const Stream& stream);
  [[nodiscard]] Bytes stored(std::int64_t payload) const noexcept { return Bytes::of(payload) + system_properties_; }
  [[nodiscard]] Ru of_payload(std::int64_t payload) const noexcept;
  void set_query(const Item& item, const Stream& stream);
  [[nodiscard]] QueryShape shape_returning(std::int64_t items) const noexcept;

  ChargeModel model_;
  Kind kind_;
  std::int64_t terms_ = 0;
  std::int64_t changed_ = 0;  // indexed properties that a replace or patch changes
  std::int64_t patched_ = 0;
  std::uint64_t batch_ = 1;
  Bytes system_properties_;
  Sampler size_;
  std::optional<Ru> constant_;
  QueryCharges query_;
  QueryShape shape_;  // of a query, but for what follows from the number of items
  std::optional<std::int64_t> loads_;
  std::int64_t mean_items_ = 1;
  bool sorts_ = false;
  std::optional<Sampler> drawn_items_;
  bool is_query_ = false;
  bool is_modelled_ = false;  // a query without a measured charge
};

}  // namespace cosmos
