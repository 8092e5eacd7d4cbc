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
  std::vector<std::int64_t> busiest_milli_ru;  // bin x partition: of its busiest second
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
  std::vector<std::int64_t> busiest_milli_ru;  // by partition: of its busiest second
};

// Gathers the counters second by second: into bins, windows and the fingerprint (the integer counters of
// each second in canonical order: partition, then stream; a count of 0 adds nothing).
class Collector {
 public:
  Collector(const RunPlan& plan, std::size_t partitions);

  // Counters of the second at hand, partition x stream; the executor adds to them.
  [[nodiscard]] Cell* cells() noexcept { return second_.data(); }
  // Cumulative counters that the executor adds to directly.
  [[nodiscard]] OperationCounts& operations(std::size_t stream) noexcept { return totals_.operations[stream]; }
  [[nodiscard]] sim::Histogram& latency(std::size_t stream) noexcept { return totals_.latency[stream]; }

  // The instant at which `second` begins: the counters of the one before are taken in.
  void boundary(std::int64_t second);

  [[nodiscard]] const BinSeries& series() const { return series_; }
  // Of the plan's windows, once the run is over.
  [[nodiscard]] std::vector<WindowFigures> take_windows();
  // What autoscale made of each container; nothing where throughput is manual.
  [[nodiscard]] std::vector<std::optional<AutoscaleUse>> autoscale() const;
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_.value(); }

 private:
  void take_in(std::int64_t second);
  void meter(std::int64_t second);
  void start_bin();
  void end_bin();
  void open_and_close_windows(std::int64_t second);

  const RunPlan& plan_;
  std::size_t partitions_;
  std::size_t streams_;
  std::vector<std::size_t> kind_of_;  // by stream: position in BinSeries::kinds
  std::vector<Cell> second_;
  Totals totals_;
  BinSeries series_;
  std::vector<OperationCounts> operations_at_bin_start_;
  std::vector<std::int64_t> milli_ru_;                 // by partition: of the second that is taken in
  std::vector<std::optional<AutoscaleMeter>> meters_;  // by container
  std::vector<WindowFigures> windows_;
  sim::Fingerprint fingerprint_;
};

}  // namespace cosmos
