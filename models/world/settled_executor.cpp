#include "models/world/settled_executor.h"

#include <algorithm>
#include <span>

namespace cosmos {

SettledExecutor::SettledExecutor(World& world, DemandSource::Ahead ahead)
    : world_(world),
      handler_(world),
      source_(world, ahead),
      now_(world),
      calm_(world, handler_, now_),
      settling_(world, handler_, now_) {
  make_room_for_partitions();
}

void SettledExecutor::make_room_for_partitions() {
  offered_.resize(world_.partitions().size());
  overfull_of_.assign(world_.partitions().size(), kCalm);
  overfull_.reserve(offered_.size());
  tries_begin_.reserve(offered_.size() + 1);
  next_try_.reserve(offered_.size());
}

void SettledExecutor::follow(std::vector<World::Change> changes) {
  make_room_for_partitions();
  source_.follow_partitions();
  Rerouting rerouting(world_, world_.keys(), std::move(changes));
  const auto streams = static_cast<std::uint32_t>(world_.streams().size());
  for (std::uint32_t s = 0; s < streams; ++s) {
    settling_.room(s).visit([&](const Waiting& one) { rerouting.note(s, one.query, one.partition); });
  }
  first_visited_ = now_.first_visited;
  for (std::uint32_t s = 0; s < streams; ++s) {
    if (rerouting.concerns(s)) {
      wait_elsewhere(rerouting, s);
    }
  }
}

void SettledExecutor::refuse_full() {
  std::vector<std::int64_t> refused(world_.streams().size());
  for (std::uint32_t s = 0; s < refused.size(); ++s) {
    settling_.room(s).replace([&](const Waiting& one, Ru charge, const auto& put) {
      if (handler_.finds_full(s, one.started.second(), one.number)) {
        ++refused[s];
      } else {
        put(one, charge);
      }
    });
  }
  handler_.fail_full(refused);
}

// What arrived before all that waits is asked for no more.
void SettledExecutor::forget_old_keys() {
  std::int64_t oldest = now_.second;
  for (std::uint32_t s = 0; s < world_.streams().size(); ++s) {
    settling_.room(s).visit([&](const Waiting& one) { oldest = std::min(oldest, one.started.second()); });
  }
  world_.keys().forget_before(oldest);
}

void SettledExecutor::wait_elsewhere(const Rerouting& rerouting, std::uint32_t stream) {
  settling_.room(stream).replace([&](Waiting one, Ru charge, const auto& put) {
    if (!rerouting.stays(stream, one.query, one.partition)) {
      handler_.take_visit(one.query);
      return;
    }
    const Rerouting::Way way =
        rerouting.way(stream, one.started.second(), one.number, one.partition, one.key_slot, charge);
    if (one.query != Request::kNoQuery) {
      handler_.add_visits(one.query, way.partitions.count() - 1);
      now_.note_first_visit(one.query, rerouting.first_visited(stream, first_visited_[one.query]));
    } else if (!way.partitions.single()) {
      one.query = handler_.open_query(way.partitions.count());
      now_.note_first_visit(one.query, way.partitions.first);
    }
    for (std::uint32_t i = 0; i < way.partitions.count(); ++i) {
      one.partition = way.partitions.first + i;
      one.key_slot = way.key_slot == Target::kNotCounted ? Target::kNotCounted : way.key_slot + i;
      put(one, i == 0 ? charge : way.of_further);
    }
  });
}

void SettledExecutor::advance(std::int64_t second) {
  const auto streams = static_cast<std::uint32_t>(world_.streams().size());
  begin(second);
  add_up();
  find_overfull();
  count_calm_cells();
  for (std::uint32_t s = 0; s < streams; ++s) {
    book_or_deal(s);
  }
  for (std::uint32_t s = 0; s < streams; ++s) {
    book_or_deal_due(s);
  }
  settle_overfull();
  for (std::uint32_t s = 0; s < streams; ++s) {
    book_arrivals(s);
  }
}

bool SettledExecutor::is_at_rest(std::int64_t second) {
  for (std::uint32_t s = 0; s < world_.streams().size(); ++s) {
    bool waits = false;
    settling_.room(s).visit([&](const Waiting&) { waits = true; });
    if (waits) {
      return false;
    }
  }
  return std::all_of(world_.partitions().begin(), world_.partitions().end(),
                     [second](RequestBudget& partition) { return partition.rest_before(second).debt == Ru{}; });
}

void SettledExecutor::stand_for(std::int64_t second, std::int64_t seconds) {
  now_.second = second;
  now_.begin = sim::SimTime::at(sim::Duration::seconds(second));
  now_.end = now_.begin + sim::Duration::seconds(1);
  handler_.begin(second);
  now_.demand = &source_.take(second);
  world_.keys().forget_before(second + 1);
  for (WaitingList& due : now_.due) {
    due.requests.clear();
    due.charges.clear();
  }
  count_calm_cells();
  for (std::uint32_t s = 0; s < world_.streams().size(); ++s) {
    book_many_times(s, seconds);
  }
  world_.collector().stand_for(seconds);
}

void SettledExecutor::book_many_times(std::uint32_t stream, std::int64_t times) {
  const RequestBlock& block = now_.demand->blocks[stream];
  World::StreamState& state = world_.streams()[stream];
  World::ContainerState& container = world_.containers()[state.container];
  OperationCounts& counts = world_.collector().operations(stream);
  const auto n = static_cast<std::int64_t>(block.size());
  counts.started += n * times;
  counts.succeeded += n * times;
  state.source->skip(now_.second, n * (times - 1));
  const sim::Draws words = handler_.response_words(stream);
  const sim::Draws ways = handler_.way_words(stream);
  for (std::size_t i = 0; i < block.size(); ++i) {
    std::int64_t slowest = 0;
    for (std::uint32_t v = 0; v < block.visits_of(i); ++v) {
      const Ru charge =
          v == 0 ? block.first_charge(i) : state.source->visit_charge(v, block.visits_of(i), block.first_charge(i));
      if (const std::uint32_t slot = block.slot_of(i, v); slot != Target::kNotCounted) {
        container.key_use[slot].milli_ru += charge.milli() * times;
      }
      slowest = std::max(slowest, state.response.draw(words.bits(i, v, 0), ways.bits(i, v, 0)));
    }
    world_.collector().latency(stream).add(slowest, times);
    if (handler_.stores(stream)) {
      handler_.store(stream, block.places[i], block.bytes[i] * times);
    }
  }
}

void SettledExecutor::begin(std::int64_t second) {
  now_.second = second;
  now_.begin = sim::SimTime::at(sim::Duration::seconds(second));
  now_.end = now_.begin + sim::Duration::seconds(1);
  handler_.begin(second);
  if (world_.keys().is_due_to_forget(second)) {
    forget_old_keys();
  }
  now_.demand = &source_.take(second);
  settling_.take_due(now_.due);
}

void SettledExecutor::add_up() {
  std::fill(offered_.begin(), offered_.end(), Share{});
  for (std::size_t s = 0; s < now_.due.size(); ++s) {
    Share* const offered = &offered_[world_.streams()[s].first_partition];
    const std::vector<Share>& shares = now_.demand->shares[s];
    for (std::size_t p = 0; p < shares.size(); ++p) {
      offered[p].requests += shares[p].requests;
      offered[p].milli_ru += shares[p].milli_ru;
    }
    const WaitingList& due = now_.due[s];
    for (std::size_t k = 0; k < due.requests.size(); ++k) {
      Share& share = offered[due.requests[k].partition];
      ++share.requests;
      share.milli_ru += due.charge(k).milli();
    }
  }
}

void SettledExecutor::find_overfull() {
  overfull_.clear();
  for (std::size_t p = 0; p < offered_.size(); ++p) {
    if (offered_[p].requests == 0) {
      continue;
    }
    RequestBudget& budget = world_.partitions()[p];
    const Ru total = Ru::milli(offered_[p].milli_ru);
    if (budget.covers(now_.second, total)) {
      budget.charge(total);
    } else {
      overfull_of_[p] = static_cast<std::uint32_t>(overfull_.size());
      overfull_.push_back(static_cast<std::uint32_t>(p));
    }
  }
  // Room for their tries.
  next_try_.clear();
  tries_begin_.assign(1, 0);
  for (const std::uint32_t partition : overfull_) {
    next_try_.push_back(tries_begin_.back());
    tries_begin_.push_back(tries_begin_.back() + static_cast<std::uint32_t>(offered_[partition].requests));
  }
  resize_with_room(tries_, tries_begin_.back());
}

void SettledExecutor::count_calm_cells() {
  Cell* const cells = world_.collector().cells();
  const std::size_t streams = now_.due.size();
  for (std::size_t s = 0; s < streams; ++s) {
    const std::size_t first = world_.streams()[s].first_partition;
    for (std::size_t p = 0; p < now_.demand->shares[s].size(); ++p) {
      const Share& demand = now_.demand->shares[s][p];
      if (demand.requests > 0 && is_calm(first + p)) {
        Cell& cell = cells[(first + p) * streams + s];
        cell.attempts += demand.requests;
        cell.first_attempts += demand.requests;
        cell.admitted_milli_ru += demand.milli_ru;
      }
    }
  }
}

void SettledExecutor::book_or_deal(std::uint32_t stream) {
  const RequestBlock& block = now_.demand->blocks[stream];
  world_.collector().operations(stream).started += static_cast<std::int64_t>(block.size());
  if (block.visits.empty()) {
    if (!overfull_.empty()) {
      deal_arrivals(stream);
    }
    return;
  }
  resize_with_room(now_.query_of[stream], block.size());
  for (std::uint32_t i = 0; i < block.size(); ++i) {
    book_or_deal_query(stream, i);
  }
}

// Whether a partition is overfull is a coin toss to the processor: no branch here depends on it.
void SettledExecutor::deal_arrivals(std::uint32_t stream) {
  const RequestBlock& block = now_.demand->blocks[stream];
  const std::size_t first = world_.streams()[stream].first_partition;
  const auto n = static_cast<std::uint32_t>(block.size());
  std::vector<std::uint32_t>& admitted = settling_.admitted_arrivals(stream);
  resize_with_room(admitted, n);
  resize_with_room(refusable_, n);
  std::uint32_t calm = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    admitted[calm] = i;
    refusable_[i - calm] = i;
    calm += is_calm(first + block.partition[i]) ? 1U : 0U;
  }
  admitted.resize(calm);
  refusable_.resize(n - calm);
  for (const std::uint32_t i : refusable_) {
    deal(first + block.partition[i], arrival(stream, i, block.first_charge(i)));
  }
}

