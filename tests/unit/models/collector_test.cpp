#include "models/collect/collector.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

using testing::PlanBuilder;

// Of 100 RU/s each, at the places where they began.
PartitionArrangement two_partitions() { return {{0, 1}, {Ru::units(100), Ru::units(100)}, {0, 0}, {0, 2}}; }

// 7 seconds in bins of 3 (the last has one second), 2 partitions, a writing and a reading stream; windows [0, 7) and
// [2, 5). In second s, stream t counts at partition p: (s + 1) x (p + 1) x (t + 1) attempts of 2 RU, of which 1 is
// throttled; and s + 1 operations of stream t start, end and take 100 x (s + 1) ns.
class CollectorTest : public ::testing::Test {
 protected:
  CollectorTest()
      : plan_(PlanBuilder(7)
                  .bins_of(3)
                  .partitions(2)
                  .add(testing::creates("w", 1, Ru::units(2)))
                  .add(testing::point_reads("r", 1, Ru::units(2)))
                  .window(2, 5)
                  .build()),
        collector_(plan_, two_partitions()) {
    for (std::int64_t second = 0; second < 7; ++second) {
      collector_.boundary(second);
      count(second);
    }
    collector_.boundary(7);
    windows_ = collector_.take_windows();
  }

  void count(std::int64_t second) {
    for (std::int64_t p = 0; p < 2; ++p) {
      for (std::int64_t t = 0; t < 2; ++t) {
        const std::int64_t attempts = (second + 1) * (p + 1) * (t + 1);
        Cell& cell = collector_.cells()[p * 2 + t];
        cell.attempts += attempts;
        cell.throttled += 1;
        cell.first_attempts += attempts;
        cell.first_throttled += 1;
        cell.admitted_milli_ru += 2'000 * (attempts - 1);
      }
    }
    for (std::size_t t = 0; t < 2; ++t) {
      collector_.operations(t) += {second + 1, second + 1, 0, 0};
      collector_.latency(t).add(100 * (second + 1), second + 1);
    }
  }

  RunPlan plan_;
  Collector collector_;
  std::vector<WindowFigures> windows_;
};

TEST_F(CollectorTest, BinsHoldTheirSecondsAndTheLastOneIsShort) {
  const BinSeries& series = collector_.series();
  ASSERT_EQ(series.bins, 3U);
  // Attempts of stream 0 at partition 0: 1+2+3 | 4+5+6 | 7; at partition 1 twice as many; stream 1 twice again.
  // Over both partitions stream 0 has 3 x that, stream 1 6 x that.
  EXPECT_EQ(series.stream_attempts, (std::vector<std::int64_t>{18, 36, 45, 90, 21, 42}));
  // One 429 for each second and partition.
  EXPECT_EQ(series.stream_throttled, (std::vector<std::int64_t>{6, 6, 6, 6, 2, 2}));
  // RU at partition p in second s: 2 x ((s+1)(p+1) - 1 + 2(s+1)(p+1) - 1) = 6 (s+1)(p+1) - 4.
  // Partition 0: 2+8+14 | 20+26+32 | 38; partition 1: 8+20+32 | 44+56+68 | 80.
  EXPECT_EQ(series.milli_ru, (std::vector<std::int64_t>{24'000, 60'000, 78'000, 168'000, 38'000, 80'000}));
  EXPECT_EQ(series.busiest_utilization, (std::vector<double>{0.14, 0.32, 0.32, 0.68, 0.38, 0.8}));
  // 100 RU/s for 3, 3 and 1 seconds.
  EXPECT_EQ(series.provisioned, (std::vector<std::int64_t>{300'000, 300'000, 300'000, 300'000, 100'000, 100'000}));
}

TEST_F(CollectorTest, RequestsAreKeptByKindOfOperation) {
  const BinSeries& series = collector_.series();
  EXPECT_EQ(series.kinds, (std::vector<OperationKind>{OperationKind::kCreate, OperationKind::kPointRead}));
  const auto at = [&](std::size_t bin, std::size_t partition, std::size_t kind) {
    return series.requests[(bin * 2 + partition) * 2 + kind];
  };
  EXPECT_EQ(at(0, 0, 0), 6);
  EXPECT_EQ(at(0, 0, 1), 12);
  EXPECT_EQ(at(1, 1, 0), 30);
  EXPECT_EQ(at(2, 1, 1), 28);
}

TEST_F(CollectorTest, BinsSumToTheWindowOfTheWholeRun) {
  const BinSeries& series = collector_.series();
  const WindowFigures& whole = windows_.at(0);
  for (std::size_t t = 0; t < 2; ++t) {
    std::int64_t attempts = 0;
    std::int64_t started = 0;
    for (std::size_t bin = 0; bin < series.bins; ++bin) {
      attempts += series.stream_attempts[bin * 2 + t];
      started += series.operations[bin * 2 + t].started;
    }
    EXPECT_EQ(whole.totals.cells[t].attempts + whole.totals.cells[2 + t].attempts, attempts);
    EXPECT_EQ(whole.totals.operations[t].started, started);
    EXPECT_EQ(started, 28);  // 1 + ... + 7
    EXPECT_EQ(whole.totals.latency[t].count(), 28);
  }
  std::int64_t milli_ru = 0;
  for (const Cell& cell : whole.totals.cells) {
    milli_ru += cell.admitted_milli_ru;
  }
  EXPECT_EQ(milli_ru, std::accumulate(series.milli_ru.begin(), series.milli_ru.end(), std::int64_t{0}));
  EXPECT_EQ(whole.busiest_utilization, (std::vector<double>{0.38, 0.8}));
  EXPECT_EQ(whole.totals.provisioned, (std::vector<std::int64_t>{700'000, 700'000}));
}

