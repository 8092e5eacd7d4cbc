#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "models/scenario/load.h"
#include "models/workload/arrivals.h"
#include "sim/text/diagnostics.h"
#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

// A folder with a trace; the scenario is the faultless one with `tenantId: given`.
class Trace : public testing::Test {
 protected:
  Trace() : folder_(std::filesystem::path(testing::TempDir()) / ("cosmosim-trace-" + test_name())) {
    std::filesystem::create_directories(folder_);
  }
  ~Trace() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& data) { std::ofstream(folder_ / "d.csv", std::ios::binary) << data; }

  // `trace`: the fields of the trace besides its file; `more`: further fields of the stream.
  LoadedScenario load(const std::string& trace, const std::string& more = {},
                      std::optional<std::int64_t> memory = std::nullopt) {
    LoadRequest request;
    request.file = (folder_ / "f").string();
    request.text = edited({instead_of(kTenantId, "      tenantId: given\n"),
                           instead_of(kRate, "    trace: {file: d.csv, " + trace + "}\n" + more)});
    request.overrides = {{"clock.start", "2026-01-01T00:00:00Z"}};
    request.memory = memory;
    return load_scenario(request);
  }

  std::string said(const std::string& data, const std::string& trace, const std::string& more = {},
                   std::optional<std::int64_t> memory = std::nullopt) {
    write(data);
    try {
      static_cast<void>(load(trace, more, memory));
      return {};
    } catch (const sim::InputError& error) {
      std::string text = error.what();
      const std::string folder = folder_.string() + "/";
      for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
        text.erase(at, folder.size());
      }
      return text;
    }
  }

  std::filesystem::path folder_;

 private:
  static std::string test_name() { return testing::UnitTest::GetInstance()->current_test_info()->name(); }
};

const std::string kEvents = "events: {time: t}, properties: {tenantId: who}";
const std::string kLong = "long: {time: t, count: n, interval: 1 min}, properties: {tenantId: who}";

struct Operation {
  std::int64_t at;  // ns of the run
  std::string tenant;
  friend bool operator==(const Operation&, const Operation&) = default;
};

// The operations of the plan's stream, in the order in which they are given out.
std::vector<Operation> operations_of(const RunPlan& plan) {
  const Stream& stream = plan.streams[0];
  const auto& values =
      std::get<GivenProperty>(plan.items[0].properties[*plan.items[0].find("tenantId")].generator).values;
  ArrivalSource source(stream, sim::Seed{1}, 1);
  ArrivalBlock block;
  std::vector<Operation> all;
  for (std::int64_t second = 0; second < plan.seconds; ++second) {
    source.generate(second, block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t value = trace_rows(stream) != nullptr
                                      ? trace_rows(stream)->columns.at(0).value_of_row.at(block.row.at(i))
                                      : block.values.at(0).at(i);
      all.push_back({second * kNanoseconds + block.nanosecond(i), *values.at(value).as_text()});
    }
  }
  return all;
}

