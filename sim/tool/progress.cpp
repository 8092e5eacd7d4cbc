#include "sim/tool/progress.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

#include "sim/tool/format.h"
#include "sim/tool/text_table.h"

namespace sim {
namespace {

using std::chrono::nanoseconds;

constexpr nanoseconds kBarInterval = std::chrono::milliseconds(200);
constexpr nanoseconds kPlainInterval = std::chrono::seconds(10);

bool can_redraw(std::FILE* out) {
  const char* terminal = std::getenv("TERM");
  return isatty(fileno(out)) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

ProgressMode resolve(ProgressMode mode, bool quiet, std::FILE* out) {
  if (quiet) return ProgressMode::kNone;
  if (mode != ProgressMode::kAuto) return mode;
  return can_redraw(out) ? ProgressMode::kBar : ProgressMode::kPlain;
}

// Columns that a line may take without wrapping.
std::size_t columns_of(std::FILE* out) {
  constexpr std::size_t kUnknown = 100;
  winsize size{};
  if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return kUnknown;
  return size.ws_col - 1U;
}

std::string cut(std::string text, std::size_t columns) {
  while (display_width(text) > columns) {
    // A code point goes as a whole: its continuation bytes, then its first byte.
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
    text.pop_back();
  }
  return text;
}

double seconds(nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

Progress::Progress(ProgressMode mode, bool quiet, std::FILE* out, Clock clock)
    : mode_(resolve(mode, quiet, out)),
      out_(out),
      clock_(std::move(clock)),
      interval_(mode_ == ProgressMode::kBar ? kBarInterval : kPlainInterval) {}

Progress::~Progress() { clear_bar(); }

void Progress::begin(const std::string& title, double total) {
  title_ = printable(title);
  total_ = total;
  simulated_ = 0;
  operations_ = 0;
  drawn_ = false;
  start_ = clock_();
  next_draw_ = nanoseconds(interval_).count();
  active_ = mode_ != ProgressMode::kNone;
}

void Progress::advance(double simulated_seconds, std::uint64_t operations) {
  simulated_.fetch_add(simulated_seconds, std::memory_order_relaxed);
  operations_.fetch_add(operations, std::memory_order_relaxed);
  if (!active_) return;
  const TimePoint now = clock_();
  const std::int64_t elapsed = nanoseconds(now - start_).count();
  std::int64_t due = next_draw_.load(std::memory_order_relaxed);
  // One thread wins the right to draw; the others go on with their work.
  if (elapsed < due || !next_draw_.compare_exchange_strong(due, elapsed + interval_.count())) return;
  const std::unique_lock lock(drawing_, std::try_to_lock);
  if (lock.owns_lock()) draw(now);
}

void Progress::end() {
  if (!active_) return;
  active_ = false;
  clear_bar();
  if (drawn_) write(closing_line(clock_()));
}

void Progress::draw(TimePoint now) {
  drawn_ = true;
  if (mode_ == ProgressMode::kBar) {
    bar_on_screen_ = true;
    write(fmt::format("\r{}\x1b[K", cut(bar_line(now), columns_of(out_))));
  } else {
    write(plain_line(now));
  }
}

void Progress::clear_bar() {
  if (bar_on_screen_) write("\r\x1b[K");
  bar_on_screen_ = false;
}

void Progress::write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

double Progress::share() const {
  return total_ > 0 ? std::clamp(simulated_.load(std::memory_order_relaxed) / total_, 0.0, 1.0) : 0.0;
}

// What matters most comes first: a narrow screen cuts the end.
std::string Progress::facts(TimePoint now) const {
  const double elapsed = seconds(now - start_);
  const double rate = elapsed > 0 ? static_cast<double>(operations_.load(std::memory_order_relaxed)) / elapsed : 0;
  std::string text;
  if (share() > 0) text = duration_of_seconds(elapsed * (1 - share()) / share()) + " left, ";
  text += amount(rate, "operations/s") + ", " + duration_of_seconds(simulated_.load(std::memory_order_relaxed));
  if (total_ > 0) text += " of " + duration_of_seconds(total_);
  return text + " simulated";
}

std::string Progress::bar_line(TimePoint now) const {
  if (total_ <= 0) return fmt::format("{}  {}", title_, facts(now));
  constexpr std::size_t kWidth = 20;
  const auto filled = static_cast<std::size_t>(share() * static_cast<double>(kWidth));
  return fmt::format("{} [{:<{}}] {:3} %  {}", title_, std::string(filled, '#'), kWidth,
                     static_cast<int>(share() * 100), facts(now));
}

std::string Progress::plain_line(TimePoint now) const {
  if (total_ <= 0) return fmt::format("{}: {}\n", title_, facts(now));
  return fmt::format("{}: {} %, {}\n", title_, static_cast<int>(share() * 100), facts(now));
}

std::string Progress::closing_line(TimePoint now) const {
  const auto operations = static_cast<std::int64_t>(operations_.load(std::memory_order_relaxed));
  return fmt::format("{}: {} simulated, {} operations in {}\n", title_,
                     duration_of_seconds(simulated_.load(std::memory_order_relaxed)), grouped(operations),
                     duration_of_seconds(seconds(now - start_)));
}

}  // namespace sim
