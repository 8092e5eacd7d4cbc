#pragma once

// Elementary functions from + - x / and sqrt alone: the C library's own depend on the host's processor and
// version, these give the same bits on every host and from either compiler (contraction is off in our build).
// They are for building tables, not for the hot path: 5 to 50 ns each.
//
// Relative error: log, exp, pow, sin, cos below 1e-15 (log close to 1 included), normal_quantile below 1e-14,
// normal_probability below 1e-12.
namespace sim::elementary {

// Natural logarithm. log(0) = -infinity; NaN below 0.
[[nodiscard]] double log(double x) noexcept;

// log(1 + x), accurate where x is close to 0. NaN below -1.
[[nodiscard]] double log1p(double x) noexcept;

// e to the x. 0 below the subnormals, +infinity above the largest double.
[[nodiscard]] double exp(double x) noexcept;

// x to the y for x >= 0; NaN for x < 0. pow(0, y) is 0, 1 or +infinity with the sign of y; pow(x, 0) = 1.
[[nodiscard]] double pow(double x, double y) noexcept;

// Sine and cosine of an angle in radians; NaN beyond |x| = 1e6, where the reduction would lose digits.
[[nodiscard]] double sin(double x) noexcept;
[[nodiscard]] double cos(double x) noexcept;

// The x at which a standard normal variable is below x with probability p: -infinity at 0, +infinity at 1,
// NaN outside [0, 1]. Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution",
// Applied Statistics 37 (1988), routine PPND16.
[[nodiscard]] double normal_quantile(double p) noexcept;

// The probability that a standard normal variable is below x: the inverse of normal_quantile.
[[nodiscard]] double normal_probability(double x) noexcept;

}  // namespace sim::elementary
