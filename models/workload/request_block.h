#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/quantities.h"
#include "models/routing/key_router.h"
#include "models/workload/arrivals.h"

namespace cosmos {

// The requests of one stream in one second under one design: parallel arrays by number. What is the same for all
// requests of the stream has no array, so that most streams need two words a request.
class RequestBlock {
 public:
  ArrivalBlock arrivals;
  std::vector<std::uint32_t> partition;  // of the container: the first one visited
  std::vector<std::uint32_t> key_slot;   // of the first visit, or Target::kNotCounted; the others' follow
  std::vector<std::uint32_t> visits;     // consecutive partitions; empty: one for each request
  std::vector<Ru> charge;                // of the first visit; empty: `same_charge` for each request
  std::vector<std::int64_t> items;       // that a query returns, where that is drawn and read page by page
  Ru same_charge;
  bool everywhere = false;  // each request visits every partition

  [[nodiscard]] std::size_t size() const noexcept { return partition.size(); }
  [[nodiscard]] std::uint32_t visits_of(std::size_t i) const noexcept { return visits.empty() ? 1 : visits[i]; }
  [[nodiscard]] Ru first_charge(std::size_t i) const noexcept { return charge.empty() ? same_charge : charge[i]; }
  [[nodiscard]] std::uint32_t slot_of(std::size_t i, std::uint32_t visit) const noexcept {
    return key_slot[i] == Target::kNotCounted ? Target::kNotCounted : key_slot[i] + visit;
  }
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
