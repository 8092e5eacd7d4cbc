#include "models/workload/arrivals.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using Instants = std::vector<std::uint32_t>;

Instants nanoseconds_of(const ArrivalBlock& block) {
  Instants out;
  for (std::size_t i = 0; i < block.size(); ++i) out.push_back(block.nanosecond(i));
  return out;
}

Stream even(std::int64_t micro, sim::Duration per) {
  Stream stream = testing::creates("s", 1, Ru::units(1));
  stream.arrivals = OpenLoop{{micro, per}, Spacing::kEven};
  return stream;
}

Instants instants(ArrivalSource& source, std::int64_t second) {
  ArrivalBlock block;
  source.generate(second, block);
  return nanoseconds_of(block);
}

TEST(EvenArrivals, ComeAtTheFloorOfTheirExactInstants) {
  // 3 in a second: k x 10^9 / 3; the fourth is exactly the next second's start.
  const Stream stream = even(3'000'000, sim::Duration::seconds(1));
  ArrivalSource source(stream, sim::Seed{1}, 1);
  for (std::int64_t second = 0; second < 4; ++second) {
    EXPECT_EQ(instants(source, second), (Instants{0, 333'333'333, 666'666'666})) << second;
  }
}

TEST(EvenArrivals, SlowRatesKeepTheirExactGapForEver) {
  // 7 in a minute: k x 60/7 s = 0, 8.571428571, 17.142857142, ... Number 7 m is exactly minute m.
  const Stream stream = even(7'000'000, sim::Duration::minutes(1));
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(source, 0), Instants{0});
  for (std::int64_t second = 1; second < 8; ++second) {
    EXPECT_TRUE(instants(source, second).empty()) << second;
  }
  EXPECT_EQ(instants(source, 8), Instants{571'428'571});
  EXPECT_EQ(instants(source, 17), Instants{142'857'142});
  EXPECT_EQ(instants(source, 60'000'000), Instants{0});
}

TEST(EvenArrivals, FractionsOfAnEventAreExact) {
  // 1.5 in a second: gap 2/3 s: 0, 0.666666666 | 1.333333333 | 2, 2.666666666 | 3.333333333.
  const Stream stream = even(1'500'000, sim::Duration::seconds(1));
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(source, 0), (Instants{0, 666'666'666}));
  EXPECT_EQ(instants(source, 1), (Instants{333'333'333}));
  EXPECT_EQ(instants(source, 2), (Instants{0, 666'666'666}));
}

TEST(EvenArrivals, BeginAtTheStreamsStartAndEndBeforeItsStop) {
  Stream stream = even(2'000'000, sim::Duration::seconds(1));
  stream.start_second = 5;
  stream.stop_second = 7;
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_TRUE(instants(source, 4).empty());
  EXPECT_EQ(instants(source, 5), (Instants{0, 500'000'000}));
  EXPECT_EQ(instants(source, 6), (Instants{0, 500'000'000}));
  EXPECT_TRUE(instants(source, 7).empty());
}

TEST(EvenArrivals, ALimitEndsThemInTheMiddleOfASecond) {
  Stream stream = even(4'000'000, sim::Duration::seconds(1));
  stream.limit = 6;
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(source, 0).size(), 4U);
  EXPECT_EQ(instants(source, 1), (Instants{0, 250'000'000}));
  EXPECT_TRUE(instants(source, 2).empty());
}

TEST(EvenArrivals, ARateOfZeroBringsNothing) {
  const Stream stream = even(0, sim::Duration::seconds(1));
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_TRUE(instants(source, 0).empty());
}

