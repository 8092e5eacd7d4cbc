#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/core/check.h"

// Index<Tag> is a position in a table of Tags: a partition index cannot be used where a stream
// index is meant. IndexedVector<Tag, T> is a vector that takes only its own kind of index.
namespace sim {

template <class Tag>
class Index {
 public:
  constexpr Index() = default;
  explicit constexpr Index(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}
  [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
  friend constexpr auto operator<=>(Index, Index) = default;

 private:
  std::uint32_t value_ = 0;
};

template <class Tag, class T>
class IndexedVector {
 public:
  IndexedVector() = default;
  explicit IndexedVector(std::size_t n, const T& value = T()) : items_(n, value) {}

  [[nodiscard]] T& operator[](Index<Tag> i) {
    SIM_DCHECK(i.value() < items_.size());
    return items_[i.value()];
  }
  [[nodiscard]] const T& operator[](Index<Tag> i) const {
    SIM_DCHECK(i.value() < items_.size());
    return items_[i.value()];
  }
  Index<Tag> push_back(T value) {
    items_.push_back(std::move(value));
    return Index<Tag>(items_.size() - 1);
  }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] auto begin() { return items_.begin(); }
  [[nodiscard]] auto end() { return items_.end(); }
  [[nodiscard]] auto begin() const { return items_.begin(); }
  [[nodiscard]] auto end() const { return items_.end(); }

 private:
  std::vector<T> items_;
};

}  // namespace sim
