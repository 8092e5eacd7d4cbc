#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "models/experiment/frames.h"
#include "models/experiment/metrics.h"
#include "models/findings/findings.h"
#include "models/service_limits.h"
#include "sim/tool/format.h"
#include "sim/tool/run_report.h"
#include "sim/tool/text_table.h"

namespace sim {
namespace {

using cosmos::Metric;
using cosmos::Scope;

constexpr std::size_t kEventsShown = 20;
constexpr std::size_t kPartitionsShown = 8;
constexpr std::size_t kKeysShown = 3;
constexpr std::size_t kKeyWidth = 24;

bool is_latency(Metric metric) { return metric >= Metric::kLatencyP50 && metric <= Metric::kLatencyP999; }

std::string shown(Metric metric, const cosmos::Estimate& value) {
  if (is_latency(metric)) {
    return duration_interval(value.mean / 1e9, value.half_width / 1e9);
  }
  if (metric == Metric::kConsumedRu) {
    return amount_interval(value.mean, value.half_width, "RU/s");
  }
  if (metric == Metric::kPhysicalPartitions) {
    return grouped(static_cast<std::int64_t>(value.mean));
  }
  return percent_interval(value.mean, value.half_width);
}

std::string shown(Metric metric, const cosmos::VariantResult& variant, const Scope& scope) {
  return shown(metric, cosmos::estimate(metric, variant, 0, scope));
}

std::string short_key(const std::string& key) {
  if (display_width(key) <= kKeyWidth) {
    return printable(key);
  }
  std::size_t cut = kKeyWidth - 1;
  while (cut > 0 && (static_cast<unsigned char>(key[cut]) & 0xC0U) == 0x80U) {
    --cut;
  }
  return printable(key.substr(0, cut)) + "…";
}

// How much of the time single seconds stood for others.
std::string rates_text(const RunReport& report) {
  double stood_for = 0.0;
  double seconds = 0.0;
  for (const cosmos::VariantResult& variant : report.result->variants) {
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      stood_for += static_cast<double>(replication.seconds_stood_for);
      seconds += static_cast<double>(variant.plan->seconds);
    }
  }
  return seconds > 0.0 ? fmt::format(
                             "  {} of the seconds were taken to be like another one near them; the rest was worked "
                             "out second by second\n",
                             percent(stood_for / seconds))
                       : "";
}

std::string heading(const RunReport& report) {
  const cosmos::VariantResult& first = report.result->variants.front();
  const cosmos::RunPlan& plan = *first.plan;
  std::int64_t operations = 0;
  for (const cosmos::VariantResult& variant : report.result->variants) {
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      operations += cosmos::operations_in(variant, replication.windows.front(), {}).started;
    }
  }
  const std::string& description = report.scenario->base.config.description;
  std::string text = printable(report.scenario->base.config.name);
  text += description.empty() ? "\n" : ": " + printable(description) + "\n";
  text += fmt::format("  {} from {}", duration_of_seconds(static_cast<double>(plan.seconds)),
                      cosmos::utc_text(plan.start_unix_seconds));
  if (plan.windows.front().from > 0) {
    text += fmt::format(", of which {} warm-up", duration_of_seconds(static_cast<double>(plan.windows.front().from)));
  }
  text += fmt::format("; seed {}, {} replication{}; executor {}\n", plan.seed, plan.replications,
                      plan.replications == 1 ? "" : "s", cosmos::name_of(plan.executor));
  if (plan.executor == cosmos::Executor::kRates) {
    text += rates_text(report);
  }
  text += fmt::format("  {} operations{}, over all designs and replications\n", grouped(operations),
                      plan.windows.front().from > 0 ? " after the warm-up" : "");
  if (!report.result->complete) {
    text += "  STOPPED: only the replications that were finished count\n";
  }
  return text;
}

std::string objective_text(const cosmos::VariantResult& variant, const cosmos::Verdict& verdict) {
  const cosmos::Objective& objective = *verdict.objective;
  std::string text(cosmos::name_of(objective.metric));
  if (objective.container) {
    text += " of container " + variant.plan->containers[*objective.container].name;
  }
  if (objective.streams) {
    text += " of stream " + objective.streams->name;
  }
  if (objective.worst_partition) {
    text += ", worst partition";
  }
  text += fmt::format(" {} {}: {}", objective.at_most ? "at most" : "at least", objective.threshold_text,
                      std::isnan(verdict.value.mean) ? "nothing to judge" : shown(objective.metric, verdict.value));
  if (verdict.worst_partition) {
    text += " (" + cosmos::partition_name(variant, *verdict.worst_partition) + ")";
  }
  return text;
}

