#pragma once

#include <cstddef>
#include <vector>

#include "sim/core/alias_table.h"
#include "sim/core/poisson.h"
#include "sim/core/quantile_table.h"

// Distributions of our own, because the standard library's give other numbers with every compiler: AliasTable
// (one of n), PoissonTable (events in a second) and QuantileTable (durations, sizes, counts). Each is a table,
// built once from + - x / sqrt and sim::elementary, and then a pure integer function of one random word. Here are
// the closed forms that such tables are built from.
namespace sim {

// Weight of rank k = 0 .. n-1 under Zipf's law: (k + 1)^-theta. theta = 0 is uniform. Not normalised.
[[nodiscard]] std::vector<double> zipf_weights(std::size_t n, double theta);

// Quantile functions: the value below which a draw lies with probability u, 0 <= u < 1.

// Even between low and high.
[[nodiscard]] double uniform_quantile(double u, double low, double high) noexcept;
// minimum plus an exponential, together of the given mean. Requires mean >= minimum.
[[nodiscard]] double exponential_quantile(double u, double mean, double minimum) noexcept;
// median times e^(sigma Z), Z standard normal. Requires median > 0, sigma >= 0. u = 0 gives 0.
[[nodiscard]] double lognormal_quantile(double u, double median, double sigma) noexcept;
// Generalised Pareto: location + scale ((1 - u)^-shape - 1) / shape. Requires scale > 0, shape >= 0 (0 is the
// exponential); the mean is location + scale / (1 - shape) for shape < 1, else infinite.
[[nodiscard]] double pareto_quantile(double u, double scale, double shape, double location) noexcept;

}  // namespace sim
