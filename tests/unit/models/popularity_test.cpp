#include "models/items/popularity.h"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

// Share of all weight that the first `n` have.
double share_of_first(const std::vector<double>& weights, std::size_t n) {
  const auto end = weights.begin() + static_cast<std::ptrdiff_t>(n);
  return std::accumulate(weights.begin(), end, 0.0) / std::accumulate(weights.begin(), weights.end(), 0.0);
}

// The table of shares in YCSB's parameters for the exponent 0.99, to the three digits that it gives.
TEST(Popularity, ZipfHasTheSharesOfYcsb) {
  struct Row {
    std::size_t records;
    double first, first_ten, hundredth, tenth;
  };
  for (const Row& row : {Row{1'000, 0.129, 0.382, 0.382, 0.685}, Row{10'000, 0.098, 0.289, 0.518, 0.756},
                         Row{100'000, 0.078, 0.231, 0.605, 0.800}, Row{1'000'000, 0.065, 0.192, 0.664, 0.830}}) {
    const std::vector<double> weights = popularity_weights(ZipfPopularity{0.99}, row.records);
    EXPECT_NEAR(share_of_first(weights, 1), row.first, 0.0005) << row.records;
    EXPECT_NEAR(share_of_first(weights, 10), row.first_ten, 0.0005) << row.records;
    EXPECT_NEAR(share_of_first(weights, row.records / 100), row.hundredth, 0.0005) << row.records;
    EXPECT_NEAR(share_of_first(weights, row.records / 10), row.tenth, 0.0005) << row.records;
  }
}

// YCSB's hotspot: a fifth of the records get four fifths of the operations.
const GroupedPopularity kHotspot{{{0.2, 0.8}, {0.8, 0.2}}};

TEST(Popularity, AHotspotIsEvenInsideAndOutside) {
  // Two of ten share 80 %, eight share 20 %.
  const std::vector<double> weights = popularity_weights(kHotspot, 10);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(weights[i], i < 2 ? 0.4 : 0.025, 1e-12) << i;
  }
}

TEST(Popularity, AHotspotEndsInsideAMember) {
  // Of three, the first is a third of the members: the hot fifth, and 2/15 of them from the others' 80 %, which get 20
  // %.
  const std::vector<double> weights = popularity_weights(kHotspot, 3);
  EXPECT_NEAR(weights[0], 0.8 + 0.2 * (2.0 / 15.0) / 0.8, 1e-12);
  EXPECT_NEAR(weights[1], 0.2 * (1.0 / 3.0) / 0.8, 1e-12);
  EXPECT_NEAR(weights[2], weights[1], 1e-12);
}

TEST(Popularity, ExponentialGivesTheStatedShareAndFallsByOneFactor) {
  // YCSB's defaults: 95 % of the operations on 6/7 of the records.
  const ExponentialPopularity popularity{exponential_decay(6.0 / 7.0, 0.95)};
  for (const std::size_t n : {7U, 7'000U}) {
    const std::vector<double> weights = popularity_weights(popularity, n);
    EXPECT_NEAR(share_of_first(weights, n / 7 * 6), 0.95, 1e-9) << n;
    const double factor = std::exp(-popularity.decay / static_cast<double>(n));
    for (std::size_t i = 1; i < n; ++i) {
      ASSERT_NEAR(weights[i] / weights[i - 1], factor, 1e-9) << i;
    }
  }
}

TEST(Popularity, ExponentialDecayIsTheRootOfTheShare) {
  // Half of the members get 1 / (1 + e^-d/2) of the operations: e / (1 + e) at d = 2.
  EXPECT_NEAR(exponential_decay(0.5, std::exp(1.0) / (1.0 + std::exp(1.0))), 2.0, 1e-9);
}

TEST(Popularity, LognormalHasTheSharesOfItsQuantiles) {
  // The hottest part p gets Phi(sigma + z), z the normal quantile of p. For sigma 2: Phi(2 - 4.264891) = 0.011760,
  // Phi(2 - 2.326348) = 0.372081, Phi(2) = 0.977250.
  const std::vector<double> weights = popularity_weights(LognormalPopularity{2.0}, 100'000);
  EXPECT_NEAR(share_of_first(weights, 1), 0.011760, 2e-6);
  EXPECT_NEAR(share_of_first(weights, 1'000), 0.372081, 2e-6);
  EXPECT_NEAR(share_of_first(weights, 50'000), 0.977250, 2e-6);
}

TEST(Popularity, LognormalOfSigma0IsUniform) {
  for (const double weight : popularity_weights(LognormalPopularity{0.0}, 50)) {
    EXPECT_NEAR(weight, 0.02, 1e-12);
  }
}

TEST(Popularity, GroupsAreSpreadOverHoweverManyMembers) {
  // 10 % of the members get 60 %, 30 % get 30 %, 60 % get 10 %. Of 20: 2 with 30 % each, 6 with 5 %, 12 with 10/12 %.
  const GroupedPopularity popularity{{{0.1, 0.6}, {0.3, 0.3}, {0.6, 0.1}}};
  const std::vector<double> weights = popularity_weights(popularity, 20);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(weights[i], i < 2 ? 0.3 : (i < 8 ? 0.05 : 0.1 / 12.0), 1e-12) << i;
  }
  // Of two, the first half holds the first two groups and a sixth of the last.
  EXPECT_NEAR(popularity_weights(popularity, 2)[0], 0.9 + 0.1 / 6.0, 1e-12);
  EXPECT_NEAR(share_of_hottest(popularity, 0.5), 0.9 + 0.1 / 6.0, 1e-12);
}

TEST(Popularity, InTurnIsEqualInTheLongRun) {
  EXPECT_EQ(popularity_weights(InTurnPopularity{}, 3), (std::vector<double>{1.0, 1.0, 1.0}));
}

}  // namespace
}  // namespace cosmos
