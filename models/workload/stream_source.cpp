#include "models/workload/stream_source.h"

#include <algorithm>
#include <cmath>

#include "sim/core/check.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kAgePurpose = sim::purpose_id("age");
constexpr std::uint64_t kSizePurpose = sim::purpose_id("size");
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

double mean_of(const Distribution& size) {
  if (const auto* constant = std::get_if<Constant>(&size)) {
    return static_cast<double>(constant->value);
  }
  return sim::QuantileTable([&](double u) { return quantile(size, u); }).mean();
}

// Index terms of an item as the container holds it: each scalar by its depth; synthetic properties only
// where the partition key uses them, undefined ones not at all.
std::int64_t terms_in(const Item& item, const PartitionKeyDefinition& key) {
  std::int64_t n = item.other_terms;
  for (const Property& property : item.properties) {
    const bool in_key = std::find(key.paths.begin(), key.paths.end(), property.name) != key.paths.end();
    const auto* constant = std::get_if<ConstantProperty>(&property.generator);
    const bool missing = constant != nullptr && constant->value == KeyValue::undefined();
    if (!missing && (in_key || !is_synthetic(property.generator))) {
      n += 1 + std::count(property.name.begin(), property.name.end(), '/');
    }
  }
  return index_terms(n);
}

}  // namespace

StreamSource::StreamSource(const std::vector<Population>& populations, const Item& item, const Stream& stream,
                           std::int64_t start_unix_seconds, KeyRouter& router, const PartitionKeyDefinition& key,
                           const ChargeModel& charges, sim::Seed seed)
    : item_(item),
      stream_(stream),
      start_unix_seconds_(start_unix_seconds),
      router_(router),
      seed_(seed),
      stream_id_(sim::purpose_id(stream.name)),
      arrivals_(stream, seed, stream_id_),
      coordinates_(item.properties.size()),
      age_(stream.age),
      size_(item.size),
      terms_(terms_in(item, key)),
      charges_(charges) {
  find_known_levels(key);
  set_charges(charges);
  for (std::size_t level = 0; level < known_levels_; ++level) {
    if (router_.level(level).is_unique()) {
      unique_purposes_.push_back(router_.level(level).unique_purpose());
    }
  }
  for (const std::size_t property : router_.needed_properties(known_levels_)) {
    if (router_.is_dense_first_level(property)) {
      first_level_draw_ = draws_.size();
    }
    draws_.emplace_back(populations, item, stream, property);
  }
}

// What is known (grammar section 4): properties that the request binds, constants always, a format when
// all that it is made of is known.
void StreamSource::find_known_levels(const PartitionKeyDefinition& key) {
  const auto knows = [&](std::size_t property) {
    if (std::find(stream_.known.begin(), stream_.known.end(), property) != stream_.known.end()) {
      return true;
    }
    const std::vector<std::size_t> parts = drawn_parts(item_, property);
    return std::all_of(parts.begin(), parts.end(), [&](std::size_t part) {
      return std::find(stream_.known.begin(), stream_.known.end(), part) != stream_.known.end();
    });
  };
  std::size_t levels = 0;
  while (levels < key.levels() && knows(*item_.find(key.paths[levels]))) {
    ++levels;
  }
  knows_full_key_ = levels == key.levels();
  const bool one_hash = router_.levels() == 1;
  known_levels_ = one_hash ? (knows_full_key_ ? 1 : 0) : levels;
  const bool knows_id = knows(*item_.find("id"));
  sent_as_query_ = stream_.operation == OperationKind::kPointRead && !(knows_full_key_ && knows_id);
}

Bytes StreamSource::stored_size(std::int64_t payload) const { return Bytes::of(payload) + item_.system_properties; }

void StreamSource::set_charges(const ChargeModel& charges) {
  is_query_ = stream_.operation == OperationKind::kQuery || sent_as_query_;
  if (is_query_) {
    const std::int64_t payload = static_cast<std::int64_t>(std::llround(mean_of(item_.size)));
    query_ = charges.query({stream_.filters, stream_.loads, stream_.returns, stored_size(payload)});
    if (stream_.query_charge) {
      query_ = *stream_.query_charge;
    } else if (stream_.fixed_charge) {
      query_ = {Ru{}, *stream_.fixed_charge};
    }
    charge_ = Ru{};
  } else if (stream_.fixed_charge) {
    charge_ = stream_.fixed_charge;
  } else if (size_.is_constant()) {
    charge_ = drawn_charge(0);
  }
}

Ru StreamSource::drawn_charge(std::uint64_t bits) const {
  const Bytes stored = stored_size(size_.draw(bits));
  return stream_.operation == OperationKind::kCreate ? charges_.create(stored, terms_) : charges_.point_read(stored);
}

