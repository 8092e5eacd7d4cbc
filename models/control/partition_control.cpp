#include "models/control/partition_control.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/partition/layout.h"
#include "models/service_limits.h"

namespace cosmos {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::uint64_t kSplitPurpose = sim::purpose_id("split duration");
constexpr std::uint64_t kMergePurpose = sim::purpose_id("merge duration");
// A warning comes when so much of a limit is used.
constexpr double kShareToWarn = 0.8;
constexpr char kToldFull = 2;  // and 1: told that it will be

std::string ru(Ru per_second) {
  const double value = per_second.as_double();
  return value == std::floor(value) ? fmt::format("{:.0f} RU/s", value) : fmt::format("{:.1f} RU/s", value);
}

std::vector<std::int64_t> ids_of(const PartitionSet& partitions) {
  std::vector<std::int64_t> all;
  for (const PartitionRange& range : partitions.ranges()) {
    all.push_back(range.id);
  }
  return all;
}

std::string gb(double gigabytes) { return fmt::format("{:.4g} GB", std::round(gigabytes * 1e3) / 1e3); }

}  // namespace

PartitionControl::PartitionControl(World& world)
    : world_(world),
      split_duration_(world.plan().readings.split_duration),
      merge_duration_(world.plan().readings.merge_duration) {
  for (const Container& container : world.plan().containers) {
    State& state = states_.emplace_back();
    state.throughput = container.throughput;
    state.highest_ever = std::max(container.highest_ever, container.throughput);
  }
}

bool PartitionControl::act(std::int64_t second) {
  for (std::size_t c = 0; c < states_.size(); ++c) {
    if (finish(c, second)) {
      return true;
    }
  }
  const std::vector<TimelineAction>& timeline = world_.plan().timeline;
  while (next_action_ < timeline.size() && timeline[next_action_].second <= second) {
    const TimelineAction& action = timeline[next_action_++];
    start(action, second);
    if (finish(action.container, second)) {
      return true;
    }
  }
  for (std::size_t c = 0; c < states_.size(); ++c) {
    if (world_.plan().containers[c].tracks_storage) {
      watch_storage(c, second);
      if (finish(c, second)) {
        return true;
      }
    }
  }
  return false;
}

bool PartitionControl::finish(std::size_t container, std::int64_t second) {
  return finish_round(container, second) || finish_split(container, second) || finish_merge(container, second);
}

std::int64_t PartitionControl::next_due(std::int64_t second) const {
  std::int64_t next = world_.plan().seconds;
  const auto at = [&](std::int64_t due) { next = due > second ? std::min(next, due) : next; };
  if (next_action_ < world_.plan().timeline.size()) {
    at(world_.plan().timeline[next_action_].second);
  }
  for (const State& state : states_) {
    if (state.scaling) {
      at(state.scaling->round_ends);
    }
    if (state.merge) {
      at(state.merge->ends);
    }
    for (const PendingSplit& split : state.splits) {
      at(split.ends);
    }
  }
  return next;
}

std::int64_t PartitionControl::room(std::size_t container) const {
  const State& state = states_[container];
  if (!world_.plan().containers[container].tracks_storage || state.room_when_checked < 0) {
    return std::numeric_limits<std::int64_t>::max();
  }
  const std::int64_t added = world_.containers()[container].storage->added() - state.bytes_when_checked;
  return std::max<std::int64_t>(state.room_when_checked - added, 0);
}

std::int64_t PartitionControl::lasts(const Sampler& duration, std::uint64_t purpose) {
  const std::int64_t drawn = duration.is_constant()
                                 ? duration.constant()
                                 : duration.draw(sim::Draws(world_.seed(), 0, 0, purpose).bits(drawn_++));
  return (drawn + kNanoseconds - 1) / kNanoseconds;
}

void PartitionControl::say(std::size_t container, std::int64_t second, std::string rule, std::string text) {
  ContainerEvent event;
  event.second = second;
  event.container = container;
  event.rule = std::move(rule);
  event.text = std::move(text);
  events_.push_back(std::move(event));
}

std::vector<std::int64_t> PartitionControl::ids(std::size_t container) const {
  return ids_of(world_.containers()[container].partitions);
}

