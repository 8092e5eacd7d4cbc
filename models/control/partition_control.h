#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/partition/partition_record.h"
#include "models/workload/distribution.h"
#include "models/world/world.h"

namespace cosmos {

// What happens to containers between two seconds: throughput that is set while the run lasts, splits and merges and
// what they take, logical partitions that are full. Each is looked at when a second begins, after its counters were
// collected and before its requests.
class PartitionControl {
 public:
  explicit PartitionControl(World& world);

  // Does what is due when `second` begins, until the partitions of a container have become others: then it
  // returns true, and is to be called again once the executor has followed.
  [[nodiscard]] bool act(std::int64_t second);
  // The first second after `second` in which something is due that is known already; the end of the run if nothing is.
  [[nodiscard]] std::int64_t next_due(std::int64_t second) const;
  // Bytes that may still be added to a container before anything may come to a limit.
  [[nodiscard]] std::int64_t room(std::size_t container) const;
  // Whether any logical partition is full.
  [[nodiscard]] bool any_full() const {
    return std::any_of(states_.begin(), states_.end(), [](const State& state) { return !state.full.empty(); });
  }
  // Whether logical partitions have become full since this was last asked: what waits for them is to be refused.
  [[nodiscard]] bool take_news_of_full() { return std::exchange(news_of_full_, false); }

  [[nodiscard]] const std::vector<ContainerEvent>& events() const { return events_; }

 private:
  // Throughput that needs more partitions than there are (SCALE-03): round by round, each as long as a split takes.
  struct Scaling {
    Ru throughput;
    std::size_t partitions = 0;
    std::int64_t round_ends = 0;
  };
  struct Merging {
    std::size_t target = 1;  // partitions
    std::int64_t ends = 0;
  };
  struct PendingSplit {
    std::int64_t partition = 0;  // id
    std::int64_t ends = 0;
    Ru for_throughput;  // RU/s of both children together where it is split for them; 0: for storage
  };
  struct State {
    Ru throughput;
    Ru highest_ever;
    std::optional<Scaling> scaling;
    std::optional<Merging> merge;
    bool is_custom = false;                // its RU/s were redistributed (REDIS-04)
    std::vector<PendingSplit> splits;      // for storage
    std::vector<std::uint32_t> full;       // places of logical partitions that are full
    std::vector<char> warned;              // by place: what was said of it
    std::vector<std::int64_t> uncuttable;  // ids of partitions over 50 GB that hold a single key
    std::int64_t bytes_when_checked = 0;
    std::int64_t room_when_checked = -1;  // bytes that may come before anything can come to a limit; -1: look at once
  };

  [[nodiscard]] bool finish(std::size_t container, std::int64_t second);
  [[nodiscard]] bool finish_round(std::size_t container, std::int64_t second);
  [[nodiscard]] bool finish_split(std::size_t container, std::int64_t second);
  [[nodiscard]] bool finish_merge(std::size_t container, std::int64_t second);
  void start(const TimelineAction& action, std::int64_t second);
  void set_throughput(const SetThroughput& to, std::size_t container, std::int64_t second);
  void start_merge(std::size_t container, std::int64_t second);
  void redistribute(const Redistribute& to, std::size_t container, std::int64_t second);
  // Shares as the container's policy says: evenly, or as they are now.
  [[nodiscard]] std::vector<Ru> shares_of(std::size_t container, Ru throughput) const;
  void watch_storage(std::size_t container, std::int64_t second);
  [[nodiscard]] std::int64_t full_key_bytes() const;
  void watch_keys(std::size_t container, std::int64_t second, std::int64_t& room);
  void watch_partitions(std::size_t container, std::int64_t second, std::int64_t& room);

  [[nodiscard]] std::optional<KeyPoint> cut(std::size_t container, const KeyRange& range, PartitionCause cause) const;
  [[nodiscard]] std::size_t merge_target(std::size_t container) const;
  void rearrange(std::size_t container, std::int64_t second, World::Rearrangement to, std::string rule,
                 std::string text);
  [[nodiscard]] std::int64_t lasts(const Sampler& duration, std::uint64_t purpose);
  void say(std::size_t container, std::int64_t second, std::string rule, std::string text);
  [[nodiscard]] std::vector<std::int64_t> ids(std::size_t container) const;
  [[nodiscard]] std::vector<double> gigabytes(std::size_t container) const;
  [[nodiscard]] double gigabytes_stored(std::size_t container) const;

  World& world_;
  std::vector<State> states_;  // by container
  std::size_t next_action_ = 0;
  std::vector<ContainerEvent> events_;
  Sampler split_duration_;
  Sampler merge_duration_;
  std::uint64_t drawn_ = 0;  // durations
  bool news_of_full_ = false;
};

}  // namespace cosmos
