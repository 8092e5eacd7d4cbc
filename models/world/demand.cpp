#include "models/world/demand.h"

#include <algorithm>
#include <utility>

namespace cosmos {
namespace {

// Below so many arrivals a second, handing a second over takes longer than working it out.
constexpr std::uint32_t kWorthAThread = 4'000;

SecondDemand empty_demand(const World& world) {
  SecondDemand demand;
  demand.blocks.resize(world.streams().size());
  demand.first_of_stream.resize(world.streams().size() + 1);
  demand.key_slots.resize(world.containers().size());
  for (const World::StreamState& stream : world.streams()) {
    demand.shares.emplace_back(world.containers()[stream.container].map.size());
  }
  return demand;
}

}  // namespace

DemandSource::DemandSource(World& world, Ahead ahead)
    : world_(world), now_(empty_demand(world)), next_(empty_demand(world)) {
  bool may_change = false;
  for (std::size_t s = 0; s < world.streams().size(); ++s) {
    const Container& container = world.plan().containers[world.streams()[s].container];
    if (container.may_change || container.tracks_storage) {
      world.streams()[s].source->tell_keys();
      may_change = true;
    }
    if (container.tracks_storage) {
      world.streams()[s].source->tell_bytes(container.index_share);
    }
  }
  if (ahead == Ahead::kOnAThread && !may_change) {
    thread_ = std::thread([this] { work(); });
  }
}

DemandSource::~DemandSource() {
  if (thread_.joinable()) {
    if (next_is_under_way_) {
      ready_.acquire();
    }
    over_ = true;
    wanted_.release();
    thread_.join();
  }
}

const SecondDemand& DemandSource::take(std::int64_t second) {
  if (next_is_under_way_) {
    ready_.acquire();
    next_is_under_way_ = false;
    if (failure_) {
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    std::swap(now_, next_);
  } else {
    generate(second, now_);
  }
  for (std::size_t c = 0; c < world_.containers().size(); ++c) {
    world_.containers()[c].key_use.resize(now_.key_slots[c]);
  }
  if (thread_.joinable() && now_.arrivals() >= kWorthAThread && second + 1 < world_.plan().seconds) {
    next_second_ = second + 1;
    next_is_under_way_ = true;
    wanted_.release();
  }
  return now_;
}

void DemandSource::follow_partitions() {
  for (std::size_t s = 0; s < now_.shares.size(); ++s) {
    now_.shares[s].resize(world_.containers()[world_.streams()[s].container].map.size());
  }
}

void DemandSource::work() {
  while (true) {
    wanted_.acquire();
    if (over_) {
      return;
    }
    try {
      generate(next_second_, next_);
    } catch (...) {
      failure_ = std::current_exception();
    }
    ready_.release();
  }
}

void DemandSource::generate(std::int64_t second, SecondDemand& demand) {
  for (std::size_t s = 0; s < demand.blocks.size(); ++s) {
    RequestBlock& block = demand.blocks[s];
    const std::optional<PartOf>& part_of = world_.plan().streams[s].part_of;
    if (part_of) {
      world_.streams()[s].source->generate_part(second, demand.blocks[part_of->whole].arrivals, block);
    } else {
      world_.streams()[s].source->generate(second, block);
    }
    block.places.clear();
    if (!block.bytes.empty()) {
      place_writes(s, block);
    }
    count(s, demand);
    if (!block.keys.empty()) {
      world_.keys().keep(second, s, {std::move(block.keys), block.places, block.bytes});
    }
    demand.first_of_stream[s + 1] = demand.first_of_stream[s] + static_cast<std::uint32_t>(block.arrivals.size());
  }
  for (std::size_t c = 0; c < demand.key_slots.size(); ++c) {
    demand.key_slots[c] = world_.containers()[c].key_slots;
  }
}

// A logical partition that is full takes no more (PART-03): what comes for it is answered before anything is charged.
void DemandSource::place_writes(std::size_t stream, RequestBlock& block) {
  World::StreamState& state = world_.streams()[stream];
  World::ContainerState& container = world_.containers()[state.container];
  const std::size_t listed = state.source->listed_levels();
  const bool whole = listed == state.source->key_levels();
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < block.size(); ++i) {
    const std::uint32_t place = whole         ? container.storage->full_key(block.keys[i])
                                : listed == 0 ? container.storage->prefix(KeyPoint(), 0)
                                              : container.storage->prefix(block.keys[i], listed);
    block.places.push_back(place);
    if (block.bytes[i] < 0 || !container.is_full(place)) {
      kept.push_back(i);
    }
  }
  if (kept.size() < block.size()) {
    world_.collector().refuse_full(stream, static_cast<std::int64_t>(block.size() - kept.size()));
    block.keep_only(kept);
  }
}

void DemandSource::count(std::size_t stream, SecondDemand& all) {
  const RequestBlock& block = all.blocks[stream];
  const World::StreamState& state = world_.streams()[stream];
  std::vector<SecondDemand::Share>& demand = all.shares[stream];
  std::fill(demand.begin(), demand.end(), SecondDemand::Share{});
  if (block.everywhere) {
    const auto visits = static_cast<std::uint32_t>(demand.size());
    SecondDemand::Share each{static_cast<std::int64_t>(block.size()), 0};
    std::int64_t first = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
      first += block.first_charge(i).milli();
      each.milli_ru += state.source->visit_charge(1, visits, block.first_charge(i)).milli();
    }
    std::fill(demand.begin(), demand.end(), each);
    demand.front().milli_ru = first;
  } else if (!block.visits.empty()) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t visits = block.visits[i];
      const Ru of_others = state.source->visit_charge(1, visits, block.first_charge(i));
      demand[block.partition[i]].milli_ru += block.first_charge(i).milli() - of_others.milli();
      for (std::uint32_t v = 0; v < visits; ++v) {
        SecondDemand::Share& there = demand[block.partition_of(i, v)];
        ++there.requests;
        there.milli_ru += of_others.milli();
      }
    }
  } else if (!block.charge.empty()) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      SecondDemand::Share& there = demand[block.partition[i]];
      ++there.requests;
      there.milli_ru += block.charge[i].milli();
    }
  } else {
    for (const std::uint32_t partition : block.partition) {
      ++demand[partition].requests;
    }
    for (SecondDemand::Share& there : demand) {
      there.milli_ru = there.requests * block.same_charge.milli();
    }
  }
}

}  // namespace cosmos
