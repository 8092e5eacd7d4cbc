#include "sim/core/elementary.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace sim::elementary {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;
// ln 2 in two parts; the first has 42 bits, so its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42fefa3800p-1;
constexpr double kLn2Low = 0x1.ef35793c76730p-45;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
// pi / 2 in three parts; the first two have 32 bits, so their products with a 20-bit count are exact.
constexpr double kHalfPiHigh = 0x1.921fb54400000p+0;
constexpr double kHalfPiMiddle = 0x1.0b4611a600000p-34;
constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
// Adding and taking away 1.5 x 2^52 rounds a small double to the nearest whole number.
constexpr double kRoundShift = 0x1.8p+52;

// An unevaluated sum: high is the value to double precision, low what is missing.
struct Pair {
  double high;
  double low;
};

// a + b without error. Requires |a| >= |b| or a = 0 (Dekker 1971).
constexpr Pair add_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a * b without error, barring overflow (Dekker 1971, with Veltkamp's splitting).
constexpr Pair multiply(double a, double b) {
  constexpr double kSplit = 0x1p27 + 1.0;
  const double a_high = kSplit * a - (kSplit * a - a);
  const double b_high = kSplit * b - (kSplit * b - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

// c[0] + x (c[1] + x (...)), evaluated from the inside.
constexpr double horner(double x, std::span<const double> c) {
  double value = 0.0;
  for (std::size_t i = c.size(); i-- > 0;) value = value * x + c[i];
  return value;
}

struct Split {
  double mantissa;  // in [sqrt(1/2), sqrt(2))
  int exponent;
};

// x = mantissa * 2^exponent for a finite x > 0.
Split split(double x) {
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52U) - 1022;
  double mantissa = std::bit_cast<double>((bits & 0x000fffffffffffffU) | 0x3fe0000000000000U);
  if (mantissa < kSqrtHalf) {
    mantissa *= 2.0;
    --exponent;
  }
  return {mantissa, exponent};
}

// 2 atanh(s) - 2 s over s^3, as a series in z = s^2 <= 0.0295: coefficients 2/3, 2/5, ... 2/23.
constexpr std::array<double, 11> kAtanhTail = {2.0 / 3.0,  2.0 / 5.0,  2.0 / 7.0,  2.0 / 9.0,  2.0 / 11.0, 2.0 / 13.0,
                                               2.0 / 15.0, 2.0 / 17.0, 2.0 / 19.0, 2.0 / 21.0, 2.0 / 23.0};

// log(1 + f) = 2 atanh(f / (2 + f)) for 1 + f in [sqrt(1/2), sqrt(2)), to about 64 bits.
Pair log_near_one(double f) {
  const Pair divisor = add_ordered(2.0, f);
  const double s = f / divisor.high;
  const Pair product = multiply(s, divisor.high);
  const double s_low = (((f - product.high) - product.low) - s * divisor.low) / divisor.high;
  const double z = s * s;
  return add_ordered(2.0 * s, 2.0 * s_low + s * z * horner(z, kAtanhTail));
}

// log(x) for a finite x > 0, to about 64 bits.
Pair log_pair(double x) {
  const auto [mantissa, exponent] = split(x);
  const Pair part = log_near_one(mantissa - 1.0);
  if (exponent == 0) return part;
  const double scale = exponent;
  const Pair sum = add_ordered(scale * kLn2High, part.high);
  return add_ordered(sum.high, sum.low + (part.low + scale * kLn2Low));
}

// e^(high + low) where |low| is at most about 2^-50 |high|.
double exp_pair(double high, double low) {
  if (!(high < 709.8)) return high == high ? kInfinity : kNaN;
  if (high < -745.2) return 0.0;
  const double k = (high * kInverseLn2 + kRoundShift) - kRoundShift;
  const double r = (high - k * kLn2High) - (k * kLn2Low - low);
  // 1/2!, 1/3!, ... 1/13!; |r| <= 0.35, so the next term is below 5e-18.
  constexpr std::array<double, 12> kTail = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                            1.0 / 720,     1.0 / 5'040,    1.0 / 40'320,    1.0 / 362'880,
                                            1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
  const double value = 1.0 + (r + r * r * horner(r, kTail));
  // Two steps, so that neither factor leaves the normal range.
  const auto exponent = static_cast<std::int64_t>(k);
  const std::int64_t half = exponent / 2;
  const auto power_of_two = [](std::int64_t n) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52U);
  };
  return value * power_of_two(half) * power_of_two(exponent - half);
}

struct Angle {
  double rest;  // in [-pi/4, pi/4]
  unsigned quarter;
};

// x = rest + quarter * pi/2 (mod 2 pi).
Angle reduce(double x) {
  const double n = (x * kTwoOverPi + kRoundShift) - kRoundShift;
  const double rest = ((x - n * kHalfPiHigh) - n * kHalfPiMiddle) - n * kHalfPiLow;
  return {rest, static_cast<unsigned>(static_cast<std::int64_t>(n)) & 3U};
}

// Taylor series on [-pi/4, pi/4]: the terms left out are below 1e-18 and 3e-18 of the result.
double sine_kernel(double x) {
  constexpr std::array<double, 8> kTail = {
      -1.0 / 6,          1.0 / 120,          -1.0 / 5'040,        1.0 / 362'880,
      -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368e3, 1.0 / 355687428096e3};
  const double z = x * x;
  return x + x * z * horner(z, kTail);
}

