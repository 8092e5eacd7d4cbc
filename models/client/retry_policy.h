#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "models/workload/distribution.h"
#include "sim/core/time.h"

// What a client does about a 429 (RATE-07; section 5 of the status code page).
namespace cosmos {

struct ServiceWait {  // what the 429 says, at most `cap`
  sim::Duration cap = sim::Duration::max();
};
struct DrawnWait {
  Distribution distribution;
};
struct BackoffWait {  // first x factor^k, at most cap, spread evenly by `jitter` of itself below and above
  sim::Duration first;
  double factor = 2.0;
  sim::Duration cap = sim::Duration::max();
  double jitter = 0.0;
};
using Wait = std::variant<ServiceWait, DrawnWait, BackoffWait>;

// When the sum of waits is held against its limit.
enum class BudgetCheck : std::uint8_t {
  kWithThisWait,          // a wait that would take the sum beyond it is not begun
  kWithThisWaitAndAlone,  // nor is one that reaches it alone
  kBeforeThisWait,        // only what has been waited counts: the last wait may go beyond it
};

struct RetryRules {
  static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_retries = 9;                         // after the first try
  sim::Duration max_wait = sim::Duration::seconds(30);  // summed; Duration::max() is unlimited
  Wait wait = ServiceWait{};
  BudgetCheck budget_check = BudgetCheck::kWithThisWaitAndAlone;
};

// The client libraries of the service; `go` and `rust` as of 2026, `go_old` the generic policy that Go had before.
enum class Sdk : std::uint8_t { kDotnet, kJava, kPython, kJs, kGo, kGoOld, kRust };
// What such a client does by itself about a 429 of a data request.
[[nodiscard]] RetryRules sdk_retry_rules(Sdk sdk);

// The rules made ready for the simulation. Copies share the tables.
class RetryPolicy {
 public:
  explicit RetryPolicy(const RetryRules& rules);

  // How long to wait before retry number `retry` (1 is the first), or nothing: the operation is given up.
  // `service_says` is the wait that came with the 429, `waited` what has been waited for this request so
  // far, `bits` a random word. A wait is never 0.
  [[nodiscard]] std::optional<sim::Duration> delay(std::int64_t retry, sim::Duration service_says, sim::Duration waited,
                                                   std::uint64_t bits) const noexcept;

 private:
  [[nodiscard]] sim::Duration wait_for(std::int64_t retry, sim::Duration service_says,
                                       std::uint64_t bits) const noexcept;

  RetryRules rules_;
  sim::Duration service_cap_ = sim::Duration::max();
  std::shared_ptr<const Sampler> drawn_;
  std::shared_ptr<const std::vector<double>> backoff_waits_;  // ns, before retry 1, 2, …; the last one for all later
};

}  // namespace cosmos
