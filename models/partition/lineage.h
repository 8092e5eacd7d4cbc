#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cosmos {

// Counts that may be summed over partitions.
struct LineageMetrics {
  double request_units = 0.0;  // admitted
  double requests = 0.0;       // answered, retries included
  double throttled = 0.0;      // of those: by a 429
  LineageMetrics& operator+=(const LineageMetrics& other);
  // 0 to 1; 0 where nothing was asked.
  [[nodiscard]] double throttled_share() const { return requests > 0.0 ? throttled / requests : 0.0; }
  friend bool operator==(const LineageMetrics&, const LineageMetrics&) = default;
};

// One physical partition of a container's history.
struct LineageRecord {
  std::int64_t id = 0;                // partition key range id
  std::vector<std::int64_t> parents;  // in whose place it stands; none: it was there at the start
  std::string cause;                  // as name_of(PartitionCause) says it
  double born = 0.0;                  // seconds of the run
  std::optional<double> ended;        // nothing: still there
  std::string min;                    // effective partition keys: [min, max)
  std::string max;
  double key_space_share = 0.0;       // 0 to 1
  double request_units_per_s = 0.0;   // the last that it had
  double bytes = 0.0;                 // data and index, likewise
  std::vector<std::int64_t> earlier;  // ids that it came from before the run began, oldest first (SPLIT-05)
  LineageMetrics own;                 // while it was there
};

// How the physical partitions of one container came to be (SPLIT-05, MERGE-05): a directed graph without cycles, from
// each partition to those that took its place. A split gives a partition several children, a merge a child several
// parents. Partitions are named by their position in `records`.
class PartitionLineage {
 public:
  // std::invalid_argument, with a text for people, where an id comes twice, a parent is not there, or a partition
  // descends from itself.
  explicit PartitionLineage(std::vector<LineageRecord> records);
  ~PartitionLineage();
  PartitionLineage(PartitionLineage&&) noexcept;
  PartitionLineage& operator=(PartitionLineage&&) noexcept;

  [[nodiscard]] std::span<const LineageRecord> records() const { return records_; }
  // Those without parents, and those in whose place none came; both in the order of the records.
  [[nodiscard]] std::vector<std::size_t> roots() const;
  [[nodiscard]] std::vector<std::size_t> leaves() const;
  [[nodiscard]] std::vector<std::size_t> parents(std::size_t position) const;
  // In the order of the records.
  [[nodiscard]] std::vector<std::size_t> children(std::size_t position) const;
  // All from which it descends, each once, parents before their children.
  [[nodiscard]] std::vector<std::size_t> ancestors(std::size_t position) const;
  // By position: its own and those of all its descendants, each counted once however many ways lead to it. Takes
  // time by pairs of ancestor and descendant.
  [[nodiscard]] std::vector<LineageMetrics> rolled_up() const;

  // A row of the graph drawn as a tree. A partition with several parents has its row, and its descendants theirs, under
  // the first of them; under the others there is a row that only refers to it.
  struct TreeRow {
    std::string stem;  // "│  └─ ", empty for a root
    std::size_t position = 0;
    bool refers = false;
  };
  [[nodiscard]] std::vector<TreeRow> tree() const;

  // GraphViz: a box a partition with the text that `label` says, lines parted by '\n', current ones drawn bold; on
  // each edge what made it and when, as `time` says it.
  struct Labels {
    std::string title;
    std::function<std::string(std::size_t position)> partition;
    std::function<std::string(double second)> time;
  };
  void write_dot(std::ostream& out, const Labels& labels) const;

 private:
  struct Graph;
  std::vector<LineageRecord> records_;
  std::unique_ptr<Graph> graph_;
};

}  // namespace cosmos