TEST_F(Trace, OfEventsHasADateOnEachRow) {
  write("t,who\n2025-12-31T23:59:59Z,A\n2026-01-01 00:00:01.25,A\n2026-01-01T00:00:01.500Z,B\n1767225603.75,A\n");
  EXPECT_EQ(operations_of(load(kEvents).base.plan),
            (std::vector<Operation>{{1'250'000'000, "A"}, {1'500'000'000, "B"}, {3'750'000'000, "A"}}));
}

TEST_F(Trace, OfEventsWithoutADateBeginsWithItsStream) {
  write("t,who\n0,A\n0.25,B\n599,A\n");
  EXPECT_EQ(operations_of(load(kEvents, "    start: 10 s\n").base.plan),
            (std::vector<Operation>{{10'000'000'000, "A"}, {10'250'000'000, "B"}}));
}

TEST_F(Trace, RunsFasterWithSpeed) {
  write("t,who\n2026-01-01T00:00:10Z,A\n2026-01-01T00:00:15Z,B\n");
  EXPECT_EQ(operations_of(load(kEvents + ", speed: 4").base.plan),
            (std::vector<Operation>{{2'500'000'000, "A"}, {3'750'000'000, "B"}}));
}

TEST_F(Trace, TakesOnlySomeRows) {
  write("t,who,op\n1,A,GET\n2,B,SET\n3,C,GET\n4,D,DELETE\n");
  EXPECT_EQ(operations_of(load(kEvents + ", only: {op: [GET, DELETE], who: [C, D, B]}").base.plan),
            (std::vector<Operation>{{3'000'000'000, "C"}, {4'000'000'000, "D"}}));
}

TEST_F(Trace, SaysSizesAndCharges) {
  write("t,who,tokens,ru\n1,A,250,1.5\n2,B,0.5,0\n");
  const LoadedScenario scenario =
      load(kEvents + ", size: {column: tokens, times: 4 B}, charge: {column: ru, times: 0.1 RU}");
  const Stream& stream = scenario.base.plan.streams[0];
  EXPECT_TRUE(trace_says_size(stream));
  EXPECT_TRUE(trace_says_charge(stream));
  ArrivalSource source(stream, sim::Seed{1}, 1);
  ArrivalBlock block;
  source.generate(1, block);
  EXPECT_EQ(block.payload, std::vector<std::int64_t>{1'000});
  EXPECT_EQ(block.milli_ru, std::vector<std::int64_t>{150});
  source.generate(2, block);
  EXPECT_EQ(block.payload, std::vector<std::int64_t>{2});
  EXPECT_EQ(block.milli_ru, std::vector<std::int64_t>{0});
}

TEST_F(Trace, IsReadAgainForEachRun) {
  write("t,who\n1,A\n2,B\n");
  const LoadedScenario scenario = load(kEvents);
  const std::vector<Operation> first = operations_of(scenario.base.plan);
  EXPECT_EQ(first.size(), 2U);
  EXPECT_EQ(operations_of(scenario.base.plan), first);
}

TEST_F(Trace, ThatChangedMeanwhileIsAnError) {
  write("t,who\n1,A\n2,B\n");
  const LoadedScenario scenario = load(kEvents);
  write("t,who\n1,A\n2,C\n");
  try {
    static_cast<void>(operations_of(scenario.base.plan));
    ADD_FAILURE() << "C was never told";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "read " + (folder_ / "d.csv").string() + ": line 3 is not what it was when the scenario was read");
  }
}

TEST_F(Trace, OfIntervalsMayHaveItsRowsInAnyOrder) {
  write("t,who,n\n2026-01-01 00:05:00,B,3\n2026-01-01 00:01:00,A,2\n2026-01-01 00:05:00,A,1\n");
  const LoadedScenario scenario = load(kLong + ", volume: 2");
  const auto trace = std::get<std::shared_ptr<const LongTrace>>(scenario.base.plan.streams[0].arrivals);
  EXPECT_EQ(trace->begin, (std::vector<std::int64_t>{60 * kNanoseconds, 300 * kNanoseconds, 300 * kNanoseconds}));
  EXPECT_EQ(trace->counts, (std::vector<std::uint32_t>{4, 6, 2}));
  EXPECT_EQ(trace->interval, 60 * kNanoseconds);
  EXPECT_EQ(trace->columns[0].value_of_row, (std::vector<std::uint32_t>{1, 0, 1}));  // B was met first
  EXPECT_EQ(operations_of(scenario.base.plan).size(), 12U);
}

TEST_F(Trace, MayBeCompressed) {
  const std::string file = (folder_ / "d.csv").string();
  const std::string text = "t,who\n1,A\n2,B\n";
  gzFile out = gzopen(file.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  EXPECT_EQ(operations_of(load(kEvents).base.plan).size(), 2U);
}

// 400,000 rows are 4 MB of text; 200 values of some 100 bytes and nothing else are kept.
TEST_F(Trace, OfEventsIsNotKept) {
  std::string text = "t,who\n";
  for (int i = 0; i < 400'000; ++i) text += std::to_string(i / 1'000) + ",w" + std::to_string(i % 200) + "\n";
  EXPECT_EQ(said(text, kEvents, "", 25'000), "");
  EXPECT_EQ(operations_of(load(kEvents).base.plan).size(), 400'000U);
  // 10 names of 2 letters and 87 of 3 take 9,981 bytes; the next one needs 103.
  EXPECT_EQ(said(text, kEvents, "", 10'000).substr(0, 77),
            "f:17:19: error: streams.writes.trace.file: needs about 1.03e-07 GB of memory,");
}

TEST_F(Trace, OfCountsIsClaimedFirst) {
  // A row of a long trace: 16 + 4 + 8 bytes, twice while it is read, and 100 + 1 for the first value.
  EXPECT_EQ(said("t,who,n\n0,A,1\n", kLong, "", 28 + 28 + 101), "");
  EXPECT_EQ(said("t,who,n\n0,A,1\n0,A,1\n", kLong, "", 28 + 101 + 56), "");
  EXPECT_NE(said("t,who,n\n0,A,1\n0,A,1\n", kLong, "", 28 + 101 + 55), "");
}

TEST_F(Trace, NamesItsBadLine) {
  EXPECT_EQ(said("t,who\n1,A\nnoon,B\n", kEvents),
            "d.csv:3:1: error: t: `noon` is not a time\n"
            "    hint: UTC, or seconds: 2026-01-01T08:00:00Z, 2026-01-01 08:00:00.125, 1767254400.125");
  EXPECT_EQ(said("t,who\n1,A\n2\n", kEvents),
            "d.csv:3:2: error: the record has 1 field, expected 2\n    hint: as many as the first line has");
  EXPECT_EQ(said("t,who\n1,A\n3,B\n2.5,A\n", kEvents),
            "d.csv:4:1: error: streams.writes.trace: `2.5` is earlier than the row before it\n"
            "    hint: sort the file by its times");
  EXPECT_EQ(said("t,who,s\n1,A,1\n2,B,-1\n", kEvents + ", size: {column: s}"),
            "d.csv:3:5: error: s: `-1` is not a number of 0 or more\n"
            "    hint: digits, with a point or an exponent if need be: 17, 0.25, 1.5e-3");
  EXPECT_EQ(said("t,who,s\n1,A,1e9\n", kEvents + ", size: {column: s, times: 1 MB}"),
            "d.csv:2:5: error: s: `1e9` makes 1e+15 B\n    hint: at most 1000000000000 B");
  EXPECT_EQ(said("t,who,n\n1,A,x\n", kLong),
            "d.csv:2:5: error: n: `x` is not a count\n    hint: digits only: 0, 17, 250000");
  EXPECT_EQ(said("t,who,n\n1,A,4000000001\n", kLong),
            "d.csv:2:5: error: streams.writes.trace: `4000000001` operations times volume 1 in one interval is too "
            "many\n    hint: at most 4000000000");
}

TEST_F(Trace, NamesAMissingColumn) {
  EXPECT_EQ(said("tt,who\n1,A\n", kEvents), "d.csv:1: error: has no column `t`\n    hint: did you mean `tt`?");
  EXPECT_EQ(said("t,whom\n1,A\n", kEvents), "d.csv:1: error: has no column `who`\n    hint: did you mean `whom`?");
  EXPECT_EQ(said("t,who\n1,A\n", kEvents + ", only: {op: [GET]}"),
            "d.csv:1: error: has no column `op`\n    hint: known: t, who");
  EXPECT_EQ(said("t,who\n1,A\n", kEvents + ", size: {column: s}"),
            "d.csv:1: error: has no column `s`\n    hint: known: t, who");
}

TEST_F(Trace, HasSomethingAtATimeOfTheRun) {
  EXPECT_EQ(said("t,who\n604038471,A\n604038479,B\n", kEvents),
            "f:17:19: error: streams.writes.trace.file: has nothing at a time of this run: its rows are from "
            "1989-02-21T04:27:51Z to 1989-02-21T04:27:59Z\n    hint: clock.start: 1989-02-21T04:27:51Z");
  EXPECT_EQ(said("t,who,n\n2026-01-01 00:10:00,A,5\n", kLong),
            "f:17:19: error: streams.writes.trace.file: has nothing at a time of this run: its rows are from "
            "2026-01-01T00:10:00Z to 2026-01-01T00:10:00Z\n    hint: clock.start: 2026-01-01T00:10:00Z");
  EXPECT_EQ(said("t,who\n", kEvents),
            "d.csv:2:1: error: streams.writes.trace: has no rows\n    hint: a row an operation");
  EXPECT_EQ(said("t,who,n\n", kLong),
            "d.csv:2:1: error: streams.writes.trace: has no rows\n    hint: a row an interval");
}

TEST_F(Trace, SaysOnceWhatItsRowsAre) {
  EXPECT_EQ(said("t,who\n1,A\n", "volume: 2"),
            "f:17:12: error: streams.writes.trace: does not say what its rows are\n"
            "    hint: exactly one of `wide`, `long`, `events`");
  EXPECT_EQ(said("t,who\n1,A\n", kEvents + ", wide: {first: \"1\", interval: 1 min}"),
            "f:17:12: error: streams.writes.trace: says twice what its rows are\n"
            "    hint: exactly one of `wide`, `long`, `events`");
}

TEST_F(Trace, FitsItsStream) {
  EXPECT_EQ(said("t,who,ru\n1,A,1\n", kEvents + ", charge: {column: ru}", "    charge: 5 RU\n"),
            "f:17:82: error: streams.writes.trace.charge: is said by the stream's `charge`, too\n"
            "    hint: by one of the two");
  EXPECT_EQ(said("t,who\n1,A\n", kEvents + ", volume: 1000001"),
            "f:17:82: error: streams.writes.trace.volume: makes 1e+06 operations of one\n"
            "    hint: at most 1000000 where a row is an operation");
}

TEST_F(Trace, OfAnythingButTextIsRefusedAtOnce) {
  EXPECT_EQ(said(std::string("t,who\n1,A\n2,\0\n", 13), kEvents),
            "d.csv:3:3: error: holds a NUL byte: this is not a text file");
  EXPECT_EQ(said("t,who\n1,A\n2,\xFF\n", kEvents),
            "d.csv:3:3: error: holds a byte that is not UTF-8 text\n    hint: convert the file to UTF-8");
  EXPECT_EQ(said("\xEF\xBB\xBFt,who\r\n1,A\r\n", kEvents), "");
  EXPECT_EQ(said("t,who\n1,A\n2," + std::string(std::size_t{20} << 20, 'x'), kEvents),
            "d.csv:3: error: the record is longer than 16 MiB\n    hint: is there a quote that is never closed?");
}

}  // namespace
}  // namespace cosmos