TEST(PoissonArrivals, HaveTheMeanAndTheVarianceOfTheirRate) {
  constexpr std::uint64_t kSeed = 11;
  constexpr int kSeconds = 4'000;
  const Stream stream = testing::poisson(testing::creates("s", 50, Ru::units(1)));
  ArrivalSource source(stream, sim::Seed{kSeed}, 1);
  double sum = 0.0;
  double squares = 0.0;
  double nanoseconds = 0.0;
  ArrivalBlock block;
  for (int second = 0; second < kSeconds; ++second) {
    source.generate(second, block);
    const auto n = static_cast<double>(block.size());
    sum += n;
    squares += (n - 50) * (n - 50);
    for (const std::uint32_t ns : nanoseconds_of(block)) {
      ASSERT_LT(ns, 1'000'000'000U);
      nanoseconds += ns;
    }
  }
  // The total is Poisson of mean 200,000, standard deviation 447. The mean square of n - 50 is 50 with variance
  // (mu_4 - 50^2) / 4000 = (50 + 3 x 2500 - 2500) / 4000, standard deviation 1.12. Instants are uniform:
  // mean 0.5 s, standard deviation 1 / sqrt(12 x 200,000) = 0.000645 s. Five of each.
  EXPECT_NEAR(sum, 200'000, 5 * 447.3) << "seed " << kSeed;
  EXPECT_NEAR(squares / kSeconds, 50, 5 * 1.13) << "seed " << kSeed;
  EXPECT_NEAR(nanoseconds / sum / 1e9, 0.5, 5 * 0.000646) << "seed " << kSeed;
}

TEST(PoissonArrivals, OfASecondDependOnlyOnSeedStreamAndSecond) {
  const Stream stream = testing::poisson(testing::creates("s", 50, Ru::units(1)));
  ArrivalSource whole(stream, sim::Seed{1}, 1);
  instants(whole, 0);
  instants(whole, 1);
  ArrivalSource late(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(late, 2), instants(whole, 2));
  ArrivalSource other_stream(stream, sim::Seed{1}, 2);
  ArrivalSource other_seed(stream, sim::Seed{2}, 1);
  const Instants here = instants(late, 3);
  EXPECT_NE(instants(other_stream, 3), here);
  EXPECT_NE(instants(other_seed, 3), here);
}

class TraceArrivalsTest : public ::testing::Test {
 protected:
  TraceArrivalsTest() {
    auto trace = std::make_shared<TraceReplay>();
    trace->rows = 3;
    trace->interval_seconds = 10;
    trace->counts = {5, 0, 1, 0, 0, 0, 100, 7, 30};  // three intervals
    stream_.arrivals = std::shared_ptr<const TraceReplay>(trace);
  }
  Stream stream_ = testing::creates("s", 1, Ru::units(1));
};

TEST_F(TraceArrivalsTest, EveryIntervalHasExactlyItsOperationsOfEachRow) {
  stream_.start_second = 4;
  ArrivalSource source(stream_, sim::Seed{1}, 1);
  std::vector<std::uint32_t> counted(9);
  std::set<std::int64_t> busy_seconds;
  for (std::int64_t second = 0; second < 60; ++second) {
    ArrivalBlock block;
    source.generate(second, block);
    ASSERT_EQ(block.row.size(), block.size());
    for (std::size_t i = 0; i < block.row.size(); ++i) {
      ASSERT_LT(block.nanosecond(i), 1'000'000'000U);
      ++counted[static_cast<std::size_t>((second - 4) / 10) * 3 + block.row[i]];
      busy_seconds.insert(second);
    }
  }
  EXPECT_EQ(counted, (std::vector<std::uint32_t>{5, 0, 1, 0, 0, 0, 100, 7, 30}));
  // 137 operations over 10 seconds: none of the last interval's stays empty (probability 10 x 0.9^137, 5e-6).
  EXPECT_GE(busy_seconds.size(), 10U);
}

TEST_F(TraceArrivalsTest, ALimitCutsTheReplay) {
  stream_.limit = 40;
  ArrivalSource source(stream_, sim::Seed{1}, 1);
  std::size_t n = 0;
  for (std::int64_t second = 0; second < 30; ++second) {
    ArrivalBlock block;
    source.generate(second, block);
    ASSERT_EQ(block.row.size(), block.size());
    n += block.row.size();
  }
  EXPECT_EQ(n, 40U);
}

}  // namespace
}  // namespace cosmos
