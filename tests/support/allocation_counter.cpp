#include "tests/support/allocation_counter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_THREAD__)
#define COSMOSIM_OWN_NEW 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COSMOSIM_OWN_NEW 0
#endif
#endif
#ifndef COSMOSIM_OWN_NEW
#define COSMOSIM_OWN_NEW 1
#endif

namespace {

std::atomic<std::int64_t> allocations{0};

#if COSMOSIM_OWN_NEW
void* counted_or_null(std::size_t size) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}

void* counted_or_null(std::size_t size, std::align_val_t alignment) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto step = static_cast<std::size_t>(alignment);
  // aligned_alloc wants a size that is a multiple of the alignment.
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}

template <class... Alignment>
void* counted(std::size_t size, Alignment... alignment) {
  void* memory = counted_or_null(size, alignment...);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

#endif

}  // namespace

#if COSMOSIM_OWN_NEW
// All forms, though the standard ones for arrays and for nothrow would come down to the first two: the
// runtime of a sanitizer brings its own of each, and memory must go back the way it came.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, alignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted_or_null(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted_or_null(size, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
#endif

namespace sim::testing {

bool AllocationCounter::works() { return COSMOSIM_OWN_NEW != 0; }

AllocationCounter::AllocationCounter() : at_start_(allocations.load()) {}

std::int64_t AllocationCounter::count() const { return allocations.load() - at_start_; }

}  // namespace sim::testing