std::string objectives_section(const cosmos::VariantResult& variant) {
  std::string text;
  for (const cosmos::Verdict& verdict : cosmos::judge(variant)) {
    text += fmt::format("  {:<10}  {}\n",
                        !verdict.judged ? "not judged"
                        : verdict.met   ? "met"
                                        : "NOT MET",
                        objective_text(variant, verdict));
  }
  return text.empty() ? "" : "\nObjectives\n" + text;
}

// What autoscale came to: the mean over replications.
std::string autoscale_text(const cosmos::VariantResult& variant) {
  std::string text;
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    if (!variant.plan->containers[c].autoscale) {
      continue;
    }
    std::vector<double> highest;
    std::vector<double> billed;
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      highest.push_back(replication.autoscale[c]->highest().as_double());
      billed.push_back(replication.autoscale[c]->mean_billed());
    }
    text += fmt::format(
        "  {}: autoscale went up to {}; its hours are billed at {} in the mean, {}\n", variant.plan->containers[c].name,
        ru_per_second(cosmos::estimate(highest).mean), ru_per_second(cosmos::estimate(billed).mean),
        variant.plan->dynamic_autoscale ? "partition by partition (AUTO-05)" : "by the busiest partition (AUTO-03)");
  }
  return text;
}

std::string container_table(const cosmos::VariantResult& variant) {
  TextTable table({{"container", Align::kLeft},
                   {"provisioned", Align::kRight},
                   {"consumed", Align::kRight},
                   {"throttled", Align::kRight},
                   {"first attempts", Align::kRight},
                   {"failed", Align::kRight},
                   {"p50", Align::kRight},
                   {"p99", Align::kRight},
                   {"busiest second", Align::kRight},
                   {"stored", Align::kRight},
                   {"per month", Align::kRight}});
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const cosmos::Container& container = variant.plan->containers[c];
    const Scope scope{c, {}, {}};
    table.add_row({container.name, ru_per_second(container.throughput.as_double()),
                   shown(Metric::kConsumedRu, variant, scope), shown(Metric::kThrottledShare, variant, scope),
                   shown(Metric::kFirstAttemptThrottledShare, variant, scope),
                   shown(Metric::kFailedShare, variant, scope), shown(Metric::kLatencyP50, variant, scope),
                   shown(Metric::kLatencyP99, variant, scope), shown(Metric::kNormalizedRu, variant, scope),
                   amount(container.gigabytes_stored, "GB"), fmt::format("${:.0f}", monthly_price(variant, c))});
  }
  std::string text = "\nContainers\n";
  for (std::size_t c = 0; c < variant.plan->containers.size(); ++c) {
    const cosmos::Container& container = variant.plan->containers[c];
    text += fmt::format("  {}: partition key {}; {}\n", container.name, container.key.text(), container.layout_reason);
  }
  return text + autoscale_text(variant) + table.str();
}

std::string hot_keys_text(const cosmos::VariantResult& variant, std::size_t p) {
  std::string text;
  const auto& keys = variant.replications.front().hot_keys_of(p);
  for (std::size_t k = 0; k < std::min(keys.size(), kKeysShown); ++k) {
    text += fmt::format("{}{} {}", k == 0 ? "" : ", ", short_key(keys[k].key), percent(keys[k].share));
  }
  return text;
}

std::string partition_table(const cosmos::VariantResult& variant) {
  std::vector<std::size_t> order(variant.partitions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto load = [&](std::size_t p) {
    const cosmos::Cell use = cosmos::use_of_partition(variant, p);
    return std::pair(use.throttled, static_cast<double>(use.admitted_milli_ru) /
                                        static_cast<double>(variant.partitions[p].budget.milli()));
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return load(a) > load(b); });
  TextTable table({{"partition", Align::kLeft},
                   {"RU/s", Align::kRight},
                   {"key space", Align::kRight},
                   {"mean use", Align::kRight},
                   {"busiest second", Align::kRight},
                   {"throttled", Align::kRight},
                   {"hottest keys, share of its RU", Align::kLeft}});
  for (std::size_t i = 0; i < std::min(order.size(), kPartitionsShown); ++i) {
    const std::size_t p = order[i];
    const cosmos::PartitionInfo& info = variant.partitions[p];
    const bool several = variant.plan->containers.size() > 1;
    std::string name = several ? variant.plan->containers[info.container].name + "/" + info.id : info.id;
    if (info.ended) {
      name += fmt::format(" until {}", duration_of_seconds(static_cast<double>(*info.ended)));
    } else if (info.born > 0) {
      name += fmt::format(" from {}", duration_of_seconds(static_cast<double>(info.born)));
    }
    const Scope scope{{}, {}, p};
    table.add_row({name, amount(info.budget.as_double(), ""), percent(info.width),
                   shown(Metric::kMeanUtilization, variant, scope), shown(Metric::kNormalizedRu, variant, scope),
                   cosmos::use_of_partition(variant, p).attempts > 0 ? shown(Metric::kThrottledShare, variant, scope)
                                                                     : "no requests",
                   hot_keys_text(variant, p)});
  }
  std::string text = "\nBusiest physical partitions";
  if (order.size() > kPartitionsShown) {
    text += fmt::format(" ({} of {})", kPartitionsShown, order.size());
  }
  return text + "\n" + table.str();
}

