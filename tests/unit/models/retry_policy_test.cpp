#include "models/client/retry_policy.h"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

using sim::Duration;

constexpr std::uint64_t kAnyBits = 0x0123'4567'89ab'cdefU;

TEST(RetryPolicy, TheDefaultRetriesNineTimesAsTheServiceSays) {
  const RetryPolicy policy((RetryRules()));
  for (std::int64_t retry = 1; retry <= 9; ++retry) {
    EXPECT_EQ(policy.delay(retry, Duration::milliseconds(40), {}, kAnyBits), Duration::milliseconds(40)) << retry;
  }
  EXPECT_FALSE(policy.delay(10, Duration::milliseconds(40), {}, kAnyBits));
}

TEST(RetryPolicy, AWaitThatReachesTheBudgetAloneIsNotBegun) {
  const RetryPolicy policy((RetryRules()));  // 30 s
  const Duration just_below = Duration::seconds(30) - Duration::nanoseconds(1);
  EXPECT_EQ(policy.delay(1, just_below, {}, kAnyBits), just_below);
  EXPECT_FALSE(policy.delay(1, Duration::seconds(30), {}, kAnyBits));
}

TEST(RetryPolicy, ASumThatGoesBeyondTheBudgetIsNotBegun) {
  const RetryPolicy policy((RetryRules()));
  EXPECT_TRUE(policy.delay(2, Duration::seconds(10), Duration::seconds(20), kAnyBits));
  EXPECT_FALSE(policy.delay(2, Duration::seconds(10), Duration::seconds(20) + Duration::nanoseconds(1), kAnyBits));
}

TEST(RetryPolicy, NoRetriesGiveUpAtOnceAndUnlimitedOnesNever) {
  EXPECT_FALSE(RetryPolicy({0, Duration::max(), ServiceWait{}}).delay(1, Duration::seconds(1), {}, kAnyBits));
  const RetryPolicy unlimited({RetryRules::kUnlimited, Duration::max(), ServiceWait{}});
  EXPECT_EQ(unlimited.delay(1'000'000, Duration::hours(5), Duration::days(10), kAnyBits), Duration::hours(5));
}

TEST(RetryPolicy, BackoffGrowsByItsFactorToItsCap) {
  const RetryPolicy policy({20, Duration::max(), BackoffWait{Duration::milliseconds(100), 2.0, Duration::seconds(1)}});
  // 100 200 400 800 and then the cap; what the service says is not heard.
  const std::int64_t expected_ms[] = {100, 200, 400, 800, 1'000, 1'000};
  for (std::int64_t retry = 1; retry <= 6; ++retry) {
    EXPECT_EQ(policy.delay(retry, Duration::seconds(7), {}, kAnyBits), Duration::milliseconds(expected_ms[retry - 1]));
  }
}

TEST(RetryPolicy, BackoffStaysFiniteAfterManyRetries) {
  const RetryPolicy policy({RetryRules::kUnlimited, Duration::max(), BackoffWait{Duration::seconds(1), 10.0}});
  const auto wait = policy.delay(1'000'000, {}, {}, kAnyBits);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->count(), 1'000'000'000'000'000'000);  // the bound of 1e18 ns
}

TEST(RetryPolicy, JitterSpreadsEvenlyBelowAndAbove) {
  const RetryPolicy policy({20, Duration::max(), BackoffWait{Duration::milliseconds(100), 2.0, Duration::max(), 0.25}});
  // The lowest word gives 100 - 25 ms, the middle one 100 ms, the highest one 125 ms.
  EXPECT_EQ(policy.delay(1, {}, {}, 0), Duration::milliseconds(75));
  EXPECT_EQ(policy.delay(1, {}, {}, std::uint64_t{1} << 63), Duration::milliseconds(100));
  EXPECT_EQ(policy.delay(1, {}, {}, std::numeric_limits<std::uint64_t>::max()), Duration::milliseconds(125));
  // Mean of 10,000 draws: 100 ms, standard error 50 / sqrt(12) / 100 = 0.144 ms; five of them.
  const sim::Draws draws(sim::Seed{3}, 0, 0, 0);
  double sum = 0.0;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    sum += policy.delay(1, {}, {}, draws.bits(i))->in_seconds();
  }
  EXPECT_NEAR(sum / 10'000, 0.1, 5 * 0.000144);
}

TEST(RetryPolicy, DrawnWaitsComeFromTheirDistribution) {
  const RetryPolicy policy({20, Duration::max(), DrawnWait{Uniform{1e6, 3e6}}});
  // u = 1/2 draws the median, 2 ms.
  EXPECT_EQ(policy.delay(1, Duration::seconds(7), {}, std::uint64_t{1} << 63), Duration::milliseconds(2));
}

