#include "models/world/rerouting.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "models/keys/key_range.h"
#include "models/world/request.h"

namespace cosmos {

Rerouting::Rerouting(const World& world, const KeyTrail& keys, std::vector<World::Change> changes)
    : world_(world), keys_(keys), changes_(std::move(changes)) {
  for (const World::StreamState& stream : world.streams()) {
    const auto change = std::find_if(changes_.begin(), changes_.end(), [&](const World::Change& candidate) {
      return candidate.container == stream.container;
    });
    change_of_.push_back(change == changes_.end() ? nullptr : &*change);
  }
}

void Rerouting::note(std::uint32_t stream, std::uint32_t query, std::uint32_t partition) {
  if (query == Request::kNoQuery || !concerns(stream)) {
    return;
  }
  const PartitionSpan span = change_of_[stream]->moves.new_of_old[partition];
  const auto [at, is_first] = lowest_.try_emplace({query, span.first}, partition);
  at->second = std::min(at->second, partition);
}

bool Rerouting::stays(std::uint32_t stream, std::uint32_t query, std::uint32_t partition) const {
  if (query == Request::kNoQuery) {
    return true;
  }
  return lowest_.at({query, change_of_[stream]->moves.new_of_old[partition].first}) == partition;
}

Rerouting::Way Rerouting::way(std::uint32_t stream, std::int64_t second_of_arrival, std::uint32_t number,
                              std::uint32_t partition, std::uint32_t key_slot, Ru charge) const {
  const World::Change& change = *change_of_[stream];
  const World::StreamState& state = world_.streams()[stream];
  Way way;
  way.partitions = change.moves.new_of_old[partition];
  if (!way.partitions.single()) {
    const PartitionMap& map = world_.containers()[state.container].map;
    const std::size_t known = state.source->known_levels();
    const std::size_t levels = world_.plan().containers[state.container].key.routed_levels();
    if (const KeyPoint* const key = keys_.key(second_of_arrival, stream, number)) {
      PartitionSpan holding;
      if (known == levels) {
        holding.first = holding.last = map.locate(*key);
      } else {
        std::vector<HashBlock> blocks;
        for (std::size_t i = 0; i < known; ++i) {
          blocks.push_back(key->block(i));
        }
        holding = map.span(prefix_range(blocks));
      }
      way.partitions = {std::max(way.partitions.first, holding.first), std::min(way.partitions.last, holding.last)};
    } else {
      key_slot = Target::kNotCounted;  // which of its values lie where is not kept
    }
    way.of_further = state.source->visit_charge(1, std::numeric_limits<std::uint32_t>::max(), charge);
  }
  way.key_slot = slot(change, key_slot, way.partitions.first);
  return way;
}

std::uint32_t Rerouting::slot(const World::Change& change, std::uint32_t key_slot, std::uint32_t partition) {
  const auto after = std::upper_bound(change.slots.begin(), change.slots.end(), key_slot,
                                      [](std::uint32_t value, const auto& move) { return value < move.from; });
  if (key_slot == Target::kNotCounted || after == change.slots.begin()) {
    return key_slot;
  }
  const KeyRouter::SlotMove& move = *(after - 1);
  return key_slot < move.from + move.old_span.count() ? move.to + (partition - move.span.first) : key_slot;
}

}  // namespace cosmos
