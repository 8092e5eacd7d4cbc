#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

// Traces, resolved: operations that a file says (grammar section 5). Times are those of the run, after `speed`.
namespace cosmos {

// What the rows of a trace of counts say of their operations. Kept whole.
struct TraceRows {
  std::size_t rows = 0;
  struct Column {
    std::size_t property = 0;                 // position in the item
    std::vector<std::uint32_t> value_of_row;  // index of a given value, or of a population's member
  };
  std::vector<Column> columns;
  std::vector<std::int64_t> payload;   // bytes, by row; empty where the file does not say it
  std::vector<std::int64_t> milli_ru;  // likewise: the charge
};

// A row a series: row r has `counts[column * rows + r]` operations in interval `column`, placed evenly at random inside
// it. The first interval begins with the stream.
struct TraceReplay : TraceRows {
  std::int64_t interval_seconds = 60;
  std::vector<std::uint32_t> counts;  // after `volume`, by column, then row; whole numbers

  [[nodiscard]] std::size_t intervals() const { return rows == 0 ? 0 : counts.size() / rows; }
};

// A row an interval: row r has counts[r] operations, placed evenly at random in the interval from begin[r] on. Rows of
// one beginning are one interval.
struct LongTrace : TraceRows {
  std::int64_t interval = 1;          // ns
  std::vector<std::int64_t> begin;    // ns from the run's start, ascending; negative before it
  std::vector<std::uint32_t> counts;  // after `volume`
};

// Rows of an event trace, one operation each: parallel arrays.
struct EventRows {
  std::vector<std::int64_t> at;                    // ns from the run's start; negative before it
  std::vector<std::vector<std::uint32_t>> values;  // by column of EventTrace::properties
  std::vector<std::int64_t> payload;               // bytes; empty where the file does not say it
  std::vector<std::int64_t> milli_ru;              // likewise: the charge

  void clear();
};

// Reads the rows of an event trace once, in the file's order, which is that of time.
class EventReader {
 public:
  EventReader() = default;
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;
  virtual ~EventReader() = default;

  // Replaces `rows` by the next few thousand; false when none is left. Throws if the file is not what it was when the
  // scenario was read.
  [[nodiscard]] virtual bool next(EventRows& rows) = 0;
};

// A row an operation: read from its file again for every run and never kept.
struct EventTrace {
  std::vector<std::size_t> properties;  // that its columns say: positions in the item
  bool says_size = false;
  bool says_charge = false;
  double volume = 1.0;          // a row stands for so many operations
  double rows = 0.0;            // between the stream's start and the run's end
  double busiest_second = 0.0;  // rows of it
  std::function<std::unique_ptr<EventReader>()> open;
};

// `count` times `volume` as a whole number: a fraction is one more with its own probability, the same in every run.
// (`row`, `column`) is the count's place in its file. Requires a product below 2^32.
[[nodiscard]] std::uint32_t scaled_count(std::int64_t count, double volume, std::uint64_t row, std::int64_t column);

}  // namespace cosmos
