#pragma once

#include <compare>
#include <cstdint>
#include <limits>

// Time in the simulation: integer nanoseconds, so that equal runs are equal to the last bit and
// sums do not depend on their order. `Duration` is a length, `SimTime` a point on the run's clock
// (0 = the scenario's start). Nothing converts to or from a bare number by itself.
namespace sim {

class Duration {
 public:
  constexpr Duration() = default;
  [[nodiscard]] static constexpr Duration nanoseconds(std::int64_t n) { return Duration(n); }
  [[nodiscard]] static constexpr Duration microseconds(std::int64_t n) { return Duration(n * 1'000); }
  [[nodiscard]] static constexpr Duration milliseconds(std::int64_t n) { return Duration(n * 1'000'000); }
  [[nodiscard]] static constexpr Duration seconds(std::int64_t n) { return Duration(n * 1'000'000'000); }
  [[nodiscard]] static constexpr Duration minutes(std::int64_t n) { return seconds(n * 60); }
  [[nodiscard]] static constexpr Duration hours(std::int64_t n) { return seconds(n * 3'600); }
  [[nodiscard]] static constexpr Duration days(std::int64_t n) { return seconds(n * 86'400); }
  [[nodiscard]] static constexpr Duration max() { return Duration(std::numeric_limits<std::int64_t>::max()); }

  [[nodiscard]] constexpr std::int64_t count() const { return ns_; }
  [[nodiscard]] constexpr double in_seconds() const { return static_cast<double>(ns_) / 1e9; }

  constexpr Duration& operator+=(Duration other) {
    ns_ += other.ns_;
    return *this;
  }
  constexpr Duration& operator-=(Duration other) {
    ns_ -= other.ns_;
    return *this;
  }
  friend constexpr Duration operator+(Duration a, Duration b) { return Duration(a.ns_ + b.ns_); }
  friend constexpr Duration operator-(Duration a, Duration b) { return Duration(a.ns_ - b.ns_); }
  friend constexpr Duration operator*(Duration a, std::int64_t n) { return Duration(a.ns_ * n); }
  friend constexpr std::int64_t operator/(Duration a, Duration b) { return a.ns_ / b.ns_; }
  friend constexpr Duration operator%(Duration a, Duration b) { return Duration(a.ns_ % b.ns_); }
  friend constexpr auto operator<=>(Duration, Duration) = default;

 private:
  explicit constexpr Duration(std::int64_t n) : ns_(n) {}
  std::int64_t ns_ = 0;
};

class SimTime {
 public:
  constexpr SimTime() = default;
  [[nodiscard]] static constexpr SimTime at(Duration since_start) { return SimTime(since_start); }
  [[nodiscard]] static constexpr SimTime max() { return SimTime(Duration::max()); }
  [[nodiscard]] constexpr Duration since_start() const { return since_; }
  // The whole second of the clock that holds this point: [second, second + 1).
  [[nodiscard]] constexpr std::int64_t second() const { return since_.count() / 1'000'000'000; }

  friend constexpr SimTime operator+(SimTime t, Duration d) { return SimTime(t.since_ + d); }
  friend constexpr SimTime operator-(SimTime t, Duration d) { return SimTime(t.since_ - d); }
  friend constexpr Duration operator-(SimTime a, SimTime b) { return a.since_ - b.since_; }
  friend constexpr auto operator<=>(SimTime, SimTime) = default;

 private:
  explicit constexpr SimTime(Duration d) : since_(d) {}
  Duration since_;
};

// The point `wait` after t, or the last one that there is. Requires t and wait not below 0.
[[nodiscard]] constexpr SimTime later(SimTime t, Duration wait) {
  return wait > SimTime::max() - t ? SimTime::max() : t + wait;
}

}  // namespace sim
