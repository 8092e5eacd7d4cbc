#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>

namespace sim {

// kAuto is a bar when the output is a terminal that can redraw a line, otherwise plain lines.
enum class ProgressMode { kAuto, kBar, kPlain, kNone };

// Tells a waiting person how far the runs are: a line that redraws itself at most 5 times a second,
// or in a log one line every 10 s (so nothing for a short run). It never shows on standard output
// and never fails: what cannot be written is dropped.
class Progress {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  using Clock = std::function<TimePoint()>;

  // `quiet` is the same as kNone. `out` must outlive this.
  explicit Progress(ProgressMode mode, bool quiet, std::FILE* out = stderr,
                    Clock clock = std::chrono::steady_clock::now);
  ~Progress();  // leaves no half-drawn line behind
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Starts a piece of work of `total` simulated seconds, summed over all its runs. A total of 0 or
  // less is unknown: no share and no time left are shown.
  void begin(const std::string& title, double total);
  // Reports work done. From any thread at the same time; two atomic additions and a look at the
  // clock, and now and then the calling thread draws.
  void advance(double simulated_seconds, std::uint64_t operations);
  // Closes the piece of work with a line of what was done, if anything was drawn before.
  void end();

 private:
  void draw(TimePoint now);
  void clear_bar();
  void write(const std::string& text);
  [[nodiscard]] std::string bar_line(TimePoint now) const;
  [[nodiscard]] std::string plain_line(TimePoint now) const;
  [[nodiscard]] std::string closing_line(TimePoint now) const;
  [[nodiscard]] double share() const;
  [[nodiscard]] std::string facts(TimePoint now) const;

  ProgressMode mode_;
  std::FILE* out_;
  Clock clock_;
  std::chrono::nanoseconds interval_;
  std::string title_;
  double total_ = 0;
  TimePoint start_;
  bool active_ = false;
  bool bar_on_screen_ = false;
  bool drawn_ = false;
  std::mutex drawing_;
  std::atomic<std::int64_t> next_draw_{0};  // ns since start_
  std::atomic<double> simulated_{0};
  std::atomic<std::uint64_t> operations_{0};
};

}  // namespace sim
