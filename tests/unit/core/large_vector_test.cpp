#include "sim/core/large_vector.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(LargeVector, KeepsItsValuesWhileItGrowsFromSmallToLargePages) {
  LargeVector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 3'000'000; ++i) values.push_back(i);  // 24 MB
  for (std::uint64_t i = 0; i < 3'000'000; ++i) ASSERT_EQ(values[i], i);
  values.shrink_to_fit();
  values.resize(10);
  values.shrink_to_fit();
  EXPECT_EQ(values.back(), 9U);
}

TEST(LargeVector, BeginsAtALargePageWhereItIsLarge) {
  const LargeVector<std::uint64_t> large(std::size_t{2} << 20);  // 16 MiB
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large.data()) % (std::uintptr_t{2} << 20), 0U);
}

}  // namespace
}  // namespace sim
