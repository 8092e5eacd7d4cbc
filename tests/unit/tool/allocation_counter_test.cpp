#include "tests/support/allocation_counter.h"

#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace sim::testing {
namespace {

struct alignas(64) Wide {
  char bytes[64];
};

// Hides where a pointer comes from, so that the compiler cannot do without the allocation.
template <class T>
T* opaque(T* pointer) {
  T* volatile hidden = pointer;
  return hidden;
}

TEST(AllocationCounter, CountsEveryFormOfNewOnce) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "operator new belongs to the thread sanitizer";
  const AllocationCounter counter;
  delete opaque(new int(1));
  EXPECT_EQ(counter.count(), 1);
  delete[] opaque(new int[100]);
  EXPECT_EQ(counter.count(), 2);
  delete opaque(new Wide());
  EXPECT_EQ(counter.count(), 3);
  delete opaque(new (std::nothrow) int(1));
  EXPECT_EQ(counter.count(), 4);
}

TEST(AllocationCounter, WorkInReservedMemoryCountsNothing) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "operator new belongs to the thread sanitizer";
  std::vector<int> values;
  values.reserve(1'000);
  const AllocationCounter counter;
  for (int i = 0; i < 1'000; ++i) values.push_back(i);
  EXPECT_EQ(counter.count(), 0);
  values.push_back(1'000);  // the 1,001st does not fit: one larger block
  EXPECT_EQ(counter.count(), 1);
}

TEST(AllocationCounter, SeesOtherThreads) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "operator new belongs to the thread sanitizer";
  const AllocationCounter before_the_thread;
  std::int64_t of_the_thread = 0;
  std::thread([&] {
    const AllocationCounter inside;
    for (int i = 0; i < 10; ++i) delete opaque(new int(i));
    of_the_thread = inside.count();
  }).join();
  EXPECT_EQ(of_the_thread, 10);
  EXPECT_GE(before_the_thread.count(), 10);
}

TEST(AllocationCounter, AlignedMemoryIsAligned) {
  const std::unique_ptr<Wide> wide(opaque(new Wide()));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(wide.get()) % 64, 0U);
}

}  // namespace
}  // namespace sim::testing
