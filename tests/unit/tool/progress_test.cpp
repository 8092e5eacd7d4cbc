#include "sim/tool/progress.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace sim {
namespace {

using std::chrono::milliseconds;

// A stream into memory: not a terminal, 100 columns wide.
class Screen {
 public:
  Screen() : file_(open_memstream(&text_, &size_)) {}
  ~Screen() {
    std::fclose(file_);
    std::free(text_);
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  [[nodiscard]] std::FILE* file() const { return file_; }
  // What was written since the last call.
  [[nodiscard]] std::string take() {
    std::fflush(file_);
    const std::string all(text_, size_);
    const std::string fresh = all.substr(taken_);
    taken_ = all.size();
    return fresh;
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::size_t taken_ = 0;
  std::FILE* file_;
};

class FakeClock {
 public:
  void pass(milliseconds time) { now_ += time; }
  [[nodiscard]] Progress::Clock reader() {
    return [this] { return now_; };
  }

 private:
  Progress::TimePoint now_{};
};

TEST(ProgressBar, ShowsShareSimulatedTimeRateAndTimeLeft) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kBar, false, screen.file(), clock.reader());
  progress.begin("hpk", 100);
  clock.pass(milliseconds(500));
  progress.advance(25, 1'000);
  // 25 of 100 s: a quarter of 20 signs; 1,000 operations in 0.5 s; 0.5 s x 75/25 are left
  EXPECT_EQ(screen.take(),
            "\rhpk [#####               ]  25 %  1.5 s left, 2,000 operations/s, 25 s of 1 min 40 s simulated\x1b[K");
}

TEST(ProgressBar, IsDrawnAtMostFiveTimesASecond) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kBar, false, screen.file(), clock.reader());
  progress.begin("hpk", 100);
  int drawings = 0;
  for (int i = 1; i <= 2'000; ++i) {
    clock.pass(milliseconds(1));
    progress.advance(0.01, 1);
    drawings += screen.take().empty() ? 0 : 1;
  }
  EXPECT_EQ(drawings, 10);  // two seconds
}

TEST(ProgressBar, EndsAsALineOfWhatWasDone) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kBar, false, screen.file(), clock.reader());
  progress.begin("hpk", 100);
  clock.pass(milliseconds(1'250));
  progress.advance(100, 1'234'567);
  EXPECT_NE(screen.take().find("100 %"), std::string::npos);
  progress.end();
  EXPECT_EQ(screen.take(), "\r\x1b[Khpk: 1 min 40 s simulated, 1,234,567 operations in 1.25 s\n");
}

TEST(ProgressBar, IsWipedWhenTheWorkIsAbandoned) {
  Screen screen;
  FakeClock clock;
  {
    Progress progress(ProgressMode::kBar, false, screen.file(), clock.reader());
    progress.begin("hpk", 100);
    clock.pass(milliseconds(500));
    progress.advance(25, 1'000);
    EXPECT_FALSE(screen.take().empty());
  }
  EXPECT_EQ(screen.take(), "\r\x1b[K");
}

TEST(ProgressBar, IsCutToTheWidthOfTheScreen) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kBar, false, screen.file(), clock.reader());
  std::string title;
  for (int i = 0; i < 120; ++i) title += "é";
  progress.begin(title, 100);
  clock.pass(milliseconds(500));
  progress.advance(25, 1'000);
  EXPECT_EQ(screen.take(), std::string("\r").append(title, 0, 200).append("\x1b[K"));  // 100 signs of two bytes
}

TEST(ProgressBar, NeverShowsMoreThanAll) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kBar, false, screen.file(), clock.reader());
  progress.begin("hpk", 10);
  clock.pass(milliseconds(500));
  progress.advance(11, 0);
  EXPECT_EQ(screen.take(),
            "\rhpk [####################] 100 %  0 s left, 0 operations/s, 11 s of 10 s simulated\x1b[K");
}

