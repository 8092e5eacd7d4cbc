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
