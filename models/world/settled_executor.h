#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/world/calm_booking.h"
#include "models/world/demand.h"
#include "models/world/overfull_settling.h"
#include "models/world/request_handler.h"
#include "models/world/rerouting.h"
#include "models/world/second_at_hand.h"
#include "models/world/world.h"

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
  // Sends what waits after its keys, once partitions have become others.
  void follow(std::vector<World::Change> changes);
  // Gives up what waits for logical partitions that have become full.
  void refuse_full();

  // Nothing waits and nothing is owed when `second` begins.
  [[nodiscard]] bool is_at_rest(std::int64_t second);
  // Counts what arrives in `second` as what each of `seconds` seconds brings, and all of it as admitted. Requires
  // is_at_rest(), and streams whose arrivals of a second depend on that second alone.
  void stand_for(std::int64_t second, std::int64_t seconds);
  // What the arrivals of the second last worked out asked for.
  [[nodiscard]] const SecondDemand& demand() const { return *now_.demand; }

 private:
  using Share = SecondDemand::Share;

  void make_room_for_partitions();
  void book_many_times(std::uint32_t stream, std::int64_t times);
  void forget_old_keys();
  void wait_elsewhere(const Rerouting& rerouting, std::uint32_t stream);
  void begin(std::int64_t second);
  void add_up();
  void find_overfull();
  void count_calm_cells();
  void book_or_deal(std::uint32_t stream);
  void deal_arrivals(std::uint32_t stream);
  void book_or_deal_query(std::uint32_t stream, std::uint32_t number);
  void book_or_deal_visits(std::uint32_t stream, std::uint32_t number);
  void book_or_deal_listed(std::uint32_t stream, std::uint32_t number);
  void wait_for_visits(std::uint32_t stream, std::uint32_t number, std::uint32_t refusable, sim::Duration slowest);
  void book_or_deal_due(std::uint32_t stream);
  void settle_overfull();
  void book_arrivals(std::uint32_t stream);

  [[nodiscard]] bool is_calm(std::size_t partition) const { return overfull_of_[partition] == kCalm; }
  void deal(std::size_t partition, const Try& one) { tries_[next_try_[overfull_of_[partition]]++] = one; }
  [[nodiscard]] Try arrival(std::uint32_t stream, std::uint32_t number, Ru charge) const {
    return {charge.milli(), now_.demand->blocks[stream].arrivals.nanosecond(number), stream, number, false};
  }

  static constexpr std::uint32_t kCalm = 0xFFFF'FFFF;

  World& world_;
  RequestHandler handler_;
  DemandSource source_;
  SecondAtHand now_;
  CalmBooking calm_;
  OverfullSettling settling_;
  std::vector<Share> offered_;              // by partition: all streams' and the retries'
  std::vector<std::uint32_t> overfull_of_;  // by partition: its position in `overfull_`, or kCalm
  std::vector<std::uint32_t> overfull_;
  std::vector<std::uint32_t> tries_begin_;  // of each overfull one in `tries_`; one more at the end
  std::vector<std::uint32_t> next_try_;
  std::vector<Try> tries_;
  std::vector<std::uint32_t> first_visited_;  // while what waits is sent elsewhere: of queries, as it was
  std::vector<std::uint32_t> refusable_;      // numbers of one stream's arrivals that meet overfull partitions
};

}  // namespace cosmos
