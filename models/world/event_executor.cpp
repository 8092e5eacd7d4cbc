#include "models/world/event_executor.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace cosmos {

EventExecutor::EventExecutor(World& world, DemandSource::Ahead ahead)
    : world_(world), handler_(world), source_(world, ahead), staged_(world, handler_) {}

void EventExecutor::advance(std::int64_t second) {
  second_ = second;
  handler_.begin(second);
  if (world_.keys().is_due_to_forget(second)) {
    forget_old_keys();
  }
  gather();
  if (staged_.any()) {
    offer_all<Staged::kSome>();
  } else {
    offer_all<Staged::kNone>();
  }
}

void EventExecutor::follow(std::vector<World::Change> changes) {
  source_.follow_partitions();
  Rerouting rerouting(world_, world_.keys(), std::move(changes));
  const std::vector<Due> waiting(due_.entries().begin(), due_.entries().end());
  for (const Due& due : waiting) {
    rerouting.note(due.stream, waiting_[due.slot].query, waiting_[due.slot].partition);
  }
  due_.clear();
  for (const Due& due : waiting) {
    if (rerouting.concerns(due.stream)) {
      wait_elsewhere(rerouting, due);
    } else {
      due_.push(due);
    }
  }
}

void EventExecutor::refuse_full() {
  const std::vector<Due> waiting(due_.entries().begin(), due_.entries().end());
  std::vector<std::int64_t> refused(world_.streams().size());
  due_.clear();
  for (const Due& due : waiting) {
    const Request& request = waiting_[due.slot];
    if (handler_.finds_full(request.stream, request.started.second(), request.number)) {
      ++refused[due.stream];
      waiting_.release(due.slot);
    } else {
      due_.push(due);
    }
  }
  handler_.fail_full(refused);
}

// What arrived before all that waits is asked for no more.
void EventExecutor::forget_old_keys() {
  std::int64_t oldest = second_;
  for (const Due& due : due_.entries()) {
    oldest = std::min(oldest, waiting_[due.slot].started.second());
  }
  world_.keys().forget_before(oldest);
}

void EventExecutor::wait_elsewhere(const Rerouting& rerouting, const Due& due) {
  Request request = waiting_[due.slot];
  if (!rerouting.stays(request.stream, request.query, request.partition)) {
    handler_.take_visit(request.query);
    waiting_.release(due.slot);
    return;
  }
  const Rerouting::Way way = rerouting.way(request.stream, request.started.second(), request.number, request.partition,
                                           request.key_slot, request.charge);
  std::uint32_t first_visited = way.partitions.first;
  if (request.query != Request::kNoQuery) {
    first_visited = rerouting.first_visited(request.stream, request.partition - request.visit);
    handler_.add_visits(request.query, way.partitions.count() - 1);
  } else if (!way.partitions.single()) {
    request.query = handler_.open_query(way.partitions.count());
  }
  for (std::uint32_t i = 0; i < way.partitions.count(); ++i) {
    Request one = request;
    one.partition = way.partitions.first + i;
    one.visit = request.query == Request::kNoQuery ? 0 : one.partition - first_visited;
    one.key_slot = way.key_slot == Target::kNotCounted ? Target::kNotCounted : way.key_slot + i;
    one.charge = i == 0 ? request.charge : way.of_further;
    if (i == 0) {
      waiting_[due.slot] = one;
      due_.push(due);
    } else {
      due_.push({due.at, due.tie, due.stream, waiting_.acquire(one)});
    }
  }
}

template <EventExecutor::Staged kStaged>
void EventExecutor::offer_all() {
  const sim::SimTime begin = sim::SimTime::at(sim::Duration::seconds(second_));
  const sim::SimTime end = sim::SimTime::at(sim::Duration::seconds(second_ + 1));
  std::size_t next = 0;
  while (true) {
    const sim::SimTime arrival = next < order_.size() ? begin + sim::Duration::nanoseconds(order_[next].key) : end;
    if constexpr (kStaged == Staged::kSome) {
      const sim::SimTime other = due_.empty() ? arrival : std::min(due_.top().at, arrival);
      if (!answers_.empty() && answers_.top().at < end && answers_.top().at <= other) {
        const Due due = answers_.top();
        answers_.pop();
        answer(due.at, due.slot);
        continue;
      }
    }
    if (!due_.empty() && due_.top().at < end && due_.top().at <= arrival) {
      const Due due = due_.top();
      due_.pop();
      retry<kStaged>(due.at, due.slot);
    } else if (next < order_.size()) {
      prefetch(next);
      start<kStaged>(arrival, order_[next++].value);
    } else {
      return;
    }
  }
}

void EventExecutor::gather() {
  demand_ = &source_.take(second_);
  resize_with_room(order_, demand_->arrivals());
  resize_with_room(stream_of_, demand_->arrivals());
  std::uint32_t arrival = 0;
  for (std::uint32_t s = 0; s < demand_->blocks.size(); ++s) {
    const ArrivalBlock& arrivals = demand_->blocks[s].arrivals;
    for (std::size_t i = 0; i < arrivals.size(); ++i, ++arrival) {
      order_[arrival] = {arrivals.nanosecond(i), arrival};
      stream_of_[arrival] = s;
    }
  }
  sim::radix_sort(order_, scratch_);
  sort_ties();
}

