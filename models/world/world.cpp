#include "models/world/world.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "models/world/stored_data.h"

namespace cosmos {

sim::Seed replication_seed(std::uint64_t seed, std::int64_t replication) {
  return {sim::mix_bits(sim::mix_bits(seed) + static_cast<std::uint64_t>(replication))};
}

std::vector<Ru> Container::budgets() const {
  if (!stated_budgets.empty()) {
    return stated_budgets;
  }
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < partitions(); ++i) {
    all.push_back(id_of(i));
  }
  return shared_evenly(throughput, all);
}

std::vector<PartitionRange> Container::ranges() const {
  std::vector<PartitionRange> all;
  for (const KeyRange& range : ranges_between(boundaries)) {
    const std::size_t i = all.size();
    all.push_back({id_of(i), range, parents.empty() ? std::vector<std::int64_t>() : parents[i]});
  }
  return all;
}

namespace {

// visit(position, router, value, slot) for each listed value of the first level, on each partition that it lies on.
template <class Visit>
void visit_keys(const World::ContainerState& container, Visit visit) {
  for (const auto& router : container.routers) {
    if (!router) {
      continue;
    }
    for (std::uint32_t value = 0; value < router->listed_values(); ++value) {
      const KeyRouter::Group group = router->group_of(value);
      for (std::uint32_t i = 0; i < group.span.count(); ++i) {
        visit(group.span.first + i, *router, value, group.slot + i);
      }
    }
  }
}

}  // namespace

World::World(const RunPlan& plan, std::int64_t replication)
    : plan_(plan), seed_(replication_seed(plan.seed, replication)) {
  containers_.reserve(plan.containers.size());
  for (const Container& container : plan.containers) {
    add_container(container);
  }
  streams_.reserve(plan.streams.size());
  for (const Stream& stream : plan.streams) {
    add_stream(stream);
  }
  collector_.emplace(plan, arrangement());
}

BurstBank World::bank_of(Ru budget) const {
  return plan_.burst_capacity ? burst_bank(budget, plan_.readings.burst_at_start) : BurstBank{};
}

void World::add_container(const Container& container) {
  ContainerState& state = containers_.emplace_back(PartitionSet(container.ranges()));
  const std::size_t c = containers_.size() - 1;
  state.first_partition = partitions_.size();
  state.routers.resize(plan_.items.size());
  state.created.resize(plan_.items.size());
  if (container.tracks_storage || !container.stored.empty() || !container.stated_bytes.empty()) {
    state.storage = std::make_unique<StorageLedger>();
    store_at_start(plan_, c, seed_, *state.storage);
  }
  const std::vector<Ru> budgets = container.budgets();
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    const PartitionRange& range = state.partitions.ranges()[i];
    partitions_.emplace_back(budgets[i], plan_.readings.ratelimit, bank_of(budgets[i]));
    column_of_.push_back(records_.size());
    records_.push_back({c, range.id, range.range, range.parents, {}, PartitionCause::kStart, 0, {}, budgets[i], 0.0});
  }
}

PartitionArrangement World::arrangement() const {
  PartitionArrangement all;
  all.column_of = column_of_;
  for (const RequestBudget& partition : partitions_) {
    all.budgets.push_back(partition.per_second());
  }
  for (const PartitionRecord& record : records_) {
    all.container_of.push_back(record.container);
  }
  for (const ContainerState& container : containers_) {
    all.first_position.push_back(container.first_partition);
  }
  all.first_position.push_back(partitions_.size());
  return all;
}

std::vector<Ru> World::budgets_of(std::size_t container) const {
  std::vector<Ru> budgets;
  const ContainerState& state = containers_[container];
  for (std::size_t i = 0; i < state.partitions.size(); ++i) {
    budgets.push_back(partitions_[state.first_partition + i].per_second());
  }
  return budgets;
}

void World::set_budgets(std::int64_t second, std::size_t container, const std::vector<Ru>& budgets) {
  const std::size_t first = containers_[container].first_partition;
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    RequestBudget& partition = partitions_[first + i];
    const RequestBudget::Rest rest = partition.rest_before(second);
    partition = RequestBudget(budgets[i], plan_.readings.ratelimit, bank_of(budgets[i]), second, rest);
    records_[column_of_[first + i]].budget = budgets[i];
  }
  collector_->rearrange(second, container, arrangement());
}

