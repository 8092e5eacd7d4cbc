#pragma once

#include <concepts>
#include <cstdint>

// The run loop: from one whole second of the clock to the next. At a boundary the model collects what the
// second before counted and changes what changes between seconds; inside a second the model's executor rules.
namespace sim {

template <class M>
concept Model = requires(M& model, std::int64_t second) {
  model.boundary(second);  // the instant at which `second` begins; also called once at the end
  model.advance(second);   // everything in [second, second + 1)
};

enum class RunEnd { kDone, kStopped };

// Runs [0, seconds). `keep_going(second)` is asked before each second (progress, Ctrl-C); when it says no,
// the run ends there without a last boundary and its figures are not to be used.
template <Model M, std::predicate<std::int64_t> KeepGoing>
RunEnd run(M& model, std::int64_t seconds, KeepGoing keep_going) {
  for (std::int64_t second = 0; second < seconds; ++second) {
    if (!keep_going(second)) {
      return RunEnd::kStopped;
    }
    model.boundary(second);
    model.advance(second);
  }
  model.boundary(seconds);
  return RunEnd::kDone;
}

}  // namespace sim
