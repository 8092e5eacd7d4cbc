#include "sim/tool/lineage_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr const char* kRunAgain = "run the scenario again";

// One group of a result file, whose columns along one axis are equally long.
class Table {
 public:
  Table(const H5Reader& file, std::string path, const char* axis)
      : file_(file), path_(std::move(path)), axis_(axis), rows_(length_of_axis()) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::vector<double> numbers(const char* name) const {
    std::vector<double> values = file_.numbers(path_ + "/" + name, 1).values;
    check(name, values.size());
    return values;
  }
  [[nodiscard]] std::vector<std::string> texts(const char* name) const {
    std::vector<std::string> values = file_.texts(path_ + "/" + name, 1).values;
    check(name, values.size());
    return values;
  }
  // Of several axes, of which the last is the table's.
  [[nodiscard]] H5Column<double> cells(const char* name, std::size_t axes) const {
    H5Column<double> column = file_.numbers(path_ + "/" + name, axes);
    check(name, column.shape.back());
    return column;
  }
  template <class Number>
  [[nodiscard]] Number parsed(const char* name, std::string_view text) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(name, fmt::format("{} is not a number", in_backquotes(text)));
    }
    return value;
  }
  [[noreturn]] void fail(const std::string& name, std::string message) const {
    const std::string path = name.empty() ? path_ : path_ + "/" + name;
    throw InputError({Diagnostic{{file_.path().string(), 0, 0}, path, std::move(message), kRunAgain}});
  }

 private:
  // The axis' values are numbers or texts; how many there are is all that matters here.
  [[nodiscard]] std::size_t length_of_axis() const {
    const std::string path = path_ + "/" + axis_;
    const bool of_texts = std::string_view(axis_) == "PartitionKeyRangeId" || std::string_view(axis_) == "container";
    return of_texts ? file_.texts(path, 1).values.size() : file_.numbers(path, 1).values.size();
  }
  void check(const char* name, std::size_t length) const {
    if (length != rows_) {
      fail(name, fmt::format("has {} values along {}, expected {}", length, axis_, rows_));
    }
  }

  const H5Reader& file_;
  std::string path_;
  const char* axis_;
  std::size_t rows_;
};

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    found.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::string chosen(const std::string& option, const std::string& wanted, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), wanted) == known.end()) {
    throw InputError(SourceMark{option, 0, 0}, "the file has no " + in_backquotes(wanted), did_you_mean(wanted, known));
  }
  return wanted;
}

std::string chosen_variant(const H5Reader& file, const std::string& wanted) {
  const std::vector<std::string> known = file.groups("runs");
  if (!wanted.empty()) {
    return chosen("--variant", wanted, known);
  }
  if (known.size() != 1) {
    throw InputError(SourceMark{"--variant", 0, 0}, fmt::format("missing: the file has {}", known.size()),
                     did_you_mean("", known));
  }
  return known.front();
}

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string chosen_replication(const H5Reader& file, const std::string& variant, std::optional<std::int64_t> wanted) {
  std::vector<std::string> known = file.groups("runs/" + variant);
  std::erase_if(known, [](const std::string& name) { return !is_number(name); });
  if (wanted) {
    return chosen("--replication", std::to_string(*wanted), known);
  }
  if (known.empty()) {
    throw InputError({file.path().string(), 0, 0}, fmt::format("has no replication of {}", in_backquotes(variant)),
                     kRunAgain);
  }
  return known.front();
}

