#include "models/control/rates_run.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

// One second that stands for others, against every second by itself.
namespace cosmos {
namespace {

using testing::PlanBuilder;

struct Figures {
  double attempts = 0.0;
  double throttled = 0.0;
  double ru = 0.0;
  double succeeded = 0.0;
  double p99 = 0.0;
  double stored = 0.0;
  std::vector<std::int64_t> splits;  // seconds
};

Figures figures(MovedWorld<SettledExecutor>& model) {
  Figures out;
  const WindowFigures window = model.world().collector().take_windows().at(0);
  for (const Cell& cell : window.totals.cells) {
    out.attempts += static_cast<double>(cell.attempts);
    out.throttled += static_cast<double>(cell.throttled);
    out.ru += static_cast<double>(cell.admitted_milli_ru) / 1'000.0;
  }
  for (const OperationCounts& counts : window.totals.operations) {
    out.succeeded += static_cast<double>(counts.succeeded);
  }
  out.p99 = window.totals.latency[0].quantile(0.99);
  if (const auto& storage = model.world().containers()[0].storage) {
    out.stored = static_cast<double>(storage->total());
  }
  for (const PartitionRecord& record : model.world().records()) {
    if (record.born > 0) {
      out.splits.push_back(record.born);
    }
  }
  return out;
}

Figures second_by_second(const RunPlan& plan) {
  MovedWorld<SettledExecutor> model(plan, 0, DemandSource::Ahead::kNo);
  sim::run(model, plan.seconds, [](std::int64_t) { return true; });
  return figures(model);
}

Figures by_rates(const RunPlan& plan, std::int64_t& stood_for) {
  MovedWorld<SettledExecutor> model(plan, 0, DemandSource::Ahead::kNo);
  RatesRun rates(model);
  rates.run([](std::int64_t) { return true; });
  stood_for = rates.seconds_stood_for();
  return figures(model);
}

// Six hours of 60 operations a second; two bins of three hours.
PlanBuilder quiet() {
  PlanBuilder builder(6 * 3'600);
  builder.bins_of(3 * 3'600)
      .partitions(3)
      .throughput(1'200)
      .tenants(50, Placement::kHash)
      .add(testing::poisson(testing::with_retries(testing::creates("writes", 20, Ru::units(5)))))
      .add(testing::poisson(testing::with_retries(testing::queries("reads", 40, Ru::units(1), {}))));
  return builder;
}

// 72 stretches of 300 s, each by one second: 1.3 million operations of which 4,320 are drawn, a standard deviation of
// 1.5 %; bounds at three of them.
TEST(RatesRun, CountsInTheMeanWhatEverySecondCounts) {
  RunPlan plan = quiet().build();
  plan.readings.write_latency = Lognormal{5e6, 0.29};
  const Figures exact = second_by_second(plan);
  std::int64_t stood_for = 0;
  const Figures rates = by_rates(plan, stood_for);
  EXPECT_GE(stood_for, 71 * 299) << "all but the seconds from which it learns";
  EXPECT_NEAR(rates.attempts / exact.attempts, 1.0, 0.045);
  EXPECT_NEAR(rates.ru / exact.ru, 1.0, 0.06);
  EXPECT_NEAR(rates.succeeded / exact.succeeded, 1.0, 0.045);
  EXPECT_NEAR(rates.p99 / exact.p99, 1.0, 0.05);
  EXPECT_EQ(rates.throttled, 0.0);
  EXPECT_EQ(exact.throttled, 0.0);
}

// In the fourth hour eight times as much is asked for, more than there is: those seconds are worked out one by one.
TEST(RatesRun, WorksOutSecondsThatThrottle) {
  RunPlan plan = quiet().build();
  for (Stream& stream : plan.streams) {
    std::get<OpenLoop>(stream.arrivals).shape =
        std::make_shared<const RateShape>(std::vector<ShapeFactor>{SpikeFactor{3 * 3'600, 3'600, 86'400, 8.0}}, 0);
  }
  const Figures exact = second_by_second(plan);
  std::int64_t stood_for = 0;
  const Figures rates = by_rates(plan, stood_for);
  EXPECT_GT(exact.throttled, 10'000.0);
  EXPECT_NEAR(rates.throttled / exact.throttled, 1.0, 0.015);
  EXPECT_LE(stood_for, 60 * 299) << "the fourth hour is worked out";
  EXPECT_GT(stood_for, 55 * 299);
}

// 20 x 1,024 bytes a second are 442 MB in six hours; a gigabyte of 6 MB makes 50 of them 300 MB: three partitions of
// some 100 MB each do not split, one alone does at second 14,648.
TEST(RatesRun, FindsTheSecondInWhichALimitIsReached) {
  RunPlan plan = quiet().partitions(1).key({"id"}).build();
  plan.containers[0].tracks_storage = true;
  plan.containers[0].may_change = true;
  plan.readings.gigabyte = 6e6;
  plan.readings.split_duration = Constant{0};
  const Figures exact = second_by_second(plan);
  std::int64_t stood_for = 0;
  const Figures rates = by_rates(plan, stood_for);
  ASSERT_EQ(exact.splits.size(), 2U);
  ASSERT_EQ(rates.splits.size(), 2U);
  EXPECT_NEAR(static_cast<double>(exact.splits[0]), 14'648.0, 60.0);
  EXPECT_NEAR(static_cast<double>(rates.splits[0]), 14'648.0, 600.0) << "4 % of chance: 48 stretches by one second";
  EXPECT_NEAR(rates.stored / exact.stored, 1.0, 0.07);
}

}  // namespace
}  // namespace cosmos
