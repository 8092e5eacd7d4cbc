#include "sim/stats/summary.h"

#include <cmath>
#include <limits>

#include <boost/math/distributions/students_t.hpp>

#include "sim/core/check.h"

namespace sim {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void Summary::add(double value) noexcept {
  ++n_;
  const double before = value - mean_;
  mean_ += before / static_cast<double>(n_);
  squares_ += before * (value - mean_);
}

void Summary::merge(const Summary& other) noexcept {
  if (other.n_ == 0) return;
  const auto own = static_cast<double>(n_);
  const auto others = static_cast<double>(other.n_);
  const double apart = other.mean_ - mean_;
  mean_ += apart * others / (own + others);
  squares_ += other.squares_ + apart * apart * own * others / (own + others);
  n_ += other.n_;
}

double Summary::mean() const noexcept { return n_ > 0 ? mean_ : kNaN; }

double Summary::variance() const noexcept { return n_ > 1 ? squares_ / static_cast<double>(n_ - 1) : kNaN; }

double Summary::standard_deviation() const noexcept { return std::sqrt(variance()); }

Interval Summary::interval(double confidence) const {
  SIM_CHECK(confidence > 0.0 && confidence < 1.0);
  if (n_ < 2) return {mean(), kNaN, n_};
  const double t = student_quantile(0.5 + 0.5 * confidence, n_ - 1);
  return {mean_, t * std::sqrt(variance() / static_cast<double>(n_)), n_};
}

Interval interval_of(std::span<const double> values, double confidence) {
  Summary summary;
  for (const double value : values) summary.add(value);
  return summary.interval(confidence);
}

double student_quantile(double p, std::int64_t degrees) {
  SIM_CHECK(p > 0.0 && p < 1.0 && degrees >= 1);
  return boost::math::quantile(boost::math::students_t(static_cast<double>(degrees)), p);
}

}  // namespace sim
