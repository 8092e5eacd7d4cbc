#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/world/demand.h"
#include "models/world/request.h"
#include "models/world/waiting_room.h"
#include "models/world/world.h"
#include "sim/core/time.h"

namespace cosmos {

// A try on an overfull physical partition.
struct Try {
  std::int64_t milli_ru = 0;
  std::uint32_t nanosecond = 0;
  std::uint32_t stream = 0;
  std::uint32_t index = 0;  // of an arrival its number, of a retry its place among those of the stream that are due
  bool is_retry = false;
};

// What the parts of the settled executor know of the second that is settled.
struct SecondAtHand {
  explicit SecondAtHand(const World& of) : world(of), due(of.streams().size()), query_of(of.streams().size()) {}

  const World& world;
  std::int64_t second = 0;
  sim::SimTime begin;
  sim::SimTime end;
  const SecondDemand* demand = nullptr;
  std::vector<WaitingList> due;                      // by stream
  std::vector<std::vector<std::uint32_t>> query_of;  // by stream and number: the open query, where several are visited
  std::vector<std::uint32_t> first_visited;          // by open query: the partition of its first visit

  [[nodiscard]] sim::SimTime instant(std::uint32_t nanosecond) const {
    return begin + sim::Duration::nanoseconds(nanosecond);
  }

  // What an arrival offers to a partition of the run, as if it had waited.
  [[nodiscard]] Waiting arrival(std::size_t partition, const Try& one) const {
    const RequestBlock& block = demand->blocks[one.stream];
    Waiting request;
    request.started = instant(one.nanosecond);
    request.number = one.index;
    request.partition = static_cast<std::uint32_t>(partition - world.streams()[one.stream].first_partition);
    request.key_slot = block.slot_of(one.index, block.visit_at(one.index, request.partition));
    if (block.visits_of(one.index) > 1) {
      request.query = query_of[one.stream][one.index];
    }
    return request;
  }
  [[nodiscard]] Waiting waiting(std::size_t partition, const Try& one) const {
    return one.is_retry ? due[one.stream].requests[one.index] : arrival(partition, one);
  }

  void note_first_visit(std::uint32_t query, std::uint32_t partition) {
    if (query >= first_visited.size()) {
      resize_with_room(first_visited, std::size_t{query} + 1);
    }
    first_visited[query] = partition;
  }
  // How far its partition lies behind the first that the query visits; 0 of any other request.
  [[nodiscard]] std::uint32_t visit_of(const Waiting& request) const {
    return request.query == Request::kNoQuery ? 0 : request.partition - first_visited[request.query];
  }
  [[nodiscard]] Request request(std::uint32_t stream, const Waiting& waiting, Ru charge) const {
    Request whole;
    whole.started = waiting.started;
    whole.charge = charge;
    whole.stream = stream;
    whole.number = waiting.number;
    whole.partition = waiting.partition;
    whole.key_slot = waiting.key_slot;
    whole.query = waiting.query;
    whole.visit = visit_of(waiting);
    whole.attempt = waiting.attempt;
    return whole;
  }
};

}  // namespace cosmos
