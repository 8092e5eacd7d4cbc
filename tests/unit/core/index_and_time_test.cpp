#include <type_traits>

#include <gtest/gtest.h>

#include "sim/core/index.h"
#include "sim/core/time.h"

namespace sim {
namespace {

struct Apple;
struct Pear;

TEST(Index, KindsDoNotMix) {
  static_assert(!std::is_convertible_v<Index<Apple>, Index<Pear>>);
  static_assert(!std::is_convertible_v<std::size_t, Index<Apple>>);
  static_assert(!std::is_convertible_v<Index<Apple>, std::size_t>);
  EXPECT_LT(Index<Apple>(1), Index<Apple>(2));
}

TEST(IndexedVector, PushingReturnsTheIndexOfTheItem) {
  IndexedVector<Apple, int> weights;
  EXPECT_TRUE(weights.empty());
  const Index<Apple> first = weights.push_back(100);
  const Index<Apple> second = weights.push_back(200);
  EXPECT_EQ(first.value(), 0U);
  EXPECT_EQ(second.value(), 1U);
  EXPECT_EQ(weights[second], 200);
  weights[first] = 150;
  EXPECT_EQ(*weights.begin(), 150);
  EXPECT_EQ(weights.size(), 2U);
}

TEST(Duration, UnitsAreWholeNanoseconds) {
  EXPECT_EQ(Duration::microseconds(1).count(), 1'000);
  EXPECT_EQ(Duration::days(1), Duration::hours(24));
  EXPECT_EQ(Duration::hours(1), Duration::minutes(60));
  EXPECT_EQ(Duration::minutes(1), Duration::seconds(60));
  EXPECT_EQ(Duration::seconds(1), Duration::milliseconds(1'000));
  EXPECT_EQ(Duration::milliseconds(1'500).in_seconds(), 1.5);
}

TEST(Duration, DividesLikeWholeNumbers) {
  // 7 s = 2 x 3 s + 1 s.
  EXPECT_EQ(Duration::seconds(7) / Duration::seconds(3), 2);
  EXPECT_EQ(Duration::seconds(7) % Duration::seconds(3), Duration::seconds(1));
  EXPECT_EQ(Duration::seconds(7) - Duration::seconds(3) * 2, Duration::seconds(1));
}

TEST(SimTime, ASecondHoldsItsStartAndNotItsEnd) {
  const auto at = [](std::int64_t ns) { return SimTime::at(Duration::nanoseconds(ns)); };
  EXPECT_EQ(at(0).second(), 0);
  EXPECT_EQ(at(999'999'999).second(), 0);
  EXPECT_EQ(at(1'000'000'000).second(), 1);
}

TEST(SimTime, DifferencesAreDurations) {
  const SimTime start = SimTime::at(Duration::seconds(10));
  EXPECT_EQ((start + Duration::seconds(5)) - start, Duration::seconds(5));
  EXPECT_EQ(start - Duration::seconds(10), SimTime());
  static_assert(std::is_same_v<decltype(start - start), Duration>);
}

}  // namespace
}  // namespace sim
