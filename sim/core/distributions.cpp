#include "sim/core/distributions.h"

#include "sim/core/elementary.h"

namespace sim {
namespace {

// The standard exponential: -log(1 - u).
double standard_exponential(double u) noexcept { return -elementary::log1p(-u); }

}  // namespace

std::vector<double> zipf_weights(std::size_t n, double theta) {
  std::vector<double> weights(n);
  for (std::size_t k = 0; k < n; ++k) weights[k] = elementary::pow(static_cast<double>(k + 1), -theta);
  return weights;
}

double uniform_quantile(double u, double low, double high) noexcept { return low + (high - low) * u; }

double exponential_quantile(double u, double mean, double minimum) noexcept {
  return minimum + (mean - minimum) * standard_exponential(u);
}

double lognormal_quantile(double u, double median, double sigma) noexcept {
  if (sigma == 0.0) return median;
  return median * elementary::exp(sigma * elementary::normal_quantile(u));
}

double pareto_quantile(double u, double scale, double shape, double location) noexcept {
  const double y = standard_exponential(u);
  const double x = shape * y;
  // (e^x - 1) / shape, by its series where the difference would cancel.
  if (x < 1e-5) return location + scale * y * (1.0 + x * (0.5 + x / 6.0));
  return location + scale * (elementary::exp(x) - 1.0) / shape;
}

}  // namespace sim