std::vector<double> PartitionControl::gigabytes(std::size_t container) const {
  const World::ContainerState& state = world_.containers()[container];
  std::vector<double> all(state.partitions.size());
  if (state.storage) {
    const std::vector<std::int64_t> bytes = state.storage->bytes_in(state.map);
    std::transform(bytes.begin(), bytes.end(), all.begin(),
                   [this](std::int64_t n) { return static_cast<double>(n) / world_.plan().readings.gigabyte; });
  }
  return all;
}

double PartitionControl::gigabytes_stored(std::size_t container) const {
  const World::ContainerState& state = world_.containers()[container];
  return state.storage ? static_cast<double>(state.storage->total()) / world_.plan().readings.gigabyte : 0.0;
}

void PartitionControl::start(const TimelineAction& action, std::int64_t second) {
  if (const auto* to = std::get_if<SetThroughput>(&action.what)) {
    set_throughput(*to, action.container, second);
  } else if (const auto* shares = std::get_if<Redistribute>(&action.what)) {
    redistribute(*shares, action.container, second);
  } else {
    start_merge(action.container, second);
  }
}

// SCALE-02, SCALE-03, SCALE-04, SCALE-08.
void PartitionControl::set_throughput(const SetThroughput& to, std::size_t container, std::int64_t second) {
  State& state = states_[container];
  const double stored = gigabytes_stored(container);
  const bool autoscale = world_.plan().containers[container].autoscale;
  const Ru floor = autoscale ? minimum_autoscale_throughput(state.highest_ever, stored)
                             : minimum_manual_throughput(state.highest_ever, stored);
  if (state.scaling) {
    say(container, second, "SCALE-04",
        fmt::format("{} refused (423): the change to {} is still under way", ru(to.throughput),
                    ru(state.scaling->throughput)));
    return;
  }
  if (state.is_custom && world_.plan().readings.redistribution == Redistribution::kV2025) {
    say(container, second, "REDIS-04",
        fmt::format("{} refused: the partitions' throughput was redistributed", ru(to.throughput)));
    return;
  }
  if (to.throughput < floor) {
    say(container, second, autoscale ? "SCALE-10" : "SCALE-09",
        fmt::format("{} refused: below the minimum of {} that {} stored and the highest ever, {}, leave",
                    ru(to.throughput), ru(floor), gb(stored), ru(state.highest_ever)));
    return;
  }
  if (state.merge && to.throughput > state.throughput) {
    state.merge.reset();
    say(container, second, "MERGE-04", "raising the throughput cancels the merge that is under way");
  }
  state.highest_ever = std::max(state.highest_ever, to.throughput);
  const Ru each = service_limits::kMaxRuPerPartition;
  const std::size_t partitions = world_.containers()[container].partitions.size();
  if (to.throughput <= each * static_cast<std::int64_t>(partitions)) {
    say(container, second, to.throughput < state.throughput ? "SCALE-08" : "SCALE-02",
        fmt::format("throughput set from {} to {}, at once: {} physical partition{} as before", ru(state.throughput),
                    ru(to.throughput), partitions, partitions == 1 ? "" : "s"));
    world_.set_budgets(second, container, shares_of(container, to.throughput));
    state.throughput = to.throughput;
    return;
  }
  const auto wanted = static_cast<std::size_t>((to.throughput.milli() + each.milli() - 1) / each.milli());
  state.scaling = Scaling{to.throughput, wanted, second + lasts(split_duration_, kSplitPurpose)};
  say(container, second, "SCALE-03",
      fmt::format("{} asked for: {} physical partitions must become {} first; {} until then", ru(to.throughput),
                  partitions, wanted, ru(state.throughput)));
}

// REDIS-04: with shares of their own partitions keep them, none beyond what one can have.
std::vector<Ru> PartitionControl::shares_of(std::size_t container, Ru throughput) const {
  const State& state = states_[container];
  if (!state.is_custom) {
    return shared_evenly(throughput, ids(container));
  }
  std::vector<Ru> shares = world_.budgets_of(container);
  for (Ru& share : shares) {
    const double fraction = share.as_double() / state.throughput.as_double();
    share = std::min(Ru::rounded(fraction * throughput.as_double()), service_limits::kMaxRuPerPartition);
  }
  return shares;
}

