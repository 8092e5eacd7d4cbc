#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/client/response_time.h"
#include "models/client/retry_policy.h"
#include "models/collect/collector.h"
#include "models/partition/partition_map.h"
#include "models/partition/partition_moves.h"
#include "models/partition/partition_record.h"
#include "models/partition/partition_set.h"
#include "models/partition/storage_ledger.h"
#include "models/routing/key_router.h"
#include "models/throughput/budget.h"
#include "models/workload/stream_source.h"
#include "models/world/key_trail.h"
#include "models/world/run_plan.h"
#include "sim/core/large_vector.h"

namespace cosmos {

// A value of a key's first level and what it has done on one physical partition.
struct UsedKey {
  HashBlock hash;  // of the first level: equal hashes are one key, whatever lists it
  KeyUse use;
  const KeyRouter* router = nullptr;
  std::uint32_t value = 0;
};

// The state of one run: containers with their physical partitions, keys and streams. Built from a plan
// and the number of a replication; two worlds share nothing. An executor moves it through a second.
class World {
 public:
  // `plan` outlives the world. Replication r of a seed draws the same demand under every design.
  World(const RunPlan& plan, std::int64_t replication);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  struct ContainerState {
    explicit ContainerState(PartitionSet of) : partitions(std::move(of)), map(partitions.boundaries()) {}
    PartitionSet partitions;
    PartitionMap map;                        // of their ranges
    std::size_t first_partition = 0;         // among all partitions of the run
    std::uint32_t key_slots = 0;             // that its routers have given out
    sim::LargeVector<KeyUse> key_use;        // by slot; grows when an executor meets a new one
    std::unique_ptr<StorageLedger> storage;  // what lies where; null where nobody asks
    std::vector<char> full;                  // by place: whether its logical partition takes no more (PART-03)
    [[nodiscard]] bool is_full(std::uint32_t place) const { return place < full.size() && full[place] != 0; }
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
  [[nodiscard]] Collector& collector() { return *collector_; }

  // Collection at the instant at which `second` begins; keys are counted anew after the warm-up.
  void boundary(std::int64_t second);

  // What a container's physical partitions are to become when `second` begins, after its boundary().
  struct Rearrangement {
    PartitionSet partitions;
    PartitionMoves moves;     // from those that there are
    std::vector<Ru> budgets;  // RU/s of the new ones, in key order
    PartitionCause cause = PartitionCause::kStart;
  };
  // Debt and burst capacity go with the keys: a partition that is split leaves them to its children by their shares of
  // its key space. Executors ask for changes() before they go on.
  void rearrange(std::int64_t second, std::size_t container, Rearrangement to);
  // Sets the RU/s of a container's physical partitions, in key order, from `second` on.
  void set_budgets(std::int64_t second, std::size_t container, const std::vector<Ru>& budgets);

  // What happened to a container's partitions since it was last asked.
  struct Change {
    std::size_t container = 0;
    PartitionMoves moves;
    std::vector<KeyRouter::SlotMove> slots;  // ascending
  };
  [[nodiscard]] std::vector<Change> take_changes() { return std::exchange(changes_, {}); }

  // A key as people write it, its levels joined by slashes; `a key` where nothing lists it.
  [[nodiscard]] std::string key_text(std::size_t container, const KeyPoint& key) const;

  // What recent requests ask for.
  [[nodiscard]] KeyTrail& keys() { return keys_; }
  [[nodiscard]] const KeyTrail& keys() const { return keys_; }

  // Every physical partition that there ever was, by its column in the figures.
  [[nodiscard]] const std::vector<PartitionRecord>& records() const { return records_; }
  [[nodiscard]] std::vector<PartitionRecord>& records() { return records_; }
  [[nodiscard]] const std::vector<std::size_t>& columns() const { return column_of_; }  // by position
  // RU/s of a container's physical partitions, in key order.
  [[nodiscard]] std::vector<Ru> budgets_of(std::size_t container) const;
  // What partitions that are gone left behind: their column, and the keys that they were asked for most.
  struct Gone {
    std::size_t column = 0;
    std::vector<UsedKey> keys;
    Ru burst_spent;
  };
  [[nodiscard]] const std::vector<Gone>& gone() const { return gone_; }
  // The listed values that each physical partition of a container, in key order, was asked for since it began, or since
  // the warm-up.
  [[nodiscard]] std::vector<std::vector<UsedKey>> used_keys(std::size_t container) const;

 private:
  [[nodiscard]] PartitionArrangement arrangement() const;
  [[nodiscard]] BurstBank bank_of(Ru budget) const;
  static void keep_uses_of_those_that_stay(ContainerState& container, const Change& change);
  void say_farewell(std::int64_t second, std::size_t container, const PartitionMoves& moves);
  void welcome(std::int64_t second, std::size_t container, PartitionCause cause, const PartitionMoves& moves,
               const std::vector<std::size_t>& old_columns);
  void add_container(const Container& container);
  void add_stream(const Stream& stream);
  [[nodiscard]] KeyRouter& router_of(const Stream& stream);

  const RunPlan& plan_;
  sim::Seed seed_;
  std::vector<ContainerState> containers_;
  std::vector<StreamState> streams_;
  std::vector<RequestBudget> partitions_;  // container by container, in key order
  std::vector<std::size_t> column_of_;     // likewise
  std::vector<PartitionRecord> records_;   // by column
  std::vector<Gone> gone_;
  std::vector<Change> changes_;
  std::optional<Collector> collector_;
  KeyTrail keys_;
};

// The seed of a replication of a scenario's seed.
[[nodiscard]] sim::Seed replication_seed(std::uint64_t seed, std::int64_t replication);

}  // namespace cosmos