void World::rearrange(std::int64_t second, std::size_t container, Rearrangement to) {
  ContainerState& state = containers_[container];
  const std::size_t old_count = state.partitions.size();
  const std::size_t new_count = to.partitions.size();
  const auto first = static_cast<std::ptrdiff_t>(state.first_partition);
  say_farewell(second, container, to.moves);
  std::vector<RequestBudget::Rest> rests(new_count);
  for (std::size_t old = 0; old < old_count; ++old) {
    const PartitionSpan span = to.moves.new_of_old[old];
    RequestBudget::Rest rest = partitions_[state.first_partition + old].rest_before(second);
    if (records_[column_of_[state.first_partition + old]].ended) {
      rest.burst_spent = Ru{};  // stays with the parent
    }
    const double whole = state.partitions.ranges()[old].range.width();
    RequestBudget::Rest left = rest;
    for (std::uint32_t i = span.last; i > span.first; --i) {
      const double share = std::clamp(to.partitions.ranges()[i].range.width() / whole, 0.0, 1.0);
      const auto part_of = [share](Ru all) {
        return Ru::milli(static_cast<std::int64_t>(static_cast<double>(all.milli()) * share));
      };
      const RequestBudget::Rest part{part_of(rest.debt), part_of(rest.saved), Ru{}};
      rests[i] += part;
      left.debt -= part.debt;
      left.saved -= part.saved;
    }
    rests[span.first] += left;
  }
  std::vector<RequestBudget> budgets;
  for (std::size_t i = 0; i < new_count; ++i) {
    budgets.emplace_back(to.budgets[i], plan_.readings.ratelimit, bank_of(to.budgets[i]), second, rests[i]);
  }
  partitions_.erase(partitions_.begin() + first, partitions_.begin() + first + static_cast<std::ptrdiff_t>(old_count));
  partitions_.insert(partitions_.begin() + first, budgets.begin(), budgets.end());
  const std::vector<std::size_t> old_columns(column_of_.begin() + first,
                                             column_of_.begin() + first + static_cast<std::ptrdiff_t>(old_count));
  column_of_.erase(column_of_.begin() + first, column_of_.begin() + first + static_cast<std::ptrdiff_t>(old_count));
  column_of_.insert(column_of_.begin() + first, new_count, records_.size());
  state.partitions = std::move(to.partitions);
  state.map = PartitionMap(state.partitions.boundaries());
  for (std::size_t c = container + 1; c < containers_.size(); ++c) {
    containers_[c].first_partition = containers_[c].first_partition - old_count + new_count;
  }
  for (StreamState& stream : streams_) {
    stream.first_partition = static_cast<std::uint32_t>(containers_[stream.container].first_partition);
  }
  welcome(second, container, to.cause, to.moves, old_columns);
  Change& change = changes_.emplace_back();
  change.container = container;
  change.moves = std::move(to.moves);
  for (const auto& router : state.routers) {
    if (router) {
      router->relabel(change.slots);
    }
  }
  std::sort(change.slots.begin(), change.slots.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
  state.key_use.resize(state.key_slots);
  keep_uses_of_those_that_stay(state, change);
  collector_->rearrange(second, container, arrangement());
}

// What partitions that end were asked for is theirs; their keys count anew elsewhere.
void World::say_farewell(std::int64_t second, std::size_t container, const PartitionMoves& moves) {
  ContainerState& state = containers_[container];
  std::vector<std::size_t> heirs_of(moves.new_of_old.back().last +
                                    1);  // by new position: how many it stands in place of
  for (const PartitionSpan& span : moves.new_of_old) {
    ++heirs_of[span.first];
  }
  const bool measured = plan_.containers[container].tracks_storage;
  const std::vector<std::int64_t> bytes = measured ? state.storage->bytes_in(state.map) : std::vector<std::int64_t>();
  std::vector<std::optional<std::size_t>> farewell(moves.new_of_old.size());  // by old position
  for (std::size_t old = 0; old < farewell.size(); ++old) {
    const PartitionSpan span = moves.new_of_old[old];
    if (span.single() && heirs_of[span.first] == 1) {
      continue;
    }
    const std::size_t position = state.first_partition + old;
    farewell[old] = gone_.size();
    gone_.push_back({column_of_[position], {}, partitions_[position].rest_before(second).burst_spent});
    PartitionRecord& record = records_[column_of_[position]];
    record.ended = second;
    if (measured) {
      record.bytes = static_cast<double>(bytes[old]);
    }
  }
  visit_keys(state, [&](std::uint32_t position, const KeyRouter& router, std::uint32_t value, std::uint32_t slot) {
    if (!farewell[position]) {
      return;
    }
    const KeyUse use = std::exchange(state.key_use[slot], KeyUse{});
    if (use.milli_ru > 0 || use.throttled > 0) {
      gone_[*farewell[position]].keys.push_back({router.level(0).hash(value), use, &router, value});
    }
  });
}

// A value that lies on another number of partitions than before has other slots, on those that stayed as well.
void World::keep_uses_of_those_that_stay(ContainerState& container, const Change& change) {
  for (const KeyRouter::SlotMove& move : change.slots) {
    for (std::uint32_t i = 0; i < move.old_span.count(); ++i) {
      const PartitionSpan now = change.moves.new_of_old[move.old_span.first + i];
      container.key_use[move.to + (now.first - move.span.first)] +=
          std::exchange(container.key_use[move.from + i], KeyUse{});
    }
  }
}

void World::welcome(std::int64_t second, std::size_t container, PartitionCause cause, const PartitionMoves& moves,
                    const std::vector<std::size_t>& old_columns) {
  const ContainerState& state = containers_[container];
  for (std::size_t i = 0; i < state.partitions.size(); ++i) {
    std::vector<std::size_t> from;
    for (std::size_t old = 0; old < moves.new_of_old.size(); ++old) {
      if (moves.new_of_old[old].first <= i && i <= moves.new_of_old[old].last) {
        from.push_back(old);
      }
    }
    const PartitionRange& range = state.partitions.ranges()[i];
    const Ru budget = partitions_[state.first_partition + i].per_second();
    std::size_t& column = column_of_[state.first_partition + i];
    if (from.size() == 1 && moves.new_of_old[from.front()].single()) {
      column = old_columns[from.front()];
      records_[column].budget = budget;
      continue;
    }
    column = records_.size();
    std::vector<std::int64_t> parents;
    parents.reserve(from.size());
    for (const std::size_t old : from) {
      parents.push_back(records_[old_columns[old]].id);
    }
    records_.push_back({container, range.id, range.range, range.parents, parents, cause, second, {}, budget, 0.0});
  }
}

std::vector<std::vector<UsedKey>> World::used_keys(std::size_t container) const {
  const ContainerState& state = containers_[container];
  std::vector<std::vector<UsedKey>> used(state.partitions.size());
  visit_keys(state, [&](std::uint32_t position, const KeyRouter& router, std::uint32_t value, std::uint32_t slot) {
    const KeyUse& use = state.key_use[slot];
    if (use.milli_ru > 0 || use.throttled > 0) {
      used[position].push_back({router.level(0).hash(value), use, &router, value});
    }
  });
  return used;
}

std::string World::key_text(std::size_t container, const KeyPoint& key) const {
  for (const auto& router : containers_[container].routers) {
    std::string text;
    std::size_t found = 0;
    while (router && found < router->levels()) {
      const LevelValues& level = router->level(found);
      std::uint32_t entry = 0;
      while (entry < level.size() && level.hash(entry) != key.block(found)) {
        ++entry;
      }
      if (entry == level.size()) {
        break;
      }
      text += (found > 0 ? "/" : "") + level.text(entry);
      ++found;
    }
    if (router && found == router->levels()) {
      return text;
    }
  }
  return "a key";
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
  collector_->boundary(second);
  if (second > 0 && second == plan_.windows.front().from) {
    for (ContainerState& container : containers_) {
      std::fill(container.key_use.begin(), container.key_use.end(), KeyUse{});
    }
    for (Gone& gone : gone_) {
      gone.keys.clear();
    }
  }
}

}  // namespace cosmos