// REDIS-01 to REDIS-03.
void PartitionControl::redistribute(const Redistribute& to, std::size_t container, std::int64_t second) {
  State& state = states_[container];
  const std::vector<std::int64_t> there = ids(container);
  std::vector<Ru> budgets = world_.budgets_of(container);
  Ru sum;
  std::vector<PendingSplit> splits;
  if (state.scaling || state.merge) {
    say(container, second, "SCALE-04", "redistribution refused (423): another change is still under way");
    return;
  }
  for (const auto& [id, throughput] : to.throughput) {
    const auto at = std::find(there.begin(), there.end(), id);
    if (at == there.end()) {
      say(container, second, "REDIS-01", fmt::format("redistribution refused: there is no partition {}", id));
      return;
    }
    budgets[static_cast<std::size_t>(at - there.begin())] = std::min(throughput, service_limits::kMaxRuPerPartition);
    if (throughput > service_limits::kMaxRuPerPartition) {
      splits.push_back({id, second + lasts(split_duration_, kSplitPurpose), throughput});
    }
  }
  for (const Ru budget : budgets) {
    sum += budget;
  }
  if (world_.plan().readings.redistribution == Redistribution::kV2023 && sum != state.throughput) {
    say(container, second, "REDIS-03",
        fmt::format("redistribution refused: the partitions would have {} together, the container has {}", ru(sum),
                    ru(state.throughput)));
    return;
  }
  state.is_custom = true;
  state.throughput = sum;
  state.highest_ever = std::max(state.highest_ever, sum);
  state.splits.insert(state.splits.end(), splits.begin(), splits.end());
  world_.set_budgets(second, container, budgets);
  say(container, second, "REDIS-01",
      fmt::format("throughput redistributed: {} in all{}", ru(sum),
                  splits.empty() ? "" : "; what was given more than 10000 RU/s is split"));
}

std::optional<KeyPoint> PartitionControl::cut(std::size_t container, const KeyRange& range,
                                              PartitionCause cause) const {
  const World::ContainerState& state = world_.containers()[container];
  const PartitionKeyDefinition& key = world_.plan().containers[container].key;
  const SplitPoint reading = world_.plan().readings.split_point;
  const bool by_median =
      reading == SplitPoint::kStorageMedian ||
      (reading == SplitPoint::kAuto && cause == PartitionCause::kStorageSplit && key.routed_levels() > 1);
  if (by_median && state.storage) {
    if (const auto median = state.storage->median(range, key.hashing, key.routed_levels())) {
      return median;
    }
  }
  return splitting_point(range, key.hashing, key.routed_levels());
}

bool PartitionControl::finish_round(std::size_t container, std::int64_t second) {
  State& state = states_[container];
  if (!state.scaling || second < state.scaling->round_ends) {
    return false;
  }
  const PartitionKeyDefinition& key = world_.plan().containers[container].key;
  World::Rearrangement to{world_.containers()[container].partitions,
                          PartitionMoves::none(world_.containers()[container].partitions.size()),
                          {},
                          PartitionCause::kThroughputSplit};
  const std::size_t before = to.partitions.size();
  const std::int64_t first_new = to.partitions.next_id();
  while (to.partitions.size() < std::min(state.scaling->partitions, 2 * before)) {
    auto next = to.partitions.next_cut(key.hashing, key.routed_levels(), first_new);
    if (!next) {
      break;
    }
    const KeyRange& range = to.partitions.ranges()[next->at].range;
    next->point = cut(container, range, PartitionCause::kThroughputSplit).value_or(next->point);
    to.partitions.split(*next);
    to.moves.split(next->at);
  }
  const std::size_t now = to.partitions.size();
  const Scaling scaling = *state.scaling;
  const bool is_last = now >= scaling.partitions || now == before;
  if (is_last) {
    state.throughput = scaling.throughput;
    state.scaling.reset();
  } else {
    state.scaling->round_ends = second + lasts(split_duration_, kSplitPurpose);
  }
  to.budgets = shared_evenly(state.throughput, ids_of(to.partitions));
  const std::size_t splits = now - before;
  rearrange(container, second, std::move(to), "SCALE-03",
            fmt::format("{} split{} for {}: {} physical partitions{}", splits, splits == 1 ? "" : "s",
                        ru(scaling.throughput), now,
                        is_last ? fmt::format(", {} from now on", ru(state.throughput))
                                : fmt::format("; another round is needed for {}", scaling.partitions)));
  return true;
}

