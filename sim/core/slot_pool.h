#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/core/check.h"

// Objects addressed by a 32-bit index that stays valid until it is released, for requests that wait to retry.
// The index released last is given out first, so a busy pool stays in cache. The pool never shrinks, and
// allocates only when more slots are taken at once than ever before; references do not survive such growth.
namespace sim {

template <class T>
class SlotPool {
 public:
  using Slot = std::uint32_t;

  // Stores a value and returns its slot. Slots of a fresh pool are 0, 1, 2, ...
  [[nodiscard]] Slot acquire(T value) {
    if (free_.empty()) return grow(std::move(value));
    const Slot slot = free_.back();
    free_.pop_back();
    slots_[slot] = std::move(value);
    return slot;
  }

  // Gives a slot back. Requires a slot that is taken.
  void release(Slot slot) noexcept {
    SIM_DCHECK(slot < slots_.size() && free_.size() < slots_.size());
    free_.push_back(slot);  // within the capacity that grow() keeps
  }

  [[nodiscard]] T& operator[](Slot slot) noexcept {
    SIM_DCHECK(slot < slots_.size());
    return slots_[slot];
  }
  [[nodiscard]] const T& operator[](Slot slot) const noexcept {
    SIM_DCHECK(slot < slots_.size());
    return slots_[slot];
  }

  // Slots that are taken, and the most that ever were at once.
  [[nodiscard]] std::size_t in_use() const noexcept { return slots_.size() - free_.size(); }
  [[nodiscard]] std::size_t capacity() const noexcept { return slots_.size(); }

  void reserve(std::size_t n) {
    slots_.reserve(n);
    free_.reserve(slots_.capacity());
  }
  // Releases everything; keeps the memory.
  void clear() noexcept {
    slots_.clear();
    free_.clear();
  }

 private:
  Slot grow(T value) {
    slots_.push_back(std::move(value));
    free_.reserve(slots_.capacity());
    return static_cast<Slot>(slots_.size() - 1);
  }

  std::vector<T> slots_;
  std::vector<Slot> free_;
};

}  // namespace sim
