#include "models/world/overfull_settling.h"

#include <algorithm>

namespace cosmos {

OverfullSettling::OverfullSettling(World& world, RequestHandler& handler, const SecondAtHand& now)
    : world_(world), handler_(handler), now_(now), admission_(now, handler), admitted_(world.streams().size()) {
  for (const World::StreamState& stream : world.streams()) {
    rooms_.emplace_back(stream.source->charge());
  }
  const Readings& readings = world.plan().readings;
  if (readings.retry_after == RetryAfter::kFixed) {
    fixed_hint_ = readings.fixed_retry_after;
  }
}

void OverfullSettling::take_due(std::vector<WaitingList>& due) {
  for (std::size_t s = 0; s < rooms_.size(); ++s) {
    rooms_[s].take(now_.second, due[s]);
  }
}

void OverfullSettling::settle(std::size_t partition, std::span<const Try> tries) {
  admission_.decide(world_.partitions()[partition], tries);
  count_admitted(partition, tries);
  roll_refused(partition, tries);
}

void OverfullSettling::count_admitted(std::size_t partition, std::span<const Try> tries) {
  for (const std::uint32_t position : admission_.admitted()) {
    const Try& one = tries[position];
    const Ru charge = Ru::milli(one.milli_ru);
    if (one.is_retry || !now_.demand->blocks[one.stream].visits.empty()) {
      handler_.admit(now_.request(one.stream, now_.waiting(partition, one), charge), now_.instant(one.nanosecond));
      continue;
    }
    Cell& counts = cell(partition, one.stream);
    ++counts.attempts;
    ++counts.first_attempts;
    counts.admitted_milli_ru += one.milli_ru;
    admitted_[one.stream].push_back(one.index);
  }
}

void OverfullSettling::roll_refused(std::size_t partition, std::span<const Try> tries) {
  const sim::SimTime opens = opens_at(partition);
  std::span<const std::uint32_t> left = admission_.refused();
  while (!left.empty()) {
    const std::uint32_t stream = tries[left.front()].stream;
    const auto end = std::find_if(left.begin(), left.end(),
                                  [&](std::uint32_t position) { return tries[position].stream != stream; });
    const auto run = left.first(static_cast<std::size_t>(end - left.begin()));
    world_.streams()[stream].retries.visit_wait(
        [&](const auto& way) { roll(way, partition, stream, run, tries, opens); });
    left = left.subspan(run.size());
  }
}

template <class Way>
void OverfullSettling::roll(const Way& way, std::size_t partition, std::uint32_t stream,
                            std::span<const std::uint32_t> positions, std::span<const Try> tries, sim::SimTime opens) {
  const World::StreamState& state = world_.streams()[stream];
  const std::span<KeyUse> key_use = world_.containers()[state.container].key_use;
  const std::vector<Waiting>& due = now_.due[stream].requests;
  const sim::Draws fresh_words = words_of(stream, now_.begin);
  const auto told = [&, fixed = fixed_hint_](sim::SimTime at) { return fixed ? *fixed : opens - at; };
  Cell counts;
  for (const std::uint32_t position : positions) {
    const Try& one = tries[position];
    const Waiting waiting = one.is_retry ? due[one.index] : now_.arrival(partition, one);
    const std::uint32_t visit = now_.visit_of(waiting);
    sim::Draws words = fresh_words;
    if (Way::kTakesWord && one.is_retry) {
      words = words_of(stream, waiting.started);
    }
    const Rolled rolled =
        state.retries.roll(way, waiting.attempt, waiting.started, now_.instant(one.nanosecond), now_.end, state.timeout,
                           told, [&](std::uint32_t attempt) { return words.bits(waiting.number, visit, attempt); });
    counts.throttled += rolled.tries;
    counts.first_throttled += waiting.attempt == 0 ? 1 : 0;
    if (waiting.key_slot != Target::kNotCounted) {
      key_use[waiting.key_slot].throttled += rolled.tries;
    }
    leave(stream, waiting, Ru::milli(one.milli_ru), rolled);
  }
  counts.attempts = counts.throttled;
  counts.first_attempts = counts.first_throttled;
  cell(partition, stream) += counts;
}

sim::Draws OverfullSettling::words_of(std::uint32_t stream, sim::SimTime started) const {
  Request request;
  request.stream = stream;
  request.started = started;
  return handler_.wait_words(request);
}

void OverfullSettling::leave(std::uint32_t stream, const Waiting& waiting, Ru charge, const Rolled& rolled) {
  if (rolled.given_up) {
    handler_.give_up(now_.request(stream, waiting, charge));
  } else if (rolled.at.second() < world_.plan().seconds) {  // who waits beyond the end waits at the end
    rooms_[stream].add(waiting, waiting.attempt + rolled.tries, charge, rolled.at);
  }
}

sim::SimTime OverfullSettling::opens_at(std::size_t partition) const {
  const bool at_next_second = world_.plan().readings.retry_after == RetryAfter::kEndOfSecond;
  const std::int64_t seconds = at_next_second ? 1 : world_.partitions()[partition].seconds_until_open();
  return now_.begin + sim::Duration::seconds(seconds);
}

}  // namespace cosmos
