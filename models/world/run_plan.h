#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/charge/indexing_policy.h"
#include "models/charge/request_charge.h"
#include "models/items/item.h"
#include "models/items/population.h"
#include "models/partition/layout.h"
#include "models/partition/partition_set.h"
#include "models/partition/split_reading.h"
#include "models/routing/partition_key.h"
#include "models/throughput/budget.h"
#include "models/workload/stream.h"

// Everything that one run needs, resolved from a scenario: one design under one workload.
namespace cosmos {

// Readings of the service where sources conflict or are silent (the `model` section).
struct Readings {
  RateLimit ratelimit = RateLimit::kDebt;
  RetryAfter retry_after = RetryAfter::kUntilPositive;
  sim::Duration fixed_retry_after;
  StrongReadCharge strong_read_charge = StrongReadCharge::kFixedPart;
  SizeCharge size_charge = SizeCharge::kTiers;
  double burst_at_start = 0.0;  // share of the burst bank that is saved when the run begins, 0 to 1
  Distribution split_duration = Constant{std::int64_t{5} * 3'600 * 1'000'000'000};  // ns (SCALE-05)
  Distribution merge_duration = Constant{std::int64_t{5} * 3'600 * 1'000'000'000};  // ns (MERGE-04)
  SplitPoint split_point = SplitPoint::kAuto;
  StorageSplitRu storage_split_ru = StorageSplitRu::kEven;
  Redistribution redistribution = Redistribution::kV2025;
  double gigabyte = 1e9;                              // bytes, of the 20 GB and 50 GB limits
  Distribution read_latency = Lognormal{4e6, 0.39};   // ns
  Distribution write_latency = Lognormal{5e6, 0.29};  // ns
};

// How seconds are worked out. The first two count the same, bit for bit; with the third a second may stand for others.
enum class Executor { kSettled, kEvents, kRates };
[[nodiscard]] constexpr const char* name_of(Executor executor) {
  switch (executor) {
    case Executor::kSettled:
      return "settled";
    case Executor::kEvents:
      return "events";
    case Executor::kRates:
      return "rates";
  }
  return "";
}

// Items of one kind in a container.
struct StoredItems {
  std::size_t item = 0;
  double count = 0.0;
  double bytes = 0.0;  // without the index
  // Where members of a population have so much each: which property, and by member, without the index.
  std::optional<std::size_t> by;
  std::vector<double> bytes_of_member;
  Distribution age = Constant{0};  // ns before the start that they were created
};

struct Container {
  std::string name;
  PartitionKeyDefinition key;
  Ru throughput;  // RU/s in all: manual, or the maximum of autoscale
  bool autoscale = false;
  std::vector<KeyPoint> boundaries;                // inner ones of the physical partitions
  std::vector<std::int64_t> ids;                   // of their ranges, in key order; empty: numbered from 0
  std::vector<std::vector<std::int64_t>> parents;  // likewise: ids of their ancestors; empty: none has any
  Ru split_for;                                    // the last setting that had to split partitions; 0: none had
  Ru highest_ever;                                 // the highest throughput that it ever had, `throughput` included
  double index_share = 0.0;                        // index bytes for each byte of data (PART-12)
  std::vector<Ru> stated_budgets;                  // of the partitions, in key order; empty: an even share
  std::vector<double> stated_bytes;  // stored in each, without index, in key order; empty: as `stored` says
  bool tracks_storage = false;       // whether what is stored may come to a limit
  bool may_change = false;           // whether its partitions may become others while the run lasts
  std::string layout_reason;         // how the partitions came about, in words
  double gigabytes_stored = 0.0;     // data and index at the start
  std::vector<StoredItems> stored;   // at the start, by kind
  IndexingPolicy indexing;

  [[nodiscard]] std::size_t partitions() const { return boundaries.size() + 1; }
  [[nodiscard]] std::int64_t id_of(std::size_t partition) const {
    return ids.empty() ? static_cast<std::int64_t>(partition) : ids[partition];
  }
  // The ranges of the physical partitions, in key order.
  [[nodiscard]] std::vector<PartitionRange> ranges() const;
  // RU/s of each physical partition, in key order (PART-06); what no even share can hold goes to the lowest ids.
  [[nodiscard]] std::vector<Ru> budgets() const;
  std::vector<std::string> enumerated;  // properties of which all clients know all values
};

enum class Metric {
  kThrottledShare,
  kFirstAttemptThrottledShare,
  kFailedShare,
  kLatencyP50,
  kLatencyP90,
  kLatencyP99,
  kLatencyP999,
  kConsumedRu,
  kMeanUtilization,
  kNormalizedRu,
  kPhysicalPartitions,
};

// A stream as the scenario names it: one of the plan, or those of its mix, which follow one another.
struct StreamGroup {
  std::string name;
  std::size_t first = 0;
  std::size_t count = 1;
  [[nodiscard]] bool holds(std::size_t stream) const { return stream >= first && stream - first < count; }
};

struct Objective {
  Metric metric = Metric::kThrottledShare;
  bool at_most = true;
  double threshold = 0.0;      // shares 0 to 1, latencies in ns, RU/s, percent of utilisation as a share
  std::string threshold_text;  // as written
  std::optional<std::size_t> container;
  std::optional<StreamGroup> streams;
  bool worst_partition = false;
  std::size_t window = 0;  // position in RunPlan::windows
};

// Seconds [from, to) over which figures are taken.
struct Window {
  std::int64_t from = 0;
  std::int64_t to = 0;
  friend bool operator==(const Window&, const Window&) = default;
};

// What somebody does to a container while the run lasts (the `timeline` section).
struct SetThroughput {
  Ru throughput;
  bool autoscale = false;
};
struct MergePartitions {};
struct Redistribute {
  std::vector<std::pair<std::int64_t, Ru>> throughput;  // by id of the partition
};
struct TimelineAction {
  std::int64_t second = 0;
  std::size_t container = 0;
  std::variant<SetThroughput, MergePartitions, Redistribute> what;
  std::string path;  // in the scenario
};

struct RunPlan {
  std::int64_t start_unix_seconds = 0;
  std::int64_t seconds = 0;
  std::int64_t bin_seconds = 60;
  std::int64_t hot_keys = 10;
  std::uint64_t seed = 1;
  std::int64_t replications = 1;
  Executor executor = Executor::kSettled;
  Consistency consistency = Consistency::kSession;
  bool burst_capacity = false;    // of the account (BURST-03)
  bool dynamic_autoscale = true;  // of the account: each physical partition is billed by itself (AUTO-05, AUTO-06)
  Readings readings;
  std::vector<Population> populations;
  std::vector<Item> items;
  std::vector<Container> containers;
  std::vector<Stream> streams;
  std::vector<StreamGroup> stream_groups;  // what an objective may name
  std::vector<TimelineAction> timeline;    // ascending
  std::vector<Window> windows;             // the first is the run without its warm-up
  std::vector<Objective> objectives;
};

}  // namespace cosmos
