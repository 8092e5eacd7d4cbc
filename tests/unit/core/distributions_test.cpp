#include "sim/core/distributions.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(UniformQuantile, IsTheStraightLine) {
  EXPECT_EQ(uniform_quantile(0.0, 20.0, 180.0), 20.0);
  EXPECT_EQ(uniform_quantile(0.5, 20.0, 180.0), 100.0);
  EXPECT_EQ(uniform_quantile(0.75, 20.0, 180.0), 140.0);
}

TEST(ExponentialQuantile, MedianIsLogTwoOfTheMeanAboveTheMinimum) {
  EXPECT_EQ(exponential_quantile(0.0, 3.0, 1.0), 1.0);
  EXPECT_NEAR(exponential_quantile(0.5, 3.0, 1.0), 1.0 + 2.0 * std::log(2.0), 1e-15);
  EXPECT_NEAR(exponential_quantile(1.0 - std::exp(-5.0), 1.0, 0.0), 5.0, 1e-13);
  EXPECT_EQ(exponential_quantile(0.3, 2.0, 2.0), 2.0);
}

TEST(LognormalQuantile, HasItsMedianAndItsStandardDeviations) {
  EXPECT_EQ(lognormal_quantile(0.5, 1'024.0, 0.8), 1'024.0);
  EXPECT_EQ(lognormal_quantile(0.9, 1'024.0, 0.0), 1'024.0);
  EXPECT_EQ(lognormal_quantile(0.0, 1'024.0, 0.8), 0.0);
  // A standard normal is below 1 with probability 0.841344746068543.
  EXPECT_NEAR(lognormal_quantile(0.841344746068543, 2.0, 0.5), 2.0 * std::exp(0.5), 1e-12);
}

TEST(ParetoQuantile, IsTheGeneralisedFormula) {
  // Shape 1, u = 3/4: (1/4)^-1 - 1 = 3. Shape 1/2, u = 3/4: ((1/4)^-1/2 - 1) / (1/2) = 2.
  EXPECT_NEAR(pareto_quantile(0.75, 10.0, 1.0, 5.0), 35.0, 1e-12);
  EXPECT_NEAR(pareto_quantile(0.75, 10.0, 0.5, 5.0), 25.0, 1e-12);
  EXPECT_EQ(pareto_quantile(0.0, 10.0, 0.5, 5.0), 5.0);
}

TEST(ParetoQuantile, BecomesTheExponentialAsTheShapeVanishes) {
  const double u = 0.9;
  EXPECT_DOUBLE_EQ(pareto_quantile(u, 10.0, 0.0, 5.0), exponential_quantile(u, 15.0, 5.0));
  // Shape x log(10) crosses the series' limit of 1e-5 between these two: no step may show. The slope in the shape
  // is scale log(10)^2 / 2 = 26.5, so 2e-9 of shape are worth 5.3e-8.
  const double limit = 1e-5 / std::log(10.0);
  EXPECT_NEAR(pareto_quantile(u, 10.0, limit + 1e-9, 5.0) - pareto_quantile(u, 10.0, limit - 1e-9, 5.0), 5.3e-8, 2e-9);
}

}  // namespace
}  // namespace sim
