#include "models/control/rates_run.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

constexpr std::int64_t kLongest = 300;    // seconds of a stretch
constexpr std::int64_t kSeenEnough = 60;  // seconds before what is learnt of a stream is trusted
constexpr double kWeightOfOne = 1.0 / 64.0;
constexpr std::uint64_t kPurpose = sim::purpose_id("second that stands for others");

}  // namespace

RatesRun::RatesRun(MovedWorld<SettledExecutor>& model)
    : model_(model),
      added_when_asked_(containers()),
      loads_(model.world().streams().size()),
      seen_(model.world().streams().size()) {}

double RatesRun::factor(std::size_t stream, std::int64_t second) const {
  const Stream& of_plan = model_.world().plan().streams[stream];
  if (second < of_plan.start_second || second >= of_plan.stop_second) {
    return 0.0;
  }
  const auto& shape = std::get<OpenLoop>(of_plan.arrivals).shape;
  return shape ? shape->mean(second) : 1.0;
}

double RatesRun::highest_factor(std::size_t stream, std::int64_t second, std::int64_t end) const {
  const Stream& of_plan = model_.world().plan().streams[stream];
  if (!std::get<OpenLoop>(of_plan.arrivals).shape) {
    return of_plan.start_second < end && second < of_plan.stop_second ? 1.0 : 0.0;
  }
  double highest = 0.0;
  for (std::int64_t s = second; s < end; ++s) {
    highest = std::max(highest, factor(stream, s));
  }
  return highest;
}

// Up to whatever is known to happen, and so short that what is stored comes no further than half way to a limit.
std::int64_t RatesRun::stretch_from(std::int64_t second) {
  const RunPlan& plan = model_.world().plan();
  std::int64_t end = std::min({second + kLongest, model_.control().next_due(second), plan.seconds});
  const auto cut_at = [&](std::int64_t edge) { end = edge > second ? std::min(end, edge) : end; };
  cut_at((second / plan.bin_seconds + 1) * plan.bin_seconds);
  for (const Window& window : plan.windows) {
    cut_at(window.from);
    cut_at(window.to);
  }
  for (const Stream& stream : plan.streams) {
    cut_at(stream.start_second);
    cut_at(stream.stop_second);
  }
  for (std::size_t c = 0; c < containers(); ++c) {
    const auto& storage = model_.world().containers()[c].storage;
    if (!storage) {
      continue;
    }
    const std::int64_t added = storage->added() - std::exchange(added_when_asked_[c], storage->added());
    const std::int64_t per_second = added / last_stretch_ + 1;
    end = std::min(end, second + std::max<std::int64_t>(model_.control().room(c) / per_second / 2, 1));
  }
  return end;
}

bool RatesRun::is_far_from_throttling(std::int64_t second, std::int64_t end) const {
  const World& world = model_.world();
  std::vector<Load> expected(world.partitions().size());
  for (std::size_t s = 0; s < loads_.size(); ++s) {
    const double highest = highest_factor(s, second, end);
    if (highest == 0.0) {
      continue;
    }
    const std::size_t partitions = world.containers()[world.streams()[s].container].partitions.size();
    if (seen_[s] < kSeenEnough || loads_[s].size() != partitions) {
      return false;
    }
    for (std::size_t p = 0; p < partitions; ++p) {
      Load& there = expected[world.streams()[s].first_partition + p];
      there.requests += loads_[s][p].requests * highest;
      there.milli_ru += loads_[s][p].milli_ru * highest;
    }
  }
  for (std::size_t p = 0; p < expected.size(); ++p) {
    const double n = expected[p].requests;
    const double busiest = n > 0.0 ? expected[p].milli_ru * (1.0 + 6.0 / std::sqrt(n) + 6.0 / n) : 0.0;
    if (busiest >= static_cast<double>(world.partitions()[p].per_second().milli())) {
      return false;
    }
  }
  return true;
}

void RatesRun::learn(std::int64_t second) {
  const SecondDemand& demand = model_.executor().demand();
  for (std::size_t s = 0; s < loads_.size(); ++s) {
    const std::vector<SecondDemand::Share>& shares = demand.shares[s];
    if (loads_[s].size() != shares.size()) {  // the partitions are others than before
      loads_[s].assign(shares.size(), Load{});
      seen_[s] = 0;
    }
    const double now = factor(s, second);
    if (now == 0.0) {
      continue;
    }
    const double weight = std::max(kWeightOfOne, 1.0 / static_cast<double>(++seen_[s]));
    for (std::size_t p = 0; p < shares.size(); ++p) {
      Load& load = loads_[s][p];
      load.requests += weight * (static_cast<double>(shares[p].requests) / now - load.requests);
      load.milli_ru += weight * (static_cast<double>(shares[p].milli_ru) / now - load.milli_ru);
    }
  }
}

std::int64_t RatesRun::advance(std::int64_t second) {
  const std::int64_t end = stretch_from(second);
  const bool may_stand = end - second > 1 && !model_.control().any_full() && is_far_from_throttling(second, end) &&
                         model_.executor().is_at_rest(second);
  if (!may_stand) {
    last_stretch_ = 1;
    model_.advance(second);
    learn(second);
    return second + 1;
  }
  last_stretch_ = end - second;
  const sim::Draws words(model_.world().seed(), 0, second, kPurpose);
  const std::int64_t drawn =
      second + static_cast<std::int64_t>(sim::scale_bits(words.bits(0), static_cast<std::uint64_t>(last_stretch_)));
  model_.executor().stand_for(drawn, last_stretch_);
  learn(drawn);
  stood_for_ += last_stretch_ - 1;
  if (!stretches_.empty() && stretches_.back().second == second) {
    stretches_.back().second = end;
  } else {
    stretches_.emplace_back(second, end);
  }
  return end;
}

}  // namespace cosmos
