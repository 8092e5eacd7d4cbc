#pragma once

#include <string>
#include <vector>

#include "models/scenario/load.h"
#include "sim/tool/options.h"

// What the commands that take a scenario share.
namespace sim {

// Loads the scenario of the command line with its overrides; "-" reads standard input. Throws InputError.
[[nodiscard]] cosmos::LoadedScenario load_for(const RunOptions& options);
[[nodiscard]] cosmos::LoadedScenario load_file(const std::string& file, const std::vector<Setting>& set);

// The variants that were asked for: none named is the base file, `all` is each in turn (the base file if there
// are none). Throws InputError for a name that the scenario does not have.
[[nodiscard]] std::vector<const cosmos::LoadedVariant*> chosen_variants(const cosmos::LoadedScenario& scenario,
                                                                        const std::string& name);

// What a run will take, from the plan alone.
struct RunEstimate {
  double operations = 0.0;  // expected, of one replication
  double requests = 0.0;    // visits of queries counted one by one, without retries
  std::int64_t bytes = 0;   // of memory: of one replication while it runs, and of its results afterwards
  std::int64_t result_bytes = 0;
};
[[nodiscard]] RunEstimate estimate_run(const cosmos::RunPlan& plan);

// Throws InputError when the runs need more memory than this machine has to give.
void check_memory(const std::vector<const cosmos::LoadedVariant*>& variants, unsigned threads, const std::string& file);

}  // namespace sim
