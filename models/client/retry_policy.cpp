#include "models/client/retry_policy.h"

#include <algorithm>

#include "sim/core/rng.h"

namespace cosmos {
namespace {

sim::Duration backoff(const BackoffWait& rule, std::int64_t retry, std::uint64_t bits) noexcept {
  const auto cap = static_cast<double>(rule.cap.count());
  auto wait = static_cast<double>(rule.first.count());
  for (std::int64_t k = 1; k < retry && wait < cap && wait < 1e18; ++k) {
    wait *= rule.factor;
  }
  wait = std::min({wait, cap, 1e18});
  const double spread = 1.0 + rule.jitter * (2.0 * sim::uniform_from_bits(bits) - 1.0);
  return sim::Duration::nanoseconds(static_cast<std::int64_t>(wait * spread));
}

}  // namespace

RetryPolicy::RetryPolicy(const RetryRules& rules) : rules_(rules) {
  if (const auto* wait = std::get_if<DrawnWait>(&rules_.wait)) {
    drawn_ = std::make_shared<const Sampler>(wait->distribution);
  }
}

sim::Duration RetryPolicy::wait_for(std::int64_t retry, sim::Duration service_says, std::uint64_t bits) const noexcept {
  if (const auto* rule = std::get_if<BackoffWait>(&rules_.wait)) {
    return backoff(*rule, retry, bits);
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
