#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/control/moved_world.h"
#include "models/world/settled_executor.h"
#include "sim/core/kernel.h"

namespace cosmos {

// Runs a world by rates: as long as nothing waits, nothing will throttle and no limit of storage is near, one second of
// each stretch of at most five minutes, drawn at random, stands for all of it; everything else is worked out second by
// second. Whether a stretch may be taken so is told by the seconds before it and by the rates of the stretch, never by
// the second that is drawn, so that counts are the same in expectation. A second's writes to one key count for all of
// the stretch: what single keys store scatters more than it does second by second. Maxima are those of the seconds
// worked out. Streams need arrivals that depend on their second alone: a rate, without a limit.
class RatesRun {
 public:
  explicit RatesRun(MovedWorld<SettledExecutor>& model);

  template <std::predicate<std::int64_t> KeepGoing>
  sim::RunEnd run(KeepGoing keep_going) {
    const std::int64_t seconds = model_.world().plan().seconds;
    for (std::int64_t second = 0; second < seconds;) {
      if (!keep_going(second)) {
        return sim::RunEnd::kStopped;
      }
      model_.boundary(second);
      second = advance(second);
    }
    model_.boundary(seconds);
    return sim::RunEnd::kDone;
  }

  // Seconds for which another one stood.
  [[nodiscard]] std::int64_t seconds_stood_for() const { return stood_for_; }
  // Stretches [from, to) in which one second stood for others; those that touch are one.
  [[nodiscard]] const std::vector<std::pair<std::int64_t, std::int64_t>>& stretches() const { return stretches_; }

 private:
  // What one stream asks of one partition in a second at factor 1: a mean over the last seconds.
  struct Load {
    double requests = 0.0;
    double milli_ru = 0.0;
  };

  [[nodiscard]] std::size_t containers() const { return model_.world().containers().size(); }
  // Works out what comes from `second` on; returns the second to go on with.
  std::int64_t advance(std::int64_t second);
  [[nodiscard]] std::int64_t stretch_from(std::int64_t second);
  // A second much busier than those before, at the highest rates of [second, end), still fits every budget.
  [[nodiscard]] bool is_far_from_throttling(std::int64_t second, std::int64_t end) const;
  void learn(std::int64_t second);
  // Of a stream's rate in a second; 0 where it is not on.
  [[nodiscard]] double factor(std::size_t stream, std::int64_t second) const;
  [[nodiscard]] double highest_factor(std::size_t stream, std::int64_t second, std::int64_t end) const;

  MovedWorld<SettledExecutor>& model_;
  std::vector<std::int64_t> added_when_asked_;  // by container: bytes that were added before the last stretch
  std::int64_t last_stretch_ = 1;
  std::vector<std::vector<Load>> loads_;  // by stream, then partition of its container
  std::vector<std::int64_t> seen_;        // by stream: seconds that its loads are learnt from
  std::int64_t stood_for_ = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> stretches_;
};

}  // namespace cosmos
