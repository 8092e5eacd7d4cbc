#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

// How a stream's rate moves: factors, multiplied (grammar section 5, `shape`). Seconds are those of the run, negative
// ones before its start; clocks and weekdays are UTC.
namespace cosmos {

// `factor` from that second on, until the next step.
struct RateStep {
  std::int64_t second = 0;
  double factor = 1.0;
};
// 1 before the first step.
struct StepsFactor {
  std::vector<RateStep> steps;  // ascending
};
// 1 until `from`, straight to `factor` at `to`, that from then on.
struct RampFactor {
  std::int64_t from = 0;
  std::int64_t to = 1;
  double factor = 1.0;
};
// Steps of the clock, each day again; the last one holds over midnight.
struct DailyFactor {
  std::vector<RateStep> steps;  // seconds of the day, ascending; not empty
};
// 1 + amplitude cos(2 pi (t - peak) / 24 h).
struct DiurnalFactor {
  double amplitude = 0.0;  // 0 to 1
  std::int64_t peak = 0;   // second of the day
};
struct WeeklyFactor {
  std::array<double, 7> factors = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};  // Monday first
};
// `factor` for `length` seconds from `at` on, and every `every` seconds again.
struct SpikeFactor {
  static constexpr std::int64_t kOnce = std::numeric_limits<std::int64_t>::max();
  std::int64_t at = 0;
  std::int64_t length = 1;  // at most `every`
  std::int64_t every = kOnce;
  double factor = 1.0;
};
// factor ^ (t / every): compound growth from the run's start.
struct GrowthFactor {
  double factor = 1.0;
  std::int64_t every = 1;  // s, at least 3600
};
using ShapeFactor =
    std::variant<StepsFactor, RampFactor, DailyFactor, DiurnalFactor, WeeklyFactor, SpikeFactor, GrowthFactor>;

class RateShape {
 public:
  RateShape(std::vector<ShapeFactor> factors, std::int64_t start_unix_seconds);

  // Mean over the second [second, second + 1) of the factors' product. Factors change their course only between whole
  // seconds; within one the product is integrated by the five-point rule of Gauss and Legendre, which is exact for up
  // to nine ramps at once and right to the last bit for sines and growth. Same bits on every host.
  [[nodiscard]] double mean(std::int64_t second) const;

  // No second's mean over a run of so many seconds is above this; it may be too high, as if all factors peaked
  // together.
  [[nodiscard]] double bound(std::int64_t seconds) const;

 private:
  std::vector<ShapeFactor> factors_;
  std::int64_t start_unix_seconds_;
  bool smooth_ = false;  // some factor moves within seconds
};

}  // namespace cosmos
