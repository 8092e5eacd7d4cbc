#include "models/world/event_executor.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace cosmos {
namespace {

constexpr std::uint64_t kTiePurpose = sim::purpose_id("tie");
constexpr std::uint64_t kLatencyPurpose = sim::purpose_id("latency");
constexpr std::uint64_t kRoundTripPurpose = sim::purpose_id("round trip");
constexpr std::uint64_t kWaitPurpose = sim::purpose_id("wait");

}  // namespace

EventExecutor::EventExecutor(World& world)
    : world_(world), cells_(world.collector().cells()), stream_count_(world.streams().size()) {}

sim::Draws EventExecutor::words(std::uint32_t stream, std::int64_t second, Purpose purpose) const {
  constexpr std::array<std::uint64_t, kPurposes> kIds = {kTiePurpose, kLatencyPurpose, kRoundTripPurpose, kWaitPurpose};
  return {world_.seed(), world_.streams()[stream].source->stream_id(), second, kIds[static_cast<std::size_t>(purpose)]};
}

sim::Draws EventExecutor::words(const Waiting& request, Purpose purpose) const {
  return request.origin_second == second_ ? words_[request.stream * kPurposes + static_cast<std::size_t>(purpose)]
                                          : words(request.stream, request.origin_second, purpose);
}

void EventExecutor::advance(std::int64_t second) {
  gather(second);
  const sim::SimTime begin = sim::SimTime::at(sim::Duration::seconds(second));
  const sim::SimTime end = sim::SimTime::at(sim::Duration::seconds(second + 1));
  std::size_t next = 0;
  while (true) {
    const sim::SimTime arrival = next < order_.size() ? begin + sim::Duration::nanoseconds(order_[next].key) : end;
    if (!due_.empty() && due_.top().at < end && due_.top().at <= arrival) {
      const Due due = due_.top();
      due_.pop();
      retry(due.at, due.slot);
    } else if (next < order_.size()) {
      prefetch(next);
      start(arrival, requests_[order_[next++].value]);
    } else {
      return;
    }
  }
}

void EventExecutor::gather(std::int64_t second) {
  second_ = second;
  requests_.clear();
  order_.clear();
  words_.clear();
  for (std::uint32_t s = 0; s < stream_count_; ++s) {
    for (const Purpose purpose : {Purpose::kTie, Purpose::kLatency, Purpose::kRoundTrip, Purpose::kWait}) {
      words_.push_back(words(s, second, purpose));
    }
    world_.streams()[s].source->generate(second, requests_, order_);
  }
  sim::radix_sort(order_, scratch_);
  sort_ties();
}

// Arrivals in time order are anywhere in memory, and so are their keys' counters: asking early hides the wait.
void EventExecutor::prefetch(std::size_t next) const noexcept {
  constexpr std::size_t kRequestAhead = 16;
  constexpr std::size_t kCountersAhead = 8;
  if (next + kRequestAhead >= order_.size()) {
    return;
  }
  __builtin_prefetch(&requests_[order_[next + kRequestAhead].value]);
  const Request& soon = requests_[order_[next + kCountersAhead].value];
  if (soon.target.key_slot != Target::kNotCounted) {
    const World::StreamState& stream = world_.streams()[soon.stream];
    __builtin_prefetch(&world_.containers()[stream.container].key_use[soon.target.key_slot], 1);
  }
}

void EventExecutor::sort_ties() {
  const auto rank = [&](const sim::KeyValue& entry) {
    const Request& request = requests_[entry.value];
    return std::tuple(words_[request.stream * kPurposes].bits(request.number, 0, 0), request.stream, request.number);
  };
  for (std::size_t i = 1; i < order_.size(); ++i) {
    if (order_[i].key != order_[i - 1].key) {
      continue;
    }
    std::size_t end = i + 1;
    while (end < order_.size() && order_[end].key == order_[i].key) {
      ++end;
    }
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(i - 1), order_.begin() + static_cast<std::ptrdiff_t>(end),
              [&](const sim::KeyValue& a, const sim::KeyValue& b) { return rank(a) < rank(b); });
    i = end;
  }
}

void EventExecutor::start(sim::SimTime now, const Request& request) {
  Waiting first;
  first.started = now;
  first.charge = request.charge;
  first.origin_second = second_;
  first.stream = request.stream;
  first.number = request.number;
  first.partition = request.target.first;
  first.key_slot = request.target.key_slot;
  ++world_.collector().operations(request.stream).started;
  if (request.target.visits > 1) {
    start_query(now, request, first);
  } else {
    finish(request.stream, offer(now, first));
  }
}

