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
  // A query of which so many visits are not over, to be given to their requests; `slowest`: of those that are.
  [[nodiscard]] std::uint32_t open_query(std::uint32_t visits_left, sim::Duration slowest = {});

  // A visit of a query has become several, or one visit has taken another's place.
  void add_visits(std::uint32_t query, std::uint32_t more) { queries_[query].visits_left += more; }
  void take_visit(std::uint32_t query) { --queries_[query].visits_left; }

  // Counts a request that its partition admits at `now`, and ends its operation if it was the last to wait for.
  void admit(const Request& request, sim::SimTime now) {
    count_admitted(request);
    succeed(request, now);
  }
  void count_admitted(const Request& request);
  // A write that is admitted stores its bytes; of streams whose container's storage is followed.
  [[nodiscard]] bool stores(std::uint32_t stream) const { return stores_[stream] != 0; }
  // Whether a request's logical partition takes no more (PART-03).
  [[nodiscard]] bool finds_full(std::uint32_t stream, std::int64_t second_of_arrival, std::uint32_t number) const;
  // Ends so many operations of each stream that have begun, for that.
  void fail_full(const std::vector<std::int64_t>& operations);
  void store(std::uint32_t stream, std::uint32_t place, std::int64_t bytes) {
    world_.containers()[world_.streams()[stream].container].storage->add(place, bytes);
  }
  // From the moment at which a request is admitted to the answer at the client; never below 0.
  [[nodiscard]] sim::Duration response_time(const Request& request) const;
  // Counts `times` attempts, the first of them `request`'s, that its partition refuses (429).
  void count_refused(const Request& request, std::int64_t times);
  // The wait, above 0, until a request that is refused at `now` is sent again; `service_says` came with the 429.
  // Nothing if the client gives up.
  [[nodiscard]] std::optional<sim::Duration> wait(const Request& request, sim::SimTime now,
                                                  sim::Duration service_says) const {
    const World::StreamState& stream = world_.streams()[request.stream];
    const sim::Duration waited = now - request.started - request.earlier;
    const auto wait = stream.retries.delay(request.attempt + 1, service_says, waited,
                                           wait_words(request).bits(request.number, request.visit, request.attempt));
    return wait && *wait > stream.timeout - waited ? std::nullopt : wait;  // nobody would wait for the answer
  }
  [[nodiscard]] sim::Draws wait_words(const Request& request) const { return words(request, Purpose::kWait); }
  // Ends the operation, or this visit of it, as failed.
  void give_up(const Request& request);
  // Ends an operation of one visit, or one visit of a query, that is admitted at `now`.
  void succeed(const Request& request, sim::SimTime now);
  // Ends a query whose visits are all admitted.
  void succeed_query(std::uint32_t stream, sim::Duration slowest) { end_operation(stream, false, slowest); }

  [[nodiscard]] sim::Duration timeout(std::uint32_t stream) const { return world_.streams()[stream].timeout; }
  [[nodiscard]] bool has_timeout(std::uint32_t stream) const { return timeout(stream) != sim::Duration::max(); }
  // Ends an operation that took so long; beyond its timeout it has failed.
  void end_operation(std::uint32_t stream, bool failed, sim::Duration latency);
  // Ends an operation of one visit whose answer has come after so long: too late if it is beyond the timeout.
  void end_answered(std::uint32_t stream, sim::Duration latency) { end_operation(stream, false, latency); }

  // Orders requests of one instant (see EventExecutor).
  [[nodiscard]] std::uint64_t tie(const Request& request) const {
    return words(request, Purpose::kTie).bits(request.number, 0, request.attempt);
  }
  // The same, for the first try of a request that arrives in the second at hand.
  [[nodiscard]] std::uint64_t tie_of_arrival(std::uint32_t stream, std::uint32_t number) const {
    return fresh_words(stream, Purpose::kTie).bits(number);
  }
  // Words of the response times of requests that arrive in the second at hand.
  [[nodiscard]] const sim::Draws& response_words(std::uint32_t stream) const {
    return fresh_words(stream, Purpose::kLatency);
  }
  [[nodiscard]] const sim::Draws& way_words(std::uint32_t stream) const {
    return fresh_words(stream, Purpose::kRoundTrip);
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
  // Words of requests that arrived less than kRecent seconds ago are kept: few waits are longer.
  static constexpr std::int64_t kRecent = 64;
  [[nodiscard]] const sim::Draws& kept_words(std::uint32_t stream, std::int64_t second, Purpose purpose) const {
    const auto row = static_cast<std::size_t>(second % kRecent) * stream_count_ + stream;
    return words_[row * kPurposes + static_cast<std::size_t>(purpose)];
  }
  [[nodiscard]] const sim::Draws& fresh_words(std::uint32_t stream, Purpose purpose) const {
    return kept_words(stream, second_, purpose);
  }
  [[nodiscard]] sim::Draws words(const Request& request, Purpose purpose) const {
    const std::int64_t origin = request.started.second();
    return second_ - origin < kRecent ? kept_words(request.stream, origin, purpose)
                                      : made_words(request.stream, origin, purpose);
  }
  [[nodiscard]] sim::Draws made_words(std::uint32_t stream, std::int64_t second, Purpose purpose) const;

  void store(const Request& request);

  World& world_;
  std::vector<char> stores_;  // by stream
  Cell* cells_;
  std::size_t stream_count_;
  std::int64_t second_ = 0;
  std::vector<sim::Draws> words_;  // second modulo kRecent x stream x purpose
  sim::SlotPool<OpenQuery> queries_;
};

}  // namespace cosmos
