#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/scenario/resolver.h"

namespace cosmos {
namespace {

enum class Unit { kShare, kDuration, kThroughput, kCount };

struct MetricRow {
  std::string_view name;
  Metric metric;
  Unit unit;
  bool by_partition;
  bool by_stream;
};
constexpr std::array kMetrics = {
    MetricRow{"throttled_share", Metric::kThrottledShare, Unit::kShare, true, true},
    MetricRow{"first_attempt_throttled_share", Metric::kFirstAttemptThrottledShare, Unit::kShare, true, true},
    MetricRow{"failed_share", Metric::kFailedShare, Unit::kShare, false, true},
    MetricRow{"latency_p50", Metric::kLatencyP50, Unit::kDuration, false, true},
    MetricRow{"latency_p90", Metric::kLatencyP90, Unit::kDuration, false, true},
    MetricRow{"latency_p99", Metric::kLatencyP99, Unit::kDuration, false, true},
    MetricRow{"latency_p999", Metric::kLatencyP999, Unit::kDuration, false, true},
    MetricRow{"consumed_ru", Metric::kConsumedRu, Unit::kThroughput, true, true},
    MetricRow{"mean_utilization", Metric::kMeanUtilization, Unit::kShare, true, false},
    MetricRow{"normalized_ru", Metric::kNormalizedRu, Unit::kShare, true, false},
    MetricRow{"physical_partitions", Metric::kPhysicalPartitions, Unit::kCount, false, false},
};
constexpr std::array<std::string_view, 4> kNotBuiltMetrics = {"completion_time", "largest_logical_partition",
                                                              "largest_physical_partition", "monthly_price"};

template <class T, class ToDouble>
std::optional<double> read_as(const std::string& text, std::string& hint, ToDouble to_double) {
  const auto parsed = sim::ValueTraits<T>::parse(text);
  if (!parsed.value) {
    hint = fmt::format("a {}, such as {}", sim::ValueTraits<T>::kType, sim::ValueTraits<T>::kExample);
    return std::nullopt;
  }
  return to_double(*parsed.value);
}

std::optional<double> threshold(Unit unit, const std::string& text, std::string& hint) {
  switch (unit) {
    case Unit::kShare:
      return read_as<sim::Share>(text, hint, [](sim::Share share) { return share.value; });
    case Unit::kDuration:
      return read_as<sim::Duration>(text, hint, [](sim::Duration d) { return static_cast<double>(d.count()); });
    case Unit::kThroughput:
      return read_as<Throughput>(text, hint, [](Throughput t) { return t.per_second.as_double(); });
    case Unit::kCount:
      break;
  }
  return read_as<std::int64_t>(text, hint, [](std::int64_t n) { return static_cast<double>(n); });
}

}  // namespace

void Resolver::resolve_objectives() {
  for (std::size_t i = 0; i < config_.objectives.size(); ++i) {
    if (auto resolved = objective(fmt::format("objectives.{}", i), config_.objectives[i])) {
      plan_.objectives.push_back(std::move(*resolved));
    }
  }
}

std::optional<Objective> Resolver::objective(const std::string& path, const ObjectiveConfig& config) {
  const auto row = std::find_if(kMetrics.begin(), kMetrics.end(),
                                [&](const MetricRow& candidate) { return candidate.name == config.metric; });
  if (row == kMetrics.end()) {
    const bool known =
        std::find(kNotBuiltMetrics.begin(), kNotBuiltMetrics.end(), config.metric) != kNotBuiltMetrics.end();
    std::vector<std::string> names;
    names.reserve(kMetrics.size());
    for (const MetricRow& metric : kMetrics) {
      names.emplace_back(metric.name);
    }
    error(path + ".metric",
          known ? fmt::format("`{}` is in the grammar, but this version does not support it yet", config.metric)
                : fmt::format("no metric `{}`", config.metric),
          known_names(config.metric, names));
    return std::nullopt;
  }
  Objective objective;
  objective.metric = row->metric;
  if (config.at_most.has_value() == config.at_least.has_value()) {
    error(path, config.at_most ? "has both `at_most` and `at_least`" : "has no threshold",
          "exactly one of `at_most`, `at_least`");
    return std::nullopt;
  }
  objective.at_most = config.at_most.has_value();
  objective.threshold_text = objective.at_most ? *config.at_most : *config.at_least;
  std::string hint;
  const auto value = threshold(row->unit, objective.threshold_text, hint);
  if (!value) {
    error(path + (objective.at_most ? ".at_most" : ".at_least"),
          fmt::format("`{}` has not the unit of {}", objective.threshold_text, row->name), hint);
    return std::nullopt;
  }
  objective.threshold = *value;
  objective.worst_partition = config.partition.has_value();
  if (objective.worst_partition && !row->by_partition) {
    error(path + ".partition", fmt::format("{} is no figure of a partition", row->name), "leave `partition` out");
  }
  if (config.container) {
    objective.container = config_.containers.index_of(*config.container);
    if (!objective.container) {
      error(path + ".container", fmt::format("no container `{}`", *config.container),
            known_names(*config.container, config_.containers.names()));
    }
  }
  if (config.stream) {
    const auto group = std::find_if(plan_.stream_groups.begin(), plan_.stream_groups.end(),
                                    [&](const StreamGroup& candidate) { return candidate.name == *config.stream; });
    if (group != plan_.stream_groups.end()) {
      objective.streams = *group;
    }
    if (!objective.streams) {
      std::vector<std::string> names;
      for (const StreamGroup& known : plan_.stream_groups) {
        names.push_back(known.name);
      }
      error(path + ".stream", fmt::format("no stream `{}`", *config.stream), known_names(*config.stream, names));
    } else if (!row->by_stream) {
      error(path + ".stream", fmt::format("{} is no figure of a stream", row->name), "leave `stream` out");
    }
  }
  objective.window = window(path, config);
  return objective;
}

std::size_t Resolver::window(const std::string& path, const ObjectiveConfig& config) {
  Window wanted = plan_.windows.front();
  if (wanted.from >= wanted.to) {
    return 0;  // the warm-up is too long: that is the error
  }
  if (config.start) {
    wanted.from = whole_seconds(path + ".start", *config.start);
  }
  if (config.stop) {
    wanted.to = whole_seconds(path + ".stop", *config.stop);
  }
  if (wanted.from >= wanted.to || wanted.to > plan_.seconds) {
    error(path, "covers no part of the run", "`start` before `stop`, both within `clock.duration`");
    return 0;
  }
  const auto at = std::find(plan_.windows.begin(), plan_.windows.end(), wanted);
  if (at == plan_.windows.end()) {
    plan_.windows.push_back(wanted);
    return plan_.windows.size() - 1;
  }
  return static_cast<std::size_t>(at - plan_.windows.begin());
}

}  // namespace cosmos
