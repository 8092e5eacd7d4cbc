#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/world/request_handler.h"
#include "models/world/second_at_hand.h"
#include "models/world/world.h"
#include "sim/core/large_vector.h"

namespace cosmos {

// Counts arrivals that are known to be admitted, whatever the order in which they come. The cells of their partitions
// are not counted here: they are known from sums.
class CalmBooking {
 public:
  CalmBooking(World& world, RequestHandler& handler, const SecondAtHand& now)
      : world_(world), handler_(handler), now_(now) {}

  // All arrivals of a stream of single visits, or those with these numbers.
  void book_all(std::uint32_t stream);
  void book(std::uint32_t stream, std::span<const std::uint32_t> numbers);

  // A query that visits one partition.
  void book_visit(std::uint32_t stream, std::uint32_t number);
  // Visits [from, to) of a query that visits several. Returns how long the slowest of them takes.
  [[nodiscard]] sim::Duration book_visits(std::uint32_t stream, std::uint32_t number, std::uint32_t from,
                                          std::uint32_t to);
  // One visit of a query whose visits are listed, by its position among them.
  [[nodiscard]] sim::Duration book_listed_visit(std::uint32_t stream, std::uint32_t number, std::uint32_t visit,
                                                Ru charge);

 private:
  template <class NumberAt>
  void count(std::uint32_t stream, std::size_t n, NumberAt number_at);
  template <class NumberAt>
  void count_keys(std::uint32_t stream, std::size_t n, NumberAt number_at);
  template <class NumberAt>
  void count_answers(std::uint32_t stream, std::size_t n, NumberAt number_at);
  [[nodiscard]] sim::LargeVector<KeyUse>& key_use(std::uint32_t stream) {
    return world_.containers()[world_.streams()[stream].container].key_use;
  }

  World& world_;
  RequestHandler& handler_;
  const SecondAtHand& now_;
  std::vector<std::uint32_t> bucket_counts_;  // of answers
};

}  // namespace cosmos
