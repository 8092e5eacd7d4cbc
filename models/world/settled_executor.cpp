#include "models/world/settled_executor.h"

#include <algorithm>
#include <array>

namespace cosmos {

SettledExecutor::SettledExecutor(World& world, DemandSource::Ahead ahead)
    : world_(world),
      handler_(world),
      source_(world, ahead),
      offered_(world.partitions().size()),
      overfull_of_(world.partitions().size(), kCalm),
      query_of_(world.streams().size()) {
  overfull_.reserve(offered_.size());
  tries_begin_.reserve(offered_.size() + 1);
  next_try_.reserve(offered_.size());
}

void SettledExecutor::advance(std::int64_t second) {
  second_ = second;
  begin_ = sim::SimTime::at(sim::Duration::seconds(second));
  end_ = begin_ + sim::Duration::seconds(1);
  handler_.begin(second);
  demand_ = &source_.take(second);
  waiting_.take(second, due_);
  add_up();
  find_overfull();
  book_calm_cells();
  for (std::uint32_t s = 0; s < query_of_.size(); ++s) {
    book_or_deal(s);
  }
  book_or_deal_due();
  for (std::size_t k = 0; k < overfull_.size(); ++k) {
    const std::span<const Try> tries =
        std::span(tries_).subspan(tries_begin_[k], tries_begin_[k + 1] - tries_begin_[k]);
    if (world_.partitions()[overfull_[k]].rule() == RateLimit::kDebt) {
      settle_debt(overfull_[k], tries);
    } else {
      in_order_.assign(tries.begin(), tries.end());
      settle_in_order(overfull_[k], in_order_);
    }
    overfull_of_[overfull_[k]] = kCalm;
  }
}

void SettledExecutor::add_up() {
  std::fill(offered_.begin(), offered_.end(), Share{});
  for (std::size_t s = 0; s < query_of_.size(); ++s) {
    Share* const offered = &offered_[world_.streams()[s].first_partition];
    for (std::size_t p = 0; p < demand_->shares[s].size(); ++p) {
      offered[p].requests += demand_->shares[s][p].requests;
      offered[p].milli_ru += demand_->shares[s][p].milli_ru;
    }
  }
  for (const Waiting& one : due_) {
    Share& offered = offered_[world_.streams()[one.request.stream].first_partition + one.request.partition];
    ++offered.requests;
    offered.milli_ru += one.request.charge.milli();
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
    if (budget.covers(second_, total)) {
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

void SettledExecutor::book_calm_cells() {
  Cell* const cells = world_.collector().cells();
  const std::size_t streams = query_of_.size();
  for (std::size_t s = 0; s < streams; ++s) {
    const std::size_t first = world_.streams()[s].first_partition;
    for (std::size_t p = 0; p < demand_->shares[s].size(); ++p) {
      const Share& demand = demand_->shares[s][p];
      if (demand.requests > 0 && overfull_of_[first + p] == kCalm) {
        Cell& cell = cells[(first + p) * streams + s];
        cell.attempts += demand.requests;
        cell.first_attempts += demand.requests;
        cell.admitted_milli_ru += demand.milli_ru;
      }
    }
  }
}

void SettledExecutor::book_or_deal(std::uint32_t stream) {
  const RequestBlock& block = demand_->blocks[stream];
  const std::size_t n = block.size();
  world_.collector().operations(stream).started += static_cast<std::int64_t>(n);
  if (!block.visits.empty()) {
    resize_with_room(query_of_[stream], n);
    for (std::uint32_t i = 0; i < n; ++i) {
      book_or_deal_query(stream, i);
    }
  } else if (overfull_.empty()) {
    book_calm(stream, n, [](std::size_t k) { return k; });
  } else {
    deal_overfull(stream);
    book_calm(stream, calm_.size(), [this](std::size_t k) { return std::size_t{calm_[k]}; });
  }
}

void SettledExecutor::deal_overfull(std::uint32_t stream) {
  const RequestBlock& block = demand_->blocks[stream];
  const std::size_t first = world_.streams()[stream].first_partition;
  const auto n = static_cast<std::uint32_t>(block.size());
  resize_with_room(calm_, n);
  std::size_t calm = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::size_t partition = first + block.partition[i];
    calm_[calm] = i;
    if (overfull_of_[partition] == kCalm) {
      ++calm;
    } else {
      deal(partition, {block.arrivals.nanosecond(i), demand_->first_of_stream[stream] + i});
    }
  }
  calm_.resize(calm);
}

// Counts admitted arrivals, column by column: what one request waits for in memory does not hold up the next.
template <class NumberAt>
void SettledExecutor::book_calm(std::uint32_t stream, std::size_t n, NumberAt number_at) {
  const RequestBlock& block = demand_->blocks[stream];
  sim::LargeVector<KeyUse>& key_use = world_.containers()[world_.streams()[stream].container].key_use;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = number_at(k);
    if (block.key_slot[i] != Target::kNotCounted) {
      key_use[block.key_slot[i]].milli_ru += block.first_charge(i).milli();
    }
  }
  count_answers(stream, n, number_at);
}

template <class NumberAt>
void SettledExecutor::count_answers(std::uint32_t stream, std::size_t n, NumberAt number_at) {
  sim::Histogram& latency = world_.collector().latency(stream);
  const ResponseTime& response = world_.streams()[stream].response;
  const sim::Draws words = handler_.response_words(stream);
  if (handler_.has_timeout(stream)) {
    const sim::Draws ways = handler_.way_words(stream);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = number_at(k);
      handler_.end_answered(stream, sim::Duration::nanoseconds(response.draw(words.bits(i), ways.bits(i))));
    }
    return;
  }
  world_.collector().operations(stream).succeeded += static_cast<std::int64_t>(n);
  if (response.constant()) {
    latency.add(*response.constant(), static_cast<std::int64_t>(n));
  } else if (const sim::BucketSampler* const buckets = response.buckets()) {
    bucket_counts_.assign(buckets->size(), 0);
    for (std::size_t k = 0; k < n; ++k) {
      ++bucket_counts_[buckets->position(words.bits(number_at(k)))];
    }
    for (std::size_t b = 0; b < bucket_counts_.size(); ++b) {
      latency.add_bucket(buckets->first() + b, bucket_counts_[b]);
    }
  } else {
    const sim::Draws ways = handler_.way_words(stream);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = number_at(k);
      latency.add(response.draw(words.bits(i), ways.bits(i)));
    }
  }
}