TEST(PlainProgress, IsOneLineEveryTenSeconds) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kPlain, false, screen.file(), clock.reader());
  progress.begin("hpk", 3'600);
  clock.pass(milliseconds(9'999));
  progress.advance(900, 50'000);
  EXPECT_EQ(screen.take(), "");
  clock.pass(milliseconds(1));
  progress.advance(0, 50'000);
  // 900 of 3,600 s; 100,000 operations in 10 s; 10 s x 3 are left
  EXPECT_EQ(screen.take(), "hpk: 25 %, 30 s left, 10,000 operations/s, 15 min of 1 h simulated\n");
  clock.pass(milliseconds(9'999));
  progress.advance(900, 50'000);
  EXPECT_EQ(screen.take(), "");
}

TEST(PlainProgress, SaysNothingOfAShortRun) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kPlain, false, screen.file(), clock.reader());
  progress.begin("hpk", 3'600);
  clock.pass(milliseconds(3'000));
  progress.advance(3'600, 50'000);
  progress.end();
  EXPECT_EQ(screen.take(), "");
}

TEST(PlainProgress, OfAnUnknownTotalShowsNoShare) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kPlain, false, screen.file(), clock.reader());
  progress.begin("search", 0);
  clock.pass(milliseconds(10'000));
  progress.advance(900, 50'000);
  EXPECT_EQ(screen.take(), "search: 5,000 operations/s, 15 min simulated\n");
}

TEST(Progress, IsPlainByItselfWhenTheOutputIsNoTerminal) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kAuto, false, screen.file(), clock.reader());
  progress.begin("hpk", 3'600);
  clock.pass(milliseconds(10'000));
  progress.advance(900, 50'000);
  EXPECT_EQ(screen.take().find('\r'), std::string::npos);
}

TEST(Progress, IsSilentWhenAskedToBe) {
  for (const auto& [mode, quiet] : {std::pair(ProgressMode::kNone, false), std::pair(ProgressMode::kBar, true),
                                    std::pair(ProgressMode::kPlain, true)}) {
    Screen screen;
    FakeClock clock;
    Progress progress(mode, quiet, screen.file(), clock.reader());
    progress.begin("hpk", 3'600);
    clock.pass(milliseconds(60'000));
    progress.advance(900, 50'000);
    progress.end();
    EXPECT_EQ(screen.take(), "");
  }
}

TEST(Progress, StartsAfreshWithEachPieceOfWork) {
  Screen screen;
  FakeClock clock;
  Progress progress(ProgressMode::kPlain, false, screen.file(), clock.reader());
  progress.begin("first", 100);
  clock.pass(milliseconds(10'000));
  progress.advance(100, 1'000);
  progress.end();
  EXPECT_FALSE(screen.take().empty());
  progress.begin("second", 100);
  clock.pass(milliseconds(10'000));
  progress.advance(50, 500);
  EXPECT_EQ(screen.take(), "second: 50 %, 10 s left, 50 operations/s, 50 s of 1 min 40 s simulated\n");
}

TEST(Progress, AddsUpWhatAllThreadsReport) {
  Screen screen;
  std::atomic<std::int64_t> now{0};
  Progress progress(ProgressMode::kBar, false, screen.file(),
                    [&now] { return Progress::TimePoint(milliseconds(now.fetch_add(1))); });
  progress.begin("hpk", 40'000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&progress] {
      for (int i = 0; i < 10'000; ++i) progress.advance(1, 3);
    });
  }
  for (std::thread& thread : threads) thread.join();
  progress.end();
  // 4 x 10,000 reports of 1 s and 3 operations: 40,000 s = 11 h 6 min 40 s
  EXPECT_NE(screen.take().find("\r\x1b[Khpk: 11 h 7 min simulated, 120,000 operations in 40 s\n"), std::string::npos);
}

}  // namespace
}  // namespace sim
