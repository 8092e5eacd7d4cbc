#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/charge/operation_charge.h"
#include "models/client/read_cache.h"
#include "models/routing/key_router.h"
#include "models/workload/arrivals.h"
#include "models/workload/item_draw.h"
#include "models/workload/known_key.h"
#include "models/workload/list_router.h"
#include "models/workload/property_draw.h"
#include "models/workload/request_block.h"

namespace cosmos {

// Turns a stream's arrivals into requests under one design. The demand (arrivals, keys, sizes) is a pure function of
// (seed, stream's name, second, number), so that every design meets the same operations.
class StreamSource {
 public:
  // The router is that of the stream's item in its container.
  // `indexing` and `charges` say what operations cost that carry no measured charge; `items` counts those of its kind
  // in the container.
  StreamSource(const std::vector<Population>& populations, const Item& item, const Stream& stream,
               std::int64_t start_unix_seconds, KeyRouter& router, const PartitionKeyDefinition& key,
               const IndexingPolicy& indexing, const ChargeModel& charges, CreatedItems& items, sim::Seed seed);

  // Replaces `block` by the requests of a second. Seconds are asked for in ascending order.
  void generate(std::int64_t second, RequestBlock& block);
  // The same for a part of another stream's operations, whose arrivals these are; the block's own stay empty.
  void generate_part(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block);

  // Charge of a visit of a query that visits `visits` partitions; of any other operation its charge.
  [[nodiscard]] Ru visit_charge(std::uint32_t visit, std::uint32_t visits, Ru first_visit) const noexcept {
    return charge_.of_visit(visit, visits, first_visit);
  }

  // Charge of a request that is no query where it is the same for each; nothing for queries and sizes that vary.
  [[nodiscard]] std::optional<Ru> charge() const { return charge_.constant(); }
  // Parts of a query's charge; only for queries.
  [[nodiscard]] std::optional<QueryCharges> query_charges() const { return charge_.query(); }
  // The items that the query with this number returns in all, and the parts of its charge.
  [[nodiscard]] std::int64_t query_items(const RequestBlock& block, std::size_t i) const {
    return block.items.empty() ? charge_.mean_items() : block.items[i];
  }
  [[nodiscard]] QueryCharges charges_of(std::int64_t items, std::int64_t read) const {
    return charge_.of_items(items, read);
  }

  // So many operations more of `second` were issued without being asked for.
  void skip(std::int64_t second, std::int64_t operations);
  // From now on each block tells the keys that its requests ask for. Not of requests that ask everywhere or by lists.
  void tell_keys() { tells_keys_ = true; }
  // Likewise the bytes that its writes store or give back, with so many index bytes for each byte of data.
  void tell_bytes(double index_share) { index_share_ = index_share; }
  // Whether its requests add items (1), take them away (-1), or neither.
  [[nodiscard]] int stores() const;
  // Leading levels of the key whose values are listed: behind them comes one that nobody repeats, or nothing.
  [[nodiscard]] std::size_t listed_levels() const;
  [[nodiscard]] std::size_t key_levels() const { return router_.levels(); }

  [[nodiscard]] std::uint64_t stream_id() const { return stream_id_; }
  // Levels of the key that the stream's requests know.
  [[nodiscard]] std::size_t known_levels() const { return known_.levels; }
  [[nodiscard]] const KnownKey& known() const { return known_; }
  // Keys, or prefixes of keys, that each request asks for: several where it knows them as a list.
  [[nodiscard]] std::int64_t listed_keys() const { return cosmos::listed_keys(known_, stream_.lists); }
  [[nodiscard]] bool sent_as_query() const { return is_sent_as_query(stream_.operation, known_); }

