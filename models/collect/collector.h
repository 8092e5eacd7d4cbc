#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/collect/autoscale_meter.h"
#include "models/collect/counters.h"
#include "models/world/run_plan.h"
#include "sim/core/fingerprint.h"

namespace cosmos {

// What the requests of a plan's streams do, each kind once, in the order of the enumeration.
[[nodiscard]] std::vector<OperationKind> operation_kinds(const RunPlan& plan);

// Figures of each time bin. Every table is row-major, the bin first.
struct BinSeries {
  std::int64_t bin_seconds = 60;
  std::size_t bins = 0;
  std::vector<std::int64_t> milli_ru;          // bin x partition: admitted
  std::vector<std::int64_t> provisioned;       // bin x partition: milli-RU that it could give; 0 while it is not there
  std::vector<double> busiest_utilization;     // bin x partition: of its busiest second, 1 is all that it has
  std::vector<OperationKind> kinds;            // operation_kinds() of the plan
  std::vector<std::int64_t> requests;          // bin x partition x kind: attempts
  std::vector<std::int64_t> throttled;         // likewise: answered by a 429
  std::vector<OperationCounts> operations;     // bin x stream
  std::vector<std::int64_t> stream_attempts;   // bin x stream
  std::vector<std::int64_t> stream_throttled;  // bin x stream
};

// Figures of a window of the run.
struct WindowFigures {
  Window window;
  Totals totals;
  std::vector<double> busiest_utilization;  // by partition: of its busiest second, 1 is all that it has
  std::vector<std::size_t> container_of;    // by partition
  std::vector<char> at_end;                 // by partition: whether it is there when the window ends
};

// The physical partitions of a run from some second on.
struct PartitionArrangement {
  std::vector<std::size_t> column_of;       // by position: container by container, in key order
  std::vector<Ru> budgets;                  // likewise: RU/s
  std::vector<std::size_t> container_of;    // by column
  std::vector<std::size_t> first_position;  // of each container; one more at the end
};

// Gathers the counters second by second: into bins, windows and the fingerprint (the integer counters of
// each second in canonical order: partition, then stream; a count of 0 adds nothing).
// Executors know a physical partition by its position, which others' splits and merges move; figures know it by its
// column, which it keeps: those of the start in the order of their positions, then those that came about later.
class Collector {
 public:
  Collector(const RunPlan& plan, PartitionArrangement partitions);

  // From `second` on, of which boundary() was told, the partitions are these. Columns stay and become more.
  // Only the named container's have become others, or have other RU/s.
  void rearrange(std::int64_t second, std::size_t container, PartitionArrangement partitions);

  // Counters of the second at hand, position x stream; the executor adds to them. Good until the next rearrange().
  [[nodiscard]] Cell* cells() noexcept { return second_.data(); }
  // Cumulative counters that the executor adds to directly.
  [[nodiscard]] OperationCounts& operations(std::size_t stream) noexcept { return totals_.operations[stream]; }
  // Counts operations that begin and find their logical partition full; nothing is charged.
  void refuse_full(std::size_t stream, std::int64_t operations) {
    totals_.operations[stream].started += operations;
    fail_full(stream, operations);
  }
  // Of those that have begun.
  void fail_full(std::size_t stream, std::int64_t operations) {
    totals_.operations[stream].failed += operations;
    totals_.operations[stream].full += operations;
    for (const std::int64_t word : {static_cast<std::int64_t>(stream), operations}) {
      fingerprint_.add(static_cast<std::uint64_t>(word));
    }
  }
  [[nodiscard]] sim::Histogram& latency(std::size_t stream) noexcept { return totals_.latency[stream]; }

  // The instant at which `second` begins: the counters of the one before are taken in.
  void boundary(std::int64_t second);
  // The counters at hand are those of one of the last `seconds` seconds before the next boundary(), which are all
  // alike. No bin or window ends among them.
  void stand_for(std::int64_t seconds) { stands_for_ = seconds; }

  [[nodiscard]] const BinSeries& series() const { return series_; }
  // Of the plan's windows, once the run is over.
  [[nodiscard]] std::vector<WindowFigures> take_windows();
  // Of the whole run so far.
  [[nodiscard]] const Cell& total(std::size_t column, std::size_t stream) const {
    return totals_.cells[column * streams_ + stream];
  }
  // What autoscale made of each container; nothing where throughput is manual.
  [[nodiscard]] std::vector<std::optional<AutoscaleUse>> autoscale() const;
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_.value(); }

 private:
  [[nodiscard]] std::vector<Ru> budgets_of(std::size_t container) const;
  void arrange(PartitionArrangement partitions);
  void provide(std::int64_t second);
  void take_in(std::int64_t second);
  void meter(std::int64_t second);
  void start_bin();
  void end_bin(std::int64_t second);
  void open_and_close_windows(std::int64_t second);

  const RunPlan& plan_;
  PartitionArrangement partitions_;
  std::size_t columns_ = 0;
  std::int64_t stands_for_ = 1;      // seconds that the counters at hand are of
  std::int64_t provided_until_ = 0;  // provisioned RU are added up to this second
  std::size_t streams_;
  std::vector<std::size_t> kind_of_;  // by stream: position in BinSeries::kinds
  std::vector<Cell> second_;
  Totals totals_;
  BinSeries series_;
  std::vector<OperationCounts> operations_at_bin_start_;
  std::vector<std::int64_t> milli_ru_;                 // by position: of the second that is taken in
  std::vector<std::optional<AutoscaleMeter>> meters_;  // by container
  std::vector<WindowFigures> windows_;
  sim::Fingerprint fingerprint_;
};

}  // namespace cosmos
