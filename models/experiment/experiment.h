#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/experiment/results.h"

namespace cosmos {

struct NamedPlan {
  std::string name;
  const RunPlan* plan = nullptr;
};

struct ExperimentPlan {
  std::vector<NamedPlan> variants;  // each with its own number of replications
  unsigned threads = 1;
};

// How an experiment under way is watched and stopped.
struct ExperimentWatch {
  // Called by the working threads as seconds of a run are done, with the operations that began in them.
  std::function<void(double simulated_seconds, std::uint64_t operations)> advanced;
  const std::atomic<bool>* stop = nullptr;  // heard at each simulated second
};

struct ExperimentResult {
  std::vector<VariantResult> variants;  // in the plan's order
  bool complete = true;                 // false if stopped: replications that were not finished are left out
};

// Runs every replication of every variant, each in a world of its own. Replication r meets the same demand
// under every variant. The result does not depend on the number of threads.
[[nodiscard]] ExperimentResult run_experiment(const ExperimentPlan& plan, const ExperimentWatch& watch);

}  // namespace cosmos
