#include "models/workload/trace.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "models/workload/arrivals.h"
#include "models/workload/expected_load.h"
#include "tests/support/plan_builder.h"

namespace cosmos {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kMillisecond = 1'000'000;

// One operation as it was given out.
struct Operation {
  std::int64_t at = 0;  // ns of the run
  std::uint32_t value = 0;
  std::int64_t payload = 0;
  std::int64_t milli_ru = 0;
  friend bool operator==(const Operation&, const Operation&) = default;
};

// Everything of the seconds [from, to), by second and number.
std::vector<Operation> replayed(const Stream& stream, std::int64_t from, std::int64_t to, std::uint64_t seed = 1) {
  ArrivalSource source(stream, sim::Seed{seed}, 1);
  const TraceRows* const rows = trace_rows(stream);
  std::vector<Operation> all;
  ArrivalBlock block;
  for (std::int64_t second = from; second < to; ++second) {
    source.generate(second, block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      Operation operation{second * kNanoseconds + block.nanosecond(i), 0, 0, 0};
      operation.value =
          rows != nullptr ? rows->columns.at(0).value_of_row.at(block.row.at(i)) : block.values.at(0).at(i);
      operation.payload = block.payload.empty() ? 0 : block.payload.at(i);
      operation.milli_ru = block.milli_ru.empty() ? 0 : block.milli_ru.at(i);
      all.push_back(operation);
    }
  }
  return all;
}

std::vector<std::uint32_t> counted(const std::vector<Operation>& operations, std::size_t values) {
  std::vector<std::uint32_t> counts(values);
  for (const Operation& operation : operations) ++counts[operation.value];
  return counts;
}

Stream long_stream(LongTrace trace) {
  Stream stream = testing::creates("s", 1, Ru::units(1));
  stream.arrivals = std::make_shared<const LongTrace>(std::move(trace));
  return stream;
}

// Three rows, values 0, 1, 2: 40 and 60 operations from 1.5 s on, 500 from 4 s on, for 2 s each.
LongTrace three_rows() {
  LongTrace trace;
  trace.rows = 3;
  trace.columns = {{testing::property::kRegion, {0, 1, 2}}};
  trace.interval = 2 * kNanoseconds;
  trace.begin = {1'500 * kMillisecond, 1'500 * kMillisecond, 4'000 * kMillisecond};
  trace.counts = {40, 60, 500};
  return trace;
}

TEST(LongTrace, EveryRowHasItsOperationsInItsInterval) {
  const std::vector<Operation> all = replayed(long_stream(three_rows()), 0, 10);
  EXPECT_EQ(counted(all, 3), (std::vector<std::uint32_t>{40, 60, 500}));
  for (const Operation& operation : all) {
    const std::int64_t begin = operation.value == 2 ? 4'000 * kMillisecond : 1'500 * kMillisecond;
    EXPECT_GE(operation.at, begin);
    EXPECT_LT(operation.at, begin + 2 * kNanoseconds);
  }
}

TEST(LongTrace, OperationsLieEvenlyInTheirInterval) {
  const std::vector<Operation> all = replayed(long_stream(three_rows()), 0, 10);
  // Of the 500 over 2 s, half in each second: 250, standard deviation sqrt(500 / 4) = 11.2.
  const auto early =
      std::count_if(all.begin(), all.end(), [](const Operation& o) { return o.value == 2 && o.at < 5 * kNanoseconds; });
  EXPECT_NEAR(static_cast<double>(early), 250.0, 5 * 11.2);
}

TEST(LongTrace, WhatLiesBeforeTheStreamIsLeftOut) {
  LongTrace trace = three_rows();
  trace.begin = {-10 * kNanoseconds, -1 * kNanoseconds, -1 * kNanoseconds};
  const std::vector<Operation> all = replayed(long_stream(trace), 0, 5);
  const std::vector<std::uint32_t> counts = counted(all, 3);
  // Half of 60 and of 500 lie after the start; nothing of what was over by then.
  EXPECT_EQ(counts[0], 0U);
  EXPECT_NEAR(counts[1], 30.0, 5 * 3.9);
  EXPECT_NEAR(counts[2], 250.0, 5 * 11.2);
}

TEST(LongTrace, ALateSecondIsTheSame) {
  const std::vector<Operation> whole = replayed(long_stream(three_rows()), 0, 10);
  const std::vector<Operation> late = replayed(long_stream(three_rows()), 5, 10);
  ASSERT_LT(late.size(), whole.size());
  EXPECT_TRUE(std::equal(late.begin(), late.end(), whole.end() - static_cast<std::ptrdiff_t>(late.size())));
}

TEST(LongTrace, SaysSizesAndCharges) {
  LongTrace trace = three_rows();
  trace.payload = {100, 200, 300};
  trace.milli_ru = {1'000, 2'000, 3'000};
  for (const Operation& operation : replayed(long_stream(trace), 0, 10)) {
    EXPECT_EQ(operation.payload, 100 * (1 + operation.value));
    EXPECT_EQ(operation.milli_ru, 1'000 * (1 + operation.value));
  }
}

TEST(LongTrace, ExpectedLoadIsWhatLiesInTheRun) {
  // Up to second 5: 100 operations, and half of the 500.
  const ExpectedLoad load = expected_load(long_stream(three_rows()), 5);
  EXPECT_DOUBLE_EQ(load.operations, 350.0);
  EXPECT_DOUBLE_EQ(load.busiest_second, 500.0);
}

// Rows from memory, a few at a time.
class ListedRows : public EventReader {
 public:
  ListedRows(EventRows rows, std::size_t at_a_time) : rows_(std::move(rows)), at_a_time_(at_a_time) {}
  bool next(EventRows& out) override {
    out.clear();
    out.values.resize(rows_.values.size());
    const std::size_t end = std::min(next_ + at_a_time_, rows_.at.size());
    for (; next_ < end; ++next_) {
      out.at.push_back(rows_.at[next_]);
      for (std::size_t c = 0; c < rows_.values.size(); ++c) out.values[c].push_back(rows_.values[c][next_]);
      if (!rows_.payload.empty()) out.payload.push_back(rows_.payload[next_]);
      if (!rows_.milli_ru.empty()) out.milli_ru.push_back(rows_.milli_ru[next_]);
    }
    return !out.at.empty();
  }

 private:
  EventRows rows_;
  std::size_t at_a_time_;
  std::size_t next_ = 0;
};

// Operation i of these times has value i.
Stream events(const std::vector<std::int64_t>& milliseconds, double volume = 1.0, std::size_t at_a_time = 2) {
  EventRows rows;
  rows.values.resize(1);
  for (std::size_t i = 0; i < milliseconds.size(); ++i) {
    rows.at.push_back(milliseconds[i] * kMillisecond);
    rows.values[0].push_back(static_cast<std::uint32_t>(i));
    rows.payload.push_back(static_cast<std::int64_t>(10 * i));
    rows.milli_ru.push_back(static_cast<std::int64_t>(100 * i));
  }
  EventTrace trace;
  trace.properties = {testing::property::kRegion};
  trace.says_size = true;
  trace.says_charge = true;
  trace.volume = volume;
  trace.rows = static_cast<double>(rows.at.size());
  trace.open = [rows, at_a_time] { return std::make_unique<ListedRows>(rows, at_a_time); };
  Stream stream = testing::creates("s", 1, Ru::units(1));
  stream.arrivals = std::make_shared<const EventTrace>(std::move(trace));
  return stream;
}

TEST(EventTrace, EveryRowComesAtItsTime) {
  for (const std::size_t at_a_time : {1U, 2U, 100U}) {
    EXPECT_EQ(replayed(events({0, 10, 10, 2'500, 2'999, 3'000}, 1.0, at_a_time), 0, 5),
              (std::vector<Operation>{{0, 0, 0, 0},
                                      {10 * kMillisecond, 1, 10, 100},
                                      {10 * kMillisecond, 2, 20, 200},
                                      {2'500 * kMillisecond, 3, 30, 300},
                                      {2'999 * kMillisecond, 4, 40, 400},
                                      {3'000 * kMillisecond, 5, 50, 500}}))
        << at_a_time;
  }
}

TEST(EventTrace, WhatLiesOutsideTheStreamIsLeftOut) {
  Stream stream = events({-500, 0, 1'500, 2'500, 3'500});
  stream.start_second = 1;
  stream.stop_second = 3;
  EXPECT_EQ(replayed(stream, 0, 5),
            (std::vector<Operation>{{1'500 * kMillisecond, 2, 20, 200}, {2'500 * kMillisecond, 3, 30, 300}}));
}

TEST(EventTrace, ALimitKeepsTheEarliestWithWhatTheySay) {
  Stream stream = events({0, 100, 200, 1'100, 1'200, 1'300});
  stream.limit = 4;
  EXPECT_EQ(replayed(stream, 0, 5), (std::vector<Operation>{{0, 0, 0, 0},
                                                            {100 * kMillisecond, 1, 10, 100},
                                                            {200 * kMillisecond, 2, 20, 200},
                                                            {1'100 * kMillisecond, 3, 30, 300}}));
}

// 100 operations a row: the first at the row's time, the others before the next row's, wherever seconds begin.
TEST(EventTrace, VolumeFillsTheTimeToTheNextRow) {
  const std::vector<std::int64_t> at = {200, 4'200, 4'300};
  const std::vector<Operation> all = replayed(events(at, 100.0), 0, 10);
  EXPECT_EQ(counted(all, 3), (std::vector<std::uint32_t>{100, 100, 100}));
  std::vector<std::uint32_t> first_row_by_second(5);
  for (const Operation& operation : all) {
    const std::size_t row = operation.value;
    EXPECT_GE(operation.at, at[row] * kMillisecond);
    // Nobody knows when a row would follow the last one: all of its operations come at once.
    EXPECT_LE(operation.at, at[std::min<std::size_t>(row + 1, 2)] * kMillisecond);
    if (row == 0) ++first_row_by_second[static_cast<std::size_t>(operation.at / kNanoseconds)];
  }
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Operation& o) { return o.at == 200 * kMillisecond; }), 1);
  // Evenly over 0.2 to 4.2 s: a quarter of 100 a whole second, standard deviation 4.3.
  for (const std::size_t second : {1U, 2U, 3U}) EXPECT_NEAR(first_row_by_second[second], 25.0, 5 * 4.4) << second;
}

TEST(EventTrace, AFractionOfAVolumeIsAShareOfTheRows) {
  std::vector<std::int64_t> at(10'000);
  std::iota(at.begin(), at.end(), 0);
  // 2.25 x 10,000; the fraction is a draw for each row: standard deviation sqrt(10,000 x 3/16) = 43. 0.25 likewise.
  EXPECT_NEAR(static_cast<double>(replayed(events(at, 2.25), 0, 20).size()), 22'500.0, 5 * 43.3);
  EXPECT_NEAR(static_cast<double>(replayed(events(at, 0.25), 0, 20).size()), 2'500.0, 5 * 43.3);
  EXPECT_TRUE(replayed(events(at, 0.0), 0, 20).empty());
}

TEST(EventTrace, WithAVolumeALateSecondIsTheSame) {
  const std::vector<Operation> whole = replayed(events({200, 4'200, 4'300}, 100.0), 0, 10);
  const std::vector<Operation> late = replayed(events({200, 4'200, 4'300}, 100.0), 2, 10);
  ASSERT_LT(late.size(), whole.size());
  EXPECT_TRUE(std::equal(late.begin(), late.end(), whole.end() - static_cast<std::ptrdiff_t>(late.size())));
}

TEST(ScaledCount, IsTheSameInEveryRun) {
  EXPECT_EQ(scaled_count(7, 2.0, 3, 4), 14U);
  EXPECT_EQ(scaled_count(0, 0.3, 3, 4), 0U);
  double sum = 0.0;
  for (std::uint64_t row = 0; row < 10'000; ++row) sum += scaled_count(5, 0.3, row, 0);
  EXPECT_NEAR(sum, 15'000.0, 5 * 50.0);  // standard deviation sqrt(10,000 / 4)
  EXPECT_EQ(scaled_count(5, 0.3, 17, 2), scaled_count(5, 0.3, 17, 2));
}

}  // namespace
}  // namespace cosmos
