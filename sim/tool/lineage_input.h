#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/partition/lineage.h"
#include "sim/results/h5_reader.h"

// The partitions of a run and what happened to them, from a result file (models/experiment/frames.h says what is
// where).
namespace sim {

struct LineageQuestion {
  std::string variant;                      // empty: the only one
  std::optional<std::int64_t> replication;  // nothing: the first
  std::string container;                    // empty: all
};

// One of the partitions that an event is about.
struct EventPartition {
  std::string id;
  double request_units_per_s = 0.0;
  double gigabytes = 0.0;
};

struct LineageEvent {
  double second = 0.0;
  std::string rule;
  std::string text;
  std::vector<EventPartition> before;
  std::vector<EventPartition> after;
};

struct ContainerLineage {
  std::string container;
  std::string partition_key;
  std::string layout;  // how the partitions of the start came about
  cosmos::PartitionLineage lineage;
  std::vector<LineageEvent> events;  // in order
};

struct RunLineage {
  std::string scenario;
  std::string variant;
  std::string replication;
  double seconds = 0.0;  // length of the run
  std::vector<ContainerLineage> containers;
};

// Throws InputError for a variant, replication or container that is not in the file, and for a file whose parts do not
// fit together.
[[nodiscard]] RunLineage read_lineage(const H5Reader& file, const LineageQuestion& question);

}  // namespace sim
