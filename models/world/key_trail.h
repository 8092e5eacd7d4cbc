#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "models/keys/key_point.h"

namespace cosmos {

// What recent requests asked for, so that those that wait can follow their keys when partitions move, and are known by
// what they store. Kept only of containers whose partitions or storage may come to something. Memory: 48 bytes an
// arrival of the seconds that are kept, 12 more of a write.
class KeyTrail {
 public:
  // Of one stream's arrivals of one second, by number.
  struct Asked {
    std::vector<KeyPoint> keys;         // or prefixes; empty of requests that ask everywhere, or by lists
    std::vector<std::uint32_t> places;  // of what is written; else empty
    std::vector<std::int64_t> bytes;    // likewise
  };

  // Takes what a stream's arrivals of `second` ask for. Seconds ascend.
  void keep(std::int64_t second, std::size_t stream, Asked asked) {
    if (seconds_.empty()) {
      first_ = second;
    }
    while (first_ + static_cast<std::int64_t>(seconds_.size()) <= second) {
      seconds_.emplace_back();
    }
    std::vector<Asked>& of_second = seconds_.back();
    if (of_second.size() <= stream) {
      of_second.resize(stream + 1);
    }
    of_second[stream] = std::move(asked);
  }
  // Null where nothing was kept.
  [[nodiscard]] const Asked* find(std::int64_t second, std::size_t stream) const {
    const std::int64_t at = second - first_;
    if (at < 0 || at >= static_cast<std::int64_t>(seconds_.size())) {
      return nullptr;
    }
    const std::vector<Asked>& of_second = seconds_[static_cast<std::size_t>(at)];
    return stream < of_second.size() ? &of_second[stream] : nullptr;
  }
  [[nodiscard]] const KeyPoint* key(std::int64_t second, std::size_t stream, std::uint32_t number) const {
    const Asked* const asked = find(second, stream);
    return asked != nullptr && number < asked->keys.size() ? &asked->keys[number] : nullptr;
  }

  // Whether it is time to say what is asked for no more; now and then.
  [[nodiscard]] bool is_due_to_forget(std::int64_t second) const {
    constexpr std::int64_t kSecondsBetween = 64;
    return !seconds_.empty() && second % kSecondsBetween == 0;
  }
  // Nobody asks for what came before.
  void forget_before(std::int64_t second) {
    while (!seconds_.empty() && first_ < second) {
      seconds_.pop_front();
      ++first_;
    }
  }

 private:
  std::int64_t first_ = 0;
  std::deque<std::vector<Asked>> seconds_;  // by stream
};

}  // namespace cosmos
