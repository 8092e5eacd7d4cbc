#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/world/demand.h"
#include "models/world/request.h"
#include "models/world/request_handler.h"
#include "models/world/waiting_room.h"
#include "models/world/world.h"
#include "sim/core/radix_sort.h"
#include "sim/core/time.h"

namespace cosmos {

// The same answers as EventExecutor, bit for bit, without one time order over everything: between two seconds
// physical partitions do not see one another, so each is settled alone, and one whose second fits its budget is only
// added up. README.md beside this file derives why that is the same.
class SettledExecutor {
 public:
  // With kOnAThread the demand of the next second is worked out while one is settled: the same answers.
  explicit SettledExecutor(World& world, DemandSource::Ahead ahead = DemandSource::Ahead::kNo);

  // Settles everything that arrives or is due in [second, second + 1).
  void advance(std::int64_t second);

 private:
  // A try on an overfull partition: its nanosecond, and which it is. Arrivals are numbered stream by stream, retries
  // that are due follow them.
  using Try = sim::KeyValue;

  // Orders tries of one instant, retries and arrivals apart.
  struct Tie {
    std::uint64_t tie = 0;
    std::uint32_t stream = 0;
    std::uint32_t value = 0;  // as in Try
    auto operator<=>(const Tie&) const = default;
  };

  using Share = SecondDemand::Share;

  void add_up();
  void find_overfull();
  void book_calm_cells();
  void book_or_deal(std::uint32_t stream);
  void deal_overfull(std::uint32_t stream);
  template <class NumberAt>
  void book_calm(std::uint32_t stream, std::size_t n, NumberAt number_at);
  template <class NumberAt>
  void count_answers(std::uint32_t stream, std::size_t n, NumberAt number_at);
  void book_or_deal_query(std::uint32_t stream, std::uint32_t number);
  [[nodiscard]] sim::Duration book_calm_visits(std::uint32_t stream, std::uint32_t number, std::uint32_t& refusable);
  void count_key(const Request& request);
  void book_or_deal_due();
  void deal(std::size_t partition, Try one) { tries_[next_try_[overfull_of_[partition]]++] = one; }

  void settle_debt(std::size_t partition, std::span<const Try> tries);
  void settle_in_order(std::size_t partition, std::vector<Try>& tries);
  void settle_instant(std::size_t partition, std::span<const Try> tries);
  void settle_ties(std::size_t partition, std::uint32_t nanosecond, std::vector<Tie>& ties);
  void offer(std::size_t partition, const Try& one);
  // When a request that the partition refuses now is told to come back. The balance has ended and does not change.
  [[nodiscard]] sim::SimTime opens_at(std::size_t partition) const;
  // Sends a request that is refused at `now` again and again, for it stays refused, until it leaves the second or is
  // given up.
  void roll(const Request& refused, sim::SimTime now, sim::SimTime opens_at);

  [[nodiscard]] Tie tie_of(const Try& one) const;
  [[nodiscard]] std::uint32_t stream_of(const Try& one) const;
  [[nodiscard]] Request request_of(std::size_t partition, const Try& one) const;
  [[nodiscard]] Ru charge_of(std::size_t partition, const Try& one) const;
  [[nodiscard]] bool is_retry(const Try& one) const { return one.value >= demand_->arrivals(); }
  [[nodiscard]] sim::SimTime instant(const Try& one) const { return begin_ + sim::Duration::nanoseconds(one.key); }

  static constexpr std::uint32_t kCalm = 0xFFFF'FFFF;

  World& world_;
  RequestHandler handler_;
  DemandSource source_;
  const SecondDemand* demand_ = nullptr;  // of the second at hand
  std::int64_t second_ = 0;
  sim::SimTime begin_;
  sim::SimTime end_;
  std::vector<Waiting> due_;                // retries of the second at hand
  std::vector<Share> offered_;              // by partition: all streams' and the retries'
  std::vector<std::uint32_t> overfull_of_;  // by partition: its position in `overfull_`, or kCalm
  std::vector<std::uint32_t> overfull_;
  std::vector<std::uint32_t> tries_begin_;  // of each overfull one in `tries_`; one more at the end
  std::vector<std::uint32_t> next_try_;
  std::vector<Try> tries_;
  std::vector<std::uint32_t> calm_;           // numbers of a stream's requests that meet calm partitions
  std::vector<std::uint32_t> bucket_counts_;  // of answers
  std::vector<Try> in_order_;
  std::vector<Try> scratch_;
  std::vector<Tie> ties_;
  std::vector<std::vector<std::uint32_t>> query_of_;  // by stream and number: the open query, where several are visited
  WaitingRoom waiting_;
};

}  // namespace cosmos
