#include "sim/tool/cmd_lineage.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/results/h5_reader.h"
#include "sim/text/diagnostics.h"
#include "sim/text/json.h"
#include "sim/tool/command_line.h"
#include "sim/tool/format.h"
#include "sim/tool/lineage_input.h"
#include "sim/tool/output_file.h"
#include "sim/tool/text_table.h"

namespace sim {
namespace {

using cosmos::LineageMetrics;
using cosmos::LineageRecord;
using cosmos::PartitionLineage;

constexpr std::size_t kPartitionsOfAnEvent = 6;

enum class LineageFormat { kText, kDot, kJson };

struct LineageOptions {
  std::string result;
  LineageQuestion question;
  LineageFormat format = LineageFormat::kText;
  std::string output;
};

std::string size_text(double size) {
  constexpr double kMost = 9e18;
  return std::isfinite(size) ? bytes(std::llround(std::clamp(size, 0.0, kMost))) : "n/a";
}

std::string came_about(const LineageRecord& record) {
  if (record.parents.empty()) {
    return record.earlier.empty() ? "at the start"
                                  : fmt::format("at the start, out of {}", fmt::join(record.earlier, " and "));
  }
  return fmt::format("{}, {}", duration_of_seconds(record.born), record.cause);
}

// Why it ended is how the first of those in its place came about.
std::string ended(const PartitionLineage& lineage, std::size_t position) {
  const LineageRecord& record = lineage.records()[position];
  if (!record.ended) {
    return "";
  }
  const std::vector<std::size_t> children = lineage.children(position);
  const std::string when = duration_of_seconds(*record.ended);
  return children.empty() ? when : fmt::format("{}, {}", when, lineage.records()[children.front()].cause);
}

std::string tree_text(const PartitionLineage& lineage) {
  const std::vector<LineageMetrics> sums = lineage.rolled_up();
  TextTable table({{"partition", Align::kLeft},
                   {"key space", Align::kRight},
                   {"throughput", Align::kRight},
                   {"stored", Align::kRight},
                   {"came about", Align::kLeft},
                   {"ended", Align::kLeft},
                   {"own RU", Align::kRight},
                   {"with descendants", Align::kRight},
                   {"throttled", Align::kRight}});
  for (const PartitionLineage::TreeRow& row : lineage.tree()) {
    const LineageRecord& record = lineage.records()[row.position];
    if (row.refers) {
      table.add_row({fmt::format("{}{}, see above", row.stem, record.id), "", "", "", "", "", "", "", ""});
      continue;
    }
    const LineageMetrics& sum = sums[row.position];
    table.add_row({fmt::format("{}{}", row.stem, record.id), percent(record.key_space_share),
                   ru_per_second(record.request_units_per_s), size_text(record.bytes), came_about(record),
                   ended(lineage, row.position), ru(record.own.request_units), ru(sum.request_units),
                   percent(sum.throttled_share())});
  }
  return table.str();
}

std::string list_text(const std::vector<EventPartition>& partitions) {
  std::string text;
  for (std::size_t i = 0; i < std::min(partitions.size(), kPartitionsOfAnEvent); ++i) {
    const EventPartition& partition = partitions[i];
    text += fmt::format("{}{} ({}, {})", i == 0 ? "" : ", ", partition.id, ru_per_second(partition.request_units_per_s),
                        amount(partition.gigabytes, "GB"));
  }
  return partitions.size() > kPartitionsOfAnEvent ? fmt::format("{}, … ({} in all)", text, partitions.size()) : text;
}

std::string events_text(const std::vector<LineageEvent>& events) {
  TextTable table({{"when", Align::kRight}, {"rule", Align::kLeft}, {"what happened", Align::kLeft}});
  for (const LineageEvent& event : events) {
    table.add_row({duration_of_seconds(event.second), event.rule, event.text});
    if (!event.before.empty() || !event.after.empty()) {
      table.add_row({"", "", fmt::format("{} → {}", list_text(event.before), list_text(event.after))});
    }
  }
  return table.str();
}

std::string counts_text(const PartitionLineage& lineage) {
  const std::size_t all = lineage.records().size();
  const std::size_t first = lineage.roots().size();
  const auto partitions = [](std::size_t n) { return fmt::format("{} physical partition{}", n, n == 1 ? "" : "s"); };
  if (first == all) {
    return partitions(all) + " from the start to the end";
  }
  return fmt::format("{} at the start, {} at the end, {} in all", partitions(first), lineage.leaves().size(), all);
}

std::string text_of(const RunLineage& run) {
  std::string text = fmt::format("{}, {}, replication {}: {}\n", printable(run.scenario), printable(run.variant),
                                 run.replication, duration_of_seconds(run.seconds));
  for (const ContainerLineage& container : run.containers) {
    text += fmt::format("\n{}, partition key {}: {}\nat the start: {}\n{}", printable(container.container),
                        printable(container.partition_key), counts_text(container.lineage), printable(container.layout),
                        tree_text(container.lineage));
    text += container.events.empty() ? "" : "\n" + events_text(container.events);
  }
  return text +
         "\nRU and throttled requests are those of the whole run, its warm-up too; `throttled` is the share of "
         "a partition's requests and its descendants'.\n";
}

std::string dot_of(const RunLineage& run) {
  std::ostringstream text;
  for (const ContainerLineage& container : run.containers) {
    const PartitionLineage& lineage = container.lineage;
    const std::vector<LineageMetrics> sums = lineage.rolled_up();
    PartitionLineage::Labels labels;
    labels.title = printable(fmt::format("{}, {}, replication {}: {}, partition key {}", run.scenario, run.variant,
                                         run.replication, container.container, container.partition_key));
    labels.partition = [&](std::size_t i) {
      const LineageRecord& record = lineage.records()[i];
      return fmt::format("{}\n{} of the key space\n{}, {}\n{} with descendants\n{} throttled", record.id,
                         percent(record.key_space_share), ru_per_second(record.request_units_per_s),
                         size_text(record.bytes), ru(sums[i].request_units), percent(sums[i].throttled_share()));
    };
    labels.time = duration_of_seconds;
    lineage.write_dot(text, labels);
  }
  return text.str();
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json metrics_json(const LineageMetrics& metrics) {
  return {{"request_units", number(metrics.request_units)},
          {"requests", number(metrics.requests)},
          {"throttled", number(metrics.throttled)},
          {"throttled_share", number(metrics.throttled_share())}};
}

std::vector<std::string> ids_of(const PartitionLineage& lineage, const std::vector<std::size_t>& positions) {
  std::vector<std::string> ids;
  ids.reserve(positions.size());
  for (const std::size_t i : positions) {
    ids.push_back(std::to_string(lineage.records()[i].id));
  }
  return ids;
}

Json partition_json(const PartitionLineage& lineage, std::size_t position, const LineageMetrics& sum) {
  const LineageRecord& record = lineage.records()[position];
  Json earlier = Json::array();
  for (const std::int64_t id : record.parents.empty() ? record.earlier : std::vector<std::int64_t>()) {
    earlier.push_back(std::to_string(id));
  }
  return {{"id", std::to_string(record.id)},
          {"parents", ids_of(lineage, lineage.parents(position))},
          {"children", ids_of(lineage, lineage.children(position))},
          {"before_the_run", std::move(earlier)},
          {"cause", record.cause},
          {"born_s", number(record.born)},
          {"ended_s", record.ended ? number(*record.ended) : Json(nullptr)},
          {"min_inclusive", record.min},
          {"max_exclusive", record.max},
          {"key_space_share", number(record.key_space_share)},
          {"throughput", number(record.request_units_per_s)},
          {"stored_bytes", number(record.bytes)},
          {"own", metrics_json(record.own)},
          {"with_descendants", metrics_json(sum)}};
}

Json event_partitions_json(const std::vector<EventPartition>& partitions) {
  Json list = Json::array();
  for (const EventPartition& partition : partitions) {
    list.push_back({{"id", partition.id},
                    {"throughput", number(partition.request_units_per_s)},
                    {"stored_gb", number(partition.gigabytes)}});
  }
  return list;
}

Json json_of(const RunLineage& run) {
  Json containers = Json::array();
  for (const ContainerLineage& container : run.containers) {
    const std::vector<LineageMetrics> sums = container.lineage.rolled_up();
    Json partitions = Json::array();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      partitions.push_back(partition_json(container.lineage, i, sums[i]));
    }
    Json events = Json::array();
    for (const LineageEvent& event : container.events) {
      events.push_back({{"time_s", number(event.second)},
                        {"rule", event.rule},
                        {"text", event.text},
                        {"before", event_partitions_json(event.before)},
                        {"after", event_partitions_json(event.after)}});
    }
    containers.push_back({{"container", container.container},
                          {"partition_key", container.partition_key},
                          {"at_the_start", container.layout},
                          {"partitions", std::move(partitions)},
                          {"events", std::move(events)}});
  }
  return {{"scenario", run.scenario},
          {"variant", run.variant},
          {"replication", run.replication},
          {"duration_s", number(run.seconds)},
          {"containers", std::move(containers)}};
}

std::string written(const RunLineage& run, LineageFormat format) {
  switch (format) {
    case LineageFormat::kDot:
      return dot_of(run);
    case LineageFormat::kJson:
      // A text of the file that is no UTF-8 must not end the program.
      return json_of(run).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    case LineageFormat::kText:
      break;
  }
  return text_of(run);
}

void check_output(const LineageOptions& options) {
  if (options.output.empty() || options.output == "-") {
    return;
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(options.output, options.result, ignored)) {
    throw InputError(SourceMark{"--output", 0, 0}, fmt::format("`{}` is the result file itself", options.output),
                     "name another one");
  }
  check_output_file(options.output);
}

}  // namespace

ExitCode cmd_lineage(std::span<const std::string> arguments) {
  LineageOptions options;
  CommandLine line("lineage", "How did the physical partitions of a run come to be?");
  line.positional("RESULT", options.result, "result file of `cosmosim run`");
  line.option("variant", "NAME", options.question.variant, "design; default: the only one");
  line.option("replication", "N",
              whole_number(0, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
                           [&](std::uint64_t n) { options.question.replication = static_cast<std::int64_t>(n); }),
              "which repetition; default: the first");
  line.option("container", "NAME", options.question.container, "default: all");
  line.option("format", "text|dot|json",
              one_of({"text", "dot", "json"}, [&](std::size_t i) { options.format = static_cast<LineageFormat>(i); }),
              "a tree, a graph for GraphViz (one for each container), or JSON; default text");
  line.option("output,o", "FILE", options.output, "where to; default: standard output");
  line.note(
      "A split makes a tree grow; partitions that a merge joined have the one in their place under the first of them. "
      "What a partition was asked for is also counted at all from which it descends, once at each.");
  line.example("out/saas-orders.h5 --variant hpk", "the tree and what happened");
  line.example("growth.h5 --format dot -o growth.dot", "then: dot -Tsvg growth.dot -o growth.svg");
  if (!line.parse(arguments)) {
    return ExitCode::kDone;
  }
  check_output(options);
  const H5Reader file(options.result);
  write_output_to(options.output, written(read_lineage(file, options.question), options.format));
  return ExitCode::kDone;
}

}  // namespace sim
