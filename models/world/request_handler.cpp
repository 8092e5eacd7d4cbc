#include "models/world/request_handler.h"

#include <algorithm>
#include <array>

namespace cosmos {
namespace {

constexpr std::uint64_t kTiePurpose = sim::purpose_id("tie");
constexpr std::uint64_t kLatencyPurpose = sim::purpose_id("latency");
constexpr std::uint64_t kRoundTripPurpose = sim::purpose_id("round trip");
constexpr std::uint64_t kWaitPurpose = sim::purpose_id("wait");

}  // namespace

RequestHandler::RequestHandler(World& world)
    : world_(world), cells_(world.collector().cells()), stream_count_(world.streams().size()) {}

sim::Draws RequestHandler::words(std::uint32_t stream, std::int64_t second, Purpose purpose) const {
  constexpr std::array<std::uint64_t, kPurposes> kIds = {kTiePurpose, kLatencyPurpose, kRoundTripPurpose, kWaitPurpose};
  return {world_.seed(), world_.streams()[stream].source->stream_id(), second, kIds[static_cast<std::size_t>(purpose)]};
}

void RequestHandler::begin(std::int64_t second) {
  second_ = second;
  words_.clear();
  for (std::uint32_t s = 0; s < stream_count_; ++s) {
    for (const Purpose purpose : {Purpose::kTie, Purpose::kLatency, Purpose::kRoundTrip, Purpose::kWait}) {
      words_.push_back(words(s, second, purpose));
    }
  }
}

std::uint32_t RequestHandler::open_query(std::uint32_t visits) { return queries_.acquire({visits, false, {}}); }

void RequestHandler::admit(const Request& request, sim::SimTime now) {
  Cell& counts = cell(request);
  ++counts.attempts;
  counts.first_attempts += request.attempt == 0 ? 1 : 0;
  counts.admitted_milli_ru += request.charge.milli();
  if (KeyUse* const key = key_use(request)) {
    key->milli_ru += request.charge.milli();
  }
  succeed(request.stream, request.query, now - request.started + service_time(request));
}

std::optional<sim::Duration> RequestHandler::refuse(const Request& request, sim::SimTime now) {
  Cell& counts = cell(request);
  ++counts.attempts;
  ++counts.throttled;
  if (request.attempt == 0) {
    ++counts.first_attempts;
    ++counts.first_throttled;
  }
  if (KeyUse* const key = key_use(request)) {
    ++key->throttled;
  }
  const World::StreamState& stream = world_.streams()[request.stream];
  const Readings& readings = world_.plan().readings;
  const RequestBudget& budget = world_.partitions()[stream.first_partition + request.partition];
  const auto wait = stream.retries.delay(
      request.attempt + 1, retry_after(budget, readings.retry_after, readings.fixed_retry_after, now),
      now - request.started, words(request, Purpose::kWait).bits(request.number, request.visit, request.attempt));
  if (!wait) {
    if (request.query == Request::kNoQuery) {
      end_operation(request.stream, true, {});
    } else {
      end_visit(request.stream, request.query, true, {});
    }
  }
  return wait;
}

sim::Duration RequestHandler::service_time(const Request& request) const {
  const World::StreamState& stream = world_.streams()[request.stream];
  const auto word = [&](Purpose purpose) {
    return words(request, purpose).bits(request.number, request.visit, request.attempt);
  };
  const std::int64_t way = stream.round_trip.is_constant() ? stream.round_trip.constant()
                                                           : stream.round_trip.draw(word(Purpose::kRoundTrip));
  return sim::Duration::nanoseconds(stream.latency.draw(word(Purpose::kLatency)) + way);
}

void RequestHandler::succeed(std::uint32_t stream, std::uint32_t query, sim::Duration latency) {
  if (query == Request::kNoQuery) {
    end_operation(stream, false, latency);
  } else {
    end_visit(stream, query, false, latency);
  }
}

void RequestHandler::end_operation(std::uint32_t stream, bool failed, sim::Duration latency) {
  OperationCounts& counts = world_.collector().operations(stream);
  if (failed) {
    ++counts.failed;
  } else {
    ++counts.succeeded;
    world_.collector().latency(stream).add(latency.count());
  }
}

void RequestHandler::end_visit(std::uint32_t stream, std::uint32_t query, bool failed, sim::Duration latency) {
  OpenQuery& open = queries_[query];
  open.failed = open.failed || failed;
  open.slowest = std::max(open.slowest, latency);
  if (--open.visits_left == 0) {
    end_operation(stream, open.failed, open.slowest);
    queries_.release(query);
  }
}

}  // namespace cosmos
