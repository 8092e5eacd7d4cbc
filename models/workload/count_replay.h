#pragma once

#include <cstdint>
#include <memory>

#include "models/workload/arrival_block.h"
#include "models/workload/open_arrivals.h"
#include "models/workload/placed_operations.h"
#include "models/workload/trace.h"

namespace cosmos {

// Replays counts per interval: operations lie evenly at random in their interval. Called as the generators of
// open_arrivals.h are. A row a series:
class WideReplay {
 public:
  WideReplay(std::shared_ptr<const TraceReplay> trace, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  void place(std::int64_t interval);

  ArrivalOrigin origin_;
  std::shared_ptr<const TraceReplay> trace_;
  std::int64_t placed_interval_ = -1;
  PlacedOperations placed_;
};

// A row an interval:
class LongReplay {
 public:
  LongReplay(std::shared_ptr<const LongTrace> trace, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  void place(std::size_t first_row, std::size_t end_row);

  ArrivalOrigin origin_;
  std::shared_ptr<const LongTrace> trace_;
  std::size_t next_row_ = 0;
  std::int64_t interval_number_ = 0;  // of the rows from next_row_ on
  PlacedOperations placed_;
};

}  // namespace cosmos
