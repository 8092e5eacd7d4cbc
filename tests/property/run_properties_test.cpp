#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "models/experiment/experiment.h"
#include "tests/property/random_plan.h"
#include "tests/support/plan_builder.h"

// What holds in every run, tried on random plans. A seed that fails is printed.
namespace cosmos {
namespace {

constexpr std::uint64_t kSeeds = 60;

VariantResult run(const RunPlan& plan) { return run_experiment({{{"a", &plan}}, 1}, {}).variants.at(0); }

class RunProperties : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override { plan_ = testing::random_plan(GetParam()); }
  [[nodiscard]] static const Totals& totals(const VariantResult& variant) {
    return variant.replications[0].windows[0].totals;
  }
  RunPlan plan_;
};

TEST_P(RunProperties, EveryAttemptIsEitherAdmittedAndChargedOrThrottled) {
  const VariantResult variant = run(plan_);
  const std::size_t streams = plan_.streams.size();
  for (std::size_t i = 0; i < totals(variant).cells.size(); ++i) {
    const Cell& cell = totals(variant).cells[i];
    const Ru charge = testing::charge_of(plan_.streams[i % streams]);
    EXPECT_EQ(cell.admitted_milli_ru, charge.milli() * (cell.attempts - cell.throttled));
    EXPECT_LE(cell.first_attempts, cell.attempts);
    EXPECT_LE(cell.first_throttled, cell.throttled);
    // A retry follows a 429.
    EXPECT_LE(cell.attempts - cell.first_attempts, cell.throttled);
  }
}

TEST_P(RunProperties, EveryOperationSucceedsOnceFailsOnceOrStillWaits) {
  const VariantResult variant = run(plan_);
  for (std::size_t s = 0; s < plan_.streams.size(); ++s) {
    const OperationCounts& counts = totals(variant).operations[s];
    EXPECT_EQ(totals(variant).latency[s].count(), counts.succeeded);
    EXPECT_LE(counts.succeeded + counts.failed, counts.started);
    if (plan_.streams[s].retries.max_retries == 0) {
      EXPECT_EQ(counts.succeeded + counts.failed, counts.started);
    }
  }
}

TEST_P(RunProperties, NoStretchOfSecondsAdmitsMoreThanItsBudgetAndOneCharge) {
  // A second starts with at most r, each further one adds at most r, and the last request overshoots by less than
  // its charge: r s + c over s seconds. Under strict_second not even that.
  const VariantResult variant = run(plan_);
  const BinSeries& series = variant.replications[0].series;
  std::int64_t largest = 0;
  for (const Stream& stream : plan_.streams) {
    largest = std::max(largest, testing::charge_of(stream).milli());
  }
  if (plan_.readings.ratelimit == RateLimit::kStrictSecond) {
    largest = 0;
  }
  const std::size_t partitions = variant.partitions.size();
  for (std::size_t p = 0; p < partitions; ++p) {
    const std::int64_t budget = variant.partitions[p].budget.milli();
    for (std::size_t from = 0; from < series.bins; ++from) {
      std::int64_t admitted = 0;
      for (std::size_t to = from; to < series.bins; ++to) {
        admitted += series.milli_ru[to * partitions + p];
        ASSERT_LE(admitted, budget * static_cast<std::int64_t>(to - from + 1) + largest)
            << "partition " << p << ", seconds " << from << " to " << to;
      }
    }
  }
}

TEST_P(RunProperties, TheSamePlanCountsTheSame) {
  const std::uint64_t first = run(plan_).replications[0].fingerprint;
  EXPECT_EQ(run(plan_).replications[0].fingerprint, first);
}

TEST_P(RunProperties, TheOrderOfTheStreamsInThePlanChangesNothing) {
  RunPlan reversed = plan_;
  std::reverse(reversed.streams.begin(), reversed.streams.end());
  const VariantResult a = run(plan_);
  const VariantResult b = run(reversed);
  const std::size_t streams = plan_.streams.size();
  for (std::size_t s = 0; s < streams; ++s) {
    const std::size_t other = streams - 1 - s;
    EXPECT_EQ(totals(a).operations[s].succeeded, totals(b).operations[other].succeeded);
    EXPECT_EQ(totals(a).operations[s].failed, totals(b).operations[other].failed);
    for (std::size_t p = 0; p < a.partitions.size(); ++p) {
      EXPECT_EQ(totals(a).cells[p * streams + s].attempts, totals(b).cells[p * streams + other].attempts);
      EXPECT_EQ(totals(a).cells[p * streams + s].throttled, totals(b).cells[p * streams + other].throttled);
    }
  }
}

TEST_P(RunProperties, WithEqualChargesAndNoRetriesMoreBudgetNeverThrottlesMore) {
  for (Stream& stream : plan_.streams) {
    stream.retries.max_retries = 0;
    if (stream.operation == OperationKind::kQuery) {
      stream.query_charge = QueryCharges{Ru::units(7), Ru{}};
    } else {
      stream.fixed_charge = Ru::units(7);
    }
  }
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  const Ru step = Ru::units(13);
  for (int i = 0; i < 5; ++i) {
    std::int64_t throttled = 0;
    const VariantResult variant = run(plan_);
    for (const Cell& cell : totals(variant).cells) {
      throttled += cell.throttled;
    }
    EXPECT_LE(throttled, before) << "at " << plan_.containers[0].throughput.as_double() << " RU/s";
    before = throttled;
    plan_.containers[0].throughput += step;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RunProperties, ::testing::Range(std::uint64_t{1}, kSeeds + 1),
                         [](const auto& seed) { return "Seed" + std::to_string(seed.param); });

// Of the random plans, enough are of each kind for the properties above to mean something.
TEST(RandomPlans, ThrottleInSomeRunsAndNotInOthers) {
  std::uint64_t throttling = 0;
  std::uint64_t waiting = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const RunPlan plan = testing::random_plan(seed);
    const VariantResult variant = run(plan);
    Cell sum;
    for (const Cell& cell : variant.replications[0].windows[0].totals.cells) {
      sum += cell;
    }
    throttling += sum.throttled > 0 ? 1U : 0U;
    waiting += sum.attempts > sum.first_attempts ? 1U : 0U;
  }
  EXPECT_GE(throttling, kSeeds / 4);
  EXPECT_LE(throttling, kSeeds - kSeeds / 10);
  EXPECT_GE(waiting, kSeeds / 8);
}

}  // namespace
}  // namespace cosmos
