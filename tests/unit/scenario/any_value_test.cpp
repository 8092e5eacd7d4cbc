#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "models/scenario/load.h"
#include "models/world/world.h"
#include "sim/config/node.h"
#include "sim/text/diagnostics.h"

// Whatever stands in place of a value of a scenario, it is either right or refused with a message that names a place:
// nothing is divided by, reserved or looked up before it is known to be sound.
namespace cosmos {
namespace {

// Nearly all that this version knows to read.
constexpr const char* kEverything = R"(name: rich
description: All that is built, in one file.
clock: {start: 2026-01-01T00:00:00Z, duration: 120 s, warmup: 10 s}
experiment: {seed: 1, replications: 1, executor: auto}
output: {bin: 10 s, hot_keys: 3}
model:
  ratelimit: debt
  retry_after: until_positive
  initial_ru_per_partition: 6000 RU/s
  single_partition_up_to: 0 RU/s
  hpk_hash: per_level
  gigabyte: decimal
  strong_read_charge: fixed_part
  size_charge: tiers
  latency: {read: {lognormal: {median: 4 ms, sigma: 0.39}}, write: {uniform: {min: 1 ms, max: 9 ms}}}
populations:
  tenants: {members: {A: 10 %, B: 30 %}, count: 5, names: "t{}", popularity: {zipf: {theta: 0.9}}, placement: hash}
  users: {within: tenants, count: 4, popularity: {hotspot: {members: 20 %, operations: 80 %}}}
  owners: {file: owners.csv, key: name, weight: w}
  devices: {count: 9, popularity: {exponential: {members: 86 %, operations: 95 %}}, placement: even}
  cells: {count: 9, popularity: {lognormal: {sigma: 1}}, placement: random}
  nodes: {count: 9, popularity: {table: {file: table.csv}}}
  turns: {count: 3, popularity: in_turn}
items:
  order:
    size: {lognormal: {median: 1 KiB, sigma: 0.2}}
    system_properties: 205 B
    other_properties: {content: 4, nodes: 6}
    properties:
      tenantId: {population: tenants}
      userId: {population: users}
      owner: {population: owners}
      region: {population: owners, column: region}
      device: {population: devices}
      year: {time: "%Y", as: number}
      month: {time: "%Y-%m"}
      shard: {bucket: 4}
      part: {modulo: {of: tenantId, by: 7}}
      pk: {format: "{tenantId}-{shard}"}
      kind: {constant: order}
      who: given
      total: unique
  note:
    size: {pareto: {scale: 100 B, shape: 0.3, location: 10 B}}
    other_properties: 3
    properties: {tenantId: {population: tenants}, month: {time: "%Y-%m"}}
streams:
  writes:
    item: order
    container: orders
    operation: create
    choose: {who: someone, tenantId: {members: {A: 1, B: 3}}}
    rate: 10 /s
    spacing: poisson
    shape:
      - {steps: [{at: 10 s, factor: 3}]}
      - {ramp: {start: 10 s, stop: 60 s, factor: 2}}
      - {daily: [{at: "08:00", factor: 1}]}
      - {diurnal: {amplitude: 0.5, peak: "14:00"}}
      - {weekly: {sat: 0.6, sun: 0.5}}
      - {spike: {at: 20 s, every: 50 s, factor: 3, length: 5 s}}
      - {growth: {factor: 1.05, every: 30 d}}
    start: 5 s
    stop: 100 s
    limit: 500
    client:
      sdk: python
      retries: {max: 3, max_wait: 10 s, wait: {first: 50 ms, factor: 2, cap: 5 s, jitter: 50 %}}
      round_trip: {exponential: {mean: 1 ms, min: 0 ms}}
  bursts:
    item: note
    container: orders
    operation: upsert
    changed_properties: 1
    bursts: {operations: 20, within: 2 s, every: 15 s}
  reads:
    item: order
    container: orders
    rate: 5 /s
    mix:
      one:
        {share: 50 %, operation: point_read, choose: {who: x}, age: {uniform: {min: 0 d, max: 20 d}}, charge: 1.5 RU}
      some:
        share: 30 %
        operation: query
        choose: {who: x}
        where: [tenantId, {total: range}, {shard: scan}]
        returns: {uniform: {min: 1, max: 9}}
        loads: 10
        order: sorted
        max_item_count: 50
      sum:
        share: 20 %
        operation: query
        choose: {who: x}
        where: []
        order: aggregate
        charge: {per_partition: 2.8 RU, result: 2 RU}
  batches:
    item: note
    container: orders
    operation: replace
    batch: 3
    changed_properties: 2
    rate: 1 /s
    choose: {id: {existing: {zipf: {theta: 0.99}}}}
  events:
    item: note
    container: other
    operation: create
    trace:
      file: events.csv
      events: {time: t}
      only: {op: [GET]}
      size: {column: size, times: 4 B}
      charge: {column: ru, times: 1 RU}
      volume: 5
      speed: 2
  wide:
    item: note
    container: other
    operation: create
    trace: {file: wide.csv, wide: {first: "1", interval: 30 s}, volume: 2}
  long:
    item: note
    container: other
    operation: delete
    trace: {file: long.csv, long: {time: t, count: n, interval: 1 min}, properties: {tenantId: who}}
client: {sdk: dotnet, retries: sdk_default, round_trip: 1 ms, consistency: session}
account: {consistency: session}
containers:
  orders:
    partition_key: [/tenantId, /month]
    throughput: {manual: 20000 RU/s}
    history: [{manual: 10000 RU/s}, {manual: 20000 RU/s}]
    layout: {shares: [50 %, 25 %, 25 %], cuts: ["60 %", {key: [A], at: 33 %}]}
    stored:
      order: {by: tenantId, each: 10 MB, members: {B: 1 GB}, age: {uniform: {min: 0 d, max: 700 d}}}
      note: {items: 1000, age: {uniform: {min: 0 d, max: 700 d}}}
    indexing:
      mode: consistent
      included_paths: [/*]
      excluded_paths: [/content/*]
      composite_indexes: [[/tenantId, /total desc]]
      overhead: 15 %
  other: {partition_key: {paths: [/id], kind: Hash, version: 2}, throughput: {manual: 1000 RU/s}, layout: {equal: 3}}
objectives:
  - {metric: throttled_share, at_most: 1 %, container: orders, partition: worst, start: 5 s, stop: 100 s}
  - {metric: latency_p99, at_most: 50 ms, stream: writes}
)";

// Of any kind but the one that is wanted: put everywhere.
constexpr std::array kWrong = {"0", "-1", "x", "[]"};
// One of these after the other.
constexpr std::array kAbsurd = {
    "9223372036854775807", "0 s",      "3660 d",  "{}",       "null",          "8000000 GB", "0 B",
    "1000000 RU/s",        "0.001 RU", "0 %",     "100 %",    "99999999",      ".nan",       "0.0001 /d",
    "9999999 /s",          "[[a, b]]", "1e308 s", "106751 d", "1000000000000",
};

class AnyValue : public testing::Test {
 protected:
  AnyValue() : folder_(std::filesystem::path(testing::TempDir()) / "cosmosim-any-value") {
    std::filesystem::create_directories(folder_);
    write("owners.csv", "name,region,w\nx,eu,1\ny,us,2\n");
    write("table.csv", "value,weight\n10,1\n200,2\n");
    write("events.csv", "t,size,ru,op\n0,100,1,GET\n1.5,200,2,GET\n2,300,3,PUT\n");
    write("wide.csv", "who,1,2,3\nA,5,6,7\nB,1,1,1\n");
    write("long.csv", "t,who,n\n0,A,5\n60,B,5\n");
  }
  ~AnyValue() override { std::filesystem::remove_all(folder_); }

  // What is said of the scenario with this value at this path; empty if nothing is wrong.
  std::string said(const std::string& path, const std::string& value) {
    LoadRequest request;
    request.file = (folder_ / "s.yaml").string();
    request.text = kEverything;
    request.memory = 100'000'000;
    if (!path.empty()) request.overrides = {{path, value}};
    try {
      const LoadedScenario scenario = load_scenario(request);
      const World world(scenario.base.plan, 0);
      return {};
    } catch (const sim::InputError& error) {
      return error.what();
    }
  }

 private:
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  std::filesystem::path folder_;
};

void add_paths(const sim::Node& node, const std::string& path, std::vector<std::string>& paths) {
  if (!path.empty()) paths.push_back(path);
  for (std::size_t i = 0; i < node.items().size(); ++i) {
    add_paths(node.items()[i], sim::join_path(path, std::to_string(i)), paths);
  }
  for (const sim::Node::Entry& entry : node.entries()) {
    // A variant names its fields by paths.
    if (entry.key.find('.') == std::string::npos) add_paths(entry.value, sim::join_path(path, entry.key), paths);
  }
}

TEST_F(AnyValue, IsRightOrRefused) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a scenario is read on one thread, and this takes minutes with the thread sanitizer";
#endif
  ASSERT_EQ(said("", ""), "");
  std::vector<std::string> paths;
  add_paths(sim::parse_yaml_text(kEverything, "s"), "", paths);
  ASSERT_GT(paths.size(), 300U);
  std::size_t refused = 0;
  std::size_t tried = 0;
  const auto is_sound = [&](const std::string& path, const char* value) {
    SCOPED_TRACE(path + "=" + value);
    const std::string message = said(path, value);
    ++tried;
    refused += message.empty() ? 0U : 1U;
    EXPECT_TRUE(message.empty() || message.find(": error: ") != std::string::npos) << message;
  };
  std::size_t next = 0;
  for (const std::string& path : paths) {
    for (const char* value : kWrong) is_sound(path, value);
    is_sound(path, kAbsurd[next++ % kAbsurd.size()]);
  }
  // Some fit: 0 RU is a charge, and any text a property's constant.
  EXPECT_GT(refused, tried * 3 / 4);
}

}  // namespace
}  // namespace cosmos