bool PartitionControl::finish_split(std::size_t container, std::int64_t second) {
  State& state = states_[container];
  const auto due = std::find_if(state.splits.begin(), state.splits.end(),
                                [second](const PendingSplit& split) { return split.ends <= second; });
  if (due == state.splits.end()) {
    return false;
  }
  const PendingSplit split = *due;
  const std::int64_t id = split.partition;
  const bool for_storage = split.for_throughput == Ru{};
  const PartitionCause cause = for_storage ? PartitionCause::kStorageSplit : PartitionCause::kRedistribution;
  state.splits.erase(due);
  const std::vector<std::int64_t> there = ids(container);
  const auto found = std::find(there.begin(), there.end(), id);
  if (found == there.end()) {
    return finish_split(container, second);  // another split or a merge took it in the meantime
  }
  const auto at = static_cast<std::size_t>(found - there.begin());
  const auto point = cut(container, world_.containers()[container].partitions.ranges()[at].range, cause);
  if (!point) {
    state.uncuttable.push_back(id);
    say(container, second, "SPLIT-04", fmt::format("partition {} cannot be cut: it holds one partition key", id));
    return finish_split(container, second);
  }
  World::Rearrangement to{world_.containers()[container].partitions, PartitionMoves::none(there.size()), {}, cause};
  to.partitions.split({at, *point});
  to.moves.split(at);
  const bool inherits = state.is_custom || world_.plan().readings.storage_split_ru == StorageSplitRu::kInherit;
  if (inherits || !for_storage) {
    to.budgets = world_.budgets_of(container);
    const Ru both = for_storage ? to.budgets[at] : split.for_throughput;
    const Ru right = Ru::milli(both.milli() / 2);
    to.budgets[at] = both - right;
    to.budgets.insert(to.budgets.begin() + static_cast<std::ptrdiff_t>(at) + 1, right);
    state.throughput = std::accumulate(to.budgets.begin(), to.budgets.end(), Ru{});
  } else {
    to.budgets = shared_evenly(state.throughput, ids_of(to.partitions));
  }
  const std::string text =
      !for_storage ? fmt::format("partition {} is split for the {} that it was given", id, ru(split.for_throughput))
                   : fmt::format("partition {} is split for its storage; {}", id,
                                 inherits ? "its children share its RU/s (SPLIT-06, `inherit`)"
                                          : "all partitions share the RU/s evenly (SPLIT-06, `even`)");
  rearrange(container, second, std::move(to), for_storage ? "SPLIT-01" : "REDIS-01", text);
  return true;
}

std::size_t PartitionControl::merge_target(std::size_t container) const {
  const Ru each = service_limits::kMaxRuPerPartition;
  const auto by_ru = (states_[container].throughput.milli() + each.milli() - 1) / each.milli();
  const double by_storage =
      std::ceil(gigabytes_stored(container) / static_cast<double>(service_limits::kPhysicalPartitionGigabytes));
  return static_cast<std::size_t>(std::max({std::int64_t{1}, by_ru, static_cast<std::int64_t>(by_storage)}));
}

void PartitionControl::start_merge(std::size_t container, std::int64_t second) {
  State& state = states_[container];
  const std::size_t partitions = world_.containers()[container].partitions.size();
  const std::size_t target = merge_target(container);
  if (state.scaling || state.merge) {
    say(container, second, "SCALE-04", "merge refused (423): another change is still under way");
    return;
  }
  if (target >= partitions) {
    say(container, second, "MERGE-05",
        fmt::format("nothing to merge: {} and {} need {} physical partition{}", ru(state.throughput),
                    gb(gigabytes_stored(container)), target, target == 1 ? "" : "s"));
    return;
  }
  state.merge = Merging{target, second + lasts(merge_duration_, kMergePurpose)};
  say(container, second, "MERGE-05", fmt::format("merge of {} physical partitions to {} begins", partitions, target));
}

