#include "models/workload/rank_draw.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/chi_square.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kSeed = 11;
constexpr sim::Draws kWords(sim::Seed{kSeed}, 1, 1, sim::purpose_id("rank"));

const std::vector<Popularity> kDrawn = {
    UniformPopularity{},        ZipfPopularity{0.99},     ZipfPopularity{0.0},
    ExponentialPopularity{3.5}, LognormalPopularity{1.5}, GroupedPopularity{{{0.2, 0.8}, {0.8, 0.2}}},
};

TEST(RankDraw, RanksAreDrawnByTheirWeightsHoweverMany) {
  // 1,030 is little above a power of two: of zipf's ranks nearly half are drawn anew.
  for (const std::size_t n : {1U, 7U, 1'000U, 1'030U}) {
    for (std::size_t form = 0; form < kDrawn.size(); ++form) {
      RankDraw ranks(kDrawn[form]);
      ranks.resize(n);
      std::vector<std::int64_t> counts(n);
      for (std::uint64_t i = 0; i < 100'000; ++i) {
        const std::uint64_t rank = ranks.draw(kWords, i, i);
        ASSERT_LT(rank, n);
        ++counts[rank];
      }
      EXPECT_LT(sim::testing::chi_square_deviations(counts, popularity_weights(kDrawn[form], n)), 5.0)
          << "form " << form << ", " << n << " ranks, seed " << kSeed;
    }
  }
}

TEST(RankDraw, InTurnGoesOnWhereItWas) {
  RankDraw ranks(InTurnPopularity{});
  ranks.resize(3);
  EXPECT_EQ(ranks.draw(kWords, 0, 7), 1U);
  EXPECT_EQ(ranks.draw(kWords, 1, 8), 2U);
  EXPECT_EQ(ranks.draw(kWords, 2, 9), 0U);
}

TEST(RankDraw, ADrawIsAFunctionOfHowManyThereAreNow) {
  for (const Popularity& popularity : kDrawn) {
    RankDraw grown(popularity);
    RankDraw fresh(popularity);
    for (const std::uint64_t n : {10U, 100U, 2'000U}) {
      grown.resize(n);
    }
    fresh.resize(2'000);
    for (std::uint64_t i = 0; i < 1'000; ++i) {
      ASSERT_EQ(grown.draw(kWords, i, i), fresh.draw(kWords, i, i));
    }
  }
}

TEST(RankDraw, ATrillionRanksNeedNoList) {
  constexpr std::uint64_t kRanks = 1'000'000'000'000;
  constexpr int kTries = 100'000;
  // The hottest thousandth: of the hotspot 0.8 x 0.001 / 0.2 = 0.4 %; of the lognormal Phi(1.5 - 3.0902) = 5.59 %; of
  // the exponential (1 - e^-0.0035) / (1 - e^-3.5) = 0.3604 %.
  for (const auto& [form, expected] : {std::pair{5U, 0.004}, {4U, 0.0559}, {3U, 0.003604}, {0U, 0.001}}) {
    RankDraw ranks(kDrawn[form]);
    ranks.resize(kRanks);
    double share = 0.0;
    for (std::uint64_t i = 0; i < kTries; ++i) {
      share += ranks.draw(kWords, i, i) < kRanks / 1'000 ? 1.0 / kTries : 0.0;
    }
    EXPECT_NEAR(share, expected, 5.0 * std::sqrt(expected / kTries)) << "form " << form << ", seed " << kSeed;
  }
}

}  // namespace
}  // namespace cosmos
