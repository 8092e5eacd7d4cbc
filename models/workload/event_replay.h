#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/workload/arrival_block.h"
#include "models/workload/open_arrivals.h"
#include "models/workload/trace.h"

namespace cosmos {

// Replays single operations from their file, a second at a time. The first operation of a row comes at the row's time,
// the others (`volume`) evenly at random before the next row's, so that the stream keeps its course. Called as the
// generators of open_arrivals.h are.
class EventReplay {
 public:
  EventReplay(std::shared_ptr<const EventTrace> trace, const ArrivalOrigin& origin);
  void generate(std::int64_t second, ArrivalBlock& block);

 private:
  [[nodiscard]] bool has_next() const { return next_ < batch_.at.size(); }
  void read_more();
  void take_row();
  void give_out(std::int64_t from, std::int64_t end, ArrivalBlock& block);

  ArrivalOrigin origin_;
  std::shared_ptr<const EventTrace> trace_;
  std::unique_ptr<EventReader> reader_;  // opened when the first second is asked for
  EventRows batch_;
  std::size_t next_ = 0;  // the row in `batch_` that comes after the current one

  std::uint64_t row_number_ = 0;       // of the next row, in its file
  std::vector<std::int64_t> waiting_;  // operations of the current row that are to come, the latest first
  std::vector<std::uint32_t> values_;  // of the current row
  std::int64_t payload_ = 0;
  std::int64_t milli_ru_ = 0;
};

}  // namespace cosmos