std::string operation_text(const cosmos::Stream& stream, const cosmos::StreamInfo& info) {
  std::string text = cosmos::name_of(stream.operation);
  if (info.sent_as_query) {
    text += " (as query)";
  } else if (stream.finds_first) {
    text += " (queries first)";
  }
  return text;
}

std::string levels_text(const cosmos::StreamInfo& info) {
  return fmt::format("{} of {}{}", info.known_levels, info.key_levels,
                     info.listed_keys > 1 ? fmt::format(", {} values", info.listed_keys) : "");
}

std::string stream_table(const cosmos::VariantResult& variant) {
  TextTable table({{"stream", Align::kLeft},
                   {"operation", Align::kLeft},
                   {"key levels known", Align::kRight},
                   {"partitions visited", Align::kRight},
                   {"RU each", Align::kRight},
                   {"operations", Align::kRight},
                   {"failed", Align::kRight},
                   {"waiting at end", Align::kRight},
                   {"throttled", Align::kRight},
                   {"p50", Align::kRight},
                   {"p99", Align::kRight}});
  for (std::size_t s = 0; s < variant.plan->streams.size(); ++s) {
    const Scope scope = Scope::of_stream(*variant.plan, s);
    cosmos::Cell cells;
    cosmos::OperationCounts counts;
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      cells += cosmos::cells_in(variant, replication.windows.front(), scope);
      counts += cosmos::operations_in(variant, replication.windows.front(), scope);
    }
    const auto per = [](double a, std::int64_t b) { return b > 0 ? amount(a / static_cast<double>(b), "") : "n/a"; };
    const cosmos::StreamInfo& info = variant.streams[s];
    const cosmos::Stream& stream = variant.plan->streams[s];
    if (stream.part_of && counts.started == 0 && stream.name.ends_with(".undo")) {
      continue;
    }
    table.add_row({stream.part_of ? "  " + stream.name : stream.name, operation_text(stream, info),
                   stream.parts.empty() ? levels_text(info) : "",
                   per(static_cast<double>(cells.first_attempts), counts.started),
                   per(static_cast<double>(cells.admitted_milli_ru) / 1000.0, counts.succeeded),
                   grouped(counts.started), shown(Metric::kFailedShare, variant, scope),
                   grouped(std::max<std::int64_t>(counts.started - counts.succeeded - counts.failed, 0)),
                   shown(Metric::kThrottledShare, variant, scope), shown(Metric::kLatencyP50, variant, scope),
                   shown(Metric::kLatencyP99, variant, scope)});
  }
  return "\nStreams\n" + table.str();
}

// What happened to throughput, partitions and storage: of the first replication.
std::string events_section(const cosmos::VariantResult& variant) {
  const std::vector<cosmos::ContainerEvent>& events = variant.replications.front().events;
  std::string text;
  for (std::size_t i = 0; i < std::min(events.size(), kEventsShown); ++i) {
    const cosmos::ContainerEvent& event = events[i];
    text +=
        fmt::format("  {:>10}  {}{} ({})\n", duration_of_seconds(static_cast<double>(event.second)),
                    variant.plan->containers.size() > 1 ? variant.plan->containers[event.container].name + ": " : "",
                    printable(event.text), event.rule);
  }
  if (events.size() > kEventsShown) {
    text += fmt::format("  and {} more\n", events.size() - kEventsShown);
  }
  return text.empty() ? "" : "\nWhat happened on the way\n" + text;
}

std::string findings_section(const cosmos::VariantResult& variant) {
  std::string text;
  for (const cosmos::Finding& finding : cosmos::all_findings(variant)) {
    text += fmt::format("  {}: {}\n", finding.id, printable(finding.text));
    if (!finding.advice.empty()) {
      text += "      " + finding.advice + "\n";
    }
  }
  return text.empty() ? "" : "\nFindings\n" + text;
}

