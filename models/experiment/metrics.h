#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/experiment/results.h"

// Figures derived from what was counted. Shares and utilisations are 0 to 1, latencies in ns, throughput in RU/s.
namespace cosmos {

[[nodiscard]] std::string_view name_of(Metric metric);

// What a figure is about: everything, or one container, stream or physical partition (position in the variant).
struct Scope {
  std::optional<std::size_t> container;
  std::optional<StreamGroup> streams;
  std::optional<std::size_t> partition;
  // The stream at this position with those that carry out its parts.
  [[nodiscard]] static Scope of_stream(const RunPlan& plan, std::size_t s) {
    return {{}, StreamGroup{{}, s, streams_of(plan.streams[s])}, {}};
  }
};

// NaN where there is nothing to judge (no attempts, no finished operations).
[[nodiscard]] double figure(Metric metric, const VariantResult& variant, const WindowFigures& window,
                            const Scope& scope);

// Sum of the counters in scope. Operations of several parts are counted as a whole where the whole is in scope.
[[nodiscard]] Cell cells_in(const VariantResult& variant, const WindowFigures& window, const Scope& scope);
[[nodiscard]] OperationCounts operations_in(const VariantResult& variant, const WindowFigures& window,
                                            const Scope& scope);
// RU/s of the physical partitions in scope, the mean over the window.
[[nodiscard]] double provisioned_in(const WindowFigures& window, const Scope& scope);
// Bytes of a container's largest logical partition at the end of a run, data and index; 0 where none is followed.
[[nodiscard]] double largest_logical_partition(const ReplicationResult& replication, std::size_t container);
// Bytes of a physical partition at the end of a run, data and index; 0 where it is not there.
[[nodiscard]] double bytes_at_end(const ReplicationResult& replication, std::size_t partition);
// By how much it grew, from the first end of a bin at which it was there to the last; 0 where that is one.
[[nodiscard]] double bytes_per_second(const VariantResult& variant, const ReplicationResult& replication,
                                      std::size_t partition);
// Physical partitions that got any request.
[[nodiscard]] std::size_t partitions_used(const VariantResult& variant, const WindowFigures& window,
                                          const Scope& scope);

// Mean over replications with its 95 % Student-t half width; the half width is NaN for fewer than two.
struct Estimate {
  double mean = 0.0;
  double half_width = 0.0;
};
[[nodiscard]] Estimate estimate(const std::vector<double>& values);
[[nodiscard]] Estimate estimate(Metric metric, const VariantResult& variant, std::size_t window, const Scope& scope);

// An objective judged: the mean over replications against the threshold.
struct Verdict {
  const Objective* objective = nullptr;
  Estimate value;
  std::optional<std::size_t> worst_partition;  // most often the worst, where partitions are judged
  bool judged = false;  // false when there was nothing to judge: no attempts, or too few for a partition's share
  bool met = true;      // true too when not judged
};
[[nodiscard]] std::vector<Verdict> judge(const VariantResult& variant);

// Attempts that a partition needs before its share is judged (decisions: 1,000).
inline constexpr std::int64_t kAttemptsToJudge = 1'000;

}  // namespace cosmos