// Arrivals in time order are anywhere in memory, and so are their keys' counters: asking early hides the wait.
void EventExecutor::prefetch(std::size_t next) const noexcept {
  constexpr std::size_t kRequestAhead = 24;
  constexpr std::size_t kCountersAhead = 8;
  if (next + kRequestAhead >= order_.size()) {
    return;
  }
  const std::uint32_t later = order_[next + kRequestAhead].value;
  const RequestBlock& block = demand_->blocks[stream_of_[later]];
  __builtin_prefetch(&block.partition[number_of(later)]);
  __builtin_prefetch(&block.key_slot[number_of(later)]);
  const std::uint32_t soon = order_[next + kCountersAhead].value;
  const std::uint32_t slot = demand_->blocks[stream_of_[soon]].key_slot[number_of(soon)];
  if (slot != Target::kNotCounted) {
    __builtin_prefetch(&world_.containers()[world_.streams()[stream_of_[soon]].container].key_use[slot], 1);
  }
}

void EventExecutor::sort_ties() {
  const auto rank = [&](const sim::KeyValue& entry) {
    const std::uint32_t stream = stream_of_[entry.value];
    return std::tuple(handler_.tie_of_arrival(stream, number_of(entry.value)), entry.value);
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

template <EventExecutor::Staged kStaged>
void EventExecutor::start(sim::SimTime now, std::uint32_t arrival) {
  const std::uint32_t stream = stream_of_[arrival];
  const std::uint32_t number = number_of(arrival);
  if constexpr (kStaged == Staged::kSome) {
    if (staged_.holds(stream)) {
      staged_.start(now, stream, number, *demand_);
      send_staged(now);
      return;
    }
  }
  const RequestBlock& block = demand_->blocks[stream];
  const std::uint32_t visits = block.visits_of(number);
  Request request;
  request.started = now;
  request.charge = block.first_charge(number);
  request.stream = stream;
  request.number = number;
  request.partition = block.partition[number];
  request.key_slot = block.key_slot[number];
  handler_.start(stream);
  if (visits == 1) {
    offer<kStaged>(now, request);
    return;
  }
  const Ru of_others = world_.streams()[stream].source->visit_charge(1, visits, request.charge);
  request.query = handler_.open_query(visits);
  for (std::uint32_t v = 0; v < visits; ++v) {
    request.partition = block.partition_of(number, v);
    request.visit = request.partition - block.partition[number];
    request.key_slot = block.slot_of(number, v);
    offer<kStaged>(now, request);
    request.charge = of_others;
  }
}

template <EventExecutor::Staged kStaged>
void EventExecutor::retry(sim::SimTime now, std::uint32_t slot) {
  const Request request = waiting_[slot];
  waiting_.release(slot);
  offer<kStaged>(now, request);
  if constexpr (kStaged == Staged::kSome) {
    send_staged(now);
  }
}

void EventExecutor::answer(sim::SimTime now, std::uint32_t slot) {
  const Request request = waiting_[slot];
  waiting_.release(slot);
  staged_.answered(request, now);
  send_staged(now);
}

void EventExecutor::send_staged(sim::SimTime now) {
  std::vector<Request>& outbox = staged_.outbox();
  for (std::size_t i = 0; i < outbox.size(); ++i) {
    const Request request = outbox[i];  // what it leads to may be appended
    offer<Staged::kSome>(now, request);
  }
  outbox.clear();
}

void EventExecutor::expect_answer(sim::SimTime now, const Request& request) {
  handler_.count_admitted(request);
  answers_.push(
      {now + handler_.response_time(request), handler_.tie(request), request.stream, waiting_.acquire(request)});
}

template <EventExecutor::Staged kStaged>
void EventExecutor::offer(sim::SimTime now, const Request& request) {
  const std::size_t partition = world_.streams()[request.stream].first_partition + request.partition;
  RequestBudget& budget = world_.partitions()[partition];
  const bool staged = kStaged == Staged::kSome && staged_.holds(request.stream);
  if (budget.admit(second_, request.charge)) {
    if (staged) {
      expect_answer(now, request);
    } else {
      handler_.admit(request, now);
    }
    return;
  }
  const Readings& readings = world_.plan().readings;
  handler_.count_refused(request, 1);
  const auto wait =
      handler_.wait(request, now, retry_after(budget, readings.retry_after, readings.fixed_retry_after, now));
  if (staged && (!wait || staged_.is_too_late(request, now + *wait))) {
    staged_.gave_up(request, now);
  } else if (!wait) {
    handler_.give_up(request);
  } else if ((now + *wait).second() < world_.plan().seconds) {  // who waits beyond the end waits at the end
    Request next = request;
    ++next.attempt;
    due_.push({now + *wait, handler_.tie(next), request.stream, waiting_.acquire(next)});
  }
}

}  // namespace cosmos
