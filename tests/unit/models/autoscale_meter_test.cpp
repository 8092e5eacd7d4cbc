#include "models/collect/autoscale_meter.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

constexpr std::int64_t kMidnight = 1'767'225'600;  // 2026-01-01T00:00:00Z

// Of two partitions of 10,000 RU/s each: RU admitted by each, second by second.
AutoscaleUse metered(const std::vector<std::pair<std::int64_t, std::int64_t>>& seconds, bool each_alone,
                     std::int64_t start = kMidnight) {
  AutoscaleMeter meter({Ru::units(10'000), Ru::units(10'000)}, each_alone, start, 60);
  for (std::size_t s = 0; s < seconds.size(); ++s) {
    const std::vector<std::int64_t> milli = {seconds[s].first * 1'000, seconds[s].second * 1'000};
    meter.take_in(static_cast<std::int64_t>(s), milli);
  }
  return meter.use();
}

std::vector<std::pair<std::int64_t, std::int64_t>> idle_but(std::int64_t from, std::int64_t to, std::int64_t ru,
                                                            std::int64_t length = 120) {
  std::vector<std::pair<std::int64_t, std::int64_t>> seconds(static_cast<std::size_t>(length), {1'000, 0});
  for (std::int64_t s = from; s < to; ++s) {
    seconds[static_cast<std::size_t>(s)].first = ru;
  }
  return seconds;
}

// PC-13.a: 10,000 RU in a single second, else 1,000: (10,000 + 4 x 1,000) / 5 = 2,800 of 10,000.
TEST(AutoscaleMeter, AShortSpikeRaisesItPartOfTheWay) {
  const AutoscaleUse use = metered(idle_but(70, 71, 10'000), true);
  EXPECT_EQ(use.scaled_to, (std::vector<Ru>{Ru::units(2'000), Ru::units(5'600)}));
}

TEST(AutoscaleMeter, FullUseOverFiveSecondsGoesToTheMaximum) {
  EXPECT_LT(metered(idle_but(71, 75, 10'000), true).highest(), Ru::units(20'000));
  EXPECT_EQ(metered(idle_but(71, 76, 10'000), true).highest(), Ru::units(20'000));
  // What a last request overshoots counts no further.
  EXPECT_EQ(metered(idle_but(71, 76, 10'004), true).highest(), Ru::units(20'000));
}

// AUTO-05: the busiest partition's 50 % for both, or each for itself, the idle one at its floor of a tenth.
TEST(AutoscaleMeter, BillsByTheBusiestPartitionOrEachAlone) {
  EXPECT_EQ(metered(idle_but(20, 40, 5'000), false).billed, (std::vector<Ru>{Ru::units(10'000)}));
  EXPECT_EQ(metered(idle_but(20, 40, 5'000), true).billed, (std::vector<Ru>{Ru::units(6'000)}));
  // Peaks of different times add up where each is alone.
  auto seconds = idle_but(20, 40, 5'000);
  for (std::size_t s = 60; s < 80; ++s) {
    seconds[s].second = 3'000;
  }
  EXPECT_EQ(metered(seconds, true).billed, (std::vector<Ru>{Ru::units(8'000)}));
}

// AUTO-04, PC-13.c: an idle container pays a tenth.
TEST(AutoscaleMeter, HasAFloorOfATenth) {
  const std::vector<std::pair<std::int64_t, std::int64_t>> idle(4'000);
  for (const bool each_alone : {false, true}) {
    const AutoscaleUse use = metered(idle, each_alone);
    EXPECT_EQ(use.billed, (std::vector<Ru>{Ru::units(2'000), Ru::units(2'000)}));
    EXPECT_EQ(use.highest(), Ru::units(2'000));
    EXPECT_EQ(use.mean_billed(), 2'000.0);
  }
}

// Hours of the wall clock: a run that begins at 00:59:50 meets two in twenty seconds, and the load of the first does
// not count in the second.
TEST(AutoscaleMeter, BillsEachWallClockHourForItself) {
  std::vector<std::pair<std::int64_t, std::int64_t>> seconds(20);
  for (std::size_t s = 0; s < 10; ++s) {
    seconds[s] = {10'000, 10'000};
  }
  const AutoscaleUse use = metered(seconds, false, kMidnight + 3'590);
  EXPECT_EQ(use.billed, (std::vector<Ru>{Ru::units(20'000), Ru::units(2'000)}));
}

}  // namespace
}  // namespace cosmos
