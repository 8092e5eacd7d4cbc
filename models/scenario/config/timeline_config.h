#pragma once

#include <optional>
#include <string>

#include "models/scenario/config/shape_config.h"
#include "models/scenario/config/words.h"

// The timeline as a scenario writes it (grammar section 7).
namespace cosmos {

struct SetThroughputConfig {
  static constexpr std::string_view kSummary = "provisions another throughput";
  std::optional<std::string> container;
  std::optional<Throughput> manual;
  std::optional<Throughput> autoscale_max;
  template <class V>
  void fields(V& v) {
    v.optional("container", container, "which; default the only one");
    v.optional("manual", manual, "so many RU per second");
    v.optional("autoscale_max", autoscale_max, "up to so many RU per second");
    v.not_built("database");
  }
};

struct MergeConfig {
  static constexpr std::string_view kSummary = "joins physical partitions, as many as its throughput and data allow";
  std::optional<std::string> container;
  template <class V>
  void fields(V& v) {
    v.optional("container", container, "which; default the only one");
  }
};

struct RedistributeConfig {
  static constexpr std::string_view kSummary = "gives physical partitions throughput of their own";
  std::optional<std::string> container;
  sim::TextMap<Throughput> throughput;
  template <class V>
  void fields(V& v) {
    v.optional("container", container, "which; default the only one");
    v.required("throughput", throughput, "partition key range id: RU/s");
  }
};

struct TimelineConfig {
  static constexpr std::string_view kSummary = "something that is done while the run lasts";
  std::optional<Moment> at;
  std::optional<sim::Duration> every;
  std::optional<SetThroughputConfig> set_throughput;
  std::optional<MergeConfig> merge;
  std::optional<RedistributeConfig> redistribute;
  template <class V>
  void fields(V& v) {
    v.optional("at", at, "when: an instant, or how long after the start; whole seconds");
    v.optional("every", every, "and again and again, so often");
    v.optional("set_throughput", set_throughput, "provisions another throughput (SCALE-02, SCALE-03, SCALE-08)");
    v.optional("merge", merge, "joins physical partitions (MERGE-05)");
    v.optional("redistribute", redistribute, "gives physical partitions throughput of their own (REDIS-01)");
    for (const char* name :
         {"when", "add_region", "remove_region", "set_write_region", "delete_by_partition_key", "migrate"}) {
      v.not_built(name);
    }
  }
};

}  // namespace cosmos
