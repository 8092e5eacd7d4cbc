#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/world/key_trail.h"
#include "models/world/world.h"

namespace cosmos {

// Where requests that wait are sent once their physical partitions have become others: after their key. A visit of
// several partitions' worth of keys becomes a visit of each partition that now holds some of them.
class Rerouting {
 public:
  // Everything outlives this.
  Rerouting(const World& world, const KeyTrail& keys, std::vector<World::Change> changes);

  // To be told of each request that waits before any is asked about: of visits of one query that come to the same
  // partition only that of the lowest old one stays.
  void note(std::uint32_t stream, std::uint32_t query, std::uint32_t partition);
  [[nodiscard]] bool stays(std::uint32_t stream, std::uint32_t query, std::uint32_t partition) const;

  // Whether a stream's requests may have to go elsewhere.
  [[nodiscard]] bool concerns(std::uint32_t stream) const { return change_of_[stream] != nullptr; }

  struct Way {
    PartitionSpan partitions;    // of the container, those that it visits now
    std::uint32_t key_slot = 0;  // of the first of them; the others' follow
    Ru of_further;               // charge of each visit behind the first
  };
  // Of a request that waits for this partition of the container. Requires concerns(stream).
  [[nodiscard]] Way way(std::uint32_t stream, std::int64_t second_of_arrival, std::uint32_t number,
                        std::uint32_t partition, std::uint32_t key_slot, Ru charge) const;
  // Of a query whose first visit was that of this partition: where it is now. Requires concerns(stream).
  [[nodiscard]] std::uint32_t first_visited(std::uint32_t stream, std::uint32_t partition) const {
    return change_of_[stream]->moves.new_of_old[partition].first;
  }

 private:
  // Where a key that was counted in a slot is counted on this partition.
  [[nodiscard]] static std::uint32_t slot(const World::Change& change, std::uint32_t key_slot, std::uint32_t partition);

  const World& world_;
  const KeyTrail& keys_;
  std::vector<World::Change> changes_;
  std::vector<const World::Change*> change_of_;  // by stream
  // Of visits that come to the same partition: by query and partition, the lowest old one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> lowest_;
};

}  // namespace cosmos
