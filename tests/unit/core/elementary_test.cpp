#include "sim/core/elementary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>

#include <boost/math/distributions/normal.hpp>
#include <gtest/gtest.h>

#include "sim/core/fingerprint.h"
#include "sim/core/rng.h"

namespace sim {
namespace {

constexpr Draws kDraws(Seed{1}, 1, 1, purpose_id("elementary"));
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kPoints = 100'000;

// A point between low and high, from word i.
double between(double low, double high, int i) {
  return low + (high - low) * kDraws.uniform(static_cast<std::uint64_t>(i));
}

double relative_error(double value, long double exact) {
  return static_cast<double>(std::abs((static_cast<long double>(value) - exact) / exact));
}

// The references are the C library's functions of 64-bit mantissa, good to about 1e-19.

TEST(Elementary, LogarithmMatchesTheCLibraryOverTheWholeRange) {
  double worst = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double far = std::exp(between(-708.0, 709.0, i));
    const double near = between(0.5, 2.0, i);
    worst = std::max({worst, relative_error(elementary::log(far), std::log(static_cast<long double>(far))),
                      relative_error(elementary::log(near), std::log(static_cast<long double>(near)))});
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(Elementary, LogarithmOfPowersOfTwoIsTheWholeMultiple) {
  for (int n = -1074; n <= 1023; ++n) {
    EXPECT_DOUBLE_EQ(elementary::log(std::ldexp(1.0, n)), n * std::numbers::ln2) << n;
  }
}

TEST(Elementary, LogarithmOfOnePlusMatchesTheCLibraryCloseToZero) {
  double worst = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double x = std::exp(between(-80.0, 3.0, i));
    worst = std::max(worst, relative_error(elementary::log1p(x), std::log1p(static_cast<long double>(x))));
    if (x >= 1.0) continue;
    worst = std::max(worst, relative_error(elementary::log1p(-x), std::log1p(-static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(Elementary, ExponentialMatchesTheCLibraryOverTheWholeRange) {
  double worst = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double x = between(-708.0, 709.7, i);
    worst = std::max(worst, relative_error(elementary::exp(x), std::exp(static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(Elementary, ExponentialGoesThroughTheSubnormalsToZero) {
  EXPECT_NEAR(elementary::exp(-740.0) / std::exp(-740.0), 1.0, 0.01);
  EXPECT_GT(elementary::exp(-745.0), 0.0);
  EXPECT_EQ(elementary::exp(-746.0), 0.0);
}

TEST(Elementary, PowerMatchesTheCLibraryWhereTheResultIsFinite) {
  double worst = 0.0;
  int compared = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double x = std::exp(between(-50.0, 50.0, i));
    const double y = between(-20.0, 20.0, i + kPoints);
    const long double exact = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    if (exact < 1e-300L || exact > 1e300L) continue;
    ++compared;
    worst = std::max(worst, relative_error(elementary::pow(x, y), exact));
  }
  EXPECT_GT(compared, kPoints / 2);
  EXPECT_LT(worst, 1e-15);
}

TEST(Elementary, SineAndCosineMatchTheCLibraryUpToAMillion) {
  double worst = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    for (const double x : {between(-4.0, 4.0, i), between(-1e6, 1e6, i)}) {
      worst = std::max({worst, relative_error(elementary::sin(x), std::sin(static_cast<long double>(x))),
                        relative_error(elementary::cos(x), std::cos(static_cast<long double>(x)))});
    }
  }
  EXPECT_LT(worst, 1e-15);
}

TEST(Elementary, SineNearMultiplesOfPiKeepsItsDigits) {
  // The double closest to n pi is off by up to n x 1e-16; its sine is that distance and nothing else.
  for (int n = 1; n < 300'000; n += 777) {
    const double x = n * std::numbers::pi;
    EXPECT_LT(relative_error(elementary::sin(x), std::sin(static_cast<long double>(x))), 1e-15) << n;
  }
}

TEST(Elementary, NormalQuantileMatchesBoostFromTheMiddleFarIntoBothTails) {
  const boost::math::normal_distribution<long double> normal;
  double worst = 0.0;
  for (int i = 0; i < 20'000; ++i) {
    const double tail = std::exp(between(-690.0, -1.0, i));
    for (const double p : {tail, between(0.0, 1.0, i)}) {
      worst = std::max(worst, relative_error(elementary::normal_quantile(p),
                                             boost::math::quantile(normal, static_cast<long double>(p))));
    }
  }
  EXPECT_LT(worst, 1e-14);
}

TEST(Elementary, NormalQuantileIsOddAroundOneHalf) {
  EXPECT_EQ(elementary::normal_quantile(0.5), 0.0);
  for (int k = 2; k < 50; ++k) {  // p = 2^-k, for which 1 - p is exact
    const double p = std::ldexp(1.0, -k);
    EXPECT_EQ(elementary::normal_quantile(1.0 - p), -elementary::normal_quantile(p)) << k;
  }
}

TEST(Elementary, EndsOfTheDomainsAreAsPromised) {
  EXPECT_EQ(elementary::log(0.0), -kInfinity);
  EXPECT_EQ(elementary::log(1.0), 0.0);
  EXPECT_EQ(elementary::log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(elementary::log(-1.0)));
  EXPECT_EQ(elementary::log1p(0.0), 0.0);
  EXPECT_EQ(elementary::log1p(-1.0), -kInfinity);
  EXPECT_EQ(elementary::exp(0.0), 1.0);
  EXPECT_EQ(elementary::exp(710.0), kInfinity);
  EXPECT_EQ(elementary::exp(-kInfinity), 0.0);
  EXPECT_TRUE(std::isnan(elementary::exp(std::nan(""))));
  EXPECT_EQ(elementary::pow(0.0, 2.0), 0.0);
  EXPECT_EQ(elementary::pow(0.0, -2.0), kInfinity);
  EXPECT_EQ(elementary::pow(0.0, 0.0), 1.0);
  EXPECT_EQ(elementary::pow(1.0, 1e300), 1.0);
  EXPECT_EQ(elementary::pow(2.0, 1e300), kInfinity);
  EXPECT_EQ(elementary::pow(2.0, -1e300), 0.0);
  EXPECT_TRUE(std::isnan(elementary::pow(-1.0, 2.0)));
  EXPECT_EQ(elementary::sin(0.0), 0.0);
  EXPECT_EQ(elementary::cos(0.0), 1.0);
  EXPECT_TRUE(std::isnan(elementary::sin(1.1e6)));
  EXPECT_TRUE(std::isnan(elementary::cos(kInfinity)));
  EXPECT_EQ(elementary::normal_quantile(0.0), -kInfinity);
  EXPECT_EQ(elementary::normal_quantile(1.0), kInfinity);
  EXPECT_TRUE(std::isnan(elementary::normal_quantile(1.5)));
  EXPECT_EQ(elementary::normal_probability(kInfinity), 1.0);
  EXPECT_EQ(elementary::normal_probability(-kInfinity), 0.0);
  EXPECT_TRUE(std::isnan(elementary::normal_probability(std::nan(""))));
}

TEST(Elementary, NormalProbabilityIsThatOfTheErrorFunction) {
  EXPECT_EQ(elementary::normal_probability(0.0), 0.5);
  for (int i = -3'700; i <= 3'700; ++i) {
    const double x = i / 100.0;
    const double expected = 0.5 * std::erfc(-x / std::sqrt(2.0));
    EXPECT_NEAR(elementary::normal_probability(x), expected, 1e-12 * expected) << x;
  }
}

TEST(Elementary, WholePowersAreExactWhereTheResultIsSmall) {
  EXPECT_EQ(elementary::pow(2.0, 10.0), 1024.0);
  EXPECT_EQ(elementary::pow(10.0, 3.0), 1000.0);
  EXPECT_EQ(elementary::pow(4.0, -0.5), 0.5);
}

// The bits themselves: a change here changes every simulation.
TEST(Elementary, BitsOverAGridAreTheSameFromEveryCompilerAndBuild) {
  const auto digest = [](const std::function<double(double)>& function, double low, double high) {
    Fingerprint fingerprint;
    for (int i = 0; i <= 10'000; ++i) {
      fingerprint.add(std::bit_cast<std::uint64_t>(function(low + (high - low) * (i / 10'000.0))));
    }
    return fingerprint.hex();
  };
  EXPECT_EQ(digest(elementary::log, 0.001, 1000.0), "0e065c5e9c396c25");
  EXPECT_EQ(digest(elementary::log1p, -0.999, 1.0), "ff05a26d8c998f0e");
  EXPECT_EQ(digest(elementary::exp, -700.0, 700.0), "2fb5b4c0f302973a");
  EXPECT_EQ(digest([](double x) { return elementary::pow(x, -0.99); }, 1.0, 1e7), "f3177e6032a0513c");
  EXPECT_EQ(digest(elementary::sin, -1000.0, 1000.0), "4f1ed05d335ed7ea");
  EXPECT_EQ(digest(elementary::cos, -1000.0, 1000.0), "281c899e85894825");
  EXPECT_EQ(digest(elementary::normal_quantile, 0.0, 1.0), "4861c5b8b3005dda");
}

}  // namespace
}  // namespace sim