 private:
  void generate_requests(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block);
  // Takes away what the cache answers, once it is drawn what each read asks for.
  void ask_cache(std::int64_t second, ArrivalBlock& arrivals);
  [[nodiscard]] std::uint64_t asked_for(std::size_t i) const;
  void draw_coordinates(std::int64_t second, const ArrivalBlock& arrivals);
  void draw_columns(const std::vector<PropertyDraw>& draws, std::int64_t second, const ArrivalBlock& arrivals,
                    std::vector<std::vector<std::int64_t>>& columns);
  // Words of a purpose for each operation's item: those of the item itself where it is chosen, else of the operation.
  [[nodiscard]] sim::Draws item_words(std::int64_t second, std::uint64_t purpose, bool anew = false) const;
  // Drawn for the operation, by this part's own words. What a part draws that chooses its own item is the item's.
  [[nodiscard]] bool is_drawn_anew(std::size_t property) const {
    return stream_.part_of && stream_.part_of->drawn_anew[property] != 0 && !(chooses_its_item() && item_draw_);
  }
  [[nodiscard]] bool chooses_its_item() const { return stream_.part_of && stream_.part_of->chooses_its_item; }
  [[nodiscard]] std::uint64_t item_of(std::size_t i) const { return chosen_.empty() ? i : chosen_[i]; }
  void route(std::int64_t second, RequestBlock& block);
  void route_each(std::int64_t second, RequestBlock& block);
  void route_lists(std::int64_t second, RequestBlock& block);
  void write_keys(std::int64_t second, RequestBlock& block);
  void write_bytes(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block);
  void set_coordinates(std::size_t i);
  // The random words of the known levels that nobody repeats, for the second at hand.
  void prepare_unique_words(std::int64_t second);
  [[nodiscard]] std::size_t position_of_unique(std::uint64_t purpose) const;
  [[nodiscard]] const sim::Draws& unique_words(std::uint64_t purpose) const {
    return unique_words_[position_of_unique(purpose)];
  }
  [[nodiscard]] std::uint64_t number_of_unique(std::uint64_t purpose, std::size_t i) const;
  void charge_each(std::int64_t second, const ArrivalBlock& arrivals, RequestBlock& block);

  const Stream& stream_;
  std::int64_t start_unix_seconds_;
  KeyRouter& router_;
  sim::Seed seed_;
  std::uint64_t stream_id_;
  std::uint64_t draw_id_;  // whose words say the items, and
  std::uint64_t anew_id_;  // whose the properties that are drawn anew; its own but for parts
  std::uint64_t item_id_;
  std::optional<ArrivalSource> arrivals_;  // of what is no part
  KnownKey known_;
  std::int64_t issued_ = 0;  // operations of the seconds before
  CreatedItems& items_;
  std::optional<ItemDraw> item_draw_;
  std::vector<std::uint64_t> chosen_;  // items of the second at hand, where they are chosen among those that exist
  std::vector<PropertyDraw> draws_;
  std::optional<std::size_t> first_level_draw_;     // position of the draw that is the first level's list position
  std::vector<std::vector<std::int64_t>> columns_;  // of `draws_`, for the second at hand
  std::optional<ListRouter> lists_;                 // where requests name several values of what decides their key
  std::vector<std::uint64_t> unique_purposes_;      // of values that nobody repeats and that routing asks for
  std::vector<char> unique_anew_;                   // likewise: whether this part draws it anew
  std::vector<sim::Draws> unique_words_;            // likewise, for the second at hand
  std::vector<std::int64_t> created_;               // unix seconds, likewise, where a time property is drawn
  Coordinates coordinates_;
  std::optional<ReadCache> cache_;
  std::vector<PropertyDraw> asked_draws_;                 // of what a read asks for
  std::vector<std::vector<std::int64_t>> asked_columns_;  // likewise, for the second at hand
  bool asks_for_one_item_ = false;      // it asks for the item itself, by a property that no other has
  std::vector<std::uint32_t> in_time_;  // while the cache is asked: numbers in time order, and
  std::vector<std::uint32_t> missed_;   // those that it does not answer
  Sampler age_;
  OperationCharge charge_;
  bool tells_keys_ = false;
  std::optional<double> index_share_;  // where it tells bytes
};

}  // namespace cosmos
