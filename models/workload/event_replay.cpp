#include "models/workload/event_replay.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace cosmos {
namespace {

constexpr std::uint64_t kCopyPurpose = sim::purpose_id("further operation of a row");
constexpr std::int64_t kNanoseconds = 1'000'000'000;

}  // namespace

EventReplay::EventReplay(std::shared_ptr<const EventTrace> trace, const ArrivalOrigin& origin)
    : origin_(origin), trace_(std::move(trace)), values_(trace_->properties.size()) {}

void EventReplay::generate(std::int64_t second, ArrivalBlock& block) {
  const std::int64_t from = second * kNanoseconds;
  const std::int64_t end = from + kNanoseconds;
  block.values.resize(values_.size());
  if (!reader_) {
    reader_ = trace_->open();
    read_more();
  }
  give_out(from, end, block);
  while (waiting_.empty() && has_next() && batch_.at[next_] < end) {
    take_row();
    give_out(from, end, block);
  }
}

void EventReplay::read_more() {
  if (!reader_->next(batch_)) {
    batch_.clear();
  }
  next_ = 0;
}

void EventReplay::take_row() {
  const std::int64_t at = batch_.at[next_];
  for (std::size_t c = 0; c < values_.size(); ++c) {
    values_[c] = batch_.values[c][next_];
  }
  payload_ = trace_->says_size ? batch_.payload[next_] : 0;
  milli_ru_ = trace_->says_charge ? batch_.milli_ru[next_] : 0;
  if (++next_ == batch_.at.size()) {
    read_more();
  }
  const std::uint64_t row = row_number_++;
  const std::uint32_t operations = scaled_count(1, trace_->volume, row, 0);
  const auto gap = static_cast<std::uint64_t>(has_next() ? batch_.at[next_] - at : 0);
  if (operations > 0) {
    waiting_.push_back(at);
  }
  if (operations > 1) {
    const sim::Draws draws(origin_.seed, origin_.stream_id, static_cast<std::int64_t>(row), kCopyPurpose);
    for (std::uint32_t k = 1; k < operations; ++k) {
      waiting_.push_back(at + static_cast<std::int64_t>(sim::scale_bits(draws.bits(k), gap)));
    }
    std::sort(waiting_.begin(), waiting_.end(), std::greater<>());
  }
}

// The waiting operations of [from, end); earlier ones, of a time when the stream was not on, are dropped.
void EventReplay::give_out(std::int64_t from, std::int64_t end, ArrivalBlock& block) {
  for (; !waiting_.empty() && waiting_.back() < end; waiting_.pop_back()) {
    if (waiting_.back() < from) {
      continue;
    }
    block.add(static_cast<std::uint32_t>(waiting_.back() - from));
    for (std::size_t c = 0; c < values_.size(); ++c) {
      block.values[c].push_back(values_[c]);
    }
    if (trace_->says_size) {
      block.payload.push_back(payload_);
    }
    if (trace_->says_charge) {
      block.milli_ru.push_back(milli_ru_);
    }
  }
}

}  // namespace cosmos
