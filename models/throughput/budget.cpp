#include "models/throughput/budget.h"

#include "models/service_limits.h"

namespace cosmos {

BurstBank burst_bank(Ru per_second, double full_at_start) noexcept {
  using service_limits::kBurstRate;
  using service_limits::kBurstSeconds;
  if (per_second >= kBurstRate) {
    return {};
  }
  const Ru most = per_second * kBurstSeconds;
  const auto saved = static_cast<std::int64_t>(static_cast<double>(most.milli()) * full_at_start);
  return {most, kBurstRate - per_second, Ru::milli(saved)};
}

RequestBudget::Rest RequestBudget::rest_before(std::int64_t second) noexcept {
  if (second == second_) {  // it has just begun, and what it was given of the bank is not spent
    return {per_second_ + drawn_ - balance_, bank_ + drawn_, burst_spent_};
  }
  catch_up(second - 1);
  const Ru rest = std::max(balance_, Ru{});
  return {std::max(Ru{} - balance_, Ru{}), std::min(bank_ + rest, burst_.most),
          burst_spent_ + drawn_ - std::min(drawn_, rest)};
}

// What a second leaves goes back to the bank, what it was given of it first. Whole seconds without a request or a debt
// save all that they have.
void RequestBudget::catch_up_with_bank(std::int64_t seconds) noexcept {
  while (seconds > 0) {
    const Ru rest = std::max(balance_, Ru{});
    burst_spent_ += drawn_ - std::min(drawn_, rest);
    bank_ = std::min(bank_ + rest, burst_.most);
    const Ru debt = std::min(balance_, Ru{});
    if (debt == Ru{} && seconds > 1) {
      const std::int64_t idle = std::min<std::int64_t>(seconds - 1, service_limits::kBurstSeconds);  // then it is full
      bank_ = std::min(bank_ + per_second_ * idle, burst_.most);
      seconds = 1;
    }
    balance_ = debt + per_second_;
    draw();
    --seconds;
  }
}

}  // namespace cosmos
