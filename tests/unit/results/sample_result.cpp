#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/results/h5_writer.h"

// Writes a result file that has every kind of column and attribute, for other programs to read:
// sample_result FILE. What is in it, read_sample.py knows.
namespace {

sim::Frame partitions() {
  constexpr std::size_t kBins = 3000;
  std::vector<std::int64_t> starts;
  std::vector<double> load;
  std::vector<std::int64_t> requests(2 * 2 * kBins * 3, 0);
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    starts.push_back(static_cast<std::int64_t>(60 * bin));
    for (std::size_t partition = 0; partition < 3; ++partition)
      load.push_back(partition == 2 && bin < 10 ? std::nan("") : static_cast<double>(bin % 100) / 4);
  }
  requests.back() = 9'007'199'254'740'993;  // 2^53 + 1, which a double cannot hold
  return {.path = "runs/zeta/0/partitions",
          .attributes = {{"note", std::string("naïve")}, {"empty", std::string()}},
          .axes = {{"time", "start of the bin", "seconds since 2026-01-01T00:00:00Z", starts},
                   {"PartitionKeyRangeId", "physical partition", "", std::vector<std::string>{"0", "1", "2"}},
                   {"operation", "kind of operation", "", std::vector<std::string>{"read", "créate"}},
                   {"status", "outcome", "", std::vector<std::string>{"success", "429"}}},
          .variables = {{"NormalizedRUConsumption",
                         "busiest second",
                         "percent",
                         {"time", "PartitionKeyRangeId"},
                         load,
                         {{"source", std::string("service metrics")}}},
                        {"TotalRequests",
                         "attempts answered",
                         "count",
                         {"operation", "status", "time", "PartitionKeyRangeId"},
                         requests},
                        {"TotalSeconds", "length", "s", {}, std::vector<double>{180'000}}}};
}

sim::Frame hot_keys() {
  return {.path = "runs/zeta/0/hot_keys",
          .axes = {{"rank", "place", "1", std::vector<std::int64_t>{1, 2}}},
          .variables = {{"key", "partition key", "", {"rank"}, std::vector<std::string>{"[\"B\"]", ""}},
                        {"wait", "mean wait", "ms", {"rank"}, std::vector<double>{1.5, 0.25}}}};
}

sim::Frame nothing() {
  return {.path = "runs/alpha/0/streams",
          .axes = {{"time", "start of the bin", "seconds since 2026-01-01T00:00:00Z", std::vector<std::int64_t>{}},
                   {"stream", "stream", "", std::vector<std::string>{}}},
          .variables = {{"rate", "rate", "1/s", {"time", "stream"}, std::vector<double>{}}}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  sim::H5Writer writer(arguments[1]);
  writer.root_attributes({{"format_version", std::int64_t{1}},
                          {"scenario_text", std::string(100'000, 'x')},
                          {"names", std::vector<std::string>{"a", "é", ""}},
                          {"numbers", std::vector<double>(20'000, 0.5)},
                          {"none", std::vector<double>{}}});
  writer.write({.path = "runs/zeta/0", .attributes = {{"throttled_share", 0.25}, {"seed", std::int64_t{-7}}}});
  writer.write(partitions());
  writer.write(hot_keys());
  writer.write(nothing());
  writer.commit();
}
