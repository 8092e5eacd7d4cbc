#include "models/world/calm_booking.h"

#include <algorithm>

namespace cosmos {

void CalmBooking::book_all(std::uint32_t stream) {
  count(stream, now_.demand->blocks[stream].size(), [](std::size_t k) { return k; });
}

void CalmBooking::book(std::uint32_t stream, std::span<const std::uint32_t> numbers) {
  count(stream, numbers.size(), [numbers](std::size_t k) { return std::size_t{numbers[k]}; });
}

// Column by column: what one request waits for in memory does not hold up the next.
template <class NumberAt>
void CalmBooking::count(std::uint32_t stream, std::size_t n, NumberAt number_at) {
  count_keys(stream, n, number_at);
  if (handler_.stores(stream)) {
    const RequestBlock& block = now_.demand->blocks[stream];
    for (std::size_t k = 0; k < n; ++k) {
      handler_.store(stream, block.places[number_at(k)], block.bytes[number_at(k)]);
    }
  }
  count_answers(stream, n, number_at);
}

template <class NumberAt>
void CalmBooking::count_keys(std::uint32_t stream, std::size_t n, NumberAt number_at) {
  constexpr std::size_t kAhead = 32;
  const RequestBlock& block = now_.demand->blocks[stream];
  KeyUse* const use = key_use(stream).data();
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t ahead = block.key_slot[number_at(std::min(k + kAhead, n - 1))];
    if (ahead != Target::kNotCounted) {
      __builtin_prefetch(&use[ahead], 1);
    }
    const std::size_t i = number_at(k);
    if (block.key_slot[i] != Target::kNotCounted) {
      use[block.key_slot[i]].milli_ru += block.first_charge(i).milli();
    }
  }
}

template <class NumberAt>
void CalmBooking::count_answers(std::uint32_t stream, std::size_t n, NumberAt number_at) {
  sim::Histogram& latency = world_.collector().latency(stream);
  const ResponseTime& response = world_.streams()[stream].response;
  const sim::Draws words = handler_.response_words(stream);
  const sim::Draws ways = handler_.way_words(stream);
  if (handler_.has_timeout(stream)) {
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
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = number_at(k);
      latency.add(response.draw(words.bits(i), ways.bits(i)));
    }
  }
}

void CalmBooking::book_visit(std::uint32_t stream, std::uint32_t number) {
  const RequestBlock& block = now_.demand->blocks[stream];
  if (block.key_slot[number] != Target::kNotCounted) {
    key_use(stream)[block.key_slot[number]].milli_ru += block.first_charge(number).milli();
  }
  Request request;
  request.started = now_.begin;  // it waits for nothing, so that its answer does not depend on the instant
  request.stream = stream;
  request.number = number;
  handler_.succeed(request, request.started);
}

sim::Duration CalmBooking::book_visits(std::uint32_t stream, std::uint32_t number, std::uint32_t from,
                                       std::uint32_t to) {
  const RequestBlock& block = now_.demand->blocks[stream];
  const World::StreamState& state = world_.streams()[stream];
  if (block.key_slot[number] != Target::kNotCounted) {
    KeyUse* const use = &key_use(stream)[block.key_slot[number]];
    const Ru first = block.first_charge(number);
    for (std::uint32_t v = from; v < to; ++v) {
      use[v].milli_ru += (v == 0 ? first : state.source->visit_charge(v, block.visits[number], first)).milli();
    }
  }
  const sim::Draws words = handler_.response_words(stream);
  const sim::Draws ways = handler_.way_words(stream);
  std::int64_t slowest = 0;
  if (const sim::BucketSampler* const buckets = state.response.buckets()) {
    std::uint64_t highest = 0;
    for (std::uint32_t v = from; v < to; ++v) {
      highest = std::max(highest, buckets->rank(words.bits(number, v, 0)));
    }
    slowest = sim::BucketSampler::value(highest);
  } else {
    for (std::uint32_t v = from; v < to; ++v) {
      slowest = std::max(slowest, state.response.draw(words.bits(number, v, 0), ways.bits(number, v, 0)));
    }
  }
  return sim::Duration::nanoseconds(slowest);
}

sim::Duration CalmBooking::book_listed_visit(std::uint32_t stream, std::uint32_t number, std::uint32_t visit,
                                             Ru charge) {
  const RequestBlock& block = now_.demand->blocks[stream];
  const Visit& one = block.listed_of(number)[visit];
  if (one.key_slot != Target::kNotCounted) {
    key_use(stream)[one.key_slot].milli_ru += charge.milli();
  }
  const std::uint32_t behind = one.partition - block.partition[number];
  const sim::Draws words = handler_.response_words(stream);
  const sim::Draws ways = handler_.way_words(stream);
  return sim::Duration::nanoseconds(
      world_.streams()[stream].response.draw(words.bits(number, behind, 0), ways.bits(number, behind, 0)));
}

}  // namespace cosmos
