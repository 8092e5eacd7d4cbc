#pragma once

#include <cstdint>

// A binary that links test_support and names this class has its global operator new replaced by one
// that counts, on all threads. Memory from malloc or mmap itself is not seen.
namespace sim::testing {

// How often operator new was called since construction:
//
//   const AllocationCounter counter;
//   world.advance(second);
//   EXPECT_EQ(counter.count(), 0);
class AllocationCounter {
 public:
  // False under the thread sanitizer, whose own operator new cannot be replaced: skip the test then.
  [[nodiscard]] static bool works();

  AllocationCounter();
  [[nodiscard]] std::int64_t count() const;

 private:
  std::int64_t at_start_;
};

}  // namespace sim::testing