void EventExecutor::start_query(sim::SimTime now, const Request& request, Waiting visit) {
  const StreamSource& source = *world_.streams()[request.stream].source;
  visit.query = queries_.acquire({request.target.visits, false, sim::Duration{}});
  for (std::uint32_t v = 0; v < request.target.visits; ++v) {
    visit.visit = v;
    visit.charge = source.visit_charge(v, request.target.visits, request.charge);
    finish_visit(request.stream, visit.query, offer(now, visit));
    ++visit.partition;
    if (visit.key_slot != Target::kNotCounted) {
      ++visit.key_slot;
    }
  }
}

void EventExecutor::retry(sim::SimTime now, std::uint32_t slot) {
  Waiting request = waiting_[slot];
  waiting_.release(slot);
  ++request.attempt;
  const Offer result = offer(now, request);
  if (request.query == kNoQuery) {
    finish(request.stream, result);
  } else {
    finish_visit(request.stream, request.query, result);
  }
}

EventExecutor::Offer EventExecutor::offer(sim::SimTime now, const Waiting& request) {
  World::StreamState& stream = world_.streams()[request.stream];
  const std::size_t partition = stream.first_partition + request.partition;
  Cell& cell = cells_[partition * stream_count_ + request.stream];
  ++cell.attempts;
  cell.first_attempts += request.attempt == 0 ? 1 : 0;
  KeyUse* const key_use = request.key_slot == Target::kNotCounted
                              ? nullptr
                              : &world_.containers()[stream.container].key_use[request.key_slot];
  if (!world_.partitions()[partition].admit(second_, request.charge)) {
    ++cell.throttled;
    cell.first_throttled += request.attempt == 0 ? 1 : 0;
    if (key_use != nullptr) {
      ++key_use->throttled;
    }
    return wait_or_give_up(now, request);
  }
  cell.admitted_milli_ru += request.charge.milli();
  if (key_use != nullptr) {
    key_use->milli_ru += request.charge.milli();
  }
  const auto word = [&](Purpose purpose) {
    return words(request, purpose).bits(request.number, request.visit, request.attempt);
  };
  const std::int64_t service = stream.latency.draw(word(Purpose::kLatency)) +
                               (stream.round_trip.is_constant() ? stream.round_trip.constant()
                                                                : stream.round_trip.draw(word(Purpose::kRoundTrip)));
  return {Outcome::kAdmitted, now - request.started + sim::Duration::nanoseconds(service)};
}

EventExecutor::Offer EventExecutor::wait_or_give_up(sim::SimTime now, const Waiting& request) {
  const World::StreamState& stream = world_.streams()[request.stream];
  const Readings& readings = world_.plan().readings;
  const RequestBudget& budget = world_.partitions()[stream.first_partition + request.partition];
  const auto wait = stream.retries.delay(
      request.attempt + 1, retry_after(budget, readings.retry_after, readings.fixed_retry_after, now),
      now - request.started, words(request, Purpose::kWait).bits(request.number, request.visit, request.attempt));
  if (!wait) {
    return {Outcome::kGivenUp, {}};
  }
  const std::uint32_t slot = waiting_.acquire(request);
  due_.push(
      {now + *wait, words(request, Purpose::kTie).bits(request.number, 0, request.attempt + 1), request.stream, slot});
  return {Outcome::kWaits, {}};
}

void EventExecutor::finish(std::uint32_t stream, const Offer& result) {
  if (result.outcome == Outcome::kAdmitted) {
    ++world_.collector().operations(stream).succeeded;
    world_.collector().latency(stream).add(result.latency.count());
  } else if (result.outcome == Outcome::kGivenUp) {
    ++world_.collector().operations(stream).failed;
  }
}

void EventExecutor::finish_visit(std::uint32_t stream, std::uint32_t query, const Offer& result) {
  if (result.outcome == Outcome::kWaits) {
    return;
  }
  OpenQuery& open = queries_[query];
  open.failed = open.failed || result.outcome == Outcome::kGivenUp;
  open.slowest = std::max(open.slowest, result.latency);
  if (--open.visits_left > 0) {
    return;
  }
  finish(stream, {open.failed ? Outcome::kGivenUp : Outcome::kAdmitted, open.slowest});
  queries_.release(query);
}

}  // namespace cosmos
