#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/throughput/budget.h"
#include "models/world/request_handler.h"
#include "models/world/second_at_hand.h"
#include "sim/core/radix_sort.h"

namespace cosmos {

// Which of the tries of one second an overfull physical partition admits. Under debt they are a prefix of the order of
// all tries (see EventExecutor), so that few of them need to be put in order; README.md derives it.
class Admission {
 public:
  Admission(const SecondAtHand& now, const RequestHandler& handler) : now_(now), handler_(handler) {}

  // Charges the budget for those that are admitted.
  void decide(RequestBudget& budget, std::span<const Try> tries);

  // Positions among the tries.
  [[nodiscard]] std::span<const std::uint32_t> admitted() const { return std::span(admitted_).first(admitted_count_); }
  [[nodiscard]] std::span<const std::uint32_t> refused() const { return std::span(refused_).first(refused_count_); }

 private:
  // Orders tries of one instant.
  struct Tie {
    bool is_arrival = false;
    std::uint64_t tie = 0;
    std::uint32_t stream = 0;
    std::uint32_t position = 0;
    auto operator<=>(const Tie&) const = default;
  };

  void admit(std::uint32_t position) { admitted_[admitted_count_++] = position; }
  void refuse(std::uint32_t position) { refused_[refused_count_++] = position; }
  [[nodiscard]] bool decide_few(RequestBudget& budget, std::span<const Try> tries);
  void decide_by_time(RequestBudget& budget, std::span<const Try> tries);
  void decide_crowd(RequestBudget& budget, std::span<const Try> tries);
  void offer_in_order(RequestBudget& budget, std::span<const Try> tries);
  void offer(RequestBudget& budget, const Try& one, std::uint32_t position);
  template <class BucketOf>
  void split(RequestBudget& budget, std::span<const std::uint32_t> positions, std::span<const std::int64_t> asked,
             BucketOf bucket_of);
  [[nodiscard]] std::uint64_t tie_of(const Try& one) const;

  const SecondAtHand& now_;
  const RequestHandler& handler_;
  std::vector<std::uint32_t> admitted_;
  std::vector<std::uint32_t> refused_;
  std::size_t admitted_count_ = 0;
  std::size_t refused_count_ = 0;
  std::vector<std::uint32_t> every_;  // 0, 1, 2, …
  std::vector<std::uint32_t> undecided_;
  std::vector<std::uint32_t> crowd_;
  std::vector<std::uint64_t> crowd_ties_;
  std::vector<sim::KeyValue> in_order_;  // nanosecond, position
  std::vector<sim::KeyValue> scratch_;
  std::vector<Tie> ties_;
};

}  // namespace cosmos
