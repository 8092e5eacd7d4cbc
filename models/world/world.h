#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/client/response_time.h"
#include "models/client/retry_policy.h"
#include "models/collect/collector.h"
#include "models/partition/partition_map.h"
#include "models/routing/key_router.h"
#include "models/throughput/budget.h"
#include "models/workload/stream_source.h"
#include "models/world/run_plan.h"
#include "sim/core/large_vector.h"

namespace cosmos {

// The state of one run: containers with their physical partitions, keys and streams. Built from a plan
// and the number of a replication; two worlds share nothing. An executor moves it through a second.
class World {
 public:
  // `plan` outlives the world. Replication r of a seed draws the same demand under every design.
  World(const RunPlan& plan, std::int64_t replication);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  struct ContainerState {
    explicit ContainerState(const std::vector<KeyPoint>& boundaries) : map(boundaries) {}
    PartitionMap map;
    std::size_t first_partition = 0;    // among all partitions of the run
    std::uint32_t key_slots = 0;        // that its routers have given out
    sim::LargeVector<KeyUse> key_use;   // by slot; grows when an executor meets a new one
    std::vector<CreatedItems> created;  // by item; those of one name are counted together, at the first of them
    // By item, null where no stream brings that item here; then those of streams that need one of their own.
    std::vector<std::unique_ptr<KeyRouter>> routers;
  };
  struct StreamState {
    std::unique_ptr<StreamSource> source;
    std::size_t container = 0;
    std::uint32_t first_partition = 0;  // of its container
    RetryPolicy retries;
    ResponseTime response;
    sim::Duration timeout;  // an operation that takes longer has failed; Duration::max() is none
  };

  [[nodiscard]] const RunPlan& plan() const { return plan_; }
  [[nodiscard]] sim::Seed seed() const { return seed_; }
  [[nodiscard]] std::vector<ContainerState>& containers() { return containers_; }
  [[nodiscard]] const std::vector<ContainerState>& containers() const { return containers_; }
  [[nodiscard]] std::vector<StreamState>& streams() { return streams_; }
  [[nodiscard]] const std::vector<StreamState>& streams() const { return streams_; }
  [[nodiscard]] std::vector<RequestBudget>& partitions() { return partitions_; }
  [[nodiscard]] const std::vector<RequestBudget>& partitions() const { return partitions_; }
  [[nodiscard]] Collector& collector() { return collector_; }

  // Collection at the instant at which `second` begins; keys are counted anew after the warm-up.
  void boundary(std::int64_t second);

 private:
  void add_container(const Container& container);
  void add_stream(const Stream& stream);
  [[nodiscard]] KeyRouter& router_of(const Stream& stream);

  const RunPlan& plan_;
  sim::Seed seed_;
  std::vector<ContainerState> containers_;
  std::vector<StreamState> streams_;
  std::vector<RequestBudget> partitions_;  // container by container, in key order
  Collector collector_;
};

// The seed of a replication of a scenario's seed.
[[nodiscard]] sim::Seed replication_seed(std::uint64_t seed, std::int64_t replication);

// Physical partitions of all containers of a plan.
[[nodiscard]] std::size_t partition_count(const RunPlan& plan);

}  // namespace cosmos
