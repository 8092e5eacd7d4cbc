#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/quantities.h"
#include "models/routing/key_router.h"
#include "models/workload/arrivals.h"

namespace cosmos {

// One partition that a request visits.
struct Visit {
  std::uint32_t partition = 0;  // of the container
  std::uint32_t key_slot = 0;   // or Target::kNotCounted
};

// The requests of one stream in one second under one design: parallel arrays by number. What is the same for all
// requests of the stream has no array, so that most streams need two words a request.
class RequestBlock {
 public:
  ArrivalBlock arrivals;
  std::vector<std::uint32_t> partition;  // of the container: the first one visited
  std::vector<std::uint32_t> key_slot;   // of the first visit, or Target::kNotCounted; the others' follow
  std::vector<std::uint32_t> visits;     // partitions, consecutive unless they are listed; empty: one for each request
  std::vector<Visit> listed;             // of requests whose visits need not be consecutive: all, in key order
  std::vector<std::uint32_t> listed_at;  // of each request: where its visits begin in `listed`; empty: none is listed
  std::vector<Ru> charge;                // of the first visit; empty: `same_charge` for each request
  std::vector<std::int64_t> items;       // that a query returns, where that is drawn and read page by page
  std::vector<KeyPoint> keys;            // that each asks for, or their prefixes, where somebody wants to know
  std::vector<std::uint32_t> places;     // where what is written lies, likewise; see StorageLedger
  std::vector<std::int64_t> bytes;       // that each write stores, index included, or gives back: below 0, likewise
  Ru same_charge;
  bool everywhere = false;  // each request visits every partition

  // Keeps the arrivals with these numbers, which ascend; the others move up. Of requests of one visit.
  void keep_only(const std::vector<std::uint32_t>& numbers);

  [[nodiscard]] std::size_t size() const noexcept { return partition.size(); }
  [[nodiscard]] std::uint32_t visits_of(std::size_t i) const noexcept { return visits.empty() ? 1 : visits[i]; }
  [[nodiscard]] Ru first_charge(std::size_t i) const noexcept { return charge.empty() ? same_charge : charge[i]; }
  // The visits of request i where they are listed; null where they are consecutive.
  [[nodiscard]] const Visit* listed_of(std::size_t i) const noexcept {
    return listed_at.empty() ? nullptr : &listed[listed_at[i]];
  }
  [[nodiscard]] std::uint32_t partition_of(std::size_t i, std::uint32_t visit) const noexcept {
    const Visit* const all = listed_of(i);
    return all == nullptr ? partition[i] + visit : all[visit].partition;
  }
  [[nodiscard]] std::uint32_t slot_of(std::size_t i, std::uint32_t visit) const noexcept {
    if (const Visit* const all = listed_of(i)) {
      return all[visit].key_slot;
    }
    return key_slot[i] == Target::kNotCounted ? Target::kNotCounted : key_slot[i] + visit;
  }
  // Which of the visits of request i is that of a partition that it does visit.
  [[nodiscard]] std::uint32_t visit_at(std::size_t i, std::uint32_t at_partition) const noexcept {
    return listed_at.empty() ? at_partition - partition[i] : listed_visit_at(i, at_partition);
  }

 private:
  [[nodiscard]] std::uint32_t listed_visit_at(std::size_t i, std::uint32_t at_partition) const noexcept;
};

// Makes room for n and for still more: a vector that was cleared grows to just what it must hold, so every second that
// is busier than any before would allocate.
template <class T>
void resize_with_room(std::vector<T>& items, std::size_t n) {
  if (n > items.capacity()) {
    items.reserve(n + n / 2);
  }
  items.resize(n);
}

}  // namespace cosmos