void SettledExecutor::book_or_deal_query(std::uint32_t stream, std::uint32_t number) {
  const RequestBlock& block = now_.demand->blocks[stream];
  const std::size_t partition = world_.streams()[stream].first_partition + block.partition[number];
  if (block.visits[number] > 1) {
    book_or_deal_visits(stream, number);
  } else if (is_calm(partition)) {
    calm_.book_visit(stream, number);
  } else {
    deal(partition, arrival(stream, number, block.first_charge(number)));
  }
}

void SettledExecutor::book_or_deal_visits(std::uint32_t stream, std::uint32_t number) {
  const RequestBlock& block = now_.demand->blocks[stream];
  if (block.listed_of(number) != nullptr) {
    book_or_deal_listed(stream, number);
    return;
  }
  const World::StreamState& state = world_.streams()[stream];
  const std::uint32_t visits = block.visits[number];
  const std::uint32_t first = state.first_partition + block.partition[number];
  const auto begin = std::lower_bound(overfull_.begin(), overfull_.end(), first);
  sim::Duration slowest;
  std::uint32_t next = 0;  // visit after those that are booked or dealt
  std::uint32_t refusable = 0;
  for (auto p = begin; p != overfull_.end() && *p < first + visits; ++p) {
    const std::uint32_t visit = *p - first;
    slowest = std::max(slowest, calm_.book_visits(stream, number, next, visit));
    const Ru charge =
        visit == 0 ? block.first_charge(number) : state.source->visit_charge(visit, visits, block.first_charge(number));
    deal(*p, arrival(stream, number, charge));
    next = visit + 1;
    ++refusable;
  }
  slowest = std::max(slowest, calm_.book_visits(stream, number, next, visits));
  wait_for_visits(stream, number, refusable, slowest);
}

