#include "models/experiment/frames.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "models/experiment/metrics.h"
#include "models/items/time_pattern.h"
#include "sim/core/fingerprint.h"

namespace cosmos {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kPartitionAxis = "PartitionKeyRangeId";

std::vector<std::string> partition_ids(const VariantResult& variant, const ReplicationResult& result) {
  std::vector<std::string> ids;
  for (const PartitionInfo& partition : result.partitions) {
    const bool several = variant.plan->containers.size() > 1;
    ids.push_back(several ? variant.plan->containers[partition.container].name + "/" + partition.id : partition.id);
  }
  return ids;
}

sim::Axis time_axis(const VariantResult& variant, const BinSeries& series) {
  std::vector<double> starts;
  for (std::size_t b = 0; b < series.bins; ++b) {
    starts.push_back(static_cast<double>(static_cast<std::int64_t>(b) * series.bin_seconds));
  }
  return {"time", "start of the bin", "seconds since " + utc_text(variant.plan->start_unix_seconds), std::move(starts)};
}

sim::Axis partition_axis(const VariantResult& variant, const ReplicationResult& result) {
  return {kPartitionAxis,
          "physical partition, by its partition key range id: those of the start in key order, then those that came",
          "", partition_ids(variant, result)};
}

// Seconds that bin b really covers: the last may be shorter.
double seconds_in(const VariantResult& variant, const BinSeries& series, std::size_t b) {
  const std::int64_t begin = static_cast<std::int64_t>(b) * series.bin_seconds;
  return static_cast<double>(std::min(series.bin_seconds, variant.plan->seconds - begin));
}

void add_by_operation(const ReplicationResult& result, sim::Frame& frame) {
  const BinSeries& series = result.series;
  const std::size_t partitions = result.partitions.size();
  const std::size_t kinds = series.kinds.size();
  std::vector<std::string> names;
  for (const OperationKind kind : series.kinds) {
    names.emplace_back(name_of(kind));
  }
  frame.axes.push_back({"operation", "kind of operation", "", std::move(names)});
  frame.axes.push_back({"status", "how the request was answered", "", std::vector<std::string>{"success", "429"}});
  std::vector<std::int64_t> requests(kinds * 2 * series.bins * partitions);
  for (std::size_t k = 0; k < kinds; ++k) {
    for (std::size_t b = 0; b < series.bins; ++b) {
      for (std::size_t p = 0; p < partitions; ++p) {
        const std::size_t from = (b * partitions + p) * kinds + k;
        const std::size_t to = (2 * k * series.bins + b) * partitions + p;
        requests[to] = series.requests[from] - series.throttled[from];
        requests[to + series.bins * partitions] = series.throttled[from];
      }
    }
  }
  frame.variables.push_back({"TotalRequests",
                             "requests answered, retries included",
                             "1",
                             {"operation", "status", "time", kPartitionAxis},
                             std::move(requests)});
}

// NaN while a partition is not there.
sim::Frame partitions_frame(const VariantResult& variant, const ReplicationResult& result, const std::string& path) {
  const BinSeries& series = result.series;
  const std::size_t partitions = result.partitions.size();
  const std::size_t cells = series.bins * partitions;
  std::vector<double> ru(cells);
  std::vector<double> normalized(cells);
  std::vector<double> raw(cells);
  std::vector<double> mean(cells);
  std::vector<double> provided(cells);
  for (std::size_t b = 0; b < series.bins; ++b) {
    for (std::size_t p = 0; p < partitions; ++p) {
      const std::size_t i = b * partitions + p;
      if (series.provisioned[i] == 0) {
        ru[i] = raw[i] = normalized[i] = mean[i] = provided[i] = kNaN;
        continue;
      }
      ru[i] = static_cast<double>(series.milli_ru[i]) / 1000.0;
      raw[i] = 100.0 * series.busiest_utilization[i];
      normalized[i] = std::min(raw[i], 100.0);
      mean[i] = 100.0 * static_cast<double>(series.milli_ru[i]) / static_cast<double>(series.provisioned[i]);
      provided[i] = static_cast<double>(series.provisioned[i]) / 1000.0 / seconds_in(variant, series, b);
    }
  }
  sim::Frame frame{path, {}, {time_axis(variant, series), partition_axis(variant, result)}, {}};
  const std::vector<std::string> axes = {"time", kPartitionAxis};
  frame.variables.push_back({"TotalRequestUnits", "request units admitted", "RU", axes, std::move(ru)});
  frame.variables.push_back({"NormalizedRUConsumption", "utilisation of the busiest second, at most 100 (MON-01)",
                             "percent", axes, std::move(normalized)});
  frame.variables.push_back({"NormalizedRUConsumptionRaw", "utilisation of the busiest second, overshoot included",
                             "percent", axes, std::move(raw)});
  frame.variables.push_back({"MeanUtilization", "utilisation over the bin", "percent", axes, std::move(mean)});
  frame.variables.push_back({"PhysicalPartitionThroughputInfo", "throughput of the physical partition, mean of the bin",
                             "RU/s", axes, std::move(provided)});
  frame.variables.push_back(
      {"PhysicalPartitionSizeInfo", "data and index at the end of the bin", "B", axes, result.sizes.bytes});
  std::vector<double> widths;
  std::vector<double> born;
  std::vector<double> ended;
  std::vector<std::string> causes;
  std::vector<std::string> parents;
  std::vector<std::string> mins;
  std::vector<std::string> maxs;
  std::vector<double> budgets;
  std::vector<double> stored;
  for (const PartitionInfo& partition : result.partitions) {
    budgets.push_back(partition.budget.as_double());
    stored.push_back(partition.bytes);
    born.push_back(static_cast<double>(partition.born));
    ended.push_back(partition.ended ? static_cast<double>(*partition.ended) : kNaN);
    causes.emplace_back(name_of(partition.cause));
    widths.push_back(100.0 * partition.width);
    parents.push_back(fmt::format("{}", fmt::join(partition.ancestors, " ")));
    mins.push_back(partition.min);
    maxs.push_back(partition.max);
  }
  frame.variables.push_back(
      {"key_space_share", "share of the key space", "percent", {kPartitionAxis}, std::move(widths)});
  frame.variables.push_back({"parents",
                             "ids of the ranges that it came from by splits, oldest first (SPLIT-05)",
                             "",
                             {kPartitionAxis},
                             std::move(parents)});
  frame.variables.push_back({"minInclusive", "first effective partition key", "", {kPartitionAxis}, std::move(mins)});
  frame.variables.push_back({"maxExclusive", "end of the range", "", {kPartitionAxis}, std::move(maxs)});
  frame.variables.push_back({"born", "when it came about, from the start on", "s", {kPartitionAxis}, std::move(born)});
  frame.variables.push_back(
      {"ended", "when others took its place; NaN: it is there at the end", "s", {kPartitionAxis}, std::move(ended)});
  frame.variables.push_back({"cause", "how it came about", "", {kPartitionAxis}, std::move(causes)});
  frame.variables.push_back(
      {"last_throughput", "throughput, the last that it had", "RU/s", {kPartitionAxis}, std::move(budgets)});
  frame.variables.push_back(
      {"last_size", "data and index, the last that it had", "B", {kPartitionAxis}, std::move(stored)});
  add_by_operation(result, frame);
  return frame;
}

void add_burst(const VariantResult& variant, const ReplicationResult& result, sim::Frame& frame) {
  if (!variant.plan->burst_capacity) {
    return;
  }
  std::vector<double> spent;
  std::vector<double> saved;
  for (const BurstUse& use : result.burst) {
    spent.push_back(use.spent.as_double());
    saved.push_back(use.saved_at_end.as_double());
  }
  frame.variables.push_back({"BurstCapacitySpent",
                             "request units that came from the burst capacity, over the whole run (BURST-05)",
                             "RU",
                             {kPartitionAxis},
                             std::move(spent)});
  frame.variables.push_back(
      {"BurstCapacitySaved", "burst capacity that is saved at the end", "RU", {kPartitionAxis}, std::move(saved)});
}

sim::Frame streams_frame(const VariantResult& variant, const BinSeries& series, const std::string& path) {
  std::vector<std::string> names;
  for (const Stream& stream : variant.plan->streams) {
    names.push_back(stream.name);
  }
  sim::Frame frame{path, {}, {time_axis(variant, series), {"stream", "stream of operations", "", names}}, {}};
  std::vector<std::int64_t> started;
  std::vector<std::int64_t> succeeded;
  std::vector<std::int64_t> failed;
  std::vector<std::int64_t> full;
  for (const OperationCounts& counts : series.operations) {
    started.push_back(counts.started);
    succeeded.push_back(counts.succeeded);
    failed.push_back(counts.failed);
    full.push_back(counts.full);
  }
  const std::vector<std::string> axes = {"time", "stream"};
  frame.variables.push_back(
      {"attempts", "requests sent, retries and visits included", "1", axes, series.stream_attempts});
  frame.variables.push_back({"throttled", "requests answered by a 429", "1", axes, series.stream_throttled});
  frame.variables.push_back({"operations", "operations begun", "1", axes, std::move(started)});
  frame.variables.push_back({"succeeded", "operations that succeeded", "1", axes, std::move(succeeded)});
  frame.variables.push_back({"failed", "operations given up", "1", axes, std::move(failed)});
  frame.variables.push_back({"storage_full", "of those: answered 403/1014, their logical partition is full (PART-03)",
                             "1", axes, std::move(full)});
  return frame;
}

// The buckets from the first to the last that any stream filled.
sim::Frame latency_frame(const VariantResult& variant, const Totals& totals, const std::string& path) {
  std::size_t first = sim::Histogram::bucket_count();
  std::size_t end = 0;
  std::vector<std::string> names;
  for (std::size_t s = 0; s < totals.latency.size(); ++s) {
    names.push_back(variant.plan->streams[s].name);
    for (std::size_t i = 0; i < sim::Histogram::bucket_count(); ++i) {
      if (totals.latency[s].count(i) > 0) {
        first = std::min(first, i);
        end = std::max(end, i + 1);
      }
    }
  }
  first = std::min(first, end);
  std::vector<double> edges;
  std::vector<std::int64_t> counts;
  for (std::size_t i = first; i < end; ++i) {
    edges.push_back(static_cast<double>(sim::Histogram::lower_edge(i)) / 1e6);
  }
  for (const sim::Histogram& histogram : totals.latency) {
    for (std::size_t i = first; i < end; ++i) {
      counts.push_back(histogram.count(i));
    }
  }
  sim::Frame frame{
      path,
      {},
      {{"stream", "stream of operations", "", names}, {"bucket", "lower edge of the bucket", "ms", std::move(edges)}},
      {}};
  frame.variables.push_back({"counts",
                             "operations that succeeded, by latency with waits and retries, after the warm-up",
                             "1",
                             {"stream", "bucket"},
                             std::move(counts)});
  return frame;
}

sim::Frame hot_keys_frame(const VariantResult& variant, const ReplicationResult& result, const std::string& path) {
  const auto ranks = static_cast<std::size_t>(variant.plan->hot_keys);
  std::vector<std::int64_t> rank;
  for (std::size_t r = 0; r < ranks; ++r) {
    rank.push_back(static_cast<std::int64_t>(r + 1));
  }
  std::vector<std::string> keys;
  std::vector<double> ru;
  std::vector<double> share;
  std::vector<std::int64_t> throttled;
  for (const std::vector<HotKey>& hottest : result.hot_keys) {
    for (std::size_t r = 0; r < ranks; ++r) {
      const bool there = r < hottest.size();
      keys.push_back(there ? hottest[r].key : "");
      ru.push_back(there ? static_cast<double>(hottest[r].milli_ru) / 1000.0 : kNaN);
      share.push_back(there ? 100.0 * hottest[r].share : kNaN);
      throttled.push_back(there ? hottest[r].throttled : 0);
    }
  }
  sim::Frame frame{path, {}, {partition_axis(variant, result), {"rank", "hottest first", "1", std::move(rank)}}, {}};
  const std::vector<std::string> axes = {kPartitionAxis, "rank"};
  frame.variables.push_back({"key", "value of the key's first level", "", axes, std::move(keys)});
  frame.variables.push_back(
      {"TotalRequestUnits", "request units admitted after the warm-up", "RU", axes, std::move(ru)});
  frame.variables.push_back({"share", "of the partition's request units", "percent", axes, std::move(share)});
  frame.variables.push_back({"throttled", "requests answered by a 429", "1", axes, std::move(throttled)});
  return frame;
}

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

sim::Frame replication_frame(const VariantResult& variant, const ReplicationResult& result, const std::string& path) {
  const WindowFigures& window = result.windows.front();
  return {path,
          {{"seed", static_cast<std::int64_t>(variant.plan->seed)},
           {"replication", result.replication},
           {"fingerprint", hex(result.fingerprint)},
           {"throttled_share", figure(Metric::kThrottledShare, variant, window, {})},
           {"failed_share", figure(Metric::kFailedShare, variant, window, {})},
           {"seconds_stood_for", result.seconds_stood_for}},
          {},
          {}};
}

sim::Frame containers_frame(const VariantResult& variant, const std::string& path) {
  std::vector<std::string> names;
  std::vector<std::string> keys;
  std::vector<std::string> reasons;
  std::vector<double> throughput;
  std::vector<double> stored;
  for (const Container& container : variant.plan->containers) {
    names.push_back(container.name);
    keys.push_back(container.key.text());
    reasons.push_back(container.layout_reason);
    throughput.push_back(container.throughput.as_double());
    stored.push_back(container.gigabytes_stored);
  }
  sim::Frame frame{path, {}, {{"container", "container", "", std::move(names)}}, {}};
  const std::vector<std::string> axes = {"container"};
  frame.variables.push_back({"partition_key", "paths of the partition key", "", axes, std::move(keys)});
  frame.variables.push_back({"layout", "how the physical partitions came about", "", axes, std::move(reasons)});
  frame.variables.push_back({"ProvisionedThroughput", "provisioned throughput", "RU/s", axes, std::move(throughput)});
  frame.variables.push_back({"stored", "data and index at the start", "GB", axes, std::move(stored)});
  return frame;
}

// Of the logical partitions of each container, where they are followed.
sim::Frame storage_frame(const VariantResult& variant, const ReplicationResult& result, const std::string& path) {
  std::vector<std::string> names;
  for (const Container& container : variant.plan->containers) {
    names.push_back(container.name);
  }
  sim::Frame frame{path, {}, {time_axis(variant, result.series), {"container", "container", "", std::move(names)}}, {}};
  const std::vector<std::string> axes = {"time", "container"};
  frame.variables.push_back({"LargestLogicalPartition",
                             "data and index of the largest logical partition at the end of the bin; 0 where none is "
                             "followed",
                             "B", axes, result.sizes.largest_key});
  frame.variables.push_back({"full_at",
                             "when the first logical partition is full (PART-02), if it grows on as from the start to "
                             "the end of the bin; NaN where none grows",
                             "s", axes, result.sizes.full_at});
  return frame;
}

std::string joined(const std::vector<std::int64_t>& ids) { return fmt::format("{}", fmt::join(ids, " ")); }
std::string joined(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    text += fmt::format("{}{:.6g}", text.empty() ? "" : " ", value);
  }
  return text;
}