// By partition: sums over the whole run; NaN, where a partition was not there, is nothing.
std::vector<cosmos::LineageMetrics> metrics_of(const H5Reader& file, const Table& table, const std::string& path) {
  std::vector<cosmos::LineageMetrics> sums(table.rows());
  const H5Column<double> request_units = table.cells("TotalRequestUnits", 2);
  for (std::size_t i = 0; i < request_units.values.size(); ++i) {
    const double value = request_units.values[i];
    sums[i % sums.size()].request_units += std::isnan(value) ? 0.0 : value;
  }
  const H5Column<double> requests = table.cells("TotalRequests", 4);
  const std::vector<std::string> status = file.texts(path + "/status", 1).values;
  if (requests.shape[1] != status.size()) {
    table.fail("TotalRequests",
               fmt::format("has {} values along status, expected {}", requests.shape[1], status.size()));
  }
  const std::size_t of_status = requests.shape[2] * requests.shape[3];
  for (std::size_t i = 0; i < requests.values.size(); ++i) {
    cosmos::LineageMetrics& sum = sums[i % sums.size()];
    sum.requests += requests.values[i];
    sum.throttled += status[i / of_status % status.size()] == "429" ? requests.values[i] : 0.0;
  }
  return sums;
}

using Records = std::vector<cosmos::LineageRecord>;

// By container.
std::vector<Records> read_partitions(const H5Reader& file, const std::string& path,
                                     const std::vector<std::string>& containers) {
  const Table table(file, path, "PartitionKeyRangeId");
  const std::vector<std::string> names = table.texts("PartitionKeyRangeId");
  const std::vector<std::string> cause = table.texts("cause");
  const std::vector<std::string> earlier = table.texts("parents");
  const std::vector<std::string> min = table.texts("minInclusive");
  const std::vector<std::string> max = table.texts("maxExclusive");
  const std::vector<double> born = table.numbers("born");
  const std::vector<double> ended = table.numbers("ended");
  const std::vector<double> share = table.numbers("key_space_share");
  const std::vector<double> throughput = table.numbers("last_throughput");
  const std::vector<double> size = table.numbers("last_size");
  const std::vector<cosmos::LineageMetrics> metrics = metrics_of(file, table, path);
  std::vector<Records> records(containers.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    // <container>/<id> where there are several containers.
    const std::size_t slash = names[i].rfind('/');
    const std::string container = slash == std::string::npos ? "" : names[i].substr(0, slash);
    const auto found =
        containers.size() == 1 ? containers.begin() : std::find(containers.begin(), containers.end(), container);
    if (found == containers.end()) {
      table.fail("PartitionKeyRangeId", fmt::format("{} is of no container", in_backquotes(names[i])));
    }
    cosmos::LineageRecord& record = records[static_cast<std::size_t>(found - containers.begin())].emplace_back();
    record.id = table.parsed<std::int64_t>(
        "PartitionKeyRangeId", std::string_view(names[i]).substr(slash == std::string::npos ? 0 : slash + 1));
    record.cause = cause[i];
    record.born = born[i];
    if (!std::isnan(ended[i])) {
      record.ended = ended[i];
    }
    record.min = min[i];
    record.max = max[i];
    record.key_space_share = share[i] / 100.0;
    record.request_units_per_s = throughput[i];
    record.bytes = size[i];
    record.own = metrics[i];
    for (const std::string_view id : words(earlier[i])) {
      record.earlier.push_back(table.parsed<std::int64_t>("parents", id));
    }
  }
  return records;
}

std::size_t container_at(const Table& table, const std::vector<std::string>& containers, const std::string& name) {
  const auto found = std::find(containers.begin(), containers.end(), name);
  if (found == containers.end()) {
    table.fail("container", fmt::format("{} is of no container", in_backquotes(name)));
  }
  return static_cast<std::size_t>(found - containers.begin());
}

void read_edges(const H5Reader& file, const std::string& path, const std::vector<std::string>& containers,
                std::vector<Records>& records) {
  if (!file.has(path)) {
    return;  // nothing changed
  }
  const Table table(file, path, "edge");
  std::vector<std::unordered_map<std::int64_t, cosmos::LineageRecord*>> by_id(containers.size());
  for (std::size_t c = 0; c < containers.size(); ++c) {
    for (cosmos::LineageRecord& record : records[c]) {
      by_id[c][record.id] = &record;
    }
  }
  const std::vector<std::string> container = table.texts("container");
  const std::vector<std::string> parent = table.texts("parent");
  const std::vector<std::string> child = table.texts("child");
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = container_at(table, containers, container[i]);
    const auto found = by_id[c].find(table.parsed<std::int64_t>("child", child[i]));
    if (found == by_id[c].end()) {
      table.fail("child", fmt::format("partition {} is not there", in_backquotes(child[i])));
    }
    found->second->parents.push_back(table.parsed<std::int64_t>("parent", parent[i]));
  }
}

