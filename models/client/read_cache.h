#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "sim/core/time.h"

namespace cosmos {

// A cache in front of reads: what was read stays known for a time. It is taken to be filled as soon as it misses, so
// what it answers depends on what is asked for, and when, but not on the design.
class ReadCache {
 public:
  // `ttl` >= 0: how long an answer is good for.
  explicit ReadCache(sim::Duration ttl) : ttl_(ttl) {}

  // Whether it answers a read of `key` at `now`; if not, it has fetched the answer from now on. `now` ascends.
  [[nodiscard]] bool answers(std::uint64_t key, sim::SimTime now) {
    const auto [at, is_new] = fetched_.try_emplace(key, now);
    if (!is_new && now - at->second < ttl_) {
      return true;
    }
    at->second = now;
    if (fetched_.size() >= 2 * alive_) {
      forget(now);
    }
    return false;
  }

 private:
  static constexpr std::size_t kFew = 1'024;

  void forget(sim::SimTime now) {
    std::erase_if(fetched_, [&](const auto& entry) { return now - entry.second >= ttl_; });
    alive_ = fetched_.size() + kFew;
  }

  sim::Duration ttl_;
  std::unordered_map<std::uint64_t, sim::SimTime> fetched_;  // only looked up, and swept of what is too old
  std::size_t alive_ = kFew;                                 // entries after the last sweep, and some
};

}  // namespace cosmos
