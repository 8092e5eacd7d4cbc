#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "sim/core/check.h"

// The pending events of a run: a 4-ary heap in one array. Entry has operator< as a strict total order (time
// first, then whatever makes two entries of one instant differ); entries that are neither less nor greater
// leave in an unstated order. Nothing is allocated while the size stays below the capacity.
//
// | operation | cost |
// | push      | O(log4 n) compares at worst, about 1 on average for entries later than most |
// | top       | O(1) |
// | pop       | O(log4 n) levels of 3 compares each, bottom-up: the hole goes to a leaf, then the last entry rises |
namespace sim {

template <class Entry>
class EventQueue {
 public:
  [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }
  void clear() noexcept { heap_.clear(); }
  void reserve(std::size_t n) { heap_.reserve(n); }

  void push(Entry entry) {
    heap_.push_back(entry);
    rise(heap_.size() - 1, std::move(entry));
  }

  // The least entry. Requires !empty().
  [[nodiscard]] const Entry& top() const noexcept {
    SIM_DCHECK(!heap_.empty());
    return heap_.front();
  }

  // All entries, in no order.
  [[nodiscard]] std::span<const Entry> entries() const noexcept { return heap_; }

  // Removes the least entry. Requires !empty().
  void pop() noexcept {
    SIM_DCHECK(!heap_.empty());
    Entry last = std::move(heap_.back());
    heap_.pop_back();
    if (!heap_.empty()) rise(sink_hole(), std::move(last));
  }

 private:
  static constexpr std::size_t kArity = 4;

  // Moves the hole at the root down to a leaf, always to the least child; returns where it ends.
  std::size_t sink_hole() noexcept {
    const std::size_t n = heap_.size();
    std::size_t hole = 0;
    for (std::size_t child = 1; child < n; child = kArity * hole + 1) {
      std::size_t least = child;
      if (child + kArity <= n) {
        const std::size_t left = heap_[child + 1] < heap_[child] ? child + 1 : child;
        const std::size_t right = heap_[child + 3] < heap_[child + 2] ? child + 3 : child + 2;
        least = heap_[right] < heap_[left] ? right : left;
      } else {
        for (std::size_t other = child + 1; other < n; ++other) {
          if (heap_[other] < heap_[least]) least = other;
        }
      }
      heap_[hole] = std::move(heap_[least]);
      hole = least;
    }
    return hole;
  }

  void rise(std::size_t hole, Entry entry) noexcept {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kArity;
      if (!(entry < heap_[parent])) break;
      heap_[hole] = std::move(heap_[parent]);
      hole = parent;
    }
    heap_[hole] = std::move(entry);
  }

  std::vector<Entry> heap_;
};

}  // namespace sim
