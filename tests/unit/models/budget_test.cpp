#include "models/throughput/budget.h"

#include <cstdint>
#include <utility>
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

TEST(RequestBudget, ADebtThatNoRunPaysClosesThePartitionForAHundredYears) {
  // 10^9 RU at 0.004 RU/s are 2.5 x 10^11 s: more nanoseconds than 64 bits hold.
  RequestBudget budget(Ru::milli(4), RateLimit::kDebt);
  EXPECT_TRUE(budget.admit(0, Ru::units(1'000'000'000)));
  EXPECT_EQ(budget.seconds_until_open(), 36'525 * 86'400LL);
  const SimTime last = SimTime::at(Duration::days(3660) - Duration::seconds(1));
  EXPECT_FALSE(budget.admit(last.second(), Ru::units(1)));
  EXPECT_EQ(retry_after(budget, RetryAfter::kUntilPositive, {}, last), Duration::days(36'525));
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

// BURST-01: 100 RU/s, idle for five minutes, are 30,000 RU, which is 10 s at 3,000 RU/s.
TEST(BurstCapacity, SavesFiveMinutesAndSpendsThemAtThreeThousandRuASecond) {
  const BurstBank bank = burst_bank(Ru::units(100), 0.0);
  for (const auto& [seconds, saved] : {std::pair(0, 0), {150, 15'000}, {300, 30'000}, {1'000, 30'000}}) {
    RequestBudget budget(Ru::units(100), RateLimit::kDebt, bank);
    EXPECT_EQ(budget.burst_saved(seconds), Ru::units(saved)) << seconds;
  }
  RequestBudget budget(Ru::units(100), RateLimit::kDebt, bank);
  // 2,900 of the bank each second beside its own 100; 1,000 are left for the eleventh.
  for (std::int64_t second = 300; second < 310; ++second) {
    EXPECT_EQ(admitted(budget, second, Ru::units(10), 500), 300) << second;
  }
  EXPECT_EQ(admitted(budget, 310, Ru::units(10), 500), 110);
  EXPECT_EQ(admitted(budget, 311, Ru::units(10), 500), 10);
  EXPECT_EQ(budget.burst_spent(312), Ru::units(30'000));
  EXPECT_EQ(budget.burst_saved(312), Ru{});
}

TEST(BurstCapacity, IsForPartitionsBelowThreeThousandRuASecond) {
  EXPECT_EQ(burst_bank(Ru::units(3'000), 1.0).most, Ru{});
  EXPECT_EQ(burst_bank(Ru::milli(2'999'999), 1.0).most, Ru::milli(2'999'999 * std::int64_t{300}));
  EXPECT_EQ(burst_bank(Ru::milli(2'999'999), 1.0).per_second, Ru::milli(1));
  EXPECT_EQ(burst_bank(Ru::units(400), 0.25).at_the_start, Ru::units(30'000));
}

TEST(BurstCapacity, PaysDebtAfterThePartitionsOwnRu) {
  // 400 RU/s with 1,000 RU saved. Second 0: 1,400, of which 2,000 are taken: -600. 1: -200. 2: 200.
  RequestBudget budget(Ru::units(400), RateLimit::kDebt, {Ru::units(120'000), Ru::units(2'600), Ru::units(1'000)});
  EXPECT_TRUE(budget.admit(0, Ru::units(2'000)));
  EXPECT_EQ(budget.balance(), Ru::units(-600));
  EXPECT_EQ(budget.seconds_until_open(), 2);
  EXPECT_FALSE(budget.admit(1, Ru::units(1)));
  EXPECT_TRUE(budget.admit(2, Ru::units(1)));
  EXPECT_EQ(budget.balance(), Ru::units(199));
  // With 5,000 saved the next second has -500 + 400 + 2,400.
  RequestBudget richer(Ru::units(400), RateLimit::kDebt, {Ru::units(120'000), Ru::units(2'600), Ru::units(5'000)});
  EXPECT_TRUE(richer.admit(0, Ru::units(3'500)));
  EXPECT_EQ(richer.balance(), Ru::units(-500));
  EXPECT_EQ(richer.seconds_until_open(), 1);
  EXPECT_TRUE(richer.admit(1, Ru::units(1)));
  EXPECT_EQ(richer.balance(), Ru::units(2'299));
}

// An idle partition is not looked at; the hints agree with what then happens.
TEST(BurstCapacity, LookingEverySecondChangesNothing) {
  const sim::Draws words(sim::Seed{7}, 1, 0, 1);
  for (std::uint64_t run = 0; run < 200; ++run) {
    const Ru per_second = Ru::units(1 + static_cast<std::int64_t>(words.bits(8 * run) % 3'500));
    const BurstBank bank = burst_bank(per_second, words.uniform(8 * run + 1));
    RequestBudget rarely(per_second, RateLimit::kDebt, bank);
    RequestBudget always(per_second, RateLimit::kDebt, bank);
    std::int64_t second = 0;
    for (std::uint64_t i = 2; i < 8; ++i) {
      const std::uint64_t word = words.bits(8 * run + i);
      const std::int64_t next = second + 1 + static_cast<std::int64_t>(word % 400);
      const Ru charge = Ru::units(static_cast<std::int64_t>((word >> 20U) % 20'000));
      std::int64_t opens = always.balance() > Ru{} ? second : second + always.seconds_until_open();
      for (std::int64_t s = second + 1; s <= next; ++s) {
        static_cast<void>(always.covers(s, Ru{}));
        if (opens > second && s <= opens) {
          EXPECT_EQ(always.balance() > Ru{}, s == opens) << run << ' ' << s;
        }
      }
      second = next;
      EXPECT_EQ(rarely.admit(second, charge), always.admit(second, charge));
      ASSERT_EQ(rarely.balance(), always.balance());
    }
    EXPECT_EQ(rarely.burst_saved(second + 1), always.burst_saved(second + 1));
    EXPECT_EQ(rarely.burst_spent(second + 1), always.burst_spent(second + 1));
  }
}

}  // namespace
}  // namespace cosmos
