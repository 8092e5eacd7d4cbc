#include "models/world/stored_data.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "models/routing/key_router.h"
#include "models/workload/stream_source.h"

namespace cosmos {
namespace {

constexpr std::int64_t kItemsDrawn = std::int64_t{1} << 16;
constexpr std::int64_t kLeastDrawnOfMember = 64;

// Draws items of one kind and puts their bytes where they lie.
class StoredItemsDraw {
 public:
  StoredItemsDraw(const RunPlan& plan, std::size_t container, const StoredItems& stored, sim::Seed seed,
                  StorageLedger& ledger)
      : plan_(plan),
        container_(plan.containers[container]),
        stored_(stored),
        seed_(seed),
        ledger_(ledger),
        map_({}),
        router_(map_, container_.key, plan.populations, plan.items[stored.item], seed, key_slots_) {}

  void store() {
    if (router_.level(0).is_unique()) {
      ledger_.add(ledger_.prefix(KeyPoint(), 0), with_index(stored_.bytes));
    } else if (!stored_.by) {
      store(stored_.bytes, kItemsDrawn, nullptr);
    } else {
      for (std::size_t member = 0; member < stored_.bytes_of_member.size(); ++member) {
        const double bytes = stored_.bytes_of_member[member];
        const PopulationChoice only{population(), FixedMember{member}};
        const double share = bytes / stored_.bytes;
        const auto n = static_cast<std::int64_t>(share * static_cast<double>(kItemsDrawn));
        if (bytes > 0.0) {
          store(bytes, std::max(n, kLeastDrawnOfMember), &only);
        }
      }
    }
  }

 private:
  [[nodiscard]] std::size_t population() const {
    return std::get<PopulationProperty>(plan_.items[stored_.item].properties[*stored_.by].generator).population;
  }
  [[nodiscard]] std::int64_t with_index(double bytes) const {
    return std::llround(bytes * (1.0 + container_.index_share));
  }

  void store(double bytes, std::int64_t draws, const PopulationChoice* only) {
    const Item& item = plan_.items[stored_.item];
    Stream stream;
    stream.name = "stored/" + item.name + (only == nullptr ? "" : "/" + std::to_string(number_));
    stream.item = stored_.item;
    stream.operation = OperationKind::kCreate;
    stream.fixed_charge = Ru::units(1);
    stream.age = stored_.age;
    for (std::size_t p = 0; p < item.properties.size(); ++p) {
      stream.known.push_back(p);
    }
    if (only != nullptr) {
      stream.population_choices.push_back(*only);
    }
    ++number_;
    CreatedItems created;
    StreamSource source(
        plan_.populations, item, stream, plan_.start_unix_seconds, router_, container_.key, container_.indexing,
        ChargeModel(plan_.consistency, plan_.readings.strong_read_charge, plan_.readings.size_charge), created, seed_);
    source.tell_keys();
    ArrivalBlock arrivals;
    arrivals.draw(static_cast<std::size_t>(draws), sim::Draws(seed_, source.stream_id(), 0, sim::purpose_id("stored")));
    RequestBlock block;
    source.generate_part(0, arrivals, block);
    const std::int64_t all = with_index(bytes);
    const std::size_t listed = source.listed_levels();
    for (std::int64_t i = 0; i < draws; ++i) {
      const KeyPoint& key = block.keys[static_cast<std::size_t>(i)];
      const std::uint32_t place = listed == router_.levels() ? ledger_.full_key(key) : ledger_.prefix(key, listed);
      ledger_.add(place, all / draws + (i < all % draws ? 1 : 0));
    }
  }

  const RunPlan& plan_;
  const Container& container_;
  const StoredItems& stored_;
  sim::Seed seed_;
  StorageLedger& ledger_;
  PartitionMap map_;
  std::uint32_t key_slots_ = 0;
  KeyRouter router_;
  int number_ = 0;
};

}  // namespace

void store_at_start(const RunPlan& plan, std::size_t container, sim::Seed replication_seed, StorageLedger& ledger) {
  const Container& of_plan = plan.containers[container];
  const std::vector<PartitionRange> ranges = of_plan.ranges();
  for (std::size_t i = 0; i < of_plan.stated_bytes.size(); ++i) {
    ledger.add(ledger.range(ranges[i].range), std::llround(of_plan.stated_bytes[i] * (1.0 + of_plan.index_share)));
  }
  for (const StoredItems& stored : plan.containers[container].stored) {
    if (stored.bytes > 0.0) {
      StoredItemsDraw(plan, container, stored, replication_seed, ledger).store();
    }
  }
}

}  // namespace cosmos
