#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/world/request.h"
#include "models/world/world.h"
#include "sim/core/rng.h"
#include "sim/core/slot_pool.h"
#include "sim/core/time.h"

namespace cosmos {

// What is done with one request once it is known whether its partition admits it: counting, answering, waiting. The
// executors share it, so that they can differ in nothing but the order in which they work.
class RequestHandler {
 public:
  explicit RequestHandler(World& world);

  // From here on requests are offered in this second.
  void begin(std::int64_t second);

  // Counts an operation that begins.
  void start(std::uint32_t stream) { ++world_.collector().operations(stream).started; }
  // A query of several visits, to be given to their requests.
  [[nodiscard]] std::uint32_t open_query(std::uint32_t visits);

  // Counts a request that its partition admits at `now`, and ends its operation if it was the last to wait for.
  void admit(const Request& request, sim::SimTime now);
  // Counts a request that its partition refuses at `now` (429). The wait until it is sent again, above 0; nothing if
  // it is given up, which has failed its operation.
  [[nodiscard]] std::optional<sim::Duration> refuse(const Request& request, sim::SimTime now);

  // From being sent to its answer, for an admitted request.
  [[nodiscard]] sim::Duration service_time(const Request& request) const;
  // Ends an operation of one visit, or one visit of a query, that succeeded so long after the operation's start.
  void succeed(std::uint32_t stream, std::uint32_t query, sim::Duration latency);

  // Orders requests of one instant (see EventExecutor).
  [[nodiscard]] std::uint64_t tie(const Request& request) const {
    return words(request, Purpose::kTie).bits(request.number, 0, request.attempt);
  }
  // The same, for the first try of a request that arrives in the second at hand.
  [[nodiscard]] std::uint64_t tie_of_arrival(std::uint32_t stream, std::uint32_t number) const {
    return fresh_words(stream, Purpose::kTie).bits(number);
  }
  // Words of the service times of requests that arrive in the second at hand.
  [[nodiscard]] const sim::Draws& latency_words(std::uint32_t stream) const {
    return fresh_words(stream, Purpose::kLatency);
  }

 private:
  // What random words are for; each stream has one set a second.
  enum class Purpose : std::uint8_t { kTie, kLatency, kRoundTrip, kWait };
  static constexpr std::size_t kPurposes = 4;

  // A query of several visits of which some are not over.
  struct OpenQuery {
    std::uint32_t visits_left = 0;
    bool failed = false;
    sim::Duration slowest;
  };

  [[nodiscard]] Cell& cell(const Request& request) const {
    const std::size_t partition = world_.streams()[request.stream].first_partition + request.partition;
    return cells_[partition * stream_count_ + request.stream];
  }
  [[nodiscard]] KeyUse* key_use(const Request& request) const {
    return request.key_slot == Target::kNotCounted
               ? nullptr
               : &world_.containers()[world_.streams()[request.stream].container].key_use[request.key_slot];
  }
  void end_visit(std::uint32_t stream, std::uint32_t query, bool failed, sim::Duration latency);
  void end_operation(std::uint32_t stream, bool failed, sim::Duration latency);
  [[nodiscard]] const sim::Draws& fresh_words(std::uint32_t stream, Purpose purpose) const {
    return words_[stream * kPurposes + static_cast<std::size_t>(purpose)];
  }
  [[nodiscard]] sim::Draws words(const Request& request, Purpose purpose) const {
    const std::int64_t origin = request.started.second();
    return origin == second_ ? fresh_words(request.stream, purpose) : words(request.stream, origin, purpose);
  }
  [[nodiscard]] sim::Draws words(std::uint32_t stream, std::int64_t second, Purpose purpose) const;

  World& world_;
  Cell* cells_;
  std::size_t stream_count_;
  std::int64_t second_ = 0;
  std::vector<sim::Draws> words_;  // of the second at hand, stream by purpose
  sim::SlotPool<OpenQuery> queries_;
};

}  // namespace cosmos
