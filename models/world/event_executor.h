#pragma once

#include <compare>
#include <cstdint>
#include <vector>

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
// completion event: nothing in an open loop waits for it.
class EventExecutor {
 public:
  explicit EventExecutor(World& world);

  // Offers everything that arrives or is due in [second, second + 1).
  void advance(std::int64_t second);

 private:
  static constexpr std::uint32_t kNoQuery = 0xFFFF'FFFF;

  // A request on its way: offered, or refused and waiting.
  struct Waiting {
    sim::SimTime started;
    Ru charge;
    std::int64_t origin_second = 0;
    std::uint32_t stream = 0;
    std::uint32_t number = 0;
    std::uint32_t partition = 0;  // in the container
    std::uint32_t key_slot = 0;
    std::uint32_t query = kNoQuery;  // the operation, if it has several visits
    std::uint32_t visit = 0;
    std::uint32_t attempt = 0;  // 0 is the first try
  };
  struct Due {
    sim::SimTime at;
    std::uint64_t tie = 0;
    std::uint32_t stream = 0;
    std::uint32_t slot = 0;
    auto operator<=>(const Due&) const = default;
  };
  // A query of several visits of which some wait.
  struct OpenQuery {
    std::uint32_t visits_left = 0;
    bool failed = false;
    sim::Duration slowest;
  };
  enum class Outcome : std::uint8_t { kAdmitted, kWaits, kGivenUp };
  struct Offer {
    Outcome outcome = Outcome::kAdmitted;
    sim::Duration latency;  // from the operation's start, if admitted
  };

  // What random words are for; each stream has one set a second.
  enum class Purpose : std::uint8_t { kTie, kLatency, kRoundTrip, kWait };
  static constexpr std::size_t kPurposes = 4;

  void gather(std::int64_t second);
  void sort_ties();
  void prefetch(std::size_t next) const noexcept;
  void start(sim::SimTime now, const Request& request);
  void start_query(sim::SimTime now, const Request& request, Waiting first);
  void retry(sim::SimTime now, std::uint32_t slot);
  [[nodiscard]] Offer offer(sim::SimTime now, const Waiting& request);
  [[nodiscard]] Offer wait_or_give_up(sim::SimTime now, const Waiting& request);
  void finish(std::uint32_t stream, const Offer& offer);
  void finish_visit(std::uint32_t stream, std::uint32_t query, const Offer& offer);
  [[nodiscard]] sim::Draws words(const Waiting& request, Purpose purpose) const;
  [[nodiscard]] sim::Draws words(std::uint32_t stream, std::int64_t second, Purpose purpose) const;

  World& world_;
  Cell* cells_;
  std::size_t stream_count_;
  std::int64_t second_ = 0;
  std::vector<sim::Draws> words_;  // of the second at hand, stream by purpose
  std::vector<Request> requests_;
  std::vector<sim::KeyValue> order_;
  std::vector<sim::KeyValue> scratch_;
  sim::SlotPool<Waiting> waiting_;
  sim::EventQueue<Due> due_;
  sim::SlotPool<OpenQuery> queries_;
};

}  // namespace cosmos
