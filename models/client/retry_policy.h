#pragma once

#include <algorithm>
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

// What becomes of a request that is refused whenever it is sent.
struct Rolled {
  sim::SimTime at;          // when it is sent again, or when it was refused for the last time
  std::uint32_t tries = 0;  // that were refused
  bool given_up = false;
};

// The rules made ready for the simulation. Copies share the tables.
class RetryPolicy {
 public:
  explicit RetryPolicy(const RetryRules& rules);

  // How long to wait before retry number `retry` (1 is the first), or nothing: the operation is given up.
  // `service_says` is the wait that came with the 429, `waited` what has been waited for this request so
  // far, `bits` a random word. A wait is never 0.
  [[nodiscard]] std::optional<sim::Duration> delay(std::int64_t retry, sim::Duration service_says, sim::Duration waited,
                                                   std::uint64_t bits) const noexcept;

  // The ways to wait, each a function of the try that was refused (0 is the first), what the service says and a random
  // word. Whoever asks for many waits chooses the way once: visit_wait(use) calls use(way).
  struct AsTold {
    static constexpr bool kTakesWord = false;
    sim::Duration cap;
    sim::Duration operator()(std::uint32_t, sim::Duration told, std::uint64_t) const noexcept {
      return std::min(told, cap);
    }
  };
  struct Drawn {
    static constexpr bool kTakesWord = true;
    const Sampler& distribution;
    sim::Duration operator()(std::uint32_t, sim::Duration, std::uint64_t word) const noexcept {
      return sim::Duration::nanoseconds(distribution.draw(word));
    }
  };
  struct Backoff {
    static constexpr bool kTakesWord = true;
    const RetryPolicy& policy;
    sim::Duration operator()(std::uint32_t attempt, sim::Duration, std::uint64_t word) const noexcept {
      return policy.wait_for(std::int64_t{attempt} + 1, {}, word);
    }
  };
  template <class Use>
  void visit_wait(Use use) const {
    if (drawn_) {
      use(Drawn{*drawn_});
    } else if (backoff_waits_) {
      use(Backoff{*this});
    } else {
      use(AsTold{service_cap_});
    }
  }

  // delay() for one try after the other, of a request that is refused until `end`: its try number `attempt` at `now`,
  // before `end`, and all that follow, until one is sent at `end` or later or the client gives up. Nor is a wait begun
  // that takes the request beyond `timeout` after `started`. `says(now)` is the wait that comes with a 429 at `now`,
  // `word(attempt)` a random word. README.md of models/world derives it.
  template <class Way, class Says, class Word>
  [[nodiscard]] Rolled roll(const Way& way, std::uint32_t attempt, sim::SimTime started, sim::SimTime now,
                            sim::SimTime end, sim::Duration timeout, Says says, Word word) const noexcept {
    const Limits limits = limits_from(started, timeout);
    Rolled rolled{now, 0, false};
    while (rolled.at < end) {
      ++rolled.tries;
      if (attempt >= rules_.max_retries || rolled.at > limits.last_refusal) {
        rolled.given_up = true;
        break;
      }
      std::uint64_t drawn = 0;
      if constexpr (Way::kTakesWord) {
        drawn = word(attempt);
      }
      const sim::Duration wait = std::max(way(attempt, says(rolled.at), drawn), sim::Duration::nanoseconds(1));
      if (wait > limits.longest || wait > limits.last_sending - rolled.at) {
        rolled.given_up = true;
        break;
      }
      rolled.at = rolled.at + wait;
      ++attempt;
    }
    return rolled;
  }

 private:
  // All that delay() looks at, as instants: a wait is begun if it is at most `longest`, no later than `last_refusal`
  // and ends no later than `last_sending`.
  struct Limits {
    sim::Duration longest = sim::Duration::max();
    sim::SimTime last_refusal = sim::SimTime::max();
    sim::SimTime last_sending = sim::SimTime::max();
  };
  [[nodiscard]] Limits limits_from(sim::SimTime started, sim::Duration timeout) const noexcept {
    Limits limits;
    const sim::Duration most = rules_.max_wait;
    if (most != sim::Duration::max()) {
      if (rules_.budget_check == BudgetCheck::kBeforeThisWait) {
        limits.last_refusal = sim::later(started, most);
      } else {
        timeout = std::min(timeout, most);
      }
      if (rules_.budget_check == BudgetCheck::kWithThisWaitAndAlone) {
        limits.longest = most - sim::Duration::nanoseconds(1);
      }
    }
    limits.last_sending = sim::later(started, timeout);
    return limits;
  }

  [[nodiscard]] sim::Duration wait_for(std::int64_t retry, sim::Duration service_says,
                                       std::uint64_t bits) const noexcept;

  RetryRules rules_;
  sim::Duration service_cap_ = sim::Duration::max();
  std::shared_ptr<const Sampler> drawn_;
  std::shared_ptr<const std::vector<double>> backoff_waits_;  // ns, before retry 1, 2, …; the last one for all later
};

}  // namespace cosmos