bool PartitionControl::finish_merge(std::size_t container, std::int64_t second) {
  State& state = states_[container];
  if (!state.merge || second < state.merge->ends) {
    return false;
  }
  const std::size_t least = state.merge->target;
  state.merge.reset();
  const World::ContainerState& of_world = world_.containers()[container];
  const std::vector<double> stored = gigabytes(container);
  const std::size_t n = of_world.partitions.size();
  const auto limit = static_cast<double>(service_limits::kPhysicalPartitionGigabytes);
  // Where groups of neighbours begin: at the boundaries nearest to equal widths; more groups until none is too large.
  std::vector<std::size_t> begins;
  for (std::size_t target = least; target < n; ++target) {
    begins.assign(1, 0);
    double below = 0.0;
    for (std::size_t i = 1; i < n; ++i) {
      below += of_world.partitions.ranges()[i - 1].range.width();
      const double wanted = static_cast<double>(begins.size()) / static_cast<double>(target);
      const double next = below + of_world.partitions.ranges()[i].range.width();
      const bool is_nearest = std::abs(below - wanted) <= std::abs(next - wanted) || n - i == target - begins.size();
      if (begins.size() < target && is_nearest) {
        begins.push_back(i);
      }
    }
    bool fits = true;
    for (std::size_t g = 0; g < begins.size(); ++g) {
      const std::size_t end = g + 1 < begins.size() ? begins[g + 1] : n;
      double sum = 0.0;
      for (std::size_t i = begins[g]; i < end; ++i) {
        sum += stored[i];
      }
      fits = fits && (sum <= limit || end - begins[g] == 1);
    }
    if (fits) {
      break;
    }
    begins.clear();
  }
  if (begins.empty() || begins.size() == n) {
    say(container, second, "MERGE-05", "nothing to merge any more");
    return finish_merge(container, second);
  }
  World::Rearrangement to{of_world.partitions, PartitionMoves::none(n), {}, PartitionCause::kMerge};
  for (std::size_t g = begins.size(); g-- > 0;) {
    const std::size_t end = g + 1 < begins.size() ? begins[g + 1] : n;
    if (end - begins[g] > 1) {
      to.partitions.merge(begins[g], end - begins[g]);
      to.moves.merge(begins[g], end - begins[g]);
    }
  }
  to.budgets = shared_evenly(state.throughput, ids_of(to.partitions));
  const std::size_t now = to.partitions.size();
  rearrange(container, second, std::move(to), "MERGE-05",
            fmt::format("{} physical partitions are merged to {}", n, now));
  return true;
}

void PartitionControl::rearrange(std::size_t container, std::int64_t second, World::Rearrangement to, std::string rule,
                                 std::string text) {
  const std::vector<std::int64_t> ids_before = ids(container);
  const std::vector<Ru> ru_before = world_.budgets_of(container);
  const std::vector<double> gb_before = gigabytes(container);
  world_.rearrange(second, container, std::move(to));
  states_[container].room_when_checked = -1;
  const std::vector<std::int64_t> ids_after = ids(container);
  const std::vector<Ru> ru_after = world_.budgets_of(container);
  const std::vector<double> gb_after = gigabytes(container);
  say(container, second, std::move(rule), std::move(text));
  ContainerEvent& event = events_.back();
  const auto is_new = [](const std::vector<std::int64_t>& among, std::int64_t id) {
    return std::find(among.begin(), among.end(), id) == among.end();
  };
  for (std::size_t i = 0; i < ids_before.size(); ++i) {
    if (is_new(ids_after, ids_before[i])) {
      event.before.push_back(ids_before[i]);
      event.ru_before.push_back(ru_before[i].as_double());
      event.gb_before.push_back(gb_before[i]);
    }
  }
  for (std::size_t i = 0; i < ids_after.size(); ++i) {
    if (is_new(ids_before, ids_after[i])) {
      event.after.push_back(ids_after[i]);
      event.ru_after.push_back(ru_after[i].as_double());
      event.gb_after.push_back(gb_after[i]);
    }
  }
}

