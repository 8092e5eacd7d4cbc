#pragma once

#include <algorithm>
#include <cstdint>

#include "models/quantities.h"
#include "sim/core/time.h"

namespace cosmos {

// May an operation overshoot the second's budget (RATE-02, RATE-03)?
enum class RateLimit { kDebt, kStrictSecond };

// What a 429 tells the client to wait (RATE-05).
enum class RetryAfter { kUntilPositive, kEndOfSecond, kFixed };

// Burst capacity of one physical partition (BURST-01, BURST-02): what it leaves unspent is saved and may be spent later
// on top of its own throughput. Nothing is saved where `most` is 0.
struct BurstBank {
  Ru most;          // that may be saved
  Ru per_second;    // of it that may be spent in a second
  Ru at_the_start;  // saved when the run begins; at most `most`
};
// Of a partition with so many RU/s; `full_at_start`: the share of the bank that is saved already, 0 to 1.
[[nodiscard]] BurstBank burst_bank(Ru per_second, double full_at_start) noexcept;

// The RU of one physical partition, second by second (RATE-01: the budget is per partition and whole
// second of the clock). A second starts with `min(balance + per_second, per_second)`, so debt is paid
// first, and with what the burst bank adds; nothing else is saved up. Under kDebt a request is admitted while the
// balance is above zero and its whole charge is subtracted; under kStrictSecond only if the charge still fits. Seconds
// are caught up with when the partition is next touched, so an idle partition costs nothing.
class RequestBudget {
 public:
  RequestBudget(Ru per_second, RateLimit rule, const BurstBank& burst = {})
      : per_second_(per_second), balance_(per_second), rule_(rule), burst_(burst), bank_(burst.at_the_start) {
    draw();
  }

  // What is left at a boundary: what it owes, and what it has saved.
  struct Rest {
    Ru debt;   // 0 or more
    Ru saved;  // burst capacity
    Ru burst_spent;
    Rest& operator+=(const Rest& other) {
      debt += other.debt;
      saved += other.saved;
      burst_spent += other.burst_spent;
      return *this;
    }
  };
  // One that begins with `second` in place of others that left so much. What it cannot hold is lost.
  RequestBudget(Ru per_second, RateLimit rule, const BurstBank& burst, std::int64_t second, const Rest& rest)
      : per_second_(per_second),
        balance_(per_second - rest.debt),
        second_(second),
        rule_(rule),
        burst_(burst),
        bank_(std::min(rest.saved, burst.most)),
        burst_spent_(rest.burst_spent) {
    draw();
  }
  // What is left when `second` begins, of which nothing was asked yet.
  [[nodiscard]] Rest rest_before(std::int64_t second) noexcept;

  // Admits and charges, or refuses and leaves the balance. `second` never goes back.
  [[nodiscard]] bool admit(std::int64_t second, Ru charge) noexcept {
    catch_up(second);
    const bool fits = rule_ == RateLimit::kDebt ? balance_ > Ru{} : charge <= balance_;
    if (fits) {
      balance_ -= charge;
    }
    return fits;
  }

  // True if requests of this second are all admitted, in whatever order they come, if they cost `total` together.
  [[nodiscard]] bool covers(std::int64_t second, Ru total) noexcept {
    catch_up(second);
    // Under debt a request that costs nothing is still refused at a balance of zero.
    return total < balance_ || (rule_ == RateLimit::kStrictSecond && total == balance_);
  }
  // Charges requests that are known to be admitted in the second last asked about.
  void charge(Ru total) noexcept { balance_ -= total; }

  // Whole seconds from the current one to the first whose balance allows a request again; 1 or more.
  [[nodiscard]] std::int64_t seconds_until_open() const noexcept {
    if (rule_ == RateLimit::kStrictSecond || balance_ > Ru{}) {
      return 1;
    }
    return std::max(seconds_to_earn(-balance_.milli(), per_second_ + burst_.per_second),
                    seconds_to_earn(-balance_.milli() - bank_.milli(), per_second_));
  }

  [[nodiscard]] Ru per_second() const noexcept { return per_second_; }
  // The most that is ever admitted in a second, but for what a last request overshoots.
  [[nodiscard]] Ru most_in_a_second() const noexcept { return per_second_ + burst_.per_second; }
  [[nodiscard]] Ru balance() const noexcept { return balance_; }
  [[nodiscard]] RateLimit rule() const noexcept { return rule_; }

  // Burst capacity that is saved when `second` begins, and what was spent of it before; `second` never goes back.
  [[nodiscard]] Ru burst_saved(std::int64_t second) noexcept {
    catch_up(second);
    return bank_ + drawn_;
  }
  [[nodiscard]] Ru burst_spent(std::int64_t second) noexcept {
    catch_up(second);
    return burst_spent_;
  }

 private:
  void catch_up(std::int64_t second) noexcept {
    if (second == second_) {
      return;
    }
    if (burst_.most > Ru{}) {
      catch_up_with_bank(second - second_);
    } else {
      balance_ = std::min(balance_ + per_second_ * (second - second_), per_second_);
    }
    second_ = second;
  }
  void catch_up_with_bank(std::int64_t seconds) noexcept;
  void draw() noexcept {
    drawn_ = std::min(bank_, burst_.per_second);
    bank_ -= drawn_;
    balance_ += drawn_;
  }
  // Whole seconds until more than `milli` is earned; at most a hundred years, beyond any run, so that a wait of so long
  // is still an instant.
  [[nodiscard]] static std::int64_t seconds_to_earn(std::int64_t milli, Ru per_second) noexcept {
    constexpr std::int64_t kBeyondAnyRun = 36'525 * 86'400LL;
    return milli < 0 ? 1 : std::min(milli / per_second.milli() + 1, kBeyondAnyRun);
  }

  Ru per_second_;
  Ru balance_;
  std::int64_t second_ = 0;
  RateLimit rule_;
  BurstBank burst_;
  Ru bank_;         // saved, without what the second at hand was given of it
  Ru drawn_;        // that
  Ru burst_spent_;  // of the seconds before
};

// What a partition that refuses at `now` tells the client to wait (RATE-05). Never 0.
[[nodiscard]] inline sim::Duration retry_after(const RequestBudget& budget, RetryAfter reading, sim::Duration fixed,
                                               sim::SimTime now) noexcept {
  if (reading == RetryAfter::kFixed) {
    return fixed;
  }
  const std::int64_t seconds = reading == RetryAfter::kEndOfSecond ? 1 : budget.seconds_until_open();
  return sim::Duration::seconds(now.second() + seconds) - now.since_start();
}

}  // namespace cosmos