// How the physical partitions came to be: edges from parents to those in their place, and what happened.
void add_lineage(const VariantResult& variant, const ReplicationResult& result, const std::string& path,
                 std::vector<sim::Frame>& frames) {
  const auto name = [&](std::size_t container) { return variant.plan->containers[container].name; };
  std::vector<std::string> parents;
  std::vector<std::string> children;
  std::vector<std::string> containers;
  std::vector<double> times;
  std::vector<std::string> causes;
  std::vector<std::int64_t> numbers;
  for (const PartitionInfo& partition : result.partitions) {
    for (const std::int64_t parent : partition.parents) {
      numbers.push_back(static_cast<std::int64_t>(numbers.size()));
      containers.push_back(name(partition.container));
      parents.push_back(std::to_string(parent));
      children.push_back(partition.id);
      times.push_back(static_cast<double>(partition.born));
      causes.emplace_back(name_of(partition.cause));
    }
  }
  if (!numbers.empty()) {
    sim::Frame frame{path + "/lineage/edges", {}, {{"edge", "parent to child", "1", std::move(numbers)}}, {}};
    const std::vector<std::string> axes = {"edge"};
    frame.variables.push_back({"container", "container", "", axes, std::move(containers)});
    frame.variables.push_back({"parent", "partition key range id", "", axes, std::move(parents)});
    frame.variables.push_back({"child", "partition key range id", "", axes, std::move(children)});
    frame.variables.push_back(
        {"time", "when the child took the parent's place, from the start on", "s", axes, std::move(times)});
    frame.variables.push_back({"cause", "why", "", axes, std::move(causes)});
    frames.push_back(std::move(frame));
  }
  if (result.events.empty()) {
    return;
  }
  numbers.clear();
  containers.clear();
  times.clear();
  std::vector<std::string> rules;
  std::vector<std::string> texts;
  std::array<std::vector<std::string>, 6> lists;
  for (const ContainerEvent& event : result.events) {
    numbers.push_back(static_cast<std::int64_t>(numbers.size()));
    containers.push_back(name(event.container));
    times.push_back(static_cast<double>(event.second));
    rules.push_back(event.rule);
    texts.push_back(event.text);
    lists[0].push_back(joined(event.before));
    lists[1].push_back(joined(event.after));
    lists[2].push_back(joined(event.ru_before));
    lists[3].push_back(joined(event.ru_after));
    lists[4].push_back(joined(event.gb_before));
    lists[5].push_back(joined(event.gb_after));
  }
  sim::Frame frame{path + "/lineage/events", {}, {{"event", "in order", "1", std::move(numbers)}}, {}};
  const std::vector<std::string> axes = {"event"};
  frame.variables.push_back({"container", "container", "", axes, std::move(containers)});
  frame.variables.push_back({"time", "when, from the start on", "s", axes, std::move(times)});
  frame.variables.push_back({"rule", "rule that says so", "", axes, std::move(rules)});
  frame.variables.push_back({"text", "what happened", "", axes, std::move(texts)});
  frame.variables.push_back(
      {"partitions_before", "ids of the partitions that it ended", "", axes, std::move(lists[0])});
  frame.variables.push_back({"partitions_after", "ids of those in their place", "", axes, std::move(lists[1])});
  frame.variables.push_back({"throughput_before", "RU/s of each that ended", "", axes, std::move(lists[2])});
  frame.variables.push_back({"throughput_after", "RU/s of each in their place", "", axes, std::move(lists[3])});
  frame.variables.push_back({"stored_before", "GB of each that ended", "", axes, std::move(lists[4])});
  frame.variables.push_back({"stored_after", "GB of each in their place", "", axes, std::move(lists[5])});
  frames.push_back(std::move(frame));
}

