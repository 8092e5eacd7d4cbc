#include "models/client/retry_policy.h"

#include <algorithm>

#include "sim/core/check.h"
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

// Section 5 of the status code page, a row a client. Where a client knows no limit for the sum of its waits, none is
// written; the wait of `go_old` is that of azcore, the header of its own being another one than the service sends.
struct SdkRow {
  Sdk sdk;
  RetryRules rules;
};
const std::vector<SdkRow>& sdk_table() {
  using D = sim::Duration;
  static const std::vector<SdkRow> kTable = {
      {Sdk::kDotnet, {9, D::seconds(30), ServiceWait{}, BudgetCheck::kWithThisWaitAndAlone}},
      {Sdk::kJava, {9, D::seconds(30), ServiceWait{}, BudgetCheck::kWithThisWaitAndAlone}},
      {Sdk::kPython, {9, D::seconds(30), ServiceWait{}, BudgetCheck::kBeforeThisWait}},
      {Sdk::kJs, {9, D::seconds(30), ServiceWait{}, BudgetCheck::kBeforeThisWait}},
      {Sdk::kGo, {9, D::seconds(30), ServiceWait{}, BudgetCheck::kWithThisWait}},
      {Sdk::kGoOld, {3, D::max(), BackoffWait{D::seconds(4), 2.0, D::seconds(60)}, BudgetCheck::kWithThisWait}},
      {Sdk::kRust, {18, D::seconds(270), ServiceWait{D::seconds(15)}, BudgetCheck::kWithThisWait}},
  };
  return kTable;
}

}  // namespace

RetryRules sdk_retry_rules(Sdk sdk) {
  const std::vector<SdkRow>& table = sdk_table();
  const auto row = std::find_if(table.begin(), table.end(), [&](const SdkRow& r) { return r.sdk == sdk; });
  SIM_CHECK(row != table.end());
  return row->rules;
}

RetryPolicy::RetryPolicy(const RetryRules& rules) : rules_(rules) {
  if (const auto* wait = std::get_if<DrawnWait>(&rules_.wait)) {
    drawn_ = std::make_shared<const Sampler>(wait->distribution);
  } else if (const auto* backoff = std::get_if<BackoffWait>(&rules_.wait)) {
    backoff_waits_ = std::make_shared<const std::vector<double>>(backoff_waits(*backoff));
  } else {
    service_cap_ = std::get<ServiceWait>(rules_.wait).cap;
  }
}

sim::Duration RetryPolicy::wait_for(std::int64_t retry, sim::Duration service_says, std::uint64_t bits) const noexcept {
  if (backoff_waits_) {
    const double jitter = std::get<BackoffWait>(rules_.wait).jitter;
    const auto step = std::min(static_cast<std::size_t>(retry), backoff_waits_->size()) - 1;
    const double spread = 1.0 + jitter * (2.0 * sim::uniform_from_bits(bits) - 1.0);
    return sim::Duration::nanoseconds(static_cast<std::int64_t>((*backoff_waits_)[step] * spread));
  }
  return drawn_ ? sim::Duration::nanoseconds(drawn_->draw(bits)) : std::min(service_says, service_cap_);
}

std::optional<sim::Duration> RetryPolicy::delay(std::int64_t retry, sim::Duration service_says, sim::Duration waited,
                                                std::uint64_t bits) const noexcept {
  if (retry > rules_.max_retries) {
    return std::nullopt;
  }
  const sim::Duration wait = std::max(wait_for(retry, service_says, bits), sim::Duration::nanoseconds(1));
  const sim::Duration most = rules_.max_wait;
  if (most != sim::Duration::max()) {
    const bool alone = rules_.budget_check == BudgetCheck::kWithThisWaitAndAlone && wait >= most;
    const bool counts = rules_.budget_check != BudgetCheck::kBeforeThisWait;
    if (alone || waited > most || (counts && wait > most - waited)) {
      return std::nullopt;
    }
  }
  return wait;
}

}  // namespace cosmos
