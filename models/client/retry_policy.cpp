#include "models/client/retry_policy.h"

#include <algorithm>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

// The wait before each retry, without jitter, until it no longer grows.
std::vector<double> backoff_waits(const BackoffWait& rule) {
  constexpr double kLongest = 1e18;  // ns, 31 years
  constexpr std::size_t kMostSteps = 65'536;
  const double cap = std::min(static_cast<double>(rule.cap.count()), kLongest);
  std::vector<double> waits{std::min(static_cast<double>(rule.first.count()), cap)};
  while (rule.factor > 1.0 && waits.back() < cap && waits.size() < kMostSteps) {
    waits.push_back(std::min(waits.back() * rule.factor, cap));
  }
  return waits;
}

}  // namespace

RetryPolicy::RetryPolicy(const RetryRules& rules) : rules_(rules) {
  if (const auto* wait = std::get_if<DrawnWait>(&rules_.wait)) {
    drawn_ = std::make_shared<const Sampler>(wait->distribution);
  } else if (const auto* backoff = std::get_if<BackoffWait>(&rules_.wait)) {
    backoff_waits_ = std::make_shared<const std::vector<double>>(backoff_waits(*backoff));
  }
}

sim::Duration RetryPolicy::wait_for(std::int64_t retry, sim::Duration service_says, std::uint64_t bits) const noexcept {
  if (backoff_waits_) {
    const double jitter = std::get<BackoffWait>(rules_.wait).jitter;
    const auto step = std::min(static_cast<std::size_t>(retry), backoff_waits_->size()) - 1;
    const double spread = 1.0 + jitter * (2.0 * sim::uniform_from_bits(bits) - 1.0);
    return sim::Duration::nanoseconds(static_cast<std::int64_t>((*backoff_waits_)[step] * spread));
  }
  return drawn_ ? sim::Duration::nanoseconds(drawn_->draw(bits)) : service_says;
}

std::optional<sim::Duration> RetryPolicy::delay(std::int64_t retry, sim::Duration service_says, sim::Duration waited,
                                                std::uint64_t bits) const noexcept {
  if (retry > rules_.max_retries) {
    return std::nullopt;
  }
  const sim::Duration wait = std::max(wait_for(retry, service_says, bits), sim::Duration::nanoseconds(1));
  const bool limited = rules_.max_wait != sim::Duration::max();
  if (limited && (wait >= rules_.max_wait || waited + wait > rules_.max_wait)) {
    return std::nullopt;
  }
  return wait;
}

}  // namespace cosmos