// Where one second stood for others (executor `rates`).
void add_stretches(const ReplicationResult& result, const std::string& path, std::vector<sim::Frame>& frames) {
  std::vector<std::int64_t> numbers;
  std::vector<double> from;
  std::vector<double> to;
  for (const auto& [begin, end] : result.stretches) {
    numbers.push_back(static_cast<std::int64_t>(numbers.size()));
    from.push_back(static_cast<double>(begin));
    to.push_back(static_cast<double>(end));
  }
  if (numbers.empty()) {
    return;
  }
  sim::Frame frame{path + "/stretches", {}, {{"stretch", "in order", "1", std::move(numbers)}}, {}};
  frame.variables.push_back(
      {"from", "from here on single seconds stood for up to 300", "s", {"stretch"}, std::move(from)});
  frame.variables.push_back({"to", "until here", "s", {"stretch"}, std::move(to)});
  frames.push_back(std::move(frame));
}

// By bin and hour, of the containers with autoscale.
void add_autoscale(const VariantResult& variant, const ReplicationResult& result, const std::string& path,
                   std::vector<sim::Frame>& frames) {
  for (std::size_t c = 0; c < result.autoscale.size(); ++c) {
    if (!result.autoscale[c]) {
      continue;
    }
    const AutoscaleUse& use = *result.autoscale[c];
    std::vector<double> scaled;
    std::vector<double> billed;
    std::vector<std::int64_t> hours;
    for (const Ru bin : use.scaled_to) {
      scaled.push_back(bin.as_double());
    }
    for (const Ru hour : use.billed) {
      hours.push_back(static_cast<std::int64_t>(hours.size()));
      billed.push_back(hour.as_double());
    }
    sim::Frame frame{path + "/autoscale/" + variant.plan->containers[c].name,
                     {},
                     {time_axis(variant, result.series),
                      {"hour", "wall-clock hour, from the one of the start", "1", std::move(hours)}},
                     {}};
    frame.variables.push_back({"ProvisionedThroughput",
                               "RU/s that autoscale went to, the most of the bin (AUTO-03)",
                               "RU/s",
                               {"time"},
                               std::move(scaled)});
    frame.variables.push_back(
        {"billed", "RU/s that the hour is billed at (AUTO-04, AUTO-05)", "RU/s", {"hour"}, std::move(billed)});
    frames.push_back(std::move(frame));
  }
}