void SettledExecutor::book_or_deal_query(std::uint32_t stream, std::uint32_t number) {
  const RequestBlock& block = demand_->blocks[stream];
  const std::size_t first = world_.streams()[stream].first_partition + block.partition[number];
  const std::uint32_t visits = block.visits[number];
  const Try arrival{block.arrivals.nanosecond(number), demand_->first_of_stream[stream] + number};
  query_of_[stream][number] = Request::kNoQuery;
  if (visits == 1) {
    if (overfull_of_[first] != kCalm) {
      deal(first, arrival);
    } else {
      const Request request = request_of(first, arrival);
      count_key(request);
      handler_.succeed(request, request.started);
    }
    return;
  }
  std::uint32_t refusable = 0;
  const sim::Duration slowest = book_calm_visits(stream, number, refusable);
  if (refusable == 0) {
    handler_.succeed_query(stream, slowest);
    return;
  }
  query_of_[stream][number] = handler_.open_query(refusable, slowest);
  for (auto p = std::lower_bound(overfull_.begin(), overfull_.end(), first);
       p != overfull_.end() && *p < first + visits; ++p) {
    deal(*p, arrival);
  }
}

// Returns how long the slowest of them takes; adds the others to `refusable`.
sim::Duration SettledExecutor::book_calm_visits(std::uint32_t stream, std::uint32_t number, std::uint32_t& refusable) {
  const RequestBlock& block = demand_->blocks[stream];
  const World::StreamState& state = world_.streams()[stream];
  const std::uint32_t* const overfull = &overfull_of_[state.first_partition + block.partition[number]];
  const std::uint32_t visits = block.visits[number];
  const sim::Draws words = handler_.response_words(stream);
  const sim::Draws ways = handler_.way_words(stream);
  const bool needs_way = state.response.needs_way();
  std::int64_t slowest = 0;
  for (std::uint32_t v = 0; v < visits; ++v) {
    if (overfull[v] != kCalm) {
      ++refusable;
    } else {
      slowest =
          std::max(slowest, state.response.draw(words.bits(number, v, 0), needs_way ? ways.bits(number, v, 0) : 0));
    }
  }
  if (block.key_slot[number] != Target::kNotCounted) {
    for (std::uint32_t v = 0; v < visits; ++v) {
      if (overfull[v] == kCalm) {
        count_key(request_of(state.first_partition + block.partition[number] + v,
                             {0, demand_->first_of_stream[stream] + number}));
      }
    }
  }
  return sim::Duration::nanoseconds(slowest);
}

