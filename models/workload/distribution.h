#pragma once

#include <cstdint>
#include <optional>
#include <variant>

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
using Distribution = std::variant<Constant, Uniform, Exponential, Lognormal, Pareto>;

// The value below which a draw lies with probability u, 0 <= u < 1.
[[nodiscard]] double quantile(const Distribution& distribution, double u);

// Its mean, exact for a constant, else that of the table that draws are made from.
[[nodiscard]] double mean(const Distribution& distribution);

// A distribution made ready for drawing: one random word, one value, nothing allocated.
class Sampler {
 public:
  explicit Sampler(const Distribution& distribution);

  [[nodiscard]] bool is_constant() const noexcept { return !table_; }
  // The value of a constant distribution. Requires is_constant().
  [[nodiscard]] std::int64_t constant() const noexcept { return constant_; }
  [[nodiscard]] std::int64_t draw(std::uint64_t bits) const noexcept { return table_ ? table_->draw(bits) : constant_; }

 private:
  std::int64_t constant_ = 0;
  std::optional<sim::QuantileTable> table_;
};

}  // namespace cosmos
