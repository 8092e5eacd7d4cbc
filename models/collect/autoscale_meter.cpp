#include "models/collect/autoscale_meter.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cosmos {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

Ru AutoscaleUse::highest() const {
  return scaled_to.empty() ? Ru{} : *std::max_element(scaled_to.begin(), scaled_to.end());
}

double AutoscaleUse::mean_billed() const {
  double sum = 0.0;
  for (const Ru hour : billed) {
    sum += hour.as_double();
  }
  return billed.empty() ? 0.0 : sum / static_cast<double>(billed.size());
}

AutoscaleMeter::AutoscaleMeter(std::vector<Ru> budgets, bool each_alone, std::int64_t start_unix_seconds,
                               std::int64_t bin_seconds)
    : budgets_(std::move(budgets)),
      maximum_(std::accumulate(budgets_.begin(), budgets_.end(), Ru{})),
      each_alone_(each_alone),
      start_(start_unix_seconds),
      bin_seconds_(bin_seconds),
      ring_(budgets_.size() * static_cast<std::size_t>(kWindow)),
      sums_(budgets_.size()),
      hour_peaks_(budgets_.size()) {}

void AutoscaleMeter::follow(std::vector<Ru> budgets) {
  budgets_ = std::move(budgets);
  maximum_ = std::accumulate(budgets_.begin(), budgets_.end(), Ru{});
  ring_.assign(budgets_.size() * static_cast<std::size_t>(kWindow), 0);
  sums_.assign(budgets_.size(), 0);
  hour_peaks_.resize(budgets_.size());
  window_from_ = seconds_;
  begin_hour();
  const bool begins_an_hour = (start_ + seconds_) % kSecondsOfHour == 0;  // which is billed when its first second is
  if (!use_.billed.empty() && !begins_an_hour) {
    billed_before_ = use_.billed.back();
    use_.billed.back() = std::max(use_.billed.back(), Ru::milli(maximum_.milli() / kShareOfFloor));
  }
}

void AutoscaleMeter::begin_hour() {
  for (std::size_t p = 0; p < budgets_.size(); ++p) {
    hour_peaks_[p] = budgets_[p].milli() / kShareOfFloor;
  }
}

void AutoscaleMeter::take_in(std::int64_t second, std::span<const std::int64_t> milli_ru) {
  std::int64_t* const oldest = &ring_[static_cast<std::size_t>(second % kWindow) * budgets_.size()];
  double busiest = 1.0 / static_cast<double>(kShareOfFloor);
  for (std::size_t p = 0; p < budgets_.size(); ++p) {
    sums_[p] += milli_ru[p] - std::exchange(oldest[p], milli_ru[p]);
    busiest = std::max(busiest, static_cast<double>(sums_[p]) / static_cast<double>(kWindow * budgets_[p].milli()));
  }
  const auto scaled = static_cast<std::int64_t>(static_cast<double>(maximum_.milli()) * std::min(busiest, 1.0) + 0.5);
  if (second % bin_seconds_ == 0) {
    use_.scaled_to.emplace_back();
  }
  use_.scaled_to.back() = std::max(use_.scaled_to.back(), Ru::milli(scaled));
  bill(second);
  seconds_ = second + 1;
}

// Each hour is billed for itself: a window that began in the one before tells of that one.
void AutoscaleMeter::bill(std::int64_t second) {
  const std::int64_t into_hour = start_ + second - floor_div(start_ + second, kSecondsOfHour) * kSecondsOfHour;
  if (second == 0 || into_hour == 0) {
    begin_hour();
    billed_before_ = Ru{};
    use_.billed.push_back(Ru::milli(maximum_.milli() / kShareOfFloor));
  }
  if (into_hour < kWindow - 1 || second - window_from_ < kWindow - 1) {
    return;
  }
  double busiest = 0.0;
  std::int64_t sum = 0;
  for (std::size_t p = 0; p < budgets_.size(); ++p) {
    const std::int64_t mean = std::min(sums_[p] / kWindow, budgets_[p].milli());
    hour_peaks_[p] = std::max(hour_peaks_[p], mean);
    sum += hour_peaks_[p];
    busiest = std::max(busiest, static_cast<double>(hour_peaks_[p]) / static_cast<double>(budgets_[p].milli()));
  }
  const auto together = static_cast<std::int64_t>(static_cast<double>(maximum_.milli()) * busiest + 0.5);
  use_.billed.back() = std::max(billed_before_, Ru::milli(each_alone_ ? sum : together));
}

}  // namespace cosmos
