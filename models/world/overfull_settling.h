#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/world/admission.h"
#include "models/world/request_handler.h"
#include "models/world/second_at_hand.h"
#include "models/world/waiting_room.h"
#include "models/world/world.h"

namespace cosmos {

// Settles the second of an overfull physical partition: decides what it admits, counts it, and sends what it refuses
// again until that leaves the second.
class OverfullSettling {
 public:
  OverfullSettling(World& world, RequestHandler& handler, const SecondAtHand& now);

  // All that is offered to a partition in the second at hand. First tries of single visits that are admitted are added
  // to admitted_arrivals(), for whoever books the others of their stream; their cells are counted here.
  void settle(std::size_t partition, std::span<const Try> tries);

  // Numbers, by stream; the caller takes them away.
  [[nodiscard]] std::vector<std::uint32_t>& admitted_arrivals(std::uint32_t stream) { return admitted_[stream]; }

  // What is due in the second at hand, stream by stream.
  void take_due(std::vector<WaitingList>& due);
  // Of a stream, between two seconds.
  [[nodiscard]] WaitingRoom& room(std::uint32_t stream) { return rooms_[stream]; }

 private:
  void count_admitted(std::size_t partition, std::span<const Try> tries);
  // Sends requests that are refused again and again, for they stay refused, until they leave the second or are given
  // up.
  void roll_refused(std::size_t partition, std::span<const Try> tries);
  // Of one stream; `positions` among the tries.
  template <class Way>
  void roll(const Way& way, std::size_t partition, std::uint32_t stream, std::span<const std::uint32_t> positions,
            std::span<const Try> tries, sim::SimTime opens);
  [[nodiscard]] sim::Draws words_of(std::uint32_t stream, sim::SimTime started) const;  // of its waits
  void leave(std::uint32_t stream, const Waiting& waiting, Ru charge, const Rolled& rolled);
  // When a request that the partition refuses is told to come back. Its balance has ended and does not change.
  [[nodiscard]] sim::SimTime opens_at(std::size_t partition) const;
  [[nodiscard]] Cell& cell(std::size_t partition, std::uint32_t stream) const {
    return world_.collector().cells()[partition * admitted_.size() + stream];
  }

  World& world_;
  RequestHandler& handler_;
  const SecondAtHand& now_;
  std::optional<sim::Duration> fixed_hint_;  // what a 429 says where that does not depend on the balance
  Admission admission_;
  std::vector<WaitingRoom> rooms_;                    // by stream
  std::vector<std::vector<std::uint32_t>> admitted_;  // by stream
};

}  // namespace cosmos