double cosine_kernel(double x) {
  constexpr std::array<double, 7> kTail = {1.0 / 24,           -1.0 / 720,        1.0 / 40'320,
                                           -1.0 / 3628800.0,   1.0 / 479001600.0, -1.0 / 87178291200.0,
                                           1.0 / 20922789888e3};
  const double z = x * x;
  return 1.0 - (0.5 * z - z * z * horner(z, kTail));
}

double sine_of(double rest, unsigned quarter) {
  const double value = (quarter & 1U) == 0 ? sine_kernel(rest) : cosine_kernel(rest);
  return (quarter & 2U) == 0 ? value : -value;
}

bool within_reduction(double x) { return x >= -1e6 && x <= 1e6; }

}  // namespace

double log(double x) noexcept {
  if (!(x > 0.0)) return x == 0.0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  return log_pair(x).high;
}

double log1p(double x) noexcept {
  if (x > -0.25 && x < 0.25) return log_near_one(x).high;
  return log(1.0 + x);
}

double exp(double x) noexcept { return exp_pair(x, 0.0); }

double pow(double x, double y) noexcept {
  if (y == 0.0) return 1.0;
  if (!(x > 0.0)) return x == 0.0 ? (y > 0.0 ? 0.0 : kInfinity) : kNaN;
  if (x == kInfinity) return y > 0.0 ? kInfinity : 0.0;
  const Pair logarithm = log_pair(x);
  const double estimate = y * logarithm.high;
  if (!(estimate > -800.0 && estimate < 800.0)) return exp_pair(estimate, 0.0);
  const Pair product = multiply(y, logarithm.high);
  return exp_pair(product.high, product.low + y * logarithm.low);
}

double sin(double x) noexcept {
  if (!within_reduction(x)) return kNaN;
  const auto [rest, quarter] = reduce(x);
  return sine_of(rest, quarter);
}

double cos(double x) noexcept {
  if (!within_reduction(x)) return kNaN;
  const auto [rest, quarter] = reduce(x);
  return sine_of(rest, quarter + 1);
}

double normal_quantile(double p) noexcept {
  if (!(p > 0.0 && p < 1.0)) return p == 0.0 ? -kInfinity : (p == 1.0 ? kInfinity : kNaN);

  constexpr std::array<double, 8> kA = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                        1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                        3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr std::array<double, 8> kB = {1.0,
                                        4.2313330701600911252e1,
                                        6.8718700749205790830e2,
                                        5.3941960214247511077e3,
                                        2.1213794301586595867e4,
                                        3.9307895800092710610e4,
                                        2.8729085735721942674e4,
                                        5.2264952788528545610e3};
  constexpr std::array<double, 8> kC = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                        3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                        2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr std::array<double, 8> kD = {1.0,
                                        2.05319162663775882187e0,
                                        1.67638483018380384940e0,
                                        6.89767334985100004550e-1,
                                        1.48103976427480074590e-1,
                                        1.51986665636164571966e-2,
                                        5.47593808499534494600e-4,
                                        1.05075007164441684324e-9};
  constexpr std::array<double, 8> kE = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                        2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                        2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr std::array<double, 8> kF = {1.0,
                                        5.99832206555887937690e-1,
                                        1.36929880922735805310e-1,
                                        1.48753612908506148525e-2,
                                        7.86869131145613259100e-4,
                                        1.84631831751005468180e-5,
                                        1.42151175831644588870e-7,
                                        2.04426310338993978564e-15};

  const double q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * horner(r, kA) / horner(r, kB);
  }
  const double r = std::sqrt(-log(q < 0.0 ? p : 1.0 - p));
  const double x = r <= 5.0 ? horner(r - 1.6, kC) / horner(r - 1.6, kD) : horner(r - 5.0, kE) / horner(r - 5.0, kF);
  return q < 0.0 ? -x : x;
}

// Near the middle the series phi(x) (x + x^3/3 + x^5/(3 5) + ...), beyond Laplace's continued fraction
// phi(x) / (x + 1/(x + 2/(x + 3/(x + ...)))) for the tail (Abramowitz and Stegun 26.2.11 and 26.2.14).
double normal_probability(double x) noexcept {
  constexpr double kDensityAtZero = 0.398942280401432677939946;
  constexpr double kSeriesUpTo = 2.5;
  constexpr int kFractionTerms = 120;
  if (!(x > -40.0 && x < 40.0)) return x > 0.0 ? 1.0 : (x < 0.0 ? 0.0 : kNaN);
  const double density = kDensityAtZero * exp(-0.5 * x * x);
  if (x >= -kSeriesUpTo && x <= kSeriesUpTo) {
    double sum = x;
    double term = x;
    for (int k = 3; term != 0.0 && sum + term != sum; k += 2) {
      term *= x * x / k;
      sum += term;
    }
    return 0.5 + density * sum;
  }
  const double distance = x < 0.0 ? -x : x;
  double below = distance;
  for (int k = kFractionTerms; k > 0; --k) below = distance + k / below;
  return x < 0.0 ? density / below : 1.0 - density / below;
}

}  // namespace sim::elementary