std::vector<EventPartition> event_partitions(const Table& table, const char* name, std::string_view ids,
                                             std::string_view request_units, std::string_view gigabytes) {
  const std::vector<std::string_view> id = words(ids);
  const std::vector<std::string_view> ru = words(request_units);
  const std::vector<std::string_view> gb = words(gigabytes);
  if (ru.size() != id.size() || gb.size() != id.size()) {
    table.fail(name, "does not fit its throughputs and sizes");
  }
  std::vector<EventPartition> partitions;
  for (std::size_t i = 0; i < id.size(); ++i) {
    partitions.push_back({std::string(id[i]), table.parsed<double>(name, ru[i]), table.parsed<double>(name, gb[i])});
  }
  return partitions;
}

// By container.
std::vector<std::vector<LineageEvent>> read_events(const H5Reader& file, const std::string& path,
                                                   const std::vector<std::string>& containers) {
  std::vector<std::vector<LineageEvent>> events(containers.size());
  if (!file.has(path)) {
    return events;
  }
  const Table table(file, path, "event");
  const std::vector<std::string> container = table.texts("container");
  const std::vector<double> time = table.numbers("time");
  const std::vector<std::string> rule = table.texts("rule");
  const std::vector<std::string> text = table.texts("text");
  const std::vector<std::string> before = table.texts("partitions_before");
  const std::vector<std::string> after = table.texts("partitions_after");
  const std::vector<std::string> ru_before = table.texts("throughput_before");
  const std::vector<std::string> ru_after = table.texts("throughput_after");
  const std::vector<std::string> gb_before = table.texts("stored_before");
  const std::vector<std::string> gb_after = table.texts("stored_after");
  for (std::size_t i = 0; i < table.rows(); ++i) {
    events[container_at(table, containers, container[i])].push_back(
        {time[i], rule[i], text[i], event_partitions(table, "partitions_before", before[i], ru_before[i], gb_before[i]),
         event_partitions(table, "partitions_after", after[i], ru_after[i], gb_after[i])});
  }
  return events;
}

}  // namespace

RunLineage read_lineage(const H5Reader& file, const LineageQuestion& question) {
  RunLineage run;
  run.scenario = file.text_attribute("", "scenario_name");
  run.variant = chosen_variant(file, question.variant);
  run.replication = chosen_replication(file, run.variant, question.replication);
  const std::string variant = "runs/" + run.variant;
  const std::string path = variant + "/" + run.replication;
  run.seconds = file.number_attribute(variant, "duration_s");
  const Table table(file, variant + "/containers", "container");
  const std::vector<std::string> containers = table.texts("container");
  const std::vector<std::string> keys = table.texts("partition_key");
  const std::vector<std::string> layouts = table.texts("layout");
  if (!question.container.empty()) {
    chosen("--container", question.container, containers);
  }
  std::vector<Records> records = read_partitions(file, path + "/partitions", containers);
  read_edges(file, path + "/lineage/edges", containers, records);
  std::vector<std::vector<LineageEvent>> events = read_events(file, path + "/lineage/events", containers);
  for (std::size_t c = 0; c < containers.size(); ++c) {
    if (!question.container.empty() && containers[c] != question.container) {
      continue;
    }
    try {
      run.containers.push_back(
          {containers[c], keys[c], layouts[c], cosmos::PartitionLineage(std::move(records[c])), std::move(events[c])});
    } catch (const std::invalid_argument& wrong) {
      throw InputError({Diagnostic{{file.path().string(), 0, 0}, path + "/lineage/edges", wrong.what(), kRunAgain}});
    }
  }
  return run;
}

}  // namespace sim
