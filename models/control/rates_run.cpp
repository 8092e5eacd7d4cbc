#include "models/control/rates_run.h"

#include <algorithm>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

constexpr std::int64_t kLongest = 300;        // seconds of a stretch
constexpr std::int64_t kSecondBySecond = 60;  // after one that could not stand for others
constexpr std::uint64_t kPurpose = sim::purpose_id("second that stands for others");

}  // namespace

// Up to whatever is known to happen, and so short that what is stored comes no further than half way to a limit.
std::int64_t RatesRun::stretch_from(std::int64_t second) {
  const RunPlan& plan = model_.world().plan();
  std::int64_t end = std::min(second + kLongest, model_.control().next_due(second));
  end = std::min(end, (second / plan.bin_seconds + 1) * plan.bin_seconds);
  for (const Window& window : plan.windows) {
    for (const std::int64_t edge : {window.from, window.to}) {
      end = edge > second ? std::min(end, edge) : end;
    }
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

std::int64_t RatesRun::advance(std::int64_t second) {
  const std::int64_t end = std::min(stretch_from(second), model_.world().plan().seconds);
  last_stretch_ = end - second;
  if (last_stretch_ > 1 && second >= second_by_second_until_ && model_.executor().is_at_rest(second)) {
    const sim::Draws words(model_.world().seed(), 0, second, kPurpose);
    const auto into =
        static_cast<std::int64_t>(sim::scale_bits(words.bits(0), static_cast<std::uint64_t>(last_stretch_)));
    if (model_.executor().stand_for(second + into, last_stretch_)) {
      stood_for_ += last_stretch_ - 1;
      if (!stretches_.empty() && stretches_.back().second == second) {
        stretches_.back().second = end;
      } else {
        stretches_.emplace_back(second, end);
      }
      return end;
    }
    second_by_second_until_ = second + kSecondBySecond;
  }
  last_stretch_ = 1;
  model_.advance(second);
  return second + 1;
}

}  // namespace cosmos
