#include "models/throughput/budget.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

using sim::Duration;
using sim::SimTime;

// Requests of `charge` that one second admits out of `offered`.
int admitted(RequestBudget& budget, std::int64_t second, Ru charge, int offered) {
  int n = 0;
  for (int i = 0; i < offered; ++i) {
    n += budget.admit(second, charge) ? 1 : 0;
  }
  return n;
}

TEST(RequestBudget, DebtAdmitsWhileAnythingIsLeftAndTheNextSecondPays) {
  RequestBudget budget(Ru::units(10), RateLimit::kDebt);
  // 10 7 4 1 | -2: the fourth overshoots.
  EXPECT_EQ(admitted(budget, 0, Ru::units(3), 5), 4);
  EXPECT_EQ(budget.balance(), Ru::units(-2));
  // 8 5 2 | -1, then 9 6 3 | 0, then 10 7 4 1 | -2 again.
  EXPECT_EQ(admitted(budget, 1, Ru::units(3), 5), 3);
  EXPECT_EQ(admitted(budget, 2, Ru::units(3), 5), 3);
  EXPECT_EQ(admitted(budget, 3, Ru::units(3), 5), 4);
}

TEST(RequestBudget, StrictSecondAdmitsOnlyWhatStillFits) {
  RequestBudget budget(Ru::units(10), RateLimit::kStrictSecond);
  EXPECT_EQ(admitted(budget, 0, Ru::units(3), 5), 3);  // 10 7 4 | 1
  EXPECT_TRUE(budget.admit(0, Ru::units(1)));          // the last unit
  EXPECT_FALSE(budget.admit(0, Ru::milli(1)));
  EXPECT_EQ(admitted(budget, 1, Ru::units(3), 5), 3);
  // A charge above the whole second's budget never fits.
  EXPECT_FALSE(budget.admit(2, Ru::units(11)));
}

TEST(RequestBudget, ARefusalCostsNothing) {
  RequestBudget budget(Ru::units(1), RateLimit::kDebt);
  EXPECT_TRUE(budget.admit(0, Ru::units(5)));
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(budget.admit(0, Ru::units(5)));
  }
  EXPECT_EQ(budget.balance(), Ru::units(-4));
}

TEST(RequestBudget, NothingIsSavedUp) {
  RequestBudget budget(Ru::units(10), RateLimit::kDebt);
  EXPECT_TRUE(budget.admit(1'000, Ru::units(1)));
  EXPECT_EQ(budget.balance(), Ru::units(9));
}

TEST(RequestBudget, ALargeDebtClosesThePartitionForItsWholeSeconds) {
  RequestBudget budget(Ru::units(10), RateLimit::kDebt);
  EXPECT_TRUE(budget.admit(0, Ru::units(45)));  // -35; after 1, 2, 3, 4 seconds -25 -15 -5 5
  EXPECT_EQ(budget.seconds_until_open(), 4);
  EXPECT_FALSE(budget.admit(3, Ru::units(1)));
  EXPECT_TRUE(budget.admit(4, Ru::units(1)));
}

TEST(RequestBudget, ABalanceOfExactlyZeroOpensAtTheNextSecond) {
  RequestBudget budget(Ru::units(10), RateLimit::kDebt);
  EXPECT_TRUE(budget.admit(0, Ru::units(10)));
  EXPECT_EQ(budget.seconds_until_open(), 1);
  // -10: after one second 0, which is closed, after two 10.
  RequestBudget twice(Ru::units(10), RateLimit::kDebt);
  EXPECT_TRUE(twice.admit(0, Ru::units(20)));
  EXPECT_EQ(twice.seconds_until_open(), 2);
}

TEST(RequestBudget, CatchingUpLateEqualsCatchingUpEverySecond) {
  constexpr std::uint64_t kSeed = 20;
  const sim::Draws draws(sim::Seed{kSeed}, 1, 0, sim::purpose_id("budget"));
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const Ru rate = Ru::milli(1 + static_cast<std::int64_t>(sim::scale_bits(draws.bits(trial, 0, 0), 20'000)));
    RequestBudget lazy(rate, RateLimit::kDebt);
    std::int64_t balance = rate.milli();  // second by second, by hand
    std::int64_t second = 0;
    for (std::uint64_t i = 1; i <= 50; ++i) {
      const auto idle = static_cast<std::int64_t>(sim::scale_bits(draws.bits(trial, i, 0), 4));
      for (std::int64_t s = 0; s < idle; ++s) {
        balance = std::min(balance + rate.milli(), rate.milli());
      }
      second += idle;
      const auto charge = static_cast<std::int64_t>(sim::scale_bits(draws.bits(trial, i, 1), 60'000));
      const bool open = balance > 0;
      balance -= open ? charge : 0;
      ASSERT_EQ(lazy.admit(second, Ru::milli(charge)), open) << "seed " << kSeed << ", trial " << trial;
      ASSERT_EQ(lazy.balance().milli(), balance) << "seed " << kSeed << ", trial " << trial;
    }
  }
}

class RetryAfterTest : public ::testing::Test {
 protected:
  RetryAfterTest() : budget_(Ru::units(10), RateLimit::kDebt) {
    EXPECT_TRUE(budget_.admit(7, Ru::units(45)));  // closed until second 11
  }
  RequestBudget budget_;
  SimTime now_ = SimTime::at(Duration::milliseconds(7'250));
};

TEST_F(RetryAfterTest, UntilPositiveWaitsForTheSecondThatOpens) {
  EXPECT_EQ(retry_after(budget_, RetryAfter::kUntilPositive, {}, now_), Duration::milliseconds(3'750));
}

TEST_F(RetryAfterTest, EndOfSecondWaitsForTheNextSecondWhateverTheDebt) {
  EXPECT_EQ(retry_after(budget_, RetryAfter::kEndOfSecond, {}, now_), Duration::milliseconds(750));
}

TEST_F(RetryAfterTest, FixedWaitsAsLongAsItSays) {
  EXPECT_EQ(retry_after(budget_, RetryAfter::kFixed, Duration::milliseconds(33), now_), Duration::milliseconds(33));
}

TEST_F(RetryAfterTest, IsAWholeSecondAtTheStartOfOneAndNeverZero) {
  const SimTime start = SimTime::at(Duration::seconds(7));
  const SimTime end = SimTime::at(Duration::seconds(8) - Duration::nanoseconds(1));
  EXPECT_EQ(retry_after(budget_, RetryAfter::kEndOfSecond, {}, start), Duration::seconds(1));
  EXPECT_EQ(retry_after(budget_, RetryAfter::kEndOfSecond, {}, end), Duration::nanoseconds(1));
}

TEST(RetryAfterReading, UnderStrictSecondTheNextSecondIsTheOneThatOpens) {
  RequestBudget budget(Ru::units(10), RateLimit::kStrictSecond);
  EXPECT_FALSE(budget.admit(0, Ru::units(45)));
  EXPECT_EQ(retry_after(budget, RetryAfter::kUntilPositive, {}, SimTime::at(Duration::milliseconds(250))),
            Duration::milliseconds(750));
}

}  // namespace
}  // namespace cosmos
