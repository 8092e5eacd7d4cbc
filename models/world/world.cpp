#include "models/world/world.h"

#include <algorithm>
#include <numeric>

namespace cosmos {

sim::Seed replication_seed(std::uint64_t seed, std::int64_t replication) {
  return {sim::mix_bits(sim::mix_bits(seed) + static_cast<std::uint64_t>(replication))};
}

std::vector<Ru> Container::budgets() const {
  const std::vector<Ru> by_id = shared_evenly(throughput, partitions());
  std::vector<std::size_t> order(partitions());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return id_of(a) < id_of(b); });
  std::vector<Ru> in_key_order(partitions());
  for (std::size_t i = 0; i < order.size(); ++i) {
    in_key_order[order[i]] = by_id[i];
  }
  return in_key_order;
}

std::size_t partition_count(const RunPlan& plan) {
  std::size_t n = 0;
  for (const Container& container : plan.containers) {
    n += container.boundaries.size() + 1;
  }
  return n;
}

World::World(const RunPlan& plan, std::int64_t replication)
    : plan_(plan), seed_(replication_seed(plan.seed, replication)), collector_(plan, partition_count(plan)) {
  containers_.reserve(plan.containers.size());
  for (const Container& container : plan.containers) {
    add_container(container);
  }
  streams_.reserve(plan.streams.size());
  for (const Stream& stream : plan.streams) {
    add_stream(stream);
  }
}

void World::add_container(const Container& container) {
  ContainerState& state = containers_.emplace_back(container.boundaries);
  state.first_partition = partitions_.size();
  state.routers.resize(plan_.items.size());
  state.created.resize(plan_.items.size());
  for (const Ru budget : container.budgets()) {
    partitions_.emplace_back(budget, plan_.readings.ratelimit,
                             plan_.burst_capacity ? burst_bank(budget, plan_.readings.burst_at_start) : BurstBank{});
  }
}

void World::add_stream(const Stream& stream) {
  ContainerState& container = containers_[stream.container];
  const Container& of_plan = plan_.containers[stream.container];
  const ChargeModel charges(stream.consistency.value_or(plan_.consistency), plan_.readings.strong_read_charge,
                            plan_.readings.size_charge);
  const Item& item = plan_.items[stream.item];
  const auto kind = std::find_if(plan_.items.begin(), plan_.items.end(),
                                 [&](const Item& candidate) { return candidate.name == item.name; });
  CreatedItems& created = container.created[static_cast<std::size_t>(kind - plan_.items.begin())];
  streams_.push_back(
      {std::make_unique<StreamSource>(plan_.populations, item, stream, plan_.start_unix_seconds, router_of(stream),
                                      of_plan.key, of_plan.indexing, charges, created, seed_),
       stream.container, static_cast<std::uint32_t>(container.first_partition), RetryPolicy(stream.retries),
       ResponseTime(is_write(stream.operation) ? plan_.readings.write_latency : plan_.readings.read_latency,
                    stream.round_trip),
       stream.timeout});
}

KeyRouter& World::router_of(const Stream& stream) {
  ContainerState& container = containers_[stream.container];
  const Item& item = plan_.items[stream.item];
  const auto make = [&](const std::vector<std::size_t>& modulos) {
    return std::make_unique<KeyRouter>(container.map, plan_.containers[stream.container].key, plan_.populations, item,
                                       seed_, container.key_slots, modulos);
  };
  const std::vector<std::size_t> modulos = listed_modulos(item, stream.lists);
  if (!modulos.empty()) {
    return *container.routers.emplace_back(make(modulos));
  }
  std::unique_ptr<KeyRouter>& router = container.routers[stream.item];
  if (!router) {
    router = make({});
  }
  return *router;
}

void World::boundary(std::int64_t second) {
  collector_.boundary(second);
  if (second > 0 && second == plan_.windows.front().from) {
    for (ContainerState& container : containers_) {
      std::fill(container.key_use.begin(), container.key_use.end(), KeyUse{});
    }
  }
}

}  // namespace cosmos
