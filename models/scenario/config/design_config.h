#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scenario/config/consistency_config.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"

// account and containers as a scenario writes them (grammar section 6).
namespace cosmos {

struct AccountConfig {
  static constexpr std::string_view kSummary = "the account that holds the containers";
  Consistency consistency = Consistency::kSession;
  std::vector<std::string> regions{"East US"};
  bool burst_capacity = false;
  bool dynamic_autoscale = true;
  template <class V>
  void fields(V& v) {
    v.optional("consistency", consistency, "default level of reads; strong and bounded read two replicas (RU-04)");
    v.optional("regions", regions, "one region in this version");
    v.optional("burst_capacity", burst_capacity,
               "unspent RU are saved and spent later, where a physical partition has less than 3,000 RU/s (BURST-01)");
    v.optional("dynamic_autoscale", dynamic_autoscale,
               "autoscale is billed partition by partition, not by the busiest one (AUTO-05)");
    for (const char* name : {"multi_region_writes", "free_tier", "availability_zones", "quota", "prices"}) {
      v.not_built(name);
    }
  }
};

struct SinglePath {
  static constexpr std::string_view kSummary = "one path: kind Hash, version 2";
  std::string value;
};
struct HierarchicalPaths {
  static constexpr std::string_view kSummary = "two or three paths, broadest first: kind MultiHash (HPK-01)";
  std::vector<std::string> value;
};
struct PartitionKeyFields {
  static constexpr std::string_view kSummary = "a definition as the service keeps it";
  std::vector<std::string> paths;
  std::optional<std::string> kind;
  std::optional<std::int64_t> version;
  template <class V>
  void fields(V& v) {
    v.required("paths", paths, "one to three");
    v.optional("kind", kind, "Hash or MultiHash; default Hash for one path, MultiHash for several");
    v.optional("version", version, "1 or 2 (large keys); default 2", sim::range<std::int64_t>(1, 2));
  }
};
struct PartitionKeyDefinitionConfig {
  static constexpr std::string_view kSummary = "a definition as the service keeps it";
  PartitionKeyFields value;
};
using PartitionKeyConfig = sim::Choice<SinglePath, HierarchicalPaths, PartitionKeyDefinitionConfig>;

struct ManualThroughputConfig {
  static constexpr std::string_view kTag = "manual";
  static constexpr std::string_view kSummary = "so many RU per second, always";
  Throughput value{Ru::units(400)};
};
struct AutoscaleThroughputConfig {
  static constexpr std::string_view kTag = "autoscale_max";
  static constexpr std::string_view kSummary = "up to so many RU per second, billed by what is used";
  Throughput value{Ru::units(1'000)};
};
using ThroughputConfig = sim::Choice<ManualThroughputConfig, AutoscaleThroughputConfig, NotBuilt<"serverless">>;

struct CutText {
  static constexpr std::string_view kSummary = "a share of the key space, or an effective partition key in hex";
  std::string value;
};
struct KeyCutFields {
  static constexpr std::string_view kSummary = "a place inside a key prefix";
  std::vector<sim::Node> key;
  sim::Share at;
  template <class V>
  void fields(V& v) {
    v.required("key", key, "values of the leading levels");
    v.required("at", at, "share of the prefix's range");
  }
};
struct KeyCut {
  static constexpr std::string_view kSummary = "a place inside a key prefix";
  KeyCutFields value;
};
using CutConfig = sim::Choice<CutText, KeyCut>;

struct LayoutConfig {
  static constexpr std::string_view kSummary = "the physical partitions, stated instead of derived";
  std::optional<std::int64_t> equal;
  std::optional<std::vector<sim::Share>> shares;
  std::vector<CutConfig> cuts;
  std::optional<std::vector<std::int64_t>> ids;
  std::optional<std::vector<Throughput>> throughput;
  std::optional<std::vector<Bytes>> stored;
  template <class V>
  void fields(V& v) {
    v.optional("equal", equal, "so many ranges of equal width", sim::range<std::int64_t>(1, 100'000));
    v.optional("shares", shares, "widths of the ranges in key order");
    v.optional("cuts", cuts, "further cuts");
    v.optional("ids", ids, "of the ranges, in key order; default from 0 on");
    v.optional("throughput", throughput, "of the ranges, in key order; default an even share (PART-06)");
    v.optional("stored", stored, "in the ranges, in key order, without index; default as `stored` of the container");
  }
};

struct StoredConfig {
  static constexpr std::string_view kSummary = "what lies in the container at the start, without index";
  std::optional<Bytes> data;
  std::optional<std::int64_t> items;
  std::optional<std::string> by;
  std::optional<Bytes> each;
  sim::TextMap<Bytes> members;
  std::optional<DurationDistribution> age;
  template <class V>
  void fields(V& v) {
    v.optional("data", data, "in all, spread as the properties' popularity says");
    v.optional("items", items, "so many items, spread likewise", sim::range<std::int64_t>(0, 1'000'000'000'000));
    v.optional("by", by, "a population's property: sizes by its members");
    v.optional("each", each, "size of every member that is not named");
    v.optional("members", members, "member: size");
    v.optional("age", age, "when they were written; needed where the key holds a time property");
  }
};

enum class IndexingMode { kConsistent, kNone };

struct IndexingConfig {
  static constexpr std::string_view kSummary = "the indexing policy, as the service has it";
  IndexingMode mode = IndexingMode::kConsistent;
  std::vector<std::string> included_paths{"/*"};
  std::vector<std::string> excluded_paths;
  std::vector<std::vector<std::string>> composite_indexes;
  sim::Share overhead{0.15};
  template <class V>
  void fields(V& v) {
    v.optional("mode", mode, "whether there is an index");
    v.optional("included_paths", included_paths, "what is indexed: \"/total/?\", /content/*, /*");
    v.optional("excluded_paths", excluded_paths, "what is not; the more precise path decides");
    v.optional("composite_indexes", composite_indexes, "lists of properties, each with `asc` or `desc` behind it");
    v.optional("overhead", overhead, "index bytes per data byte (PART-12); with mode none there are none");
  }
  [[nodiscard]] double index_share() const { return mode == IndexingMode::kNone ? 0.0 : overhead.value; }
};

struct ContainerConfig {
  static constexpr std::string_view kSummary = "a container: partition key, throughput, layout";
  PartitionKeyConfig partition_key;
  ThroughputConfig throughput;
  std::vector<ThroughputConfig> history;
  std::optional<LayoutConfig> layout;
  sim::NameMap<StoredConfig> stored;
  IndexingConfig indexing;
  std::vector<std::string> enumerate;
  template <class V>
  void fields(V& v) {
    v.required("partition_key", partition_key, "path or paths of the partition key");
    v.required("throughput", throughput, "what is provisioned");
    v.optional("history", history, "earlier settings, oldest first, carried out before the start");
    v.optional("layout", layout, "states the physical partitions; default: the creation rule (SCALE-01)");
    v.optional("stored", stored, "item kind: what is stored at the start");
    v.optional("indexing", indexing, "the indexing policy");
    v.optional("enumerate", enumerate,
               "properties of which all clients of this design know all values: where a filter lacks them and the key "
               "holds them, an IN list is put in");
    for (const char* name : {"database", "default_ttl", "throughput_buckets"}) {
      v.not_built(name);
    }
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::IndexingMode> {
  static constexpr std::string_view kType = "indexing mode";
  using M = cosmos::IndexingMode;
  static constexpr std::array kValues = {
      EnumValue<M>{"consistent", M::kConsistent, "every write keeps the index up to date"},
      EnumValue<M>{"none", M::kNone, "no index: a store of keys and items"}};
};
}  // namespace sim