void SettledExecutor::book_or_deal_listed(std::uint32_t stream, std::uint32_t number) {
  const RequestBlock& block = now_.demand->blocks[stream];
  const World::StreamState& state = world_.streams()[stream];
  const Ru first = block.first_charge(number);
  sim::Duration slowest;
  std::uint32_t refusable = 0;
  for (std::uint32_t v = 0; v < block.visits[number]; ++v) {
    const std::size_t partition = state.first_partition + block.partition_of(number, v);
    const Ru charge = v == 0 ? first : state.source->visit_charge(v, block.visits[number], first);
    if (is_calm(partition)) {
      slowest = std::max(slowest, calm_.book_listed_visit(stream, number, v, charge));
    } else {
      deal(partition, arrival(stream, number, charge));
      ++refusable;
    }
  }
  wait_for_visits(stream, number, refusable, slowest);
}

// `refusable` visits of a query were dealt; the slowest of the others takes so long.
void SettledExecutor::wait_for_visits(std::uint32_t stream, std::uint32_t number, std::uint32_t refusable,
                                      sim::Duration slowest) {
  if (refusable == 0) {
    handler_.succeed_query(stream, slowest);
    return;
  }
  const std::uint32_t query = handler_.open_query(refusable, slowest);
  now_.query_of[stream][number] = query;
  now_.note_first_visit(query, now_.demand->blocks[stream].partition[number]);
}

void SettledExecutor::book_or_deal_due(std::uint32_t stream) {
  const WaitingList& due = now_.due[stream];
  const std::size_t first = world_.streams()[stream].first_partition;
  for (std::uint32_t k = 0; k < due.requests.size(); ++k) {
    const Waiting& one = due.requests[k];
    if (is_calm(first + one.partition)) {
      handler_.admit(now_.request(stream, one, due.charge(k)), now_.instant(one.nanosecond));
    } else {
      deal(first + one.partition, {due.charge(k).milli(), one.nanosecond, stream, k, true});
    }
  }
}

void SettledExecutor::settle_overfull() {
  for (std::size_t k = 0; k < overfull_.size(); ++k) {
    settling_.settle(overfull_[k], std::span(tries_).subspan(tries_begin_[k], tries_begin_[k + 1] - tries_begin_[k]));
    overfull_of_[overfull_[k]] = kCalm;
  }
}

// First tries of single visits that are admitted, wherever.
void SettledExecutor::book_arrivals(std::uint32_t stream) {
  if (!now_.demand->blocks[stream].visits.empty()) {
    return;
  }
  if (overfull_.empty()) {
    calm_.book_all(stream);
  } else {
    calm_.book(stream, settling_.admitted_arrivals(stream));
  }
}

}  // namespace cosmos
