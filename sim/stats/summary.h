#pragma once

#include <cstdint>
#include <span>

// What replications and seconds amount to: moments that can be gathered one value at a time, and how far the
// mean of a few independent values can be trusted. For reports: nothing here feeds back into a simulation.
namespace sim {

// A mean and half the width of its two-sided confidence interval: [mean - half_width, mean + half_width].
// half_width is NaN where n < 2 (one value says nothing about spread), mean is NaN where n = 0.
struct Interval {
  double mean;
  double half_width;
  std::int64_t n;
};

inline constexpr double kDefaultConfidence = 0.95;

// Count, mean and variance of values met one by one (Welford, Technometrics 4, 1962). Close to constant values
// keep their digits. Not exact under reordering: a result that must not depend on threads adds in a fixed order.
class Summary {
 public:
  void add(double value) noexcept;
  // As if the other's values had been added here (Chan, Golub, LeVeque 1979), up to rounding.
  void merge(const Summary& other) noexcept;

  [[nodiscard]] std::int64_t count() const noexcept { return n_; }
  // NaN if nothing was added.
  [[nodiscard]] double mean() const noexcept;
  // The unbiased sample variance (divisor n - 1); NaN below two values.
  [[nodiscard]] double variance() const noexcept;
  [[nodiscard]] double standard_deviation() const noexcept;

  // Student's t interval of the mean: values independent and about normal. Requires 0 < confidence < 1.
  [[nodiscard]] Interval interval(double confidence = kDefaultConfidence) const;

 private:
  std::int64_t n_ = 0;
  double mean_ = 0.0;
  double squares_ = 0.0;  // sum of squared distances from the mean
};

// The t interval of the mean of the values.
[[nodiscard]] Interval interval_of(std::span<const double> values, double confidence = kDefaultConfidence);

// The value below which Student's t with `degrees` >= 1 degrees of freedom lies with probability p, 0 < p < 1.
[[nodiscard]] double student_quantile(double p, std::int64_t degrees);

}  // namespace sim
