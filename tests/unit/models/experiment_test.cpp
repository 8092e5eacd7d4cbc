#include "models/experiment/experiment.h"

#include <atomic>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using testing::PlanBuilder;

RunPlan busy(std::vector<std::string> key, std::int64_t replications = 3) {
  return PlanBuilder(20)
      .replications(replications)
      .throughput(400)
      .key(std::move(key))
      .partitions(3)
      .add(testing::with_retries(testing::poisson(testing::creates("w", 100, Ru::units(5)))))
      .add(testing::poisson(testing::queries("q", 5, Ru::units(3), {})))
      .build();
}

std::vector<std::uint64_t> fingerprints(const ExperimentResult& result) {
  std::vector<std::uint64_t> out;
  for (const VariantResult& variant : result.variants) {
    for (const ReplicationResult& replication : variant.replications) {
      out.push_back(replication.fingerprint);
    }
  }
  return out;
}

TEST(Experiment, TheNumberOfThreadsChangesNothing) {
  const RunPlan a = busy({"tenantId"});
  const RunPlan b = busy({"id"});
  const ExperimentPlan one{{{"a", &a}, {"b", &b}}, 1};
  const ExperimentPlan four{{{"a", &a}, {"b", &b}}, 4};
  const std::vector<std::uint64_t> expected = fingerprints(run_experiment(one, {}));
  ASSERT_EQ(expected.size(), 6U);
  EXPECT_EQ(fingerprints(run_experiment(four, {})), expected);
  EXPECT_EQ(std::set<std::uint64_t>(expected.begin(), expected.end()).size(), 6U);  // they do differ
}

TEST(Experiment, ReplicationsOfEveryVariantMeetTheSameDemand) {
  const RunPlan a = busy({"tenantId"});
  const RunPlan b = busy({"id"});
  const ExperimentResult result = run_experiment({{{"a", &a}, {"b", &b}}, 2}, {});
  ASSERT_TRUE(result.complete);
  for (std::size_t r = 0; r < 3; ++r) {
    const ReplicationResult& under_a = result.variants[0].replications[r];
    const ReplicationResult& under_b = result.variants[1].replications[r];
    EXPECT_EQ(under_a.replication, static_cast<std::int64_t>(r));
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_EQ(under_a.windows[0].totals.operations[s].started, under_b.windows[0].totals.operations[s].started);
    }
  }
}

TEST(Experiment, ProgressAddsUpToTheWholeExperiment) {
  const RunPlan plan = busy({"tenantId"});
  double seconds = 0.0;
  std::uint64_t operations = 0;
  ExperimentWatch watch;
  watch.advanced = [&](double simulated, std::uint64_t began) {
    seconds += simulated;
    operations += began;
  };
  const ExperimentResult result = run_experiment({{{"a", &plan}}, 1}, watch);
  std::int64_t started = 0;
  for (const ReplicationResult& replication : result.variants[0].replications) {
    for (const OperationCounts& counts : replication.windows[0].totals.operations) {
      started += counts.started;
    }
  }
  EXPECT_EQ(seconds, 60.0);
  EXPECT_EQ(operations, static_cast<std::uint64_t>(started));
}

TEST(Experiment, AStoppedOneKeepsTheReplicationsThatWereFinished) {
  const RunPlan plan = busy({"tenantId"}, 5);
  std::atomic<bool> stop = false;
  double seconds = 0.0;
  ExperimentWatch watch;
  watch.stop = &stop;
  watch.advanced = [&](double simulated, std::uint64_t) {
    seconds += simulated;
    stop = seconds > 45.0;  // inside the third replication of 20 seconds
  };
  const ExperimentResult stopped = run_experiment({{{"a", &plan}}, 1}, watch);
  EXPECT_FALSE(stopped.complete);
  const RunPlan two = busy({"tenantId"}, 2);
  const ExperimentResult whole = run_experiment({{{"a", &two}}, 1}, {});
  EXPECT_TRUE(whole.complete);
  EXPECT_EQ(fingerprints(stopped), fingerprints(whole));
}

TEST(Experiment, PartitionsAreDescribedInKeyOrderWithExactBudgets) {
  const RunPlan plan = busy({"tenantId"});
  const VariantResult variant = run_experiment({{{"a", &plan}}, 1}, {}).variants.at(0);
  ASSERT_EQ(variant.partitions.size(), 3U);
  EXPECT_EQ(variant.partitions[0].min, "");
  EXPECT_EQ(variant.partitions[2].max, "FF");
  EXPECT_EQ(variant.partitions[0].max, variant.partitions[1].min);
  EXPECT_EQ(variant.partitions[2].id, "2");
  EXPECT_NEAR(variant.partitions[1].width, 1.0 / 3.0, 1e-9);
  EXPECT_EQ(variant.partitions[0].budget, Ru::milli(133'334));  // 400,000 = 133,334 + 2 x 133,333
  EXPECT_EQ(variant.first_level_values, std::vector<std::int64_t>{4});
}

TEST(Experiment, HotKeysAreThoseThatUsedMostOfTheirPartition) {
  // Tenants 0 and 1 lie on partition 0, 2 and 3 on partition 1. Tenant 1 writes 30 RU/s, tenant 0 10.
  const RunPlan plan = PlanBuilder(4)
                           .partitions(2)
                           .add(testing::only_tenant(testing::creates("small", 10, Ru::units(1)), 0))
                           .add(testing::only_tenant(testing::creates("large", 10, Ru::units(3)), 1))
                           .build();
  const VariantResult variant = run_experiment({{{"a", &plan}}, 1}, {}).variants.at(0);
  const auto& hot = variant.replications.at(0).hot_keys;
  ASSERT_EQ(hot.size(), 2U);
  ASSERT_EQ(hot[0].size(), 2U);
  EXPECT_EQ(hot[0][0].key, "tenant-2");
  EXPECT_EQ(hot[0][0].milli_ru, 120'000);
  EXPECT_DOUBLE_EQ(hot[0][0].share, 0.75);
  EXPECT_EQ(hot[0][1].key, "tenant-1");
  EXPECT_DOUBLE_EQ(hot[0][1].share, 0.25);
  EXPECT_TRUE(hot[1].empty());
}

}  // namespace
}  // namespace cosmos
