#include "models/workload/stream_source.h"

#include <algorithm>

namespace cosmos {
namespace {

constexpr std::uint64_t kAgePurpose = sim::purpose_id("age");
constexpr std::uint64_t kSizePurpose = sim::purpose_id("size");
constexpr std::uint64_t kReturnsPurpose = sim::purpose_id("returns");
constexpr std::int64_t kNanoseconds = 1'000'000'000;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

StreamSource::StreamSource(const std::vector<Population>& populations, const Item& item, const Stream& stream,
                           std::int64_t start_unix_seconds, KeyRouter& router, const PartitionKeyDefinition& key,
                           const IndexingPolicy& indexing, const ChargeModel& charges, CreatedItems& items,
                           sim::Seed seed)
    : stream_(stream),
      start_unix_seconds_(start_unix_seconds),
      router_(router),
      seed_(seed),
      stream_id_(sim::purpose_id(stream.name)),
      item_id_(sim::purpose_id("item/" + item.name)),
      arrivals_(stream, seed, stream_id_),
      known_(known_key(item, key, stream.known, stream.lists)),
      items_(items),
      coordinates_(item.properties.size()),
      age_(stream.age),
      charge_(item, stream, key, indexing, charges, sent_as_query()) {
  if (stream.item_choice) {
    item_draw_.emplace(stream, items);
  }
  if (!known_.lists.empty()) {
    std::vector<ListedProperty> lists;
    for (const std::size_t list : known_.lists) {
      lists.push_back(stream.lists[list]);
    }
    lists_.emplace(populations, item, lists, router_, known_.levels);
  }
  for (std::size_t level = 0; level < known_.levels; ++level) {
    if (router_.level(level).is_unique()) {
      unique_purposes_.push_back(router_.level(level).unique_purpose());
    }
  }
  if (lists_) {
    const std::vector<std::uint64_t> further = lists_->purposes_of_remainders();
    unique_purposes_.insert(unique_purposes_.end(), further.begin(), further.end());
  }
  for (const std::size_t property : router_.needed_properties(known_.levels)) {
    if (lists_ && lists_->names_all(property)) {
      continue;
    }
    if (router_.is_dense_first_level(property)) {
      first_level_draw_ = draws_.size();
    }
    draws_.emplace_back(populations, item, stream, property);
  }
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
  if (item_draw_) {
    item_draw_->draw(seed_, stream_id_, second, issued_, arrivals.size(), chosen_);
  }
  columns_.resize(draws_.size());
  const SecondOfStream of{seed_, stream_id_, second, issued_, arrivals, created_, chosen_, item_id_};
  for (std::size_t d = 0; d < draws_.size(); ++d) {
    draws_[d].draw(of, columns_[d]);
  }
}

sim::Draws StreamSource::item_words(std::int64_t second, std::uint64_t purpose) const {
  return item_draw_ ? sim::Draws(seed_, item_id_, 0, purpose) : sim::Draws(seed_, stream_id_, second, purpose);
}

void StreamSource::generate(std::int64_t second, RequestBlock& block) {
  arrivals_.generate(second, block.arrivals);
  const std::size_t n = block.arrivals.size();
  resize_with_room(block.partition, n);
  resize_with_room(block.key_slot, n);
  block.visits.clear();
  block.listed.clear();
  block.listed_at.clear();
  block.charge.clear();
  if (n > 0) {
    draw_coordinates(second, block.arrivals);
    route(second, block);
    charge_each(second, block);
    issued_ += static_cast<std::int64_t>(n);
    if (stream_.operation == OperationKind::kCreate) {
      items_.add(second, static_cast<std::int64_t>(n) * stream_.batch);
    }
  }
}

void StreamSource::route(std::int64_t second, RequestBlock& block) {
  block.everywhere = known_.levels == 0;
  if (block.everywhere) {
    const Target everywhere = router_.everywhere();
    std::fill(block.partition.begin(), block.partition.end(), everywhere.first);
    std::fill(block.key_slot.begin(), block.key_slot.end(), everywhere.key_slot);
    if (everywhere.visits > 1) {
      resize_with_room(block.visits, block.size());
      std::fill(block.visits.begin(), block.visits.end(), everywhere.visits);
    }
  } else if (lists_) {
    route_lists(second, block);
  } else if (first_level_draw_ && router_.no_value_is_cut()) {
    router_.route_column(columns_[*first_level_draw_], block.partition, block.key_slot);
  } else {
    route_each(second, block);
  }
}

void StreamSource::route_each(std::int64_t second, RequestBlock& block) {
  constexpr std::size_t kAhead = 16;
  const std::vector<std::int64_t>* const first_level = first_level_draw_ ? &columns_[*first_level_draw_] : nullptr;
  prepare_unique_words(second);
  const std::size_t n = block.size();
  if (known_.levels < router_.levels()) {
    resize_with_room(block.visits, n);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (first_level != nullptr && i + kAhead < n) {
      router_.prefetch((*first_level)[i + kAhead]);
    }
    set_coordinates(i);
    const Target target = router_.route(coordinates_, known_.levels, [&](std::uint64_t purpose, std::uint64_t which) {
      return unique_words(purpose).bits(2 * item_of(i) + which);
    });
    block.partition[i] = target.first;
    block.key_slot[i] = target.key_slot;
    if (!block.visits.empty()) {
      block.visits[i] = target.visits;
    }
  }
}

void StreamSource::route_lists(std::int64_t second, RequestBlock& block) {
  prepare_unique_words(second);
  const std::size_t n = block.size();
  resize_with_room(block.visits, n);
  resize_with_room(block.listed_at, n);
  for (std::size_t i = 0; i < n; ++i) {
    set_coordinates(i);
    const std::size_t from = block.listed.size();
    lists_->route(
        coordinates_,
        [&](std::uint64_t purpose, std::uint64_t which, std::uint64_t choice) {
          return unique_words(purpose).bits(2 * item_of(i) + which, choice, 0);
        },
        block.listed);
    block.listed_at[i] = static_cast<std::uint32_t>(from);
    block.visits[i] = static_cast<std::uint32_t>(block.listed.size() - from);
    block.partition[i] = block.listed[from].partition;
    block.key_slot[i] = block.listed[from].key_slot;
  }
}

void StreamSource::set_coordinates(std::size_t i) {
  for (std::size_t d = 0; d < draws_.size(); ++d) {
    coordinates_[draws_[d].property()] = columns_[d][i];
  }
}

void StreamSource::prepare_unique_words(std::int64_t second) {
  unique_words_.clear();
  for (const std::uint64_t purpose : unique_purposes_) {
    unique_words_.push_back(item_words(second, purpose));
  }
}

const sim::Draws& StreamSource::unique_words(std::uint64_t purpose) const {
  const auto at = std::find(unique_purposes_.begin(), unique_purposes_.end(), purpose) - unique_purposes_.begin();
  return unique_words_[static_cast<std::size_t>(at)];
}

void StreamSource::charge_each(std::int64_t second, RequestBlock& block) {
  const std::size_t n = block.size();
  if (charge_.is_drawn_query()) {
    resize_with_room(block.charge, n);
    const sim::Draws items(seed_, stream_id_, second, kReturnsPurpose);
    for (std::size_t i = 0; i < n; ++i) {
      block.charge[i] = charge_.of_drawn_query(items.bits(i), block.visits_of(i));
    }
  } else if (charge_.query()) {
    block.same_charge = visit_charge(0, 1, Ru{});
    resize_with_room(block.charge, block.visits.size());
    for (std::size_t i = 0; i < block.charge.size(); ++i) {
      block.charge[i] = visit_charge(0, block.visits[i], Ru{});
    }
  } else if (charge_.constant()) {
    block.same_charge = *charge_.constant();
  } else if (!block.arrivals.milli_ru.empty()) {
    resize_with_room(block.charge, n);
    std::transform(block.arrivals.milli_ru.begin(), block.arrivals.milli_ru.end(), block.charge.begin(),
                   [](std::int64_t milli) { return Ru::milli(milli); });
  } else if (!block.arrivals.payload.empty()) {
    resize_with_room(block.charge, n);
    std::transform(block.arrivals.payload.begin(), block.arrivals.payload.end(), block.charge.begin(),
                   [this](std::int64_t payload) { return charge_.of_size(payload); });
  } else {
    resize_with_room(block.charge, n);
    const sim::Draws sizes = item_words(second, kSizePurpose);
    for (std::size_t i = 0; i < n; ++i) {
      block.charge[i] = charge_.drawn(sizes, item_of(i));
    }
  }
}

}  // namespace cosmos
