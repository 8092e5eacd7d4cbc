#pragma once

#include <string>
#include <vector>

#include "models/experiment/results.h"
#include "sim/results/frame.h"

namespace cosmos {

// A variant's results as the groups of a result file:
//   runs/<variant>                          attributes: duration_s, warmup_s, parameters
//   runs/<variant>/containers               by container: partition key, layout, throughput
//   runs/<variant>/<replication>            attributes: seed, replication, fingerprint, shares
//   runs/<variant>/<replication>/partitions time x PartitionKeyRangeId (and by operation and status)
//   runs/<variant>/<replication>/streams    time x stream
//   runs/<variant>/<replication>/latency    stream x bucket
//   runs/<variant>/<replication>/hot_keys   PartitionKeyRangeId x rank
// Metrics carry the service's own names (section 14 of the behaviour page). Where there are several
// containers, a partition is called <container>/<id>.
[[nodiscard]] std::vector<sim::Frame> to_frames(const VariantResult& variant);

// The figures of every variant side by side: axes variant and metric.
[[nodiscard]] sim::Frame summary_frame(const std::vector<VariantResult>& variants);

// "2026-01-01T00:00:00Z".
[[nodiscard]] std::string utc_text(std::int64_t unix_seconds);

}  // namespace cosmos
