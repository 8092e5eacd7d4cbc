#include "models/workload/stream_source.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace cosmos {
namespace {

constexpr std::uint64_t kAgePurpose = sim::purpose_id("age");
constexpr std::uint64_t kSizePurpose = sim::purpose_id("size");
constexpr std::uint64_t kReturnsPurpose = sim::purpose_id("returns");
constexpr std::int64_t kNanoseconds = 1'000'000'000;

// The words of another stream of this name, if there is one to follow.
std::uint64_t id_of(const std::string& other, std::uint64_t own) {
  return other.empty() ? own : sim::purpose_id(other);
}

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
      draw_id_(stream.part_of ? id_of(stream.part_of->draws_as, stream_id_) : stream_id_),
      anew_id_(stream.part_of ? id_of(stream.part_of->redraws_as, stream_id_) : stream_id_),
      item_id_(sim::purpose_id("item/" + item.name)),
      known_(known_key(item, key, stream.known, stream.lists)),
      items_(items),
      coordinates_(item.properties.size()),
      age_(stream.age),
      charge_(item, stream, key, indexing, charges, sent_as_query()) {
  if (!stream.part_of) {
    arrivals_.emplace(stream, seed, stream_id_);
  }
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
      unique_anew_.push_back(is_drawn_anew(*item.find(key.paths[level])) ? 1 : 0);
    }
  }
  if (lists_) {
    const std::vector<std::uint64_t> further = lists_->purposes_of_remainders();
    unique_purposes_.insert(unique_purposes_.end(), further.begin(), further.end());
    unique_anew_.resize(unique_purposes_.size());
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
  if (stream.cache_ttl) {
    cache_.emplace(*stream.cache_ttl);
    asks_for_one_item_ = asks_for_one_item(item, stream);
    for (const std::size_t property : asked_properties(populations, item, stream)) {
      asked_draws_.emplace_back(populations, item, stream, property);
    }
  }
}

// Column by column: the draws of a column do not depend on one another, so their cache misses overlap.
void StreamSource::draw_coordinates(std::int64_t second, const ArrivalBlock& arrivals) {
  const auto asks = [](const PropertyDraw& draw) { return draw.needs_creation(); };
  const bool needs_creation =
      std::any_of(draws_.begin(), draws_.end(), asks) || std::any_of(asked_draws_.begin(), asked_draws_.end(), asks);
  created_.assign(needs_creation ? arrivals.size() : 0, 0);
  const sim::Draws ages(seed_, draw_id_, second, kAgePurpose);
  for (std::size_t i = 0; i < created_.size(); ++i) {
    const std::int64_t age = age_.is_constant() ? age_.constant() : age_.draw(ages.bits(i));
    created_[i] = start_unix_seconds_ + second + floor_div(std::int64_t{arrivals.nanosecond(i)} - age, kNanoseconds);
  }
  if (item_draw_) {
    item_draw_->draw(seed_, chooses_its_item() ? anew_id_ : draw_id_, second, issued_, arrivals.size(), chosen_);
  }
  draw_columns(draws_, second, arrivals, columns_);
  draw_columns(asked_draws_, second, arrivals, asked_columns_);
}

void StreamSource::draw_columns(const std::vector<PropertyDraw>& draws, std::int64_t second,
                                const ArrivalBlock& arrivals, std::vector<std::vector<std::int64_t>>& columns) {
  columns.resize(draws.size());
  for (std::size_t d = 0; d < draws.size(); ++d) {
    const bool anew = is_drawn_anew(draws[d].property());
    const std::span<const std::uint64_t> items = anew ? std::span<const std::uint64_t>() : chosen_;
    draws[d].draw(
        {seed_, anew || chooses_its_item() ? anew_id_ : draw_id_, second, issued_, arrivals, created_, items, item_id_},
        columns[d]);
  }
}