TEST(RetryPolicy, AWaitIsNeverZero) {
  const RetryPolicy policy({20, Duration::max(), DrawnWait{Constant{0}}});
  EXPECT_EQ(policy.delay(1, Duration::seconds(7), {}, kAnyBits), Duration::nanoseconds(1));
}

sim::SimTime at_ms(std::int64_t ms) { return sim::SimTime::at(Duration::milliseconds(ms)); }

// Of a request that arrives at the run's start and is refused until its first second is over; the service says to come
// back then.
Rolled roll_in_first_second(const RetryPolicy& policy, Duration timeout = Duration::max()) {
  Rolled rolled;
  policy.visit_wait([&](const auto& way) {
    rolled = policy.roll(
        way, 0, at_ms(0), at_ms(0), at_ms(1'000), timeout, [](sim::SimTime now) { return at_ms(1'000) - now; },
        [](std::uint32_t) { return kAnyBits; });
  });
  return rolled;
}

TEST(RetryPolicy, RollsTryAfterTryUntilOneLeavesTheSecond) {
  // Sent at 0, 100, 300 and 700 ms, and then at 1,500.
  const Rolled rolled =
      roll_in_first_second(RetryPolicy({9, Duration::max(), BackoffWait{Duration::milliseconds(100), 2.0}}));
  EXPECT_EQ(rolled.tries, 4U);
  EXPECT_EQ(rolled.at, at_ms(1'500));
  EXPECT_FALSE(rolled.given_up);
}

TEST(RetryPolicy, RollsOnceWhereTheServiceSaysTheNextSecond) {
  const Rolled rolled = roll_in_first_second(RetryPolicy((RetryRules())));
  EXPECT_EQ(rolled.tries, 1U);
  EXPECT_EQ(rolled.at, at_ms(1'000));
  EXPECT_FALSE(rolled.given_up);
}

TEST(RetryPolicy, RollsUntilTheClientGivesUp) {
  // Two retries: refused at 0, 100 and 300 ms.
  const RetryPolicy twice({2, Duration::max(), BackoffWait{Duration::milliseconds(100), 2.0}});
  EXPECT_EQ(roll_in_first_second(twice).tries, 3U);
  EXPECT_TRUE(roll_in_first_second(twice).given_up);
  // Nobody begins the wait of 400 ms at 300 if all must be over at 699.
  const RetryPolicy nine({9, Duration::max(), BackoffWait{Duration::milliseconds(100), 2.0}});
  EXPECT_TRUE(roll_in_first_second(nine, Duration::milliseconds(699)).given_up);
  EXPECT_EQ(roll_in_first_second(nine, Duration::milliseconds(699)).tries, 3U);
  EXPECT_FALSE(roll_in_first_second(nine, Duration::milliseconds(1'500)).given_up);
}

// Rules of every kind, with limits that are met within a second or two, against one try after the other.
TEST(RetryPolicy, RollsAsItDelaysOneTry) {
  const sim::Draws words(sim::Seed{7}, 0, 0, 0);
  std::uint64_t n = 0;
  const auto up_to = [&](std::uint64_t most) {
    return static_cast<std::int64_t>(sim::scale_bits(words.bits(n++), most));
  };
  int given_up = 0;
  for (int round = 0; round < 20'000; ++round) {
    RetryRules rules;
    rules.max_retries = up_to(12);
    rules.max_wait = up_to(3) == 0 ? Duration::max() : Duration::milliseconds(100 * up_to(20));
    rules.budget_check = static_cast<BudgetCheck>(up_to(3));
    const std::int64_t kind = up_to(3);
    if (kind == 0) {
      rules.wait = DrawnWait{Uniform{0.0, 300e6}};
    } else if (kind == 1) {
      rules.wait =
          BackoffWait{Duration::milliseconds(100), 1.5, Duration::milliseconds(400), up_to(2) == 0 ? 0.0 : 0.5};
    } else {
      rules.wait = ServiceWait{up_to(2) == 0 ? Duration::max() : Duration::milliseconds(100)};
    }
    const RetryPolicy policy(rules);
    const Duration timeout = up_to(3) == 0 ? Duration::max() : Duration::milliseconds(100 * up_to(20));
    const Duration fixed = Duration::milliseconds(100 * up_to(5));
    const bool is_fixed = up_to(2) == 0;
    const auto says = [&](sim::SimTime now) { return is_fixed ? fixed : at_ms(2'000) - now; };
    const auto bits = [&](std::uint32_t attempt) {
      return words.bits(1'000'000 + static_cast<std::uint64_t>(round), 0, attempt);
    };
    const sim::SimTime started = at_ms(up_to(1'000));
    const sim::SimTime now = started + Duration::milliseconds(100 * up_to(5));
    const auto attempt = static_cast<std::uint32_t>(up_to(3));
    sim::SimTime at = now;
    std::uint32_t tries = 0;
    bool gives_up = false;
    while (at < at_ms(2'000) && !gives_up) {
      const auto wait = policy.delay(attempt + tries + 1, says(at), at - started, bits(attempt + tries));
      ++tries;
      gives_up = !wait || *wait > timeout - (at - started);
      at = gives_up ? at : at + *wait;
    }
    Rolled rolled;
    policy.visit_wait(
        [&](const auto& way) { rolled = policy.roll(way, attempt, started, now, at_ms(2'000), timeout, says, bits); });
    ASSERT_EQ(rolled.tries, tries) << round;
    ASSERT_EQ(rolled.given_up, gives_up) << round;
    ASSERT_EQ(rolled.at, at) << round;
    given_up += gives_up ? 1 : 0;
  }
  EXPECT_GT(given_up, 1'000);  // both ends are common
  EXPECT_LT(given_up, 19'000);
}

// Waits of a client whose every 429 says the same, and whose first try is refused, too.
std::vector<Duration> waits_of(Sdk sdk, Duration service_says) {
  const RetryPolicy policy(sdk_retry_rules(sdk));
  std::vector<Duration> waits;
  Duration waited;
  while (const auto wait = policy.delay(static_cast<std::int64_t>(waits.size()) + 1, service_says, waited, kAnyBits)) {
    waits.push_back(*wait);
    waited += *wait;
  }
  return waits;
}

std::vector<Duration> times(std::size_t n, Duration wait) { return std::vector<Duration>(n, wait); }

TEST(SdkRetries, AreAsManyAsTheClientMakes) {
  for (const Sdk sdk : {Sdk::kDotnet, Sdk::kJava, Sdk::kPython, Sdk::kJs, Sdk::kGo}) {
    EXPECT_EQ(waits_of(sdk, Duration::milliseconds(40)), times(9, Duration::milliseconds(40)));
  }
  EXPECT_EQ(waits_of(Sdk::kRust, Duration::milliseconds(40)), times(18, Duration::milliseconds(40)));
  EXPECT_EQ(waits_of(Sdk::kGoOld, Duration::milliseconds(40)),
            (std::vector<Duration>{Duration::seconds(4), Duration::seconds(8), Duration::seconds(16)}));
}

TEST(SdkRetries, StopAtTheirBudgetInTheirOwnWay) {
  // 12 s each: 12, 24; a third would make 36 > 30. Python and JS look at 24 only, then stop at 36.
  EXPECT_EQ(waits_of(Sdk::kDotnet, Duration::seconds(12)), times(2, Duration::seconds(12)));
  EXPECT_EQ(waits_of(Sdk::kJava, Duration::seconds(12)), times(2, Duration::seconds(12)));
  EXPECT_EQ(waits_of(Sdk::kGo, Duration::seconds(12)), times(2, Duration::seconds(12)));
  EXPECT_EQ(waits_of(Sdk::kPython, Duration::seconds(12)), times(3, Duration::seconds(12)));
  EXPECT_EQ(waits_of(Sdk::kJs, Duration::seconds(12)), times(3, Duration::seconds(12)));
  // 30 s is the whole budget: .NET and Java refuse it alone, Go does not.
  EXPECT_EQ(waits_of(Sdk::kDotnet, Duration::seconds(30)), times(0, Duration()));
  EXPECT_EQ(waits_of(Sdk::kJava, Duration::seconds(30)), times(0, Duration()));
  EXPECT_EQ(waits_of(Sdk::kGo, Duration::seconds(30)), times(1, Duration::seconds(30)));
  // A single wait beyond it.
  EXPECT_EQ(waits_of(Sdk::kGo, Duration::seconds(31)), times(0, Duration()));
  EXPECT_EQ(waits_of(Sdk::kPython, Duration::seconds(31)), times(1, Duration::seconds(31)));
  // Rust waits 15 s at most: 18 times that are its 270 s.
  EXPECT_EQ(waits_of(Sdk::kRust, Duration::minutes(10)), times(18, Duration::seconds(15)));
}

}  // namespace
}  // namespace cosmos
