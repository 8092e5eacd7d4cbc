#include "sim/tool/memory.h"

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(AvailableMemory, IsTheKibibytesOfItsLine) {
  // 2,000,000 KiB = 2,048,000,000 bytes
  EXPECT_EQ(
      available_memory("MemTotal:        8000000 kB\nMemFree:  100 kB\nMemAvailable:    2000000 kB\nBuffers: 1 kB\n"),
      2'048'000'000);
  EXPECT_EQ(available_memory("MemAvailable: 0 kB"), 0);
}

TEST(AvailableMemory, IsUnknownWhenTheLineIsMissingOrForeign) {
  EXPECT_EQ(available_memory(""), std::nullopt);
  EXPECT_EQ(available_memory("MemTotal: 8000000 kB\n"), std::nullopt);
  EXPECT_EQ(available_memory("NotMemAvailable: 8000000 kB\n"), std::nullopt);
  EXPECT_EQ(available_memory("MemAvailable:\n8000000 kB\n"), std::nullopt);
  EXPECT_EQ(available_memory("MemAvailable: 8000000 MB\n"), std::nullopt);
  EXPECT_EQ(available_memory("MemAvailable: -5 kB\n"), std::nullopt);
  EXPECT_EQ(available_memory("MemAvailable: 99999999999999999 kB\n"), std::nullopt);  // x 1,024 is beyond 2^63
}

TEST(AvailableMemory, OfThisMachineIsPositive) {
  const auto memory = available_memory();
  ASSERT_TRUE(memory.has_value());
  EXPECT_GT(*memory, 0);
}

}  // namespace
}  // namespace sim
