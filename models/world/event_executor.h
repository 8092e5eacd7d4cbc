#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "models/world/demand.h"
#include "models/world/request.h"
#include "models/world/request_handler.h"
#include "models/world/rerouting.h"
#include "models/world/staged_operations.h"
#include "models/world/world.h"
#include "sim/core/event_queue.h"
#include "sim/core/radix_sort.h"
#include "sim/core/slot_pool.h"
#include "sim/core/time.h"

namespace cosmos {

// Every arrival and every retry in one total time order: the definition of right for the other executors.
//
// Requests of one instant are ordered by (retry before arrival, tie, stream), where the tie is a counter-based draw
// of (stream, second of origin, number, attempt): with the SDKs' retries everybody returns at the same instant, and
// neither insertion order nor the order of streams in a file may decide who starves. Within a stream, second and
// attempt no two ties are equal; across them two are once in 2^64 pairs. Visits of one query share the tie and follow
// one another; they meet different partitions, so their order decides nothing.
//
// A second's arrivals are radix-sorted; only retries are in the queue. An admitted request needs no
// completion event where nothing waits for it; the answers to staged operations come before all else at their instant.
class EventExecutor {
 public:
  explicit EventExecutor(World& world, DemandSource::Ahead ahead = DemandSource::Ahead::kNo);

  // Offers everything that arrives or is due in [second, second + 1).
  void advance(std::int64_t second);
  // Sends what waits after its keys, once partitions have become others.
  void follow(std::vector<World::Change> changes);
  // Gives up what waits for logical partitions that have become full.
  void refuse_full();

 private:
  struct Due {
    sim::SimTime at;
    std::uint64_t tie = 0;
    std::uint32_t stream = 0;
    std::uint32_t slot = 0;
    auto operator<=>(const Due&) const = default;
  };

  // Where nothing is staged, nothing asks for it.
  enum class Staged : bool { kNone, kSome };
  template <Staged>
  void offer_all();
  void gather();
  void sort_ties();
  void prefetch(std::size_t next) const noexcept;
  template <Staged>
  void start(sim::SimTime now, std::uint32_t arrival);
  template <Staged>
  void retry(sim::SimTime now, std::uint32_t slot);
  void answer(sim::SimTime now, std::uint32_t slot);
  template <Staged>
  void offer(sim::SimTime now, const Request& request);
  void forget_old_keys();
  void wait_elsewhere(const Rerouting& rerouting, const Due& due);
  void expect_answer(sim::SimTime now, const Request& request);
  // Offers what staged operations send, and what they send because of how that ends.
  void send_staged(sim::SimTime now);
  [[nodiscard]] std::uint32_t number_of(std::uint32_t arrival) const {
    return arrival - demand_->first_of_stream[stream_of_[arrival]];
  }

  World& world_;
  RequestHandler handler_;
  std::int64_t second_ = 0;
  DemandSource source_;
  const SecondDemand* demand_ = nullptr;  // of the second at hand
  std::vector<std::uint32_t> stream_of_;
  std::vector<sim::KeyValue> order_;  // nanosecond, arrival
  std::vector<sim::KeyValue> scratch_;
  sim::SlotPool<Request> waiting_;
  sim::EventQueue<Due> due_;
  StagedOperations staged_;
  sim::EventQueue<Due> answers_;  // to requests of staged operations
};

}  // namespace cosmos
