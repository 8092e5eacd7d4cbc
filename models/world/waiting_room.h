#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/quantities.h"
#include "models/world/request.h"
#include "sim/core/check.h"
#include "sim/core/time.h"

namespace cosmos {

// A request of one stream that waits to be sent again: of a Request what does not follow from the rest. Many wait at
// once, so it is small.
struct Waiting {
  sim::SimTime started;         // when the operation arrived
  std::uint32_t number = 0;     // in the second in which it arrived
  std::uint32_t partition = 0;  // of the container
  std::uint32_t key_slot = 0;
  std::uint32_t query = Request::kNoQuery;
  std::uint32_t attempt = 0;     // the try to come
  std::uint32_t nanosecond = 0;  // of the second in which it is due
};
static_assert(sizeof(Waiting) == 32);

// Requests of one stream that are due in one second.
struct WaitingList {
  std::vector<Waiting> requests;
  std::vector<Ru> charges;  // of each; empty: `same_charge` for each
  Ru same_charge;

  [[nodiscard]] Ru charge(std::size_t i) const { return charges.empty() ? same_charge : charges[i]; }
};

// Requests of one stream that wait, by the second in which they are due; those of a second in the order in which they
// came. A ring of lists as long as the longest wait; lists that were emptied are used again, so that nothing is
// allocated once warm.
class WaitingRoom {
 public:
  // `same_charge`: of each request of the stream; nothing where they differ.
  explicit WaitingRoom(std::optional<Ru> same_charge) : same_charge_(same_charge) {}

  // Waits for its next try, number `attempt`. Requires a second after the one that was last taken.
  void add(const Waiting& request, std::uint32_t attempt, Ru charge, sim::SimTime due) {
    const std::int64_t second = due.second();
    SIM_DCHECK(second > taken_);
    const auto ahead = static_cast<std::uint64_t>(second - taken_);
    if (ahead >= ring_.size()) {
      grow(ahead);
    }
    WaitingList& list = ring_[slot(second)];
    if (list.requests.capacity() == 0 && !spare_.empty()) {
      list = std::move(spare_.back());
      spare_.pop_back();
    }
    // Changed where it will wait: the processor is slow to copy what it has just written in parts.
    Waiting& waiting = list.requests.emplace_back(request);
    waiting.attempt = attempt;
    waiting.nanosecond = static_cast<std::uint32_t>((due.since_start() - sim::Duration::seconds(second)).count());
    if (!same_charge_) {
      list.charges.push_back(charge);
    }
  }

  // Replaces `out` by the requests that are due in this second, the next one.
  void take(std::int64_t second, WaitingList& out) {
    taken_ = second;
    out.requests.clear();
    out.charges.clear();
    if (!ring_.empty()) {
      std::swap(out, ring_[slot(second)]);
      WaitingList& emptied = ring_[slot(second)];
      if (emptied.requests.capacity() > 0) {
        spare_.push_back(std::move(emptied));
        emptied = {};
      }
    }
    out.same_charge = same_charge_.value_or(Ru{});
  }

  // each(waiting) for each that waits, in no order.
  template <class Each>
  void visit(const Each& each) const {
    for (const WaitingList& list : ring_) {
      for (const Waiting& one : list.requests) {
        each(one);
      }
    }
  }

  // Puts others in the place of each that waits: each(waiting, charge, put), where put(waiting, charge) adds one that
  // is due at the same moment.
  template <class Each>
  void replace(const Each& each) {
    for (WaitingList& list : ring_) {
      WaitingList old;
      std::swap(old, list);
      old.same_charge = same_charge_.value_or(Ru{});
      for (std::size_t i = 0; i < old.requests.size(); ++i) {
        each(old.requests[i], old.charge(i), [&](const Waiting& one, Ru charge) {
          list.requests.push_back(one);
          if (!same_charge_) {
            list.charges.push_back(charge);
          }
        });
      }
    }
  }

 private:
  [[nodiscard]] std::size_t slot(std::int64_t second) const {
    return static_cast<std::size_t>(second) & (ring_.size() - 1);
  }

  void grow(std::uint64_t ahead) {
    std::vector<WaitingList> longer(std::bit_ceil(std::max<std::uint64_t>(ahead + 1, 64)));
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const std::int64_t second = taken_ + 1 + static_cast<std::int64_t>(i);
      longer[static_cast<std::size_t>(second) & (longer.size() - 1)] = std::move(ring_[slot(second)]);
    }
    ring_ = std::move(longer);
    spare_.reserve(ring_.size());
  }

  std::optional<Ru> same_charge_;
  std::vector<WaitingList> ring_;  // by second; a power of two of them
  std::vector<WaitingList> spare_;
  std::int64_t taken_ = -1;
};

}  // namespace cosmos