// A property that is drawn anew is one of the operation's, not of the item's.
sim::Draws StreamSource::item_words(std::int64_t second, std::uint64_t purpose, bool anew) const {
  if (item_draw_ && !anew) {
    return {seed_, item_id_, 0, purpose};
  }
  return {seed_, anew || chooses_its_item() ? anew_id_ : draw_id_, second, purpose};
}

void StreamSource::generate(std::int64_t second, RequestBlock& block) {
  arrivals_->generate(second, block.arrivals);
  if (cache_ && block.arrivals.size() > 0) {
    ask_cache(second, block.arrivals);
  }
  if (stream_.parts.empty()) {
    generate_requests(second, block.arrivals, block);
  } else {
    block.partition.assign(block.arrivals.size(), 0);  // the requests are those of its parts
    block.key_slot.assign(block.arrivals.size(), Target::kNotCounted);
  }
}

void StreamSource::generate_part(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block) {
  generate_requests(second, arrivals, block);
}

void StreamSource::generate_requests(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block) {
  const std::size_t n = arrivals.size();
  resize_with_room(block.partition, n);
  resize_with_room(block.key_slot, n);
  block.visits.clear();
  block.listed.clear();
  block.listed_at.clear();
  block.keys.clear();
  block.bytes.clear();
  block.charge.clear();
  block.items.clear();
  if (n > 0) {
    if (!cache_) {
      draw_coordinates(second, arrivals);
      issued_ += static_cast<std::int64_t>(n);
    }
    route(second, block);
    if (tells_keys_ && known_.levels > 0 && !lists_) {
      write_keys(second, block);
    }
    charge_each(second, arrivals, block);
    if (index_share_ && stores() != 0) {
      write_bytes(second, arrivals, block);
    }
    const bool undoes = stream_.part_of && stream_.part_of->undoes;
    if (stream_.operation == OperationKind::kCreate && !item_draw_ && !undoes) {
      items_.add(second, static_cast<std::int64_t>(n) * stream_.batch);
    }
  }
}

// Without a property that no other item has, the same values ask for the same; with one, only reads of the same
// existing item do.
std::uint64_t StreamSource::asked_for(std::size_t i) const {
  std::uint64_t key = sim::mix_bits(asks_for_one_item_ ? item_of(i) : 0);
  for (const std::vector<std::int64_t>& column : asked_columns_) {
    key = sim::mix_bits(key + static_cast<std::uint64_t>(column[i]) + 0x9e3779b97f4a7c15U);
  }
  return key;
}

void StreamSource::ask_cache(std::int64_t second, ArrivalBlock& arrivals) {
  draw_coordinates(second, arrivals);
  issued_ += static_cast<std::int64_t>(arrivals.size());
  if (asks_for_one_item_ && !item_draw_) {
    return;  // each asks for an item of its own
  }
  in_time_.resize(arrivals.size());
  std::iota(in_time_.begin(), in_time_.end(), 0U);
  std::sort(in_time_.begin(), in_time_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(arrivals.nanosecond(a), a) < std::pair(arrivals.nanosecond(b), b);
  });
  const sim::SimTime begin = sim::SimTime::at(sim::Duration::seconds(second));
  missed_.clear();
  for (const std::uint32_t i : in_time_) {
    if (!cache_->answers(asked_for(i), begin + sim::Duration::nanoseconds(arrivals.nanosecond(i)))) {
      missed_.push_back(i);
    }
  }
  std::sort(missed_.begin(), missed_.end());
  const auto keep = [&](auto& column) {
    for (std::size_t k = 0; k < missed_.size() && !column.empty(); ++k) {
      column[k] = column[missed_[k]];
    }
    column.resize(std::min(column.size(), missed_.size()));
  };
  for (std::vector<std::int64_t>& column : columns_) {
    keep(column);
  }
  keep(chosen_);
  keep(created_);
  arrivals.keep_only(missed_);
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
      return unique_words(purpose).bits(2 * number_of_unique(purpose, i) + which);
    });
    block.partition[i] = target.first;
    block.key_slot[i] = target.key_slot;
    if (!block.visits.empty()) {
      block.visits[i] = target.visits;
    }
  }
}

