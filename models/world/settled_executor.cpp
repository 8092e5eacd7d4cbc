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
      settling_(world, handler_, now_),
      offered_(world.partitions().size()),
      overfull_of_(world.partitions().size(), kCalm) {
  overfull_.reserve(offered_.size());
  tries_begin_.reserve(offered_.size() + 1);
  next_try_.reserve(offered_.size());
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

void SettledExecutor::begin(std::int64_t second) {
  now_.second = second;
  now_.begin = sim::SimTime::at(sim::Duration::seconds(second));
  now_.end = now_.begin + sim::Duration::seconds(1);
  handler_.begin(second);
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