std::string side_by_side(const RunReport& report) {
  TextTable table({{"variant", Align::kLeft},
                   {"partition key", Align::kLeft},
                   {"partitions", Align::kRight},
                   {"not idle", Align::kRight},
                   {"consumed", Align::kRight},
                   {"throttled", Align::kRight},
                   {"failed", Align::kRight},
                   {"p50", Align::kRight},
                   {"p99", Align::kRight},
                   {"objectives", Align::kRight}});
  for (const cosmos::VariantResult& variant : report.result->variants) {
    if (variant.replications.empty()) {
      continue;
    }
    std::string keys;
    for (const cosmos::Container& container : variant.plan->containers) {
      keys += (keys.empty() ? "" : "; ") + container.key.text();
    }
    const std::vector<bool> idle = cosmos::idle_partitions(variant);
    const auto there = std::count_if(variant.partitions.begin(), variant.partitions.end(),
                                     [](const cosmos::PartitionInfo& partition) { return !partition.ended; });
    const auto verdicts = cosmos::judge(variant);
    const auto met = std::count_if(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.judged && v.met; });
    table.add_row({variant.name, keys, grouped(there), grouped(there - std::count(idle.begin(), idle.end(), true)),
                   shown(Metric::kConsumedRu, variant, {}), shown(Metric::kThrottledShare, variant, {}),
                   shown(Metric::kFailedShare, variant, {}), shown(Metric::kLatencyP50, variant, {}),
                   shown(Metric::kLatencyP99, variant, {}),
                   verdicts.empty() ? "" : fmt::format("{} of {} met", met, verdicts.size())});
  }
  return "\nSide by side, on the same requests\n" + table.str();
}

std::string readings_section(const cosmos::LoadedVariant& variant) {
  std::string text = "\nReadings in force where sources conflict or are silent\n ";
  std::size_t width = 1;
  for (const auto& [name, value] : readings_in_force(variant)) {
    const std::string entry = fmt::format(" {} = {};", name, value);
    if (width + entry.size() > 118) {
      text += "\n ";
      width = 1;
    }
    text += entry;
    width += entry.size();
  }
  text.back() = '\n';
  return text;
}

}  // namespace

double monthly_price(const cosmos::VariantResult& variant, std::size_t container) {
  using namespace cosmos::service_limits;  // NOLINT(google-build-using-namespace): prices only
  const cosmos::Container& of = variant.plan->containers[container];
  double billed = of.throughput.as_double();
  if (of.autoscale) {
    std::vector<double> means;
    for (const cosmos::ReplicationResult& replication : variant.replications) {
      means.push_back(replication.autoscale[container]->mean_billed());
    }
    billed = cosmos::estimate(means).mean * kAutoscalePriceFactor;
  }
  return billed / 100.0 * kPricePer100RuHour * kHoursPerMonth + of.gigabytes_stored * kPricePerGigabyteMonth;
}

std::vector<std::pair<std::string, std::string>> readings_in_force(const cosmos::LoadedVariant& variant) {
  constexpr std::string_view kModel = "model.";
  std::vector<std::pair<std::string, std::string>> readings;
  for (const EchoLine& line : variant.parameters) {
    if (line.path.starts_with(kModel)) {
      readings.emplace_back(line.path.substr(kModel.size()), line.value);
    }
  }
  return readings;
}

bool any_variant_meets_all(const RunReport& report) {
  return std::any_of(report.result->variants.begin(), report.result->variants.end(),
                     [](const cosmos::VariantResult& variant) {
                       const auto verdicts = cosmos::judge(variant);
                       return std::all_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.met; });
                     });
}

std::string report_text(const RunReport& report) {
  std::string text = heading(report);
  const bool several = report.result->variants.size() > 1;
  if (several) {
    text += side_by_side(report);
  }
  for (const cosmos::VariantResult& variant : report.result->variants) {
    if (variant.replications.empty()) {
      continue;
    }
    if (several) {
      text += fmt::format("\n== variant {} ==\n", variant.name);
    }
    text += objectives_section(variant) + container_table(variant) + partition_table(variant) + stream_table(variant) +
            events_section(variant) + findings_section(variant);
  }
  text += readings_section(*report.variants.front());
  if (!report.file.empty()) {
    text += fmt::format("\nResults: {}\n", report.file);
  }
  return text;
}

}  // namespace sim