void StreamSource::write_keys(std::int64_t second, RequestBlock& block) {
  prepare_unique_words(second);
  for (std::size_t i = 0; i < block.size(); ++i) {
    set_coordinates(i);
    block.keys.push_back(router_.point(coordinates_, known_.levels, [&](std::uint64_t purpose, std::uint64_t which) {
      return unique_words(purpose).bits(2 * number_of_unique(purpose, i) + which);
    }));
  }
}

void StreamSource::skip(std::int64_t second, std::int64_t operations) {
  issued_ += operations;
  if (stream_.operation == OperationKind::kCreate && !item_draw_) {
    items_.add(second, operations * stream_.batch);
  }
}

int StreamSource::stores() const {
  switch (stream_.operation) {
    case OperationKind::kCreate:
      return 1;
    case OperationKind::kUpsert:
      return stream_.upserts_new_items ? 1 : 0;
    case OperationKind::kDelete:
      return -1;
    default:
      return 0;
  }
}

std::size_t StreamSource::listed_levels() const {
  std::size_t n = 0;
  while (n < router_.levels() && !router_.level(n).is_unique()) {
    ++n;
  }
  return n;
}

void StreamSource::write_bytes(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block) {
  const sim::Draws sizes = item_words(second, kSizePurpose);
  const std::optional<std::int64_t> constant = charge_.constant_bytes();
  const double with_index = (1.0 + *index_share_) * stores();
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::int64_t data = !arrivals.payload.empty() ? charge_.bytes_of_size(arrivals.payload[i])
                              : constant                ? *constant
                                                        : charge_.drawn_bytes(sizes, item_of(i));
    block.bytes.push_back(static_cast<std::int64_t>(std::llround(static_cast<double>(data) * with_index)));
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
          return unique_words(purpose).bits(2 * number_of_unique(purpose, i) + which, choice, 0);
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
  for (std::size_t u = 0; u < unique_purposes_.size(); ++u) {
    unique_words_.push_back(item_words(second, unique_purposes_[u], unique_anew_[u] != 0));
  }
}

std::size_t StreamSource::position_of_unique(std::uint64_t purpose) const {
  const auto at = std::find(unique_purposes_.begin(), unique_purposes_.end(), purpose);
  return static_cast<std::size_t>(at - unique_purposes_.begin());
}

// What is drawn anew is drawn for the operation, whatever its item.
std::uint64_t StreamSource::number_of_unique(std::uint64_t purpose, std::size_t i) const {
  return unique_anew_[position_of_unique(purpose)] != 0 ? i : item_of(i);
}

void StreamSource::charge_each(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block) {
  const std::size_t n = block.size();
  if (charge_.is_drawn_query() && is_staged(stream_)) {
    resize_with_room(block.items, n);
    const sim::Draws items(seed_, draw_id_, second, kReturnsPurpose);
    for (std::size_t i = 0; i < n; ++i) {
      block.items[i] = charge_.drawn_items(items.bits(i));
    }
  } else if (charge_.is_drawn_query()) {
    resize_with_room(block.charge, n);
    const sim::Draws items(seed_, draw_id_, second, kReturnsPurpose);
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
  } else if (!arrivals.milli_ru.empty()) {
    resize_with_room(block.charge, n);
    std::transform(arrivals.milli_ru.begin(), arrivals.milli_ru.end(), block.charge.begin(),
                   [](std::int64_t milli) { return Ru::milli(milli); });
  } else if (!arrivals.payload.empty()) {
    resize_with_room(block.charge, n);
    std::transform(arrivals.payload.begin(), arrivals.payload.end(), block.charge.begin(),
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
