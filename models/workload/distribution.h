#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "sim/core/alias_table.h"
#include "sim/core/quantile_table.h"

// A distribution of durations (nanoseconds), sizes (bytes) or counts, as a scenario states it.
namespace cosmos {

struct Constant {
  std::int64_t value = 0;
};
struct Uniform {
  double min = 0.0;
  double max = 0.0;
};
struct Exponential {
  double mean = 0.0;
  double min = 0.0;
};
struct Lognormal {
  double median = 0.0;
  double sigma = 0.0;
};
struct Pareto {
  double scale = 0.0;
  double shape = 0.0;
  double location = 0.0;
};

struct ValueWeight {
  double value = 0.0;
  double weight = 0.0;
};
// The values that a file lists, each drawn in proportion to its weight.
class ValueTable {
 public:
  // Values and weights are finite and not negative, at least one weight is positive.
  explicit ValueTable(std::vector<ValueWeight> rows);

  // By value, ascending.
  [[nodiscard]] std::span<const ValueWeight> rows() const { return rows_; }
  // The least value that a draw does not exceed with a probability above u. 0 <= u < 1.
  [[nodiscard]] double quantile(double u) const;
  [[nodiscard]] double mean() const;

 private:
  std::vector<ValueWeight> rows_;
  std::vector<double> share_up_to_;
};
struct Table {
  std::shared_ptr<const ValueTable> values;  // never null
};
using Distribution = std::variant<Constant, Uniform, Exponential, Lognormal, Pareto, Table>;

// The value below which a draw lies with probability u, 0 <= u < 1.
[[nodiscard]] double quantile(const Distribution& distribution, double u);

// The mean of what is drawn, before rounding: exact for a constant and a table of values.
[[nodiscard]] double mean(const Distribution& distribution);

// A distribution made ready for drawing: one random word, one value, nothing allocated.
class Sampler {
 public:
  explicit Sampler(const Distribution& distribution);

  [[nodiscard]] bool is_constant() const noexcept { return !table_ && !listed_; }
  // The value of a constant distribution. Requires is_constant().
  [[nodiscard]] std::int64_t constant() const noexcept { return constant_; }
  [[nodiscard]] std::int64_t draw(std::uint64_t bits) const noexcept {
    if (table_) return table_->draw(bits);
    return listed_ ? values_[listed_->draw(bits)] : constant_;
  }

 private:
  std::int64_t constant_ = 0;
  std::optional<sim::QuantileTable> table_;
  std::optional<sim::AliasTable> listed_;  // of values_
  std::vector<std::int64_t> values_;
};

}  // namespace cosmos
