#include "models/findings/findings.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"
#include "tests/unit/models/variant_builder.h"

namespace cosmos {
namespace {

using ::testing::HasSubstr;
using testing::PlanBuilder;
using testing::quiet_variant;

// 10 seconds on partitions of 100 RU/s; one stream that writes.
class FindingsTest : public ::testing::Test {
 protected:
  VariantResult variant_of(std::size_t partitions) const { return quiet_variant(plan_, partitions); }
  static Cell& cell(VariantResult& variant, std::size_t p) {
    return variant.replications[0].windows[0].totals.cells[p];
  }
  static std::vector<Finding> found_by(FindingRule rule, const VariantResult& variant) {
    std::vector<Finding> found;
    rule(variant, found);
    return found;
  }

  RunPlan plan_ = PlanBuilder(10).add(testing::creates("w", 1, Ru::units(1))).build();
};

TEST_F(FindingsTest, AKeyWithHalfOfAThrottledPartitionIsHot) {
  VariantResult variant = variant_of(2);
  cell(variant, 1) = {500'000, 1'000, 10, 1'000, 10};
  variant.replications[0].hot_keys[1] = {{"acme", 250'000, 10, 0.5}};
  const std::vector<Finding> found = found_by(find_hot_keys, variant);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "F-HOT-KEY");
  EXPECT_EQ(found[0].text, "50 % of the RU of partition 1 are key \"acme\", and 1.0 % of its requests are throttled");
  EXPECT_THAT(found[0].advice, HasSubstr("more RU/s help only while they raise its share"));
}

TEST_F(FindingsTest, AKeyIsNotHotWithLessThanHalfOrWithoutThrottling) {
  VariantResult variant = variant_of(2);
  cell(variant, 0) = {500'000, 1'000, 10, 1'000, 10};
  variant.replications[0].hot_keys[0] = {{"acme", 249'000, 10, 0.498}};
  cell(variant, 1) = {500'000, 1'001, 10, 1'001, 10};  // just below 1 %
  variant.replications[0].hot_keys[1] = {{"acme", 500'000, 10, 1.0}};
  EXPECT_TRUE(found_by(find_hot_keys, variant).empty());
}

TEST_F(FindingsTest, TheAdviceAboutAHotKeyKnowsTheCeilingAndTheHierarchy) {
  VariantResult variant = variant_of(1);
  cell(variant, 0) = {500'000, 1'000, 10, 1'000, 10};
  variant.replications[0].hot_keys[0] = {{"acme", 250'000, 10, 0.5}};
  variant.partitions[0].budget = Ru::units(10'000);
  EXPECT_THAT(found_by(find_hot_keys, variant).at(0).advice, HasSubstr("more RU/s cannot help"));
  plan_.containers[0].key = {{"tenantId", "userId"}, KeyHashing::kMultiHash, HpkHash::kPerLevel};
  EXPECT_THAT(found_by(find_hot_keys, variant).at(0).advice, HasSubstr("until a split cuts inside it"));
}

TEST_F(FindingsTest, ManyHotPartitionsAreSummedUp) {
  VariantResult variant = variant_of(8);
  for (std::size_t p = 0; p < 8; ++p) {
    cell(variant, p) = {500'000, 1'000, 10, 1'000, 10};
    variant.replications[0].hot_keys[p] = {{"acme", 500'000, 10, 1.0}};
  }
  const std::vector<Finding> found = found_by(find_hot_keys, variant);
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[5].text, "3 further partitions have such a key");
}

TEST_F(FindingsTest, OnePartitionMakesAComparisonBlind) {
  const std::vector<Finding> found = found_by(find_blind_comparison, variant_of(1));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "F-BLIND");
  EXPECT_THAT(found[0].text, HasSubstr("orders has one physical partition"));
  EXPECT_TRUE(found_by(find_blind_comparison, variant_of(2)).empty());
}

TEST_F(FindingsTest, PartitionsBelowATenthOfTheMeanAreIdle) {
  VariantResult variant = variant_of(4);
  // Mean (370 + 10 + 10 + 10) / 4 = 100: a tenth is 10, and 10 is not less.
  cell(variant, 0).admitted_milli_ru = 370'000;
  for (std::size_t p = 1; p < 4; ++p) {
    cell(variant, p).admitted_milli_ru = 10'000;
  }
  EXPECT_TRUE(found_by(find_idle_partitions, variant).empty());
  // A milli-RU from one partition to another leaves the mean: one is idle, and with it a quarter of what is paid for.
  cell(variant, 0).admitted_milli_ru += 1;
  cell(variant, 3).admitted_milli_ru -= 1;
  const std::vector<Finding> found = found_by(find_idle_partitions, variant);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "F-IDLE-PARTITIONS");
  EXPECT_EQ(found[0].text,
            "1 of the 4 physical partitions of orders use less than a tenth of the mean; 25 % of the RU/s paid for lie "
            "there");
}

TEST_F(FindingsTest, WithoutLoadNoPartitionIsCalledIdle) {
  EXPECT_TRUE(found_by(find_idle_partitions, variant_of(4)).empty());
}

TEST_F(FindingsTest, FewerValuesThanPartitionsAreTooFew) {
  VariantResult variant = variant_of(4);
  variant.first_level_values = {3};
  const std::vector<Finding> found = found_by(find_low_cardinality, variant);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].id, "F-LOW-CARDINALITY");
  EXPECT_EQ(found[0].text, "/tenantId has 3 values for 4 physical partitions of orders: some can never hold data");
}

TEST_F(FindingsTest, WriteHeavyContainersWantThousandsOfValues) {
  VariantResult variant = variant_of(4);
  variant.replications[0].windows[0].totals.operations[0].started = 100;
  variant.first_level_values = {999};
  EXPECT_THAT(found_by(find_low_cardinality, variant).at(0).text, HasSubstr("mostly written"));
  variant.first_level_values = {1'000};
  EXPECT_TRUE(found_by(find_low_cardinality, variant).empty());
}

TEST_F(FindingsTest, ReadHeavyContainersOnePartitionAndUniqueKeysNeedNoMoreValues) {
  RunPlan reads = PlanBuilder(10).add(testing::point_reads("r", 1, Ru::units(1))).build();
  VariantResult read_heavy = quiet_variant(reads, 4);
  read_heavy.replications[0].windows[0].totals.operations[0].started = 100;
  read_heavy.first_level_values = {4};
  EXPECT_TRUE(found_by(find_low_cardinality, read_heavy).empty());
  VariantResult one_partition = variant_of(1);
  one_partition.first_level_values = {3};
  EXPECT_TRUE(found_by(find_low_cardinality, one_partition).empty());
  EXPECT_TRUE(found_by(find_low_cardinality, variant_of(4)).empty());  // 0: nobody repeats a value
}

TEST_F(FindingsTest, AVariantWithoutAFinishedReplicationHasNone) {
  EXPECT_TRUE(all_findings(quiet_variant(plan_, 1, 0)).empty());
  EXPECT_EQ(all_findings(quiet_variant(plan_, 1, 1)).size(), 1U);
}

TEST_F(FindingsTest, PartitionsOfSeveralContainersAreCalledByBoth) {
  VariantResult variant = variant_of(2);
  EXPECT_EQ(partition_name(variant, 1), "partition 1");
  plan_.containers.push_back(plan_.containers[0]);
  EXPECT_EQ(partition_name(variant, 1), "partition 1 of orders");
}

}  // namespace
}  // namespace cosmos
