#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <vector>

namespace sim {

// Asks the system for large pages where they pay: a table of many MiB that is looked up at random otherwise misses the
// processor's list of pages at nearly every look-up. Where the system has none it is an ordinary allocation.
template <class T>
class LargePageAllocator {
 public:
  using value_type = T;
  LargePageAllocator() = default;
  template <class U>
  explicit LargePageAllocator(const LargePageAllocator<U>&) noexcept {}

  [[nodiscard]] T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (bytes < kWorthIt) {
      return static_cast<T*>(::operator new(bytes));
    }
    void* const memory = ::operator new(bytes, kPage);
    ::madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: what it returns changes nothing
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t n) noexcept {
    if (n * sizeof(T) < kWorthIt) {
      ::operator delete(memory);
    } else {
      ::operator delete(memory, kPage);
    }
  }
  friend bool operator==(LargePageAllocator, LargePageAllocator) { return true; }

 private:
  static constexpr std::align_val_t kPage{std::size_t{2} << 20};
  static constexpr std::size_t kWorthIt = std::size_t{8} << 20;
};

// A vector for tables that may be large and are looked up at random.
template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

}  // namespace sim
