#include "models/world/admission.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace cosmos {
namespace {

constexpr std::size_t kFew = 48;

// Buckets of 4.2 ms. Retries at the very start of a second, where the SDKs send all of them, have one of their own.
constexpr unsigned kTimeShift = 22;
constexpr std::uint32_t kCrowd = 0;
constexpr std::size_t kTimeBuckets = (1'000'000'000U >> kTimeShift) + 2;
std::uint32_t time_bucket(const Try& one) {
  return one.is_retry && one.nanosecond == 0 ? kCrowd : 1 + (one.nanosecond >> kTimeShift);
}

constexpr unsigned kTieShift = 56;
constexpr std::size_t kTieBuckets = 256;

}  // namespace

void Admission::decide(RequestBudget& budget, std::span<const Try> tries) {
  const std::size_t n = tries.size();
  resize_with_room(admitted_, n);
  resize_with_room(refused_, n);
  admitted_count_ = 0;
  refused_count_ = 0;
  if (every_.size() < n) {
    resize_with_room(every_, n);
    std::iota(every_.begin(), every_.end(), 0U);
  }
  if (budget.rule() == RateLimit::kDebt && budget.balance() <= Ru{}) {
    std::copy_n(every_.begin(), n, refused_.begin());
    refused_count_ = n;
  } else if (budget.rule() == RateLimit::kDebt && n > kFew) {
    decide_by_time(budget, tries);
  } else if (budget.rule() != RateLimit::kDebt || !decide_few(budget, tries)) {
    resize_with_room(undecided_, n);
    std::copy_n(every_.begin(), n, undecided_.begin());
    offer_in_order(budget, tries);
  }
}

// Comparing all pairs takes no branch that depends on them. A try is admitted if those before it leave something of the
// balance. Returns false, and decides nothing, if two come at one instant.
bool Admission::decide_few(RequestBudget& budget, std::span<const Try> tries) {
  const std::size_t n = tries.size();
  std::array<std::int64_t, kFew> when;
  std::array<std::int64_t, kFew> asked;
  for (std::size_t i = 0; i < n; ++i) {
    when[i] = tries[i].nanosecond;
    asked[i] = tries[i].milli_ru;
  }
  std::array<std::int64_t, kFew> asked_before;
  std::int64_t pairs_in_order = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t sum = 0;
    std::int64_t before = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const std::int64_t is_before = -static_cast<std::int64_t>(when[j] < when[i]);
      sum += asked[j] & is_before;
      before -= is_before;
    }
    asked_before[i] = sum;
    pairs_in_order += before;
  }
  if (pairs_in_order != static_cast<std::int64_t>(n * (n - 1) / 2)) {
    return false;
  }
  const std::int64_t balance = budget.balance().milli();
  std::int64_t taken = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool fits = asked_before[i] < balance;
    admitted_[admitted_count_] = i;
    refused_[refused_count_] = i;
    admitted_count_ += fits ? 1 : 0;
    refused_count_ += fits ? 0 : 1;
    taken += fits ? asked[i] : 0;
  }
  budget.charge(Ru::milli(taken));
  return true;
}

void Admission::decide_by_time(RequestBudget& budget, std::span<const Try> tries) {
  std::array<std::int64_t, kTimeBuckets> asked{};
  for (const Try& one : tries) {
    asked[time_bucket(one)] += one.milli_ru;
  }
  split(budget, std::span(every_).first(tries.size()), asked, [&](std::size_t k) { return time_bucket(tries[k]); });
  const bool is_crowd = !undecided_.empty() && time_bucket(tries[undecided_.front()]) == kCrowd;
  if (is_crowd && undecided_.size() > kFew) {
    decide_crowd(budget, tries);
  }
  offer_in_order(budget, tries);
}

// As by time, so here in the order of the ties.
void Admission::decide_crowd(RequestBudget& budget, std::span<const Try> tries) {
  resize_with_room(crowd_, undecided_.size());
  std::copy(undecided_.begin(), undecided_.end(), crowd_.begin());
  resize_with_room(crowd_ties_, crowd_.size());
  std::array<std::int64_t, kTieBuckets> asked{};
  for (std::size_t k = 0; k < crowd_.size(); ++k) {
    crowd_ties_[k] = tie_of(tries[crowd_[k]]);
    asked[crowd_ties_[k] >> kTieShift] += tries[crowd_[k]].milli_ru;
  }
  split(budget, crowd_, asked, [&](std::size_t k) { return crowd_ties_[k] >> kTieShift; });
}

// Admits the buckets that leave something of the balance whole, keeps the one in which it ends in `undecided_` and
// refuses those after it.
template <class BucketOf>
void Admission::split(RequestBudget& budget, std::span<const std::uint32_t> positions,
                      std::span<const std::int64_t> asked, BucketOf bucket_of) {
  resize_with_room(undecided_, positions.size());
  std::int64_t left = budget.balance().milli();
  std::size_t last = 0;
  for (; last + 1 < asked.size() && asked[last] < left; ++last) {
    left -= asked[last];
  }
  budget.charge(budget.balance() - Ru::milli(left));
  std::size_t undecided = 0;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    const std::uint32_t position = positions[k];
    const std::size_t bucket = bucket_of(k);
    admitted_[admitted_count_] = position;
    admitted_count_ += bucket < last ? 1 : 0;
    refused_[refused_count_] = position;
    refused_count_ += bucket > last ? 1 : 0;
    undecided_[undecided] = position;
    undecided += bucket == last ? 1 : 0;
  }
  undecided_.resize(undecided);
}

// One after the other, those that are undecided.
void Admission::offer_in_order(RequestBudget& budget, std::span<const Try> tries) {
  resize_with_room(in_order_, undecided_.size());
  std::transform(undecided_.begin(), undecided_.end(), in_order_.begin(), [&](std::uint32_t position) {
    return sim::KeyValue{tries[position].nanosecond, position};
  });
  sim::radix_sort(in_order_, scratch_);
  for (std::size_t begin = 0, end = 0; begin < in_order_.size(); begin = end) {
    end = begin + 1;
    while (end < in_order_.size() && in_order_[end].key == in_order_[begin].key) {
      ++end;
    }
    if (end == begin + 1) {
      offer(budget, tries[in_order_[begin].value], in_order_[begin].value);
      continue;
    }
    ties_.clear();
    for (std::size_t k = begin; k < end; ++k) {
      const Try& one = tries[in_order_[k].value];
      ties_.push_back({!one.is_retry, tie_of(one), one.stream, in_order_[k].value});
    }
    std::sort(ties_.begin(), ties_.end());
    for (const Tie& one : ties_) {
      offer(budget, tries[one.position], one.position);
    }
  }
}

void Admission::offer(RequestBudget& budget, const Try& one, std::uint32_t position) {
  if (budget.admit(now_.second, Ru::milli(one.milli_ru))) {
    admit(position);
  } else {
    refuse(position);
  }
}

std::uint64_t Admission::tie_of(const Try& one) const {
  if (!one.is_retry) {
    return handler_.tie_of_arrival(one.stream, one.index);
  }
  const Waiting& waiting = now_.due[one.stream].requests[one.index];
  Request request;
  request.started = waiting.started;
  request.stream = one.stream;
  request.number = waiting.number;
  request.attempt = waiting.attempt;
  return handler_.tie(request);
}

}  // namespace cosmos
