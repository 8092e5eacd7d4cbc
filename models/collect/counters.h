#pragma once

#include <cstdint>
#include <vector>

#include "models/quantities.h"
#include "sim/core/histogram.h"

// What is counted while a run is on. All whole numbers, so that sums do not depend on their order.
namespace cosmos {

// Requests of one stream at one physical partition. A request is one try: of an operation, or of one
// visit of a query.
struct Cell {
  std::int64_t admitted_milli_ru = 0;
  std::int64_t attempts = 0;
  std::int64_t throttled = 0;       // attempts answered by a 429
  std::int64_t first_attempts = 0;  // attempts that are not retries
  std::int64_t first_throttled = 0;

  Cell& operator+=(const Cell& other) {
    admitted_milli_ru += other.admitted_milli_ru;
    attempts += other.attempts;
    throttled += other.throttled;
    first_attempts += other.first_attempts;
    first_throttled += other.first_throttled;
    return *this;
  }
  Cell& operator*=(std::int64_t times) {
    admitted_milli_ru *= times;
    attempts *= times;
    throttled *= times;
    first_attempts *= times;
    first_throttled *= times;
    return *this;
  }
  Cell& operator-=(const Cell& other) {
    admitted_milli_ru -= other.admitted_milli_ru;
    attempts -= other.attempts;
    throttled -= other.throttled;
    first_attempts -= other.first_attempts;
    first_throttled -= other.first_throttled;
    return *this;
  }
};

// Operations of one stream. An operation ends when it succeeds or is given up; at the end of the run some are neither.
struct OperationCounts {
  std::int64_t started = 0;
  std::int64_t succeeded = 0;
  std::int64_t failed = 0;  // given up: a 429 that a retry cured is not a failure
  std::int64_t full = 0;    // of those: answered 403/1014, their logical partition is full (PART-03)

  OperationCounts& operator+=(const OperationCounts& other) {
    started += other.started;
    succeeded += other.succeeded;
    failed += other.failed;
    full += other.full;
    return *this;
  }
  OperationCounts& operator-=(const OperationCounts& other) {
    started -= other.started;
    succeeded -= other.succeeded;
    failed -= other.failed;
    full -= other.full;
    return *this;
  }
};

// Cumulative figures of a run or of a window of it.
struct Totals {
  std::vector<Cell> cells;                  // partition x stream, row-major
  std::vector<std::int64_t> provisioned;    // by partition: milli-RU that it could give, second by second
  std::vector<OperationCounts> operations;  // by stream
  std::vector<sim::Histogram> latency;      // by stream: ns of succeeded operations, with waits and retries
};

}  // namespace cosmos