sim::Frame variant_frame(const VariantResult& variant, const std::string& path) {
  return {path, {{"duration_s", variant.plan->seconds}, {"warmup_s", variant.plan->windows.front().from}}, {}, {}};
}

}  // namespace

std::string utc_text(std::int64_t unix_seconds) {
  const auto pattern = TimePattern::parse("%FT%TZ");
  return pattern->text(pattern->period_of(unix_seconds));
}

std::vector<sim::Frame> to_frames(const VariantResult& variant) {
  const std::string root = "runs/" + variant.name;
  std::vector<sim::Frame> frames{variant_frame(variant, root), containers_frame(variant, root + "/containers")};
  for (const ReplicationResult& result : variant.replications) {
    const std::string path = fmt::format("{}/{}", root, result.replication);
    frames.push_back(replication_frame(variant, result, path));
    frames.push_back(partitions_frame(variant, result, path + "/partitions"));
    add_burst(variant, result, frames.back());
    frames.push_back(streams_frame(variant, result.series, path + "/streams"));
    frames.push_back(storage_frame(variant, result, path + "/storage"));
    add_lineage(variant, result, path, frames);
    add_stretches(result, path, frames);
    add_autoscale(variant, result, path, frames);
    frames.push_back(latency_frame(variant, result.windows.front().totals, path + "/latency"));
    if (variant.plan->hot_keys > 0) {
      frames.push_back(hot_keys_frame(variant, result, path + "/hot_keys"));
    }
  }
  return frames;
}