TEST_F(CollectorTest, AWindowInsideTheRunHoldsItsSecondsAlone) {
  const WindowFigures& inside = windows_.at(1);
  // Seconds 2, 3 and 4: 3 + 4 + 5 = 12 times the cell's factor.
  const std::array<std::int64_t, 4> expected = {12, 24, 24, 48};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(inside.totals.cells[i].attempts, expected[i]);
    EXPECT_EQ(inside.totals.cells[i].throttled, 3);
  }
  EXPECT_EQ(inside.totals.operations[0].started, 12);
  EXPECT_EQ(inside.totals.latency[0].count(), 12);
  // 3 x 300 + 4 x 400 + 5 x 500 = 5,000 over 12.
  EXPECT_DOUBLE_EQ(inside.totals.latency[0].mean(), 5'000.0 / 12.0);
  EXPECT_EQ(inside.busiest_utilization, (std::vector<double>{0.26, 0.56}));
  EXPECT_EQ(inside.totals.provisioned, (std::vector<std::int64_t>{300'000, 300'000}));
}

// Partition 1 of 100 RU/s becomes two of 60 and 40 at second 2, in the middle of the bin [0, 4): they have columns 2
// and 3, that of the parent ends.
TEST(CollectorRearranged, KeepsTheFiguresOfWhatEndsAndBeginsNewColumns) {
  const RunPlan plan =
      PlanBuilder(6).bins_of(4).partitions(2).add(testing::creates("w", 1, Ru::units(2))).window(3, 6).build();
  Collector collector(plan, two_partitions());
  for (std::int64_t second = 0; second < 6; ++second) {
    collector.boundary(second);
    if (second == 2) {
      collector.rearrange(2, 0, {{0, 2, 3}, {Ru::units(100), Ru::units(60), Ru::units(40)}, {0, 0, 0, 0}, {0, 3}});
    }
    const std::size_t positions = second < 2 ? 2 : 3;
    for (std::size_t p = 0; p < positions; ++p) {
      collector.cells()[p].attempts = 1;
      collector.cells()[p].admitted_milli_ru = 30'000;
    }
  }
  collector.boundary(6);
  const BinSeries& series = collector.series();
  EXPECT_EQ(series.milli_ru, (std::vector<std::int64_t>{120'000, 60'000, 60'000, 60'000, 60'000, 0, 60'000, 60'000}));
  EXPECT_EQ(series.provisioned,
            (std::vector<std::int64_t>{400'000, 200'000, 120'000, 80'000, 200'000, 0, 120'000, 80'000}));
  EXPECT_EQ(series.busiest_utilization, (std::vector<double>{0.3, 0.3, 0.5, 0.75, 0.3, 0.0, 0.5, 0.75}));
  const std::vector<WindowFigures> windows = collector.take_windows();
  EXPECT_EQ(windows[1].totals.cells[0].attempts, 3);
  EXPECT_EQ(windows[1].totals.cells[1].attempts, 0);
  EXPECT_EQ(windows[1].totals.cells[3].attempts, 3);
  EXPECT_EQ(windows[1].totals.provisioned, (std::vector<std::int64_t>{300'000, 0, 180'000, 120'000}));
  EXPECT_EQ(windows[1].at_end, (std::vector<char>{1, 0, 1, 1}));
  EXPECT_EQ(windows[1].container_of, (std::vector<std::size_t>{0, 0, 0, 0}));
}

std::uint64_t fingerprint_after(std::int64_t attempts, std::size_t cell, std::int64_t second) {
  const RunPlan plan = PlanBuilder(3).partitions(2).add(testing::creates("w", 1, Ru::units(2))).build();
  Collector collector(plan, two_partitions());
  for (std::int64_t s = 0; s < 3; ++s) {
    collector.boundary(s);
    if (s == second) {
      collector.cells()[cell].attempts += attempts;
    }
  }
  collector.boundary(3);
  return collector.fingerprint();
}

TEST(Fingerprint, TellsWhatWasCountedWhereAndWhen) {
  const std::uint64_t here = fingerprint_after(5, 0, 1);
  EXPECT_EQ(fingerprint_after(5, 0, 1), here);
  EXPECT_NE(fingerprint_after(6, 0, 1), here);
  EXPECT_NE(fingerprint_after(5, 1, 1), here);
  EXPECT_NE(fingerprint_after(5, 0, 2), here);
  EXPECT_NE(fingerprint_after(0, 0, 1), here);
}

}  // namespace
}  // namespace cosmos
