#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/world/run_plan.h"

namespace cosmos {

// What autoscale made of one container over a run. Budgets do not follow it: every physical partition may use its share
// of the maximum at any time (AUTO-01, AUTO-02).
struct AutoscaleUse {
  std::vector<Ru> scaled_to;  // by bin: the highest RU/s that it scaled to
  std::vector<Ru> billed;     // by wall-clock hour, the first and last of which may be cut: RU/s (AUTO-04, AUTO-05)

  // Of the whole run, RU/s.
  [[nodiscard]] Ru highest() const;
  // Mean over the hours, RU/s.
  [[nodiscard]] double mean_billed() const;
};

// Follows the throughput that autoscale shows and bills (AUTO-03): the maximum times the busiest partition's mean
// utilisation over five seconds, at least a tenth of the maximum. An hour is billed at its highest, seen in windows
// that lie in it; where each partition scales alone (dynamic autoscale), at the sum of what each of them scaled to.
class AutoscaleMeter {
 public:
  // `budgets`: RU/s of the container's physical partitions; `start_unix_seconds` says where the clock's hours begin.
  AutoscaleMeter(std::vector<Ru> budgets, bool each_alone, std::int64_t start_unix_seconds, std::int64_t bin_seconds);

  // RU admitted by each partition in `second`. Seconds ascend one by one from 0.
  void take_in(std::int64_t second, std::span<const std::int64_t> milli_ru);
  // From the next second on the container's physical partitions are these. What the hour was billed at so far, it is
  // still billed at (AUTO-04); the five seconds begin anew.
  void follow(std::vector<Ru> budgets);
  [[nodiscard]] const AutoscaleUse& use() const { return use_; }

 private:
  static constexpr std::int64_t kWindow = 5;  // seconds
  static constexpr std::int64_t kSecondsOfHour = 3'600;
  static constexpr std::int64_t kShareOfFloor = 10;  // of the maximum, at least a tenth

  void begin_hour();
  void bill(std::int64_t second);

  std::vector<Ru> budgets_;
  Ru maximum_;
  bool each_alone_;
  std::int64_t start_;
  std::int64_t bin_seconds_;
  std::vector<std::int64_t> ring_;        // second modulo kWindow x partition: milli-RU
  std::vector<std::int64_t> sums_;        // by partition, over the window
  std::vector<std::int64_t> hour_peaks_;  // by partition: its highest mean of a window of this hour, milli-RU/s
  std::int64_t seconds_ = 0;              // taken in
  std::int64_t window_from_ = 0;          // the first second of the partitions at hand
  Ru billed_before_;                      // in this hour, by other partitions
  AutoscaleUse use_;
};

}  // namespace cosmos