void SettledExecutor::count_key(const Request& request) {
  if (request.key_slot != Target::kNotCounted) {
    world_.containers()[world_.streams()[request.stream].container].key_use[request.key_slot].milli_ru +=
        request.charge.milli();
  }
}

void SettledExecutor::book_or_deal_due() {
  for (std::uint32_t k = 0; k < due_.size(); ++k) {
    const Request& request = due_[k].request;
    const std::size_t partition = world_.streams()[request.stream].first_partition + request.partition;
    const Try one{due_[k].nanosecond, demand_->arrivals() + k};
    if (overfull_of_[partition] != kCalm) {
      deal(partition, one);
    } else {
      handler_.admit(request, instant(one));
    }
  }
}

// Under debt the admitted tries are a prefix of the order: whole buckets of time that leave something of the balance
// need no order, nor do those after the bucket in which it ends.
void SettledExecutor::settle_debt(std::size_t partition, std::span<const Try> tries) {
  constexpr unsigned kBucketShift = 22;  // 4.2 ms
  constexpr std::size_t kBuckets = (1'000'000'000U >> kBucketShift) + 1;
  RequestBudget& budget = world_.partitions()[partition];
  std::int64_t left = budget.balance().milli();
  std::uint32_t last = 0;  // the bucket in which the balance ends
  in_order_.clear();
  if (left > 0) {
    std::array<std::int64_t, kBuckets> asked{};
    for (const Try& one : tries) {
      asked[one.key >> kBucketShift] += charge_of(partition, one).milli();
    }
    for (; last + 1 < kBuckets && asked[last] < left; ++last) {
      left -= asked[last];
    }
    budget.charge(budget.balance() - Ru::milli(left));
    for (const Try& one : tries) {
      if (one.key >> kBucketShift < last) {
        handler_.admit(request_of(partition, one), instant(one));
      } else if (one.key >> kBucketShift == last) {
        in_order_.push_back(one);
      }
    }
    settle_in_order(partition, in_order_);
  }
  const sim::SimTime opens = opens_at(partition);
  for (const Try& one : tries) {
    if (left <= 0 || one.key >> kBucketShift > last) {
      roll(request_of(partition, one), instant(one), opens);
    }
  }
}

void SettledExecutor::settle_in_order(std::size_t partition, std::vector<Try>& tries) {
  sim::radix_sort(tries, scratch_);
  for (std::size_t begin = 0; begin < tries.size();) {
    std::size_t end = begin + 1;
    while (end < tries.size() && tries[end].key == tries[begin].key) {
      ++end;
    }
    if (end == begin + 1) {
      offer(partition, tries[begin]);
    } else {
      settle_instant(partition, std::span(tries).subspan(begin, end - begin));
    }
    begin = end;
  }
}

// With the SDKs' retries everybody who was refused comes back at the same instant.
void SettledExecutor::settle_instant(std::size_t partition, std::span<const Try> tries) {
  for (const bool retries : {true, false}) {
    ties_.clear();
    for (const Try& one : tries) {
      if (is_retry(one) == retries) {
        ties_.push_back(tie_of(one));
      }
    }
    settle_ties(partition, tries.front().key, ties_);
  }
}

// As settle_debt() does it in time, so here in the order of the ties: under debt only the bucket in which the balance
// ends is sorted.
void SettledExecutor::settle_ties(std::size_t partition, std::uint32_t nanosecond, std::vector<Tie>& ties) {
  constexpr std::size_t kFewEnoughToSort = 64;
  constexpr unsigned kBucketShift = 56;
  RequestBudget& budget = world_.partitions()[partition];
  const std::int64_t balance = budget.balance().milli();
  if (ties.size() <= kFewEnoughToSort || budget.rule() != RateLimit::kDebt || balance <= 0) {
    std::sort(ties.begin(), ties.end());
    for (const Tie& one : ties) {
      offer(partition, {nanosecond, one.value});
    }
    return;
  }
  std::array<std::int64_t, 256> asked{};
  for (const Tie& one : ties) {
    asked[one.tie >> kBucketShift] += charge_of(partition, {nanosecond, one.value}).milli();
  }
  std::int64_t left = balance;
  std::uint64_t last = 0;
  for (; last + 1 < asked.size() && asked[last] < left; ++last) {
    left -= asked[last];
  }
  budget.charge(Ru::milli(balance - left));
  const auto bucket = [](const Tie& one) { return one.tie >> kBucketShift; };
  const auto boundary = std::partition(ties.begin(), ties.end(), [&](const Tie& one) { return bucket(one) < last; });
  const auto refused = std::partition(boundary, ties.end(), [&](const Tie& one) { return bucket(one) == last; });
  for (auto one = ties.begin(); one != boundary; ++one) {
    const Try admitted{nanosecond, one->value};
    handler_.admit(request_of(partition, admitted), instant(admitted));
  }
  std::sort(boundary, refused);
  for (auto one = boundary; one != ties.end(); ++one) {
    offer(partition, {nanosecond, one->value});
  }
}

SettledExecutor::Tie SettledExecutor::tie_of(const Try& one) const {
  const std::uint32_t stream = stream_of(one);
  const std::uint64_t tie = is_retry(one)
                                ? handler_.tie(due_[one.value - demand_->arrivals()].request)
                                : handler_.tie_of_arrival(stream, one.value - demand_->first_of_stream[stream]);
  return {tie, stream, one.value};
}

void SettledExecutor::offer(std::size_t partition, const Try& one) {
  const Request request = request_of(partition, one);
  if (world_.partitions()[partition].admit(second_, request.charge)) {
    handler_.admit(request, instant(one));
  } else {
    roll(request, instant(one), opens_at(partition));
  }
}

sim::SimTime SettledExecutor::opens_at(std::size_t partition) const {
  const bool at_next_second = world_.plan().readings.retry_after == RetryAfter::kEndOfSecond;
  const std::int64_t seconds = at_next_second ? 1 : world_.partitions()[partition].seconds_until_open();
  return begin_ + sim::Duration::seconds(seconds);
}

void SettledExecutor::roll(const Request& refused, sim::SimTime now, sim::SimTime opens_at) {
  const Readings& readings = world_.plan().readings;
  const bool fixed = readings.retry_after == RetryAfter::kFixed;
  const sim::Draws words = handler_.wait_words(refused);
  Request request = refused;
  std::int64_t times = 0;
  while (true) {
    ++times;
    const auto wait = handler_.wait(request, now, fixed ? readings.fixed_retry_after : opens_at - now, words);
    if (!wait) {
      handler_.give_up(request);
      break;
    }
    now = now + *wait;
    ++request.attempt;
    if (now >= end_) {
      waiting_.add(request, now);
      break;
    }
  }
  handler_.count_refused(refused, times);
}

std::uint32_t SettledExecutor::stream_of(const Try& one) const {
  if (is_retry(one)) {
    return due_[one.value - demand_->arrivals()].request.stream;
  }
  std::uint32_t stream = 0;
  while (one.value >= demand_->first_of_stream[stream + 1]) {
    ++stream;
  }
  return stream;
}

Request SettledExecutor::request_of(std::size_t partition, const Try& one) const {
  if (is_retry(one)) {
    return due_[one.value - demand_->arrivals()].request;
  }
  const std::uint32_t stream = stream_of(one);
  const std::uint32_t number = one.value - demand_->first_of_stream[stream];
  const World::StreamState& state = world_.streams()[stream];
  const RequestBlock& block = demand_->blocks[stream];
  Request request;
  request.started = instant(one);
  request.stream = stream;
  request.number = number;
  request.partition = static_cast<std::uint32_t>(partition - state.first_partition);
  request.visit = request.partition - block.partition[number];
  request.key_slot = block.slot_of(number, request.visit);
  const std::uint32_t visits = block.visits_of(number);
  request.charge = request.visit == 0 ? block.first_charge(number)
                                      : state.source->visit_charge(request.visit, visits, block.first_charge(number));
  if (visits > 1) {
    request.query = query_of_[stream][number];
  }
  return request;
}

Ru SettledExecutor::charge_of(std::size_t partition, const Try& one) const {
  if (is_retry(one)) {
    return due_[one.value - demand_->arrivals()].request.charge;
  }
  const RequestBlock& block = demand_->blocks[stream_of(one)];
  return block.visits.empty() ? block.first_charge(one.value - demand_->first_of_stream[stream_of(one)])
                              : request_of(partition, one).charge;
}

}  // namespace cosmos
