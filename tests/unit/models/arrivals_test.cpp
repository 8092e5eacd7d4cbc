#include "models/workload/arrivals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
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

Stream shaped(Stream stream, std::vector<ShapeFactor> factors) {
  std::get<OpenLoop>(stream.arrivals).shape = std::make_shared<const RateShape>(std::move(factors), 0);
  return stream;
}

TEST(ShapedArrivals, EvenOnesComeWhereTheIntegralOfTheRateReachesTheirNumber) {
  // 2 /s, then 1 /s from second 1 on, 1.5 /s from second 3 on. The integral at the seconds' starts: 0, 2, 3, 4, 5.5, 7.
  // Number 5 comes 1 / 1.5 s into second 3, number 6 half an event, 0.333333333 s, into second 4.
  const Stream stream = shaped(even(2'000'000, sim::Duration::seconds(1)), {StepsFactor{{{1, 0.5}, {3, 0.75}}}});
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(source, 0), (Instants{0, 500'000'000}));
  EXPECT_EQ(instants(source, 1), Instants{0});
  EXPECT_EQ(instants(source, 2), Instants{0});
  EXPECT_EQ(instants(source, 3), (Instants{0, 666'666'666}));
  EXPECT_EQ(instants(source, 4), Instants{333'333'333});
  EXPECT_EQ(instants(source, 5), (Instants{0, 666'666'666}));
}