Ru StreamSource::visit_charge(std::uint32_t visit, std::uint32_t visits, Ru first_visit) const noexcept {
  if (!is_query_) {
    return first_visit;
  }
  const std::int64_t share = query_.result.milli() / visits;
  const std::int64_t rest = visit == 0 ? query_.result.milli() % visits : 0;
  return query_.per_visit + Ru::milli(share + rest);
}

// Column by column: the draws of a column do not depend on one another, so their cache misses overlap.
void StreamSource::draw_coordinates(std::int64_t second, const ArrivalBlock& arrivals) {
  const bool needs_creation =
      std::any_of(draws_.begin(), draws_.end(), [](const PropertyDraw& draw) { return draw.needs_creation(); });
  created_.assign(needs_creation ? arrivals.size() : 0, 0);
  const sim::Draws ages(seed_, stream_id_, second, kAgePurpose);
  for (std::size_t i = 0; i < created_.size(); ++i) {
    const std::int64_t age = age_.is_constant() ? age_.constant() : age_.draw(ages.bits(i));
    created_[i] = start_unix_seconds_ + second + floor_div(std::int64_t{arrivals.nanosecond(i)} - age, kNanoseconds);
  }
  columns_.resize(draws_.size());
  for (std::size_t d = 0; d < draws_.size(); ++d) {
    draws_[d].draw(seed_, stream_id_, second, arrivals, created_, columns_[d]);
  }
}

void StreamSource::generate(std::int64_t second, RequestBlock& block) {
  arrivals_.generate(second, block.arrivals);
  const std::size_t n = block.arrivals.size();
  resize_with_room(block.partition, n);
  resize_with_room(block.key_slot, n);
  block.visits.clear();
  block.charge.clear();
  if (n > 0) {
    draw_coordinates(second, block.arrivals);
    route(second, block);
    charge_each(second, block);
  }
}

void StreamSource::route(std::int64_t second, RequestBlock& block) {
  if (known_levels_ == 0) {
    const Target everywhere = router_.everywhere();
    std::fill(block.partition.begin(), block.partition.end(), everywhere.first);
    std::fill(block.key_slot.begin(), block.key_slot.end(), everywhere.key_slot);
    if (everywhere.visits > 1) {
      resize_with_room(block.visits, block.size());
      std::fill(block.visits.begin(), block.visits.end(), everywhere.visits);
    }
  } else if (first_level_draw_ && router_.no_value_is_cut()) {
    router_.route_column(columns_[*first_level_draw_], block.partition, block.key_slot);
  } else {
    route_each(second, block);
  }
}

void StreamSource::route_each(std::int64_t second, RequestBlock& block) {
  constexpr std::size_t kAhead = 16;
  const std::vector<std::int64_t>* const first_level = first_level_draw_ ? &columns_[*first_level_draw_] : nullptr;
  unique_words_.clear();
  for (const std::uint64_t purpose : unique_purposes_) {
    unique_words_.emplace_back(seed_, stream_id_, second, purpose);
  }
  const std::size_t n = block.size();
  if (known_levels_ < router_.levels()) {
    resize_with_room(block.visits, n);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (first_level != nullptr && i + kAhead < n) {
      router_.prefetch((*first_level)[i + kAhead]);
    }
    for (std::size_t d = 0; d < draws_.size(); ++d) {
      coordinates_[draws_[d].property()] = columns_[d][i];
    }
    const Target target = router_.route(coordinates_, known_levels_, [&](std::uint64_t purpose, std::uint64_t which) {
      const auto at = std::find(unique_purposes_.begin(), unique_purposes_.end(), purpose) - unique_purposes_.begin();
      return unique_words_[static_cast<std::size_t>(at)].bits(2 * i + which);
    });
    block.partition[i] = target.first;
    block.key_slot[i] = target.key_slot;
    if (!block.visits.empty()) {
      block.visits[i] = target.visits;
    }
  }
}

void StreamSource::charge_each(std::int64_t second, RequestBlock& block) {
  const std::size_t n = block.size();
  if (is_query_) {
    block.same_charge = visit_charge(0, 1, Ru{});
    resize_with_room(block.charge, block.visits.size());
    for (std::size_t i = 0; i < block.charge.size(); ++i) {
      block.charge[i] = visit_charge(0, block.visits[i], Ru{});
    }
  } else if (charge_) {
    block.same_charge = *charge_;
  } else {
    resize_with_room(block.charge, n);
    const sim::Draws sizes(seed_, stream_id_, second, kSizePurpose);
    for (std::size_t i = 0; i < n; ++i) {
      block.charge[i] = drawn_charge(sizes.bits(i));
    }
  }
}

}  // namespace cosmos
