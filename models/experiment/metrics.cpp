#include "models/experiment/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sim/core/histogram.h"
#include "sim/stats/summary.h"

namespace cosmos {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double ratio(double a, double b) { return b > 0.0 ? a / b : kNaN; }

bool holds_partition(const WindowFigures& window, const Scope& scope, std::size_t p) {
  return (!scope.partition || *scope.partition == p) &&
         (!scope.container || window.container_of[p] == *scope.container);
}

bool holds_stream(const VariantResult& variant, const Scope& scope, std::size_t s) {
  return (!scope.streams || scope.streams->holds(s)) &&
         (!scope.container || variant.plan->streams[s].container == *scope.container);
}

// Whether the stream's operations count by themselves, and not only as parts of others in scope.
bool counts_operations(const VariantResult& variant, const Scope& scope, std::size_t s) {
  const std::optional<PartOf>& part_of = variant.plan->streams[s].part_of;
  return holds_stream(variant, scope, s) && !(part_of && holds_stream(variant, scope, part_of->whole));
}

double latency(const VariantResult& variant, const WindowFigures& window, const Scope& scope, double q) {
  sim::Histogram all;
  for (std::size_t s = 0; s < variant.plan->streams.size(); ++s) {
    if (counts_operations(variant, scope, s)) {
      all.merge(window.totals.latency[s]);
    }
  }
  return all.quantile(q);
}

double busiest_utilization(const WindowFigures& window, const Scope& scope) {
  double highest = 0.0;
  for (std::size_t p = 0; p < window.container_of.size(); ++p) {
    if (holds_partition(window, scope, p)) {
      highest = std::max(highest, window.busiest_utilization[p]);
    }
  }
  return std::min(highest, 1.0);
}

double seconds_of(const WindowFigures& window) { return static_cast<double>(window.window.to - window.window.from); }

double consumed(const VariantResult& variant, const WindowFigures& window, const Scope& scope) {
  return static_cast<double>(cells_in(variant, window, scope).admitted_milli_ru) / 1000.0 / seconds_of(window);
}

bool is_share_of_attempts(Metric metric) {
  return metric == Metric::kThrottledShare || metric == Metric::kFirstAttemptThrottledShare;
}

// The worst partition's figure in one replication.
std::pair<double, std::optional<std::size_t>> worst_partition(const VariantResult& variant, const WindowFigures& window,
                                                              const Objective& objective) {
  double worst = kNaN;
  std::optional<std::size_t> where;
  for (std::size_t p = 0; p < window.container_of.size(); ++p) {
    const Scope scope{objective.container, objective.streams, p};
    if (!holds_partition(window, scope, p)) {
      continue;
    }
    if (is_share_of_attempts(objective.metric) && cells_in(variant, window, scope).attempts < kAttemptsToJudge) {
      continue;
    }
    const double value = figure(objective.metric, variant, window, scope);
    const bool is_worse = std::isnan(worst) || (objective.at_most ? value > worst : value < worst);
    if (!std::isnan(value) && is_worse) {
      worst = value;
      where = p;
    }
  }
  return {worst, where};
}

}  // namespace

std::string_view name_of(Metric metric) {
  switch (metric) {
    case Metric::kThrottledShare:
      return "throttled_share";
    case Metric::kFirstAttemptThrottledShare:
      return "first_attempt_throttled_share";
    case Metric::kFailedShare:
      return "failed_share";
    case Metric::kLatencyP50:
      return "latency_p50";
    case Metric::kLatencyP90:
      return "latency_p90";
    case Metric::kLatencyP99:
      return "latency_p99";
    case Metric::kLatencyP999:
      return "latency_p999";
    case Metric::kConsumedRu:
      return "consumed_ru";
    case Metric::kMeanUtilization:
      return "mean_utilization";
    case Metric::kNormalizedRu:
      return "normalized_ru";
    case Metric::kPhysicalPartitions:
      return "physical_partitions";
  }
  return "";
}

Cell cells_in(const VariantResult& variant, const WindowFigures& window, const Scope& scope) {
  Cell sum;
  const std::size_t streams = variant.plan->streams.size();
  for (std::size_t p = 0; p < window.container_of.size(); ++p) {
    if (!holds_partition(window, scope, p)) {
      continue;
    }
    for (std::size_t s = 0; s < streams; ++s) {
      if (holds_stream(variant, scope, s)) {
        sum += window.totals.cells[p * streams + s];
      }
    }
  }
  return sum;
}

OperationCounts operations_in(const VariantResult& variant, const WindowFigures& window, const Scope& scope) {
  OperationCounts sum;
  for (std::size_t s = 0; s < variant.plan->streams.size(); ++s) {
    if (counts_operations(variant, scope, s)) {
      sum += window.totals.operations[s];
    }
  }
  return sum;
}

double provisioned_in(const WindowFigures& window, const Scope& scope) {
  double sum = 0.0;
  for (std::size_t p = 0; p < window.container_of.size(); ++p) {
    sum += holds_partition(window, scope, p) ? static_cast<double>(window.totals.provisioned[p]) : 0.0;
  }
  return sum / 1000.0 / seconds_of(window);
}