TEST(ShapedArrivals, EvenOnesOfALateSecondAreTheSame) {
  const Stream stream = shaped(even(700'000, sim::Duration::seconds(1)), {RampFactor{0, 100, 9.0}});
  ArrivalSource whole(stream, sim::Seed{1}, 1);
  for (std::int64_t second = 0; second < 80; ++second) instants(whole, second);
  ArrivalSource late(stream, sim::Seed{1}, 1);
  const Instants there = instants(late, 80);
  EXPECT_GE(there.size(), 5U);  // 0.7 x (1 + 8 x 0.8) = 5.2 /s
  EXPECT_EQ(there, instants(whole, 80));
}

// 0.7 /s to 6.3 /s over 100 s: the integral is 350, and arrivals are numbers 0 to 349.
TEST(ShapedArrivals, EvenOnesAreAsManyAsTheIntegral) {
  const Stream stream = shaped(even(700'000, sim::Duration::seconds(1)), {RampFactor{0, 100, 9.0}});
  ArrivalSource source(stream, sim::Seed{1}, 1);
  std::size_t n = 0;
  for (std::int64_t second = 0; second < 100; ++second) n += instants(source, second).size();
  EXPECT_NEAR(static_cast<double>(n), 350.0, 1.0);
}

TEST(ShapedArrivals, PoissonOnesHaveTheMeanOfTheirSecond) {
  constexpr std::uint64_t kSeed = 5;
  constexpr int kSeconds = 10'000;
  const Stream stream = shaped(testing::poisson(testing::creates("s", 40, Ru::units(1))),
                               {StepsFactor{{{5'000, 0.1}}}, SpikeFactor{0, 1, 2, 3.0}});
  ArrivalSource source(stream, sim::Seed{kSeed}, 1);
  double busy = 0.0, quiet = 0.0, late = 0.0;
  for (int second = 0; second < kSeconds; ++second) {
    const auto n = static_cast<double>(instants(source, second).size());
    (second >= 5'000 ? late : second % 2 == 0 ? busy : quiet) += n;
  }
  // 2,500 seconds of 120, 2,500 of 40, 2,500 of 12 and 2,500 of 4: five standard deviations of a Poisson total each.
  EXPECT_NEAR(busy, 300'000, 5 * 548) << "seed " << kSeed;
  EXPECT_NEAR(quiet, 100'000, 5 * 317) << "seed " << kSeed;
  EXPECT_NEAR(late, 40'000, 5 * 200) << "seed " << kSeed;
}

Stream bursts(const Bursts& arrivals) {
  Stream stream = testing::creates("s", 1, Ru::units(1));
  stream.arrivals = arrivals;
  return stream;
}

TEST(BurstArrivals, AllAtOnceIsOneInstant) {
  Stream stream = bursts({3, sim::Duration(), std::nullopt, Spacing::kPoisson});
  stream.start_second = 2;
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_TRUE(instants(source, 1).empty());
  EXPECT_EQ(instants(source, 2), (Instants{0, 0, 0}));
  EXPECT_TRUE(instants(source, 3).empty());
}

TEST(BurstArrivals, EvenOnesHaveEqualGapsFromEachBurstsBeginningOn) {
  // 5 within 2 s, every 3.5 s: gaps of 0.4 s from 0, 3.5, 7, … on.
  const Stream stream = bursts({5, sim::Duration::seconds(2), sim::Duration::milliseconds(3'500), Spacing::kEven});
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(source, 0), (Instants{0, 400'000'000, 800'000'000}));
  EXPECT_EQ(instants(source, 1), (Instants{200'000'000, 600'000'000}));
  EXPECT_TRUE(instants(source, 2).empty());
  EXPECT_EQ(instants(source, 3), (Instants{500'000'000, 900'000'000}));
  EXPECT_EQ(instants(source, 4), (Instants{300'000'000, 700'000'000}));
  EXPECT_EQ(instants(source, 5), Instants{100'000'000});
  EXPECT_TRUE(instants(source, 6).empty());
  EXPECT_EQ(instants(source, 7), (Instants{0, 400'000'000, 800'000'000}));
}

TEST(BurstArrivals, RandomOnesAreExactlySoManyAndUniform) {
  constexpr std::uint64_t kSeed = 3;
  // 1,000 within 4 s, every 10 s, 20 times.
  const Stream stream = bursts({1'000, sim::Duration::seconds(4), sim::Duration::seconds(10), Spacing::kPoisson});
  ArrivalSource source(stream, sim::Seed{kSeed}, 1);
  std::vector<double> by_second(4);
  for (std::int64_t burst = 0; burst < 20; ++burst) {
    std::size_t n = 0;
    for (std::int64_t second = 0; second < 10; ++second) {
      const std::size_t here = instants(source, 10 * burst + second).size();
      n += here;
      if (second < 4) by_second[static_cast<std::size_t>(second)] += static_cast<double>(here);
    }
    EXPECT_EQ(n, 1'000U);
  }
  // Each second of four has a quarter of 20,000, standard deviation sqrt(20,000 x 3/16) = 61.
  for (const double n : by_second) EXPECT_NEAR(n, 5'000, 5 * 61) << "seed " << kSeed;
}

TEST(BurstArrivals, ALateSecondOfABurstIsTheSame) {
  const Stream stream = bursts({500, sim::Duration::seconds(8), sim::Duration::seconds(9), Spacing::kPoisson});
  ArrivalSource whole(stream, sim::Seed{1}, 1);
  for (std::int64_t second = 0; second < 14; ++second) instants(whole, second);
  ArrivalSource late(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(late, 14), instants(whole, 14));
}

// One operation in a year: the interval has more seconds than operations.
TEST(BurstArrivals, ASparseBurstIsFoundWhereverItLies) {
  const Stream stream = bursts({3, sim::Duration::seconds(100'000), std::nullopt, Spacing::kEven});
  ArrivalSource source(stream, sim::Seed{1}, 1);
  EXPECT_EQ(instants(source, 0), Instants{0});
  EXPECT_EQ(instants(source, 33'333), Instants{333'333'333});
  EXPECT_EQ(instants(source, 66'666), Instants{666'666'666});
}

TEST(BurstArrivals, ALimitAndAStopCutThem) {
  Stream stream = bursts({4, sim::Duration::seconds(4), sim::Duration::seconds(4), Spacing::kEven});
  stream.limit = 6;
  stream.stop_second = 7;
  ArrivalSource source(stream, sim::Seed{1}, 1);
  std::vector<std::size_t> by_second;
  for (std::int64_t second = 0; second < 9; ++second) by_second.push_back(instants(source, second).size());
  EXPECT_EQ(by_second, (std::vector<std::size_t>{1, 1, 1, 1, 1, 1, 0, 0, 0}));
}

TEST(CachedArrivals, LeaveOutTheShareThatTheCacheAnswers) {
  constexpr std::uint64_t kSeed = 9;
  Stream stream = testing::poisson(testing::point_reads("s", 100, Ru::units(1)));
  ArrivalSource whole(stream, sim::Seed{kSeed}, 1);
  stream.cache_hit_share = 0.8;
  ArrivalSource cached(stream, sim::Seed{kSeed}, 1);
  double n = 0.0;
  for (std::int64_t second = 0; second < 1'000; ++second) {
    const Instants all = instants(whole, second);
    const Instants left = instants(cached, second);
    n += static_cast<double>(left.size());
    // Those that are left come when they came before, in the same order.
    std::size_t at = 0;
    for (const std::uint32_t instant : left) {
      while (at < all.size() && all[at] != instant) ++at;
      ASSERT_LT(at, all.size());
    }
  }
  // 20 % of 100,000: a Poisson number of mean 20,000, standard deviation 141.
  EXPECT_NEAR(n, 20'000, 5 * 142) << "seed " << kSeed;
}

TEST(CachedArrivals, CountForTheLimit) {
  Stream stream = testing::point_reads("s", 1'000, Ru::units(1));
  stream.limit = 10'000;
  stream.cache_hit_share = 0.5;
  ArrivalSource source(stream, sim::Seed{1}, 1);
  std::size_t n = 0;
  for (std::int64_t second = 0; second < 20; ++second) n += instants(source, second).size();
  EXPECT_NEAR(static_cast<double>(n), 5'000, 5 * 50);
  stream.cache_hit_share = 1.0;
  ArrivalSource nothing(stream, sim::Seed{1}, 1);
  EXPECT_TRUE(instants(nothing, 0).empty());
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

// An entry of a mix that takes the words in [from, to).
Stream part(Stream stream, const std::string& name, std::uint64_t from, std::uint64_t to) {
  stream.mix = MixShare{stream.name, from, to};
  stream.name = name;
  return stream;
}

TEST(MixedArrivals, GoEachToOneOperationOfTheMix) {
  constexpr std::uint64_t kQuarter = std::uint64_t{1} << 30U;
  const Stream whole = testing::poisson(testing::creates("s", 4'000, Ru::units(1)));
  const Stream first = part(whole, "s.a", 0, kQuarter);
  const Stream second = part(whole, "s.b", kQuarter, 4 * kQuarter);
  ArrivalSource all(whole, sim::Seed{7}, sim::purpose_id(whole.name));
  ArrivalSource a(first, sim::Seed{7}, sim::purpose_id(first.name));
  ArrivalSource b(second, sim::Seed{7}, sim::purpose_id(second.name));
  Instants of_all = instants(all, 0);
  const Instants of_a = instants(a, 0);
  Instants together = instants(b, 0);
  // A quarter of about 4,000: deviation sqrt(4,000 x 3 / 16) = 27; five of them.
  EXPECT_NEAR(static_cast<double>(of_a.size()), static_cast<double>(of_all.size()) / 4.0, 5 * 27.4);
  together.insert(together.end(), of_a.begin(), of_a.end());
  std::sort(together.begin(), together.end());
  std::sort(of_all.begin(), of_all.end());
  EXPECT_EQ(together, of_all);
}

TEST(MixedArrivals, CountTogetherForTheLimit) {
  Stream whole = testing::poisson(testing::creates("s", 1'000, Ru::units(1)));
  whole.limit = 1'500;
  std::size_t n = 0;
  for (const Stream& entry :
       {part(whole, "s.a", 0, 1'000'000'000), part(whole, "s.b", 1'000'000'000, std::uint64_t{1} << 32U)}) {
    ArrivalSource source(entry, sim::Seed{7}, sim::purpose_id(entry.name));
    for (std::int64_t second = 0; second < 5; ++second) n += instants(source, second).size();
  }
  EXPECT_EQ(n, 1'500U);
}

}  // namespace
}  // namespace cosmos
