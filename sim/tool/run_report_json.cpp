#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "models/experiment/frames.h"
#include "models/experiment/metrics.h"
#include "models/findings/findings.h"
#include "models/service_limits.h"
#include "sim/tool/run_report.h"
#include "sim/tool/version.h"

namespace sim {
namespace {

using cosmos::Metric;
using cosmos::Scope;

constexpr std::array kMetrics = {Metric::kThrottledShare,  Metric::kFirstAttemptThrottledShare,
                                 Metric::kFailedShare,     Metric::kLatencyP50,
                                 Metric::kLatencyP90,      Metric::kLatencyP99,
                                 Metric::kLatencyP999,     Metric::kConsumedRu,
                                 Metric::kMeanUtilization, Metric::kNormalizedRu};

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

bool is_latency(Metric metric) { return metric >= Metric::kLatencyP50 && metric <= Metric::kLatencyP999; }

double in_unit(Metric metric, double value) { return is_latency(metric) ? value / 1e6 : value; }

std::string key_of(Metric metric) { return std::string(cosmos::name_of(metric)) + (is_latency(metric) ? "_ms" : ""); }

Json estimate_json(const cosmos::Estimate& value) {
  return {{"mean", number(value.mean)}, {"half_width", number(value.half_width)}};
}

Json metrics_json(const cosmos::VariantResult& variant, const Scope& scope) {
  Json json = Json::object();
  for (const Metric metric : kMetrics) {
    cosmos::Estimate value = cosmos::estimate(metric, variant, 0, scope);
    value.mean = in_unit(metric, value.mean);
    value.half_width = in_unit(metric, value.half_width);
    json[key_of(metric)] = estimate_json(value);
  }
  return json;
}

Json objectives_json(const cosmos::VariantResult& variant) {
  Json json = Json::array();
  for (const cosmos::Verdict& verdict : cosmos::judge(variant)) {
    const cosmos::Objective& objective = *verdict.objective;
    Json entry = {{"metric", cosmos::name_of(objective.metric)},
                  {objective.at_most ? "at_most" : "at_least", objective.threshold_text},
                  {"met", verdict.judged ? Json(verdict.met) : Json(nullptr)},
                  {"value", estimate_json({in_unit(objective.metric, verdict.value.mean),
                                           in_unit(objective.metric, verdict.value.half_width)})}};
    if (objective.container) {
      entry["container"] = variant.plan->containers[*objective.container].name;
    }
    if (objective.streams) {
      entry["stream"] = objective.streams->name;
    }
    if (objective.worst_partition) {
      entry["partition"] = verdict.worst_partition ? Json(variant.partitions[*verdict.worst_partition].id) : Json();
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json autoscale_json(const cosmos::VariantResult& variant, std::size_t container) {
  if (!variant.plan->containers[container].autoscale) {
    return nullptr;
  }
  std::vector<double> highest;
  std::vector<double> mean;
  Json hours = Json::array();
  for (const cosmos::ReplicationResult& replication : variant.replications) {
    const cosmos::AutoscaleUse& use = *replication.autoscale[container];
    highest.push_back(use.highest().as_double());
    mean.push_back(use.mean_billed());
    Json billed = Json::array();
    for (const cosmos::Ru hour : use.billed) {
      billed.push_back(hour.as_double());
    }
    hours.push_back(std::move(billed));
  }
  return {{"max_ru", variant.plan->containers[container].throughput.as_double()},
          {"scaled_to_ru", estimate_json(cosmos::estimate(highest))},
          {"billed_ru", estimate_json(cosmos::estimate(mean))},
          {"billed_ru_by_hour", std::move(hours)},
          {"price_factor", cosmos::service_limits::kAutoscalePriceFactor},
          {"billed_by", variant.plan->dynamic_autoscale ? "partition" : "busiest partition"}};
}

Json containers_json(const cosmos::VariantResult& variant) {
  Json json = Json::object();
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const cosmos::Container& container = variant.plan->containers[c];
    const Scope scope{c, {}, {}};
    Json used = Json::array();
    std::vector<double> at_end;
    std::vector<double> largest;
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      at_end.push_back(cosmos::figure(Metric::kPhysicalPartitions, variant, replication.windows.front(), scope));
      largest.push_back(cosmos::largest_logical_partition(replication, c));
      used.push_back(cosmos::partitions_used(variant, replication.windows.front(), scope));
    }
    json[container.name] = {{"partition_key", container.key.text()},
                            {"physical_partitions", number(cosmos::estimate(at_end).mean)},
                            {"largest_logical_partition_bytes", number(cosmos::estimate(largest).mean)},
                            {"layout", container.layout_reason},
                            {"provisioned_ru", container.throughput.as_double()},
                            {"stored_gigabytes_at_start", container.gigabytes_stored},
                            {"monthly_price_usd", monthly_price(variant, c)},
                            {"autoscale", autoscale_json(variant, c)},
                            {"partitions_used", std::move(used)},
                            {"metrics", metrics_json(variant, scope)}};
  }
  return json;
}

// At the end, mean over the replications that have the partition then.
Json stored_bytes(const cosmos::VariantResult& variant, std::size_t p) {
  std::vector<double> bytes;
  for (const cosmos::ReplicationResult& replication : variant.replications) {
    const cosmos::SizeFigures& sizes = replication.sizes;
    if (p < sizes.partitions && sizes.bins > 0) {
      bytes.push_back(sizes.bytes[(sizes.bins - 1) * sizes.partitions + p]);
    }
  }
  return number(cosmos::estimate(bytes).mean);
}

Json partitions_json(const cosmos::VariantResult& variant) {
  Json json = Json::array();
  for (std::size_t p = 0; p < variant.partitions.size(); ++p) {
    const cosmos::PartitionInfo& info = variant.partitions[p];
    const Scope scope{{}, {}, p};
    Json entry = {{"container", variant.plan->containers[info.container].name},
                  {"id", info.id},
                  {"parents", info.ancestors},
                  {"replaces", info.parents},
                  {"cause", cosmos::name_of(info.cause)},
                  {"born_s", info.born},
                  {"ended_s", info.ended ? Json(*info.ended) : Json(nullptr)},
                  {"stored_bytes", stored_bytes(variant, p)},
                  {"min_inclusive", info.min},
                  {"max_exclusive", info.max},
                  {"key_space_share", info.width},
                  {"provisioned_ru", info.budget.as_double()}};
    for (const Metric metric : {Metric::kThrottledShare, Metric::kFirstAttemptThrottledShare, Metric::kConsumedRu,
                                Metric::kMeanUtilization, Metric::kNormalizedRu}) {
      entry[key_of(metric)] = number(cosmos::estimate(metric, variant, 0, scope).mean);
    }
    const cosmos::Cell use = cosmos::use_of_partition(variant, p);
    entry["attempts"] = use.attempts;
    entry["throttled"] = use.throttled;
    Json keys = Json::array();
    if (!variant.replications.empty()) {
      for (const cosmos::HotKey& key : variant.replications.front().hot_keys_of(p)) {
        keys.push_back({{"key", key.key},
                        {"share", key.share},
                        {"ru", static_cast<double>(key.milli_ru) / 1000.0},
                        {"throttled", key.throttled}});
      }
    }
    entry["hot_keys"] = std::move(keys);
    if (variant.plan->burst_capacity) {
      std::vector<double> spent;
      std::vector<double> saved;
      for (const cosmos::ReplicationResult& replication : variant.replications) {
        const cosmos::BurstUse burst = p < replication.burst.size() ? replication.burst[p] : cosmos::BurstUse{};
        spent.push_back(burst.spent.as_double());
        saved.push_back(burst.saved_at_end.as_double());
      }
      entry["burst"] = {{"spent_ru", estimate_json(cosmos::estimate(spent))},
                        {"saved_ru_at_end", estimate_json(cosmos::estimate(saved))}};
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json streams_json(const cosmos::VariantResult& variant) {
  Json json = Json::object();
  for (std::size_t s = 0; s < variant.plan->streams.size(); ++s) {
    const cosmos::Stream& stream = variant.plan->streams[s];
    const Scope scope = Scope::of_stream(*variant.plan, s);
    cosmos::Cell cells;
    cosmos::OperationCounts counts;
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      cells += cosmos::cells_in(variant, replication.windows.front(), scope);
      counts += cosmos::operations_in(variant, replication.windows.front(), scope);
    }
    const auto per = [](std::int64_t a, std::int64_t b) {
      return b > 0 ? Json(static_cast<double>(a) / static_cast<double>(b)) : Json(nullptr);
    };
    json[stream.name] = {
        {"container", variant.plan->containers[stream.container].name},
        {"operation", cosmos::name_of(stream.operation)},
        {"known_levels", variant.streams[s].known_levels},
        {"listed_keys", variant.streams[s].listed_keys},
        {"sent_as_query", variant.streams[s].sent_as_query},
        {"queries_first", stream.finds_first},
        {"part_of", stream.part_of ? Json(variant.plan->streams[stream.part_of->whole].name) : Json(nullptr)},
        {"operations", counts.started},
        {"succeeded", counts.succeeded},
        {"failed", counts.failed},
        {"storage_full", counts.full},
        {"waiting_at_end", std::max<std::int64_t>(counts.started - counts.succeeded - counts.failed, 0)},
        {"attempts", cells.attempts},
        {"throttled", cells.throttled},
        {"attempts_per_success", per(cells.attempts, counts.succeeded)},
        {"partitions_visited_per_operation", per(cells.first_attempts, counts.started)},
        {"ru_per_operation", counts.succeeded > 0 ? Json(static_cast<double>(cells.admitted_milli_ru) / 1000.0 /
                                                         static_cast<double>(counts.succeeded))
                                                  : Json(nullptr)},
        {"metrics", metrics_json(variant, scope)}};
  }
  return json;
}

Json events_json(const cosmos::VariantResult& variant, const cosmos::ReplicationResult& replication) {
  Json json = Json::array();
  for (const cosmos::ContainerEvent& event : replication.events) {
    json.push_back({{"at_s", event.second},
                    {"container", variant.plan->containers[event.container].name},
                    {"rule", event.rule},
                    {"text", event.text},
                    {"partitions_before", event.before},
                    {"partitions_after", event.after},
                    {"ru_before", event.ru_before},
                    {"ru_after", event.ru_after},
                    {"gigabytes_before", event.gb_before},
                    {"gigabytes_after", event.gb_after}});
  }
  return json;
}

Json replications_json(const cosmos::VariantResult& variant) {
  Json json = Json::array();
  for (const cosmos::ReplicationResult& replication : variant.replications) {
    const cosmos::WindowFigures& window = replication.windows.front();
    json.push_back({{"replication", replication.replication},
                    {"fingerprint", fmt::format("{:016x}", replication.fingerprint)},
                    {"throttled_share", number(cosmos::figure(Metric::kThrottledShare, variant, window, {}))},
                    {"consumed_ru", number(cosmos::figure(Metric::kConsumedRu, variant, window, {}))},
                    {"seconds_stood_for", replication.seconds_stood_for},
                    {"events", events_json(variant, replication)}});
  }
  return json;
}

Json findings_json(const cosmos::VariantResult& variant) {
  Json json = Json::array();
  for (const cosmos::Finding& finding : cosmos::all_findings(variant)) {
    json.push_back({{"id", finding.id}, {"text", finding.text}, {"advice", finding.advice}});
  }
  return json;
}

}  // namespace

Json report_json(const RunReport& report) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < report.variants.size(); ++i) {
    const cosmos::VariantResult& variant = report.result->variants[i];
    Json readings = Json::object();
    for (const auto& [name, value] : readings_in_force(*report.variants[i])) {
      readings[name] = value;
    }
    runs.push_back({{"variant", variant.name},
                    {"objectives", objectives_json(variant)},
                    {"metrics", metrics_json(variant, {})},
                    {"containers", containers_json(variant)},
                    {"streams", streams_json(variant)},
                    {"partitions", partitions_json(variant)},
                    {"findings", findings_json(variant)},
                    {"replications", replications_json(variant)},
                    {"readings", std::move(readings)}});
  }
  const cosmos::RunPlan& plan = *report.result->variants.front().plan;
  return {{"tool", fmt::format("cosmosim {}", version())},
          {"scenario", report.scenario->base.config.name},
          {"start", cosmos::utc_text(plan.start_unix_seconds)},
          {"duration_s", plan.seconds},
          {"warmup_s", plan.windows.front().from},
          {"seed", plan.seed},
          {"executor", cosmos::name_of(plan.executor)},
          {"complete", report.result->complete},
          {"file", report.file.empty() ? Json(nullptr) : Json(report.file)},
          {"runs", std::move(runs)}};
}

}  // namespace sim