double largest_logical_partition(const ReplicationResult& replication, std::size_t container) {
  const SizeFigures& sizes = replication.sizes;
  const std::size_t containers = sizes.largest_key_text.size();
  return sizes.bins == 0 ? 0.0 : sizes.largest_key[(sizes.bins - 1) * containers + container];
}

double bytes_at_end(const ReplicationResult& replication, std::size_t partition) {
  const SizeFigures& sizes = replication.sizes;
  if (sizes.bins == 0 || partition >= sizes.partitions) {
    return 0.0;
  }
  const double bytes = sizes.bytes[(sizes.bins - 1) * sizes.partitions + partition];
  return std::isnan(bytes) ? 0.0 : bytes;
}

double bytes_per_second(const VariantResult& variant, const ReplicationResult& replication, std::size_t partition) {
  const SizeFigures& sizes = replication.sizes;
  std::size_t first = 0;
  while (first < sizes.bins && std::isnan(sizes.bytes[first * sizes.partitions + partition])) {
    ++first;
  }
  if (partition >= sizes.partitions || first + 1 >= sizes.bins) {
    return 0.0;
  }
  const double grown = bytes_at_end(replication, partition) - sizes.bytes[first * sizes.partitions + partition];
  const auto begin = static_cast<double>((static_cast<std::int64_t>(first) + 1) * variant.plan->bin_seconds);
  return grown / (static_cast<double>(variant.plan->seconds) - begin);
}

std::size_t partitions_used(const VariantResult& variant, const WindowFigures& window, const Scope& scope) {
  std::size_t used = 0;
  for (std::size_t p = 0; p < window.container_of.size(); ++p) {
    Scope one = scope;
    one.partition = p;
    used += holds_partition(window, scope, p) && cells_in(variant, window, one).attempts > 0 ? 1U : 0U;
  }
  return used;
}

double figure(Metric metric, const VariantResult& variant, const WindowFigures& window, const Scope& scope) {
  switch (metric) {
    case Metric::kThrottledShare: {
      const Cell cell = cells_in(variant, window, scope);
      return ratio(static_cast<double>(cell.throttled), static_cast<double>(cell.attempts));
    }
    case Metric::kFirstAttemptThrottledShare: {
      const Cell cell = cells_in(variant, window, scope);
      return ratio(static_cast<double>(cell.first_throttled), static_cast<double>(cell.first_attempts));
    }
    case Metric::kFailedShare: {
      const OperationCounts counts = operations_in(variant, window, scope);
      return ratio(static_cast<double>(counts.failed), static_cast<double>(counts.failed + counts.succeeded));
    }
    case Metric::kLatencyP50:
      return latency(variant, window, scope, 0.50);
    case Metric::kLatencyP90:
      return latency(variant, window, scope, 0.90);
    case Metric::kLatencyP99:
      return latency(variant, window, scope, 0.99);
    case Metric::kLatencyP999:
      return latency(variant, window, scope, 0.999);
    case Metric::kConsumedRu:
      return consumed(variant, window, scope);
    case Metric::kMeanUtilization:
      return consumed(variant, window, scope) / provisioned_in(window, scope);
    case Metric::kNormalizedRu:
      return busiest_utilization(window, scope);
    case Metric::kPhysicalPartitions: {
      std::size_t n = 0;
      for (std::size_t p = 0; p < window.container_of.size(); ++p) {
        n += holds_partition(window, scope, p) && window.at_end[p] != 0 ? 1U : 0U;
      }
      return static_cast<double>(n);
    }
  }
  return kNaN;
}

Estimate estimate(const std::vector<double>& values) {
  sim::Summary summary;
  for (const double value : values) {
    if (!std::isnan(value)) {
      summary.add(value);
    }
  }
  if (summary.count() == 0) {
    return {kNaN, kNaN};
  }
  const sim::Interval interval = summary.interval();
  return {interval.mean, interval.half_width};
}

Estimate estimate(Metric metric, const VariantResult& variant, std::size_t window, const Scope& scope) {
  std::vector<double> values;
  for (const ReplicationResult& replication : variant.replications) {
    values.push_back(figure(metric, variant, replication.windows[window], scope));
  }
  return estimate(values);
}

std::vector<Verdict> judge(const VariantResult& variant) {
  std::vector<Verdict> verdicts;
  for (const Objective& objective : variant.plan->objectives) {
    Verdict verdict;
    verdict.objective = &objective;
    std::vector<double> values;
    std::map<std::size_t, int> times_worst;
    for (const ReplicationResult& replication : variant.replications) {
      const WindowFigures& window = replication.windows[objective.window];
      if (objective.worst_partition) {
        const auto [value, where] = worst_partition(variant, window, objective);
        values.push_back(value);
        if (where) {
          ++times_worst[*where];
        }
      } else {
        values.push_back(figure(objective.metric, variant, window, {objective.container, objective.streams, {}}));
      }
    }
    verdict.value = estimate(values);
    const auto most = std::max_element(times_worst.begin(), times_worst.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != times_worst.end()) {
      verdict.worst_partition = most->first;
    }
    verdict.judged = !std::isnan(verdict.value.mean);
    verdict.met = !verdict.judged || (objective.at_most ? verdict.value.mean <= objective.threshold
                                                        : verdict.value.mean >= objective.threshold);
    verdicts.push_back(verdict);
  }
  return verdicts;
}

}  // namespace cosmos
