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
    : world_(world),
      cells_(world.collector().cells()),
      stream_count_(world.streams().size()),
      words_(kRecent * stream_count_ * kPurposes, sim::Draws(sim::Seed{}, 0, 0, 0)) {
  for (const World::StreamState& stream : world.streams()) {
    stores_.push_back(world.plan().containers[stream.container].tracks_storage && stream.source->stores() != 0 ? 1 : 0);
  }
}

sim::Draws RequestHandler::made_words(std::uint32_t stream, std::int64_t second, Purpose purpose) const {
  constexpr std::array<std::uint64_t, kPurposes> kIds = {kTiePurpose, kLatencyPurpose, kRoundTripPurpose, kWaitPurpose};
  return {world_.seed(), world_.streams()[stream].source->stream_id(), second, kIds[static_cast<std::size_t>(purpose)]};
}

void RequestHandler::begin(std::int64_t second) {
  second_ = second;
  cells_ = world_.collector().cells();
  auto next = words_.begin() + (second % kRecent) * static_cast<std::ptrdiff_t>(stream_count_ * kPurposes);
  for (std::uint32_t s = 0; s < stream_count_; ++s) {
    for (const Purpose purpose : {Purpose::kTie, Purpose::kLatency, Purpose::kRoundTrip, Purpose::kWait}) {
      *next++ = made_words(s, second, purpose);
    }
  }
}

std::uint32_t RequestHandler::open_query(std::uint32_t visits_left, sim::Duration slowest) {
  return queries_.acquire({visits_left, false, slowest});
}

void RequestHandler::count_admitted(const Request& request) {
  Cell& counts = cell(request);
  ++counts.attempts;
  counts.first_attempts += request.attempt == 0 ? 1 : 0;
  counts.admitted_milli_ru += request.charge.milli();
  if (KeyUse* const key = key_use(request)) {
    key->milli_ru += request.charge.milli();
  }
  if (stores(request.stream)) {
    store(request);
  }
}

bool RequestHandler::finds_full(std::uint32_t stream, std::int64_t second_of_arrival, std::uint32_t number) const {
  const KeyTrail::Asked* const asked = stores(stream) ? world_.keys().find(second_of_arrival, stream) : nullptr;
  return asked != nullptr && asked->bytes[number] > 0 &&
         world_.containers()[world_.streams()[stream].container].is_full(asked->places[number]);
}

void RequestHandler::fail_full(const std::vector<std::int64_t>& operations) {
  for (std::size_t s = 0; s < operations.size(); ++s) {
    if (operations[s] > 0) {
      world_.collector().fail_full(s, operations[s]);
    }
  }
}

void RequestHandler::store(const Request& request) {
  const KeyTrail::Asked* const asked = world_.keys().find(request.started.second(), request.stream);
  store(request.stream, asked->places[request.number], asked->bytes[request.number]);
}

void RequestHandler::count_refused(const Request& request, std::int64_t times) {
  Cell& counts = cell(request);
  counts.attempts += times;
  counts.throttled += times;
  if (request.attempt == 0) {
    ++counts.first_attempts;
    ++counts.first_throttled;
  }
  if (KeyUse* const key = key_use(request)) {
    key->throttled += times;
  }
}

void RequestHandler::give_up(const Request& request) {
  if (request.query == Request::kNoQuery) {
    end_operation(request.stream, true, {});
  } else {
    end_visit(request.stream, request.query, true, {});
  }
}

sim::Duration RequestHandler::response_time(const Request& request) const {
  const ResponseTime& response = world_.streams()[request.stream].response;
  const auto word = [&](Purpose purpose) {
    return words(request, purpose).bits(request.number, request.visit, request.attempt);
  };
  return sim::Duration::nanoseconds(
      response.draw(word(Purpose::kLatency), response.needs_way() ? word(Purpose::kRoundTrip) : 0));
}

void RequestHandler::succeed(const Request& request, sim::SimTime now) {
  const sim::BucketSampler* const buckets = world_.streams()[request.stream].response.buckets();
  if (request.query != Request::kNoQuery) {
    end_visit(request.stream, request.query, false, now - request.started + response_time(request));
  } else if (request.attempt == 0 && buckets != nullptr && !has_timeout(request.stream)) {
    // Nobody asks where inside its bucket the answer of a first try lies.
    ++world_.collector().operations(request.stream).succeeded;
    world_.collector()
        .latency(request.stream)
        .add_bucket(buckets->bucket(response_words(request.stream).bits(request.number)), 1);
  } else {
    end_operation(request.stream, false, now - request.started + response_time(request));
  }
}

void RequestHandler::end_operation(std::uint32_t stream, bool failed, sim::Duration latency) {
  OperationCounts& counts = world_.collector().operations(stream);
  if (failed || latency > world_.streams()[stream].timeout) {
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
