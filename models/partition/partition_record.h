#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/keys/key_range.h"
#include "models/quantities.h"

namespace cosmos {

// How a physical partition came about.
enum class PartitionCause : std::uint8_t {
  kStart,            // it was there when the run began
  kThroughputSplit,  // more RU/s were asked for than its parent could give (SCALE-03)
  kStorageSplit,     // its parent held more than 50 GB (SPLIT-01)
  kMerge,            // its parents were joined (MERGE-05)
  kRedistribution,   // its parent was given more RU/s than one can have (REDIS-01)
};
[[nodiscard]] constexpr const char* name_of(PartitionCause cause) {
  switch (cause) {
    case PartitionCause::kStart:
      return "start";
    case PartitionCause::kThroughputSplit:
      return "throughput split";
    case PartitionCause::kStorageSplit:
      return "storage split";
    case PartitionCause::kMerge:
      return "merge";
    case PartitionCause::kRedistribution:
      return "redistribution";
  }
  return "";
}

// The life of one physical partition of a run.
struct PartitionRecord {
  std::size_t container = 0;  // position in the plan
  std::int64_t id = 0;
  KeyRange range;
  std::vector<std::int64_t> ancestors;  // ids, oldest first (SPLIT-05)
  std::vector<std::int64_t> parents;    // those that it stands in place of; none: its own begin with the run
  PartitionCause cause = PartitionCause::kStart;
  std::int64_t born = 0;              // second of the run
  std::optional<std::int64_t> ended;  // second from which others stand in its place
  Ru budget;                          // RU/s, the last that it had
  double bytes = 0.0;                 // data and index, the last that it had
};

// Something that happened to a container's throughput or partitions.
struct ContainerEvent {
  std::int64_t second = 0;
  std::size_t container = 0;
  std::string rule;                  // the rule that says so
  std::string text;                  // in words
  std::vector<std::int64_t> before;  // ids of the partitions that it is about, and
  std::vector<std::int64_t> after;   // of those that stand in their place
  std::vector<double> ru_before;     // RU/s of each of `before`
  std::vector<double> ru_after;      // likewise
  std::vector<double> gb_before;     // data and index of each of `before`, GB
  std::vector<double> gb_after;      // likewise
};

}  // namespace cosmos