sim::Frame summary_frame(const std::vector<VariantResult>& variants) {
  constexpr std::array kMetrics = {Metric::kThrottledShare,    Metric::kFirstAttemptThrottledShare,
                                   Metric::kFailedShare,       Metric::kLatencyP50,
                                   Metric::kLatencyP90,        Metric::kLatencyP99,
                                   Metric::kLatencyP999,       Metric::kConsumedRu,
                                   Metric::kMeanUtilization,   Metric::kNormalizedRu,
                                   Metric::kPhysicalPartitions};
  std::vector<std::string> names;
  std::vector<std::string> metrics;
  std::vector<double> means;
  std::vector<double> half_widths;
  metrics.reserve(kMetrics.size());
  for (const Metric metric : kMetrics) {
    metrics.emplace_back(name_of(metric));
  }
  for (const VariantResult& variant : variants) {
    if (variant.replications.empty()) {
      continue;
    }
    names.push_back(variant.name);
    for (const Metric metric : kMetrics) {
      const bool latency = metric >= Metric::kLatencyP50 && metric <= Metric::kLatencyP999;
      const double scale = latency ? 1e-6 : 1.0;
      const Estimate value = estimate(metric, variant, 0, {});
      means.push_back(value.mean * scale);
      half_widths.push_back(value.half_width * scale);
    }
  }
  sim::Frame frame{"summary",
                   {},
                   {{"variant", "design", "", std::move(names)},
                    {"metric", "figure: shares 0 to 1, latencies in ms, consumed_ru in RU/s", "", std::move(metrics)}},
                   {}};
  frame.variables.push_back({"mean", "mean over the replications", "", {"variant", "metric"}, std::move(means)});
  frame.variables.push_back({"half_width",
                             "half of the 95 % interval of the mean; NaN below two replications",
                             "",
                             {"variant", "metric"},
                             std::move(half_widths)});
  return frame;
}

}  // namespace cosmos
