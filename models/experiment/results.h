#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/collect/collector.h"
#include "models/control/size_series.h"
#include "models/partition/partition_record.h"
#include "models/world/run_plan.h"

// What an experiment leaves behind: for each variant its physical partitions and, for each replication,
// what was counted.
namespace cosmos {

struct PartitionInfo {
  std::size_t container = 0;  // position in the plan
  std::string id;             // partition key range id, unique in the container: "0", "1", … in key order at creation
  std::string min;            // effective partition keys as the service writes them: [min, max)
  std::string max;
  double width = 0.0;                   // share of the key space
  Ru budget;                            // RU/s, the last that it had
  std::vector<std::int64_t> ancestors;  // ids of the ranges that it came from by splits, oldest first (SPLIT-05)
  std::vector<std::int64_t> parents;    // of those in whose place it came while the run lasted
  PartitionCause cause = PartitionCause::kStart;
  std::int64_t born = 0;              // second of the run
  std::optional<std::int64_t> ended;  // second from which others stand in its place
  double bytes = 0.0;                 // data and index, the last that it had
};

// A value of the key's first level and what it used of one physical partition.
struct HotKey {
  std::string key;
  std::int64_t milli_ru = 0;   // admitted
  std::int64_t throttled = 0;  // attempts
  double share = 0.0;          // of the partition's admitted RU, 0 to 1
};

struct StreamInfo {
  std::size_t known_levels = 0;  // of the container's key, by the stream's requests
  std::size_t key_levels = 0;
  std::int64_t listed_keys = 1;  // keys, or prefixes, that a request asks for: several of an IN list
  bool sent_as_query = false;    // a point read that does not know the whole key and id
};

// Burst capacity of one physical partition over a whole run.
struct BurstUse {
  Ru spent;
  Ru saved_at_end;
};

struct ReplicationResult {
  std::int64_t replication = 0;
  std::uint64_t fingerprint = 0;
  BinSeries series;
  std::vector<WindowFigures> windows;         // as the plan's
  std::vector<std::vector<HotKey>> hot_keys;  // by partition, hottest first
  [[nodiscard]] const std::vector<HotKey>& hot_keys_of(std::size_t partition) const {
    static const std::vector<HotKey> kNone;
    return partition < hot_keys.size() ? hot_keys[partition] : kNone;
  }
  std::vector<StreamInfo> streams;
  std::vector<PartitionInfo> partitions;  // every one that there was: those of the start first, then as they came
  std::vector<ContainerEvent> events;     // in order
  SizeFigures sizes;
  // By rates: seconds for which another one stood, and the stretches [from, to) in which one did.
  std::int64_t seconds_stood_for = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> stretches;
  std::vector<BurstUse> burst;                         // by partition; empty where the account has no burst capacity
  std::vector<std::optional<AutoscaleUse>> autoscale;  // by container; nothing where throughput is manual
  // By container: different values of the key's first level, those of populations whether drawn or not; 0 if a
  // kind of item has one that nobody repeats.
  std::vector<std::int64_t> first_level_values;
};

struct VariantResult {
  std::string name;
  const RunPlan* plan = nullptr;
  // Those of the start, container by container in key order, then those that came later, in the first replication.
  std::vector<PartitionInfo> partitions;
  std::vector<StreamInfo> streams;               // as in every replication
  std::vector<std::int64_t> first_level_values;  // by container: the most that any replication had
  std::vector<ReplicationResult> replications;   // those that were finished
};

}  // namespace cosmos