// Looks only when so much was added since the last time that something may have come to a limit.
void PartitionControl::watch_storage(std::size_t container, std::int64_t second) {
  State& state = states_[container];
  World::ContainerState& of_world = world_.containers()[container];
  const StorageLedger& storage = *of_world.storage;
  const auto limit = full_key_bytes();
  for (auto place = state.full.begin(); place != state.full.end();) {
    if (storage.places()[*place].bytes < limit) {
      of_world.full[*place] = 0;
      place = state.full.erase(place);
      state.room_when_checked = -1;
    } else {
      ++place;
    }
  }
  if (state.room_when_checked >= 0 && storage.added() - state.bytes_when_checked < state.room_when_checked) {
    return;
  }
  // A key that nobody has met yet comes to its warning no earlier than this.
  auto room = static_cast<std::int64_t>(kShareToWarn * static_cast<double>(limit));
  watch_keys(container, second, room);
  watch_partitions(container, second, room);
  state.bytes_when_checked = storage.added();
  state.room_when_checked = std::max<std::int64_t>(room, 1);
}

std::int64_t PartitionControl::full_key_bytes() const {
  return static_cast<std::int64_t>(world_.plan().readings.gigabyte *
                                   static_cast<double>(service_limits::kLogicalPartitionGigabytes));
}

// PART-02, PART-03.
void PartitionControl::watch_keys(std::size_t container, std::int64_t second, std::int64_t& room) {
  World::ContainerState& of_world = world_.containers()[container];
  State& state = states_[container];
  const double gigabyte = world_.plan().readings.gigabyte;
  const std::int64_t limit = full_key_bytes();
  const auto warning = static_cast<std::int64_t>(kShareToWarn * static_cast<double>(limit));
  const std::vector<StorageLedger::Place>& places = of_world.storage->places();
  of_world.full.resize(places.size());
  state.warned.resize(places.size());
  for (std::uint32_t p = 0; p < places.size(); ++p) {
    if (!places[p].is_full_key) {
      continue;
    }
    const std::int64_t bytes = places[p].bytes;
    if (bytes >= limit && of_world.full[p] == 0) {
      of_world.full[p] = 1;
      state.full.push_back(p);
      news_of_full_ = true;
      if (state.warned[p] == kToldFull) {
        continue;
      }
      state.warned[p] = kToldFull;
      say(container, second, "PART-03",
          fmt::format("the logical partition of {} is full: {:.4g} GB; what comes for it is answered 403/1014",
                      world_.key_text(container, places[p].key), static_cast<double>(bytes) / gigabyte));
    } else if (bytes < limit) {
      if (bytes >= warning && state.warned[p] == 0) {
        state.warned[p] = 1;
        say(container, second, "PART-02",
            fmt::format("the logical partition of {} holds {:.4g} GB of the 20 GB that it may",
                        world_.key_text(container, places[p].key), static_cast<double>(bytes) / gigabyte));
      }
      room = std::min(room, (bytes < warning ? warning : limit) - bytes);
    }
  }
}

// SPLIT-01, SPLIT-11.
void PartitionControl::watch_partitions(std::size_t container, std::int64_t second, std::int64_t& room) {
  State& state = states_[container];
  const World::ContainerState& of_world = world_.containers()[container];
  const double gigabyte = world_.plan().readings.gigabyte;
  const auto limit =
      static_cast<std::int64_t>(gigabyte * static_cast<double>(service_limits::kPhysicalPartitionGigabytes));
  const std::vector<std::int64_t> bytes = of_world.storage->bytes_in(of_world.map);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::int64_t id = of_world.partitions.ranges()[i].id;
    if (bytes[i] <= limit) {
      room = std::min(room, limit - bytes[i] + 1);
      continue;
    }
    const bool pending = std::any_of(state.splits.begin(), state.splits.end(),
                                     [id](const PendingSplit& split) { return split.partition == id; });
    const bool uncuttable = std::find(state.uncuttable.begin(), state.uncuttable.end(), id) != state.uncuttable.end();
    if (!pending && !uncuttable) {
      const std::int64_t takes = lasts(split_duration_, kSplitPurpose);
      state.splits.push_back({id, second + takes, Ru{}});
      say(container, second, "SPLIT-01",
          fmt::format("partition {} holds {:.4g} GB, more than 50: a split begins that takes {:.3g} h; it takes writes "
                      "meanwhile (SPLIT-11)",
                      id, static_cast<double>(bytes[i]) / gigabyte, static_cast<double>(takes) / 3600.0));
    }
  }
}

}  // namespace cosmos
