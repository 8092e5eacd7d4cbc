#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/control/moved_world.h"
#include "models/world/settled_executor.h"
#include "sim/core/kernel.h"

namespace cosmos {

// Runs a world by rates: as long as nothing waits, nothing throttles and no limit of storage is near, one second of
// each stretch of at most five minutes, drawn at random, stands for all of it; everything else is worked out second by
// second. The same in expectation; counts of a stretch are those of its second times its length. Streams need arrivals
// that depend on their second alone: a rate, without a limit.
class RatesRun {
 public:
  explicit RatesRun(MovedWorld<SettledExecutor>& model) : model_(model), added_when_asked_(containers()) {}

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
  [[nodiscard]] std::size_t containers() const { return model_.world().containers().size(); }
  // Works out what comes from `second` on; returns the second to go on with.
  std::int64_t advance(std::int64_t second);
  [[nodiscard]] std::int64_t stretch_from(std::int64_t second);

  MovedWorld<SettledExecutor>& model_;
  std::vector<std::int64_t> added_when_asked_;  // by container: bytes that were added before the last stretch
  std::int64_t last_stretch_ = 1;
  std::int64_t second_by_second_until_ = 0;
  std::int64_t stood_for_ = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> stretches_;
};

}  // namespace cosmos
