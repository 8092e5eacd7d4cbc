#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/world/request.h"
#include "sim/core/check.h"
#include "sim/core/time.h"

namespace cosmos {

// A request that waits to be sent again.
struct Waiting {
  Request request;               // the try to come
  std::uint32_t nanosecond = 0;  // of the second in which it is due
};

// Requests that wait, by the second in which they are due; those of a second in the order in which they came. A ring of
// lists as long as the longest wait; lists that were emptied are used again, so that nothing is allocated once warm.
class WaitingRoom {
 public:
  // Requires a second after the one that was last taken.
  void add(const Request& request, sim::SimTime due) {
    const std::int64_t second = due.second();
    SIM_DCHECK(second > taken_);
    const auto ahead = static_cast<std::uint64_t>(second - taken_);
    if (ahead >= ring_.size()) {
      grow(ahead);
    }
    std::vector<Waiting>& list = ring_[slot(second)];
    if (list.capacity() == 0 && !spare_.empty()) {
      list = std::move(spare_.back());
      spare_.pop_back();
    }
    const auto inside = static_cast<std::uint32_t>((due.since_start() - sim::Duration::seconds(second)).count());
    list.push_back({request, inside});
  }

  // Replaces `out` by the requests that are due in this second, the next one.
  void take(std::int64_t second, std::vector<Waiting>& out) {
    taken_ = second;
    out.clear();
    if (ring_.empty()) {
      return;
    }
    std::swap(out, ring_[slot(second)]);
    std::vector<Waiting>& emptied = ring_[slot(second)];
    if (emptied.capacity() > 0) {
      spare_.push_back(std::move(emptied));
      emptied = {};
    }
  }

 private:
  [[nodiscard]] std::size_t slot(std::int64_t second) const {
    return static_cast<std::size_t>(second) & (ring_.size() - 1);
  }

  void grow(std::uint64_t ahead) {
    std::vector<std::vector<Waiting>> longer(std::bit_ceil(std::max<std::uint64_t>(ahead + 1, 64)));
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const std::int64_t second = taken_ + 1 + static_cast<std::int64_t>(i);
      longer[static_cast<std::size_t>(second) & (longer.size() - 1)] = std::move(ring_[slot(second)]);
    }
    ring_ = std::move(longer);
    spare_.reserve(ring_.size());
  }

  std::vector<std::vector<Waiting>> ring_;  // by second; a power of two of them
  std::vector<std::vector<Waiting>> spare_;
  std::int64_t taken_ = -1;
};

}  // namespace cosmos
