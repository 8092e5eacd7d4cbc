#include "models/experiment/metrics.h"

#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"
#include "tests/unit/models/variant_builder.h"

namespace cosmos {
namespace {

using testing::PlanBuilder;
using testing::quiet_variant;

// 10 seconds, 2 partitions of 100 RU/s, a writing stream (0) and a reading one (1).
class MetricsTest : public ::testing::Test {
 protected:
  MetricsTest() : variant_(quiet_variant(plan_, 2)) {
    cell(0, 0) = {400'000, 2'000, 100, 1'950, 80};
    cell(0, 1) = {100'000, 1'000, 0, 1'000, 0};
    cell(1, 0) = {300'000, 500, 300, 250, 100};
    window().totals.operations = {{2'100, 2'000, 20, 0}, {1'000, 1'000, 0, 0}};
    window().busiest_utilization = {0.8, 1.3};
    for (std::int64_t i = 1; i <= 100; ++i) {
      window().totals.latency[0].add(i);        // 1 to 100 ns, exact in the histogram
      window().totals.latency[1].add(127, 10);  // 1,000 times the same
    }
  }
  Cell& cell(std::size_t p, std::size_t s) { return window().totals.cells[p * 2 + s]; }
  WindowFigures& window() { return variant_.replications[0].windows[0]; }
  double at(Metric metric, const Scope& scope = {}) { return figure(metric, variant_, window(), scope); }
  static Scope stream(std::size_t s) { return Scope{{}, StreamGroup{{}, s, 1}, {}}; }
  static Scope partition(std::size_t p) { return {{}, {}, p}; }

  RunPlan plan_ = PlanBuilder(10)
                      .partitions(2)
                      .add(testing::creates("w", 1, Ru::units(1)))
                      .add(testing::point_reads("r", 1, Ru::units(1)))
                      .build();
  VariantResult variant_;
};

TEST_F(MetricsTest, SharesAreOfTheAttemptsInScope) {
  EXPECT_DOUBLE_EQ(at(Metric::kThrottledShare), 400.0 / 3'500);
  EXPECT_DOUBLE_EQ(at(Metric::kThrottledShare, stream(0)), 400.0 / 2'500);
  EXPECT_DOUBLE_EQ(at(Metric::kThrottledShare, stream(1)), 0.0);
  EXPECT_DOUBLE_EQ(at(Metric::kThrottledShare, partition(1)), 300.0 / 500);
  EXPECT_DOUBLE_EQ(at(Metric::kFirstAttemptThrottledShare), 180.0 / 3'200);
}

TEST_F(MetricsTest, FailuresAreOfTheOperationsThatEnded) {
  EXPECT_DOUBLE_EQ(at(Metric::kFailedShare), 20.0 / 3'020);
  EXPECT_DOUBLE_EQ(at(Metric::kFailedShare, stream(0)), 20.0 / 2'020);
}

TEST_F(MetricsTest, LatenciesMergeTheStreamsInScope) {
  // Rank ceil(q n): of stream 0 the 50th, 90th, 99th and 100th of 1 to 100.
  EXPECT_EQ(at(Metric::kLatencyP50, stream(0)), 50);
  EXPECT_EQ(at(Metric::kLatencyP90, stream(0)), 90);
  EXPECT_EQ(at(Metric::kLatencyP99, stream(0)), 99);
  EXPECT_EQ(at(Metric::kLatencyP999, stream(0)), 100);
  // Of all 1,100 values the 100 smallest are stream 0's: rank 550 is 127.
  EXPECT_EQ(at(Metric::kLatencyP50), 127);
}

TEST_F(MetricsTest, ConsumptionIsPerSecondOfTheWindow) {
  EXPECT_DOUBLE_EQ(at(Metric::kConsumedRu), 80.0);  // 800 RU in 10 s
  EXPECT_DOUBLE_EQ(at(Metric::kConsumedRu, partition(0)), 50.0);
  EXPECT_DOUBLE_EQ(at(Metric::kMeanUtilization), 0.4);  // of 200 RU/s
  EXPECT_DOUBLE_EQ(at(Metric::kMeanUtilization, partition(1)), 0.3);
}

TEST_F(MetricsTest, NormalizedRuIsTheBusiestSecondOfTheBusiestPartitionAndAtMostOne) {
  EXPECT_DOUBLE_EQ(at(Metric::kNormalizedRu, partition(0)), 0.8);
  EXPECT_DOUBLE_EQ(at(Metric::kNormalizedRu), 1.0);  // 130 of 100: debt
}

TEST_F(MetricsTest, PartitionsAreCountedAndSoAreTheUsedOnes) {
  EXPECT_EQ(at(Metric::kPhysicalPartitions), 2.0);
  EXPECT_EQ(partitions_used(variant_, window(), {}), 2U);
  EXPECT_EQ(partitions_used(variant_, window(), stream(1)), 1U);
  EXPECT_DOUBLE_EQ(provisioned_in(window(), {}), 200.0);
}

TEST_F(MetricsTest, WhereThereIsNothingToJudgeThereIsNoFigure) {
  for (Cell& one : window().totals.cells) {
    one = {};
  }
  window().totals.operations = {{}, {}};
  window().totals.latency = {{}, {}};
  EXPECT_TRUE(std::isnan(at(Metric::kThrottledShare)));
  EXPECT_TRUE(std::isnan(at(Metric::kFailedShare)));
  EXPECT_TRUE(std::isnan(at(Metric::kLatencyP99)));
  EXPECT_EQ(at(Metric::kConsumedRu), 0.0);
}

TEST(Estimate, IsTheMeanWithStudentsHalfWidth) {
  // 1, 2, 3: mean 2, standard deviation 1, t(0.975, 2) = 4.302653, half width 4.302653 / sqrt(3) = 2.484138.
  const Estimate three = estimate({1.0, 2.0, 3.0});
  EXPECT_DOUBLE_EQ(three.mean, 2.0);
  EXPECT_NEAR(three.half_width, 2.484138, 1e-6);
  EXPECT_TRUE(std::isnan(estimate({5.0}).half_width));
  EXPECT_TRUE(std::isnan(estimate(std::vector<double>{}).mean));
  EXPECT_DOUBLE_EQ(estimate({std::nan(""), 4.0}).mean, 4.0);  // a replication without a figure does not count
}

TEST_F(MetricsTest, AnObjectiveIsMetOnItsThreshold) {
  Objective objective;
  objective.metric = Metric::kNormalizedRu;
  objective.threshold = 1.0;
  plan_.objectives = {objective};
  EXPECT_TRUE(judge(variant_).at(0).met);
  plan_.objectives[0].threshold = 0.999;
  EXPECT_FALSE(judge(variant_).at(0).met);
  plan_.objectives[0].at_most = false;
  EXPECT_TRUE(judge(variant_).at(0).met);
}

TEST_F(MetricsTest, TheWorstPartitionIsTheHighestForAtMostAndTheLowestForAtLeast) {
  Objective objective;
  objective.metric = Metric::kMeanUtilization;
  objective.worst_partition = true;
  plan_.objectives = {objective, objective};
  plan_.objectives[1].at_most = false;
  const std::vector<Verdict> verdicts = judge(variant_);
  EXPECT_EQ(verdicts.at(0).worst_partition, 0U);
  EXPECT_DOUBLE_EQ(verdicts.at(0).value.mean, 0.5);
  EXPECT_EQ(verdicts.at(1).worst_partition, 1U);
  EXPECT_DOUBLE_EQ(verdicts.at(1).value.mean, 0.3);
}

TEST_F(MetricsTest, APartitionOfFewAttemptsIsNotJudgedByItsShare) {
  // Partition 1 has 60 % of its 500 attempts throttled; a share is judged from 1,000 on: partition 0, 100 of 3,000.
  Objective objective;
  objective.metric = Metric::kThrottledShare;
  objective.worst_partition = true;
  objective.threshold = 0.05;
  plan_.objectives = {objective};
  const Verdict verdict = judge(variant_).at(0);
  EXPECT_EQ(verdict.worst_partition, 0U);
  EXPECT_DOUBLE_EQ(verdict.value.mean, 100.0 / 3'000);
  EXPECT_TRUE(verdict.met);
}

TEST_F(MetricsTest, AnObjectiveWithNothingToJudgeHasNoValue) {
  Objective objective;
  objective.metric = Metric::kThrottledShare;
  objective.threshold = 1.0;
  plan_.objectives = {objective};
  for (Cell& one : window().totals.cells) {
    one = {};
  }
  EXPECT_TRUE(std::isnan(judge(variant_).at(0).value.mean));
}

TEST(MetricNames, AreAllDifferentAndNoneIsEmpty) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Metric::kPhysicalPartitions); ++i) {
    names.insert(name_of(static_cast<Metric>(i)));
  }
  EXPECT_EQ(names.size(), 11U);
  EXPECT_FALSE(names.contains(""));
}

}  // namespace
}  // namespace cosmos
