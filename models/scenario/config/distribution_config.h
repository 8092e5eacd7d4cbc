#pragma once

#include <string>

#include "models/scenario/config/values.h"
#include "sim/config/schema.h"

// "A constant, or a named distribution", for durations, sizes and counts alike.
namespace cosmos {

template <class T>
struct ConstantValue {
  static constexpr std::string_view kSummary = "always this value";
  T value{};
};

template <class T>
struct UniformConfig {
  static constexpr std::string_view kTag = "uniform";
  static constexpr std::string_view kSummary = "equally likely from min to max";
  T min{};
  T max{};
  template <class V>
  void fields(V& v) {
    v.required("min", min, "least value");
    v.required("max", max, "largest value");
  }
};

template <class T>
struct ExponentialConfig {
  static constexpr std::string_view kTag = "exponential";
  static constexpr std::string_view kSummary = "min plus an exponential part, so that the mean is `mean`";
  T mean{};
  T min{};
  template <class V>
  void fields(V& v) {
    v.required("mean", mean, "mean value, above min");
    v.optional("min", min, "least value");
  }
};

template <class T>
struct LognormalConfig {
  static constexpr std::string_view kTag = "lognormal";
  static constexpr std::string_view kSummary = "the logarithm is normal";
  T median{};
  double sigma = 0.5;
  template <class V>
  void fields(V& v) {
    v.required("median", median, "half of the values lie below it");
    v.required("sigma", sigma, "standard deviation of the natural logarithm", sim::range(0.0, 5.0));
  }
};

template <class T>
struct ParetoConfig {
  static constexpr std::string_view kTag = "pareto";
  static constexpr std::string_view kSummary = "generalized Pareto: location + scale ((1-u)^-shape - 1) / shape";
  T scale{};
  double shape = 0.3;
  T location{};
  template <class V>
  void fields(V& v) {
    v.required("scale", scale, "spread");
    v.required("shape", shape, "weight of the tail", sim::range(0.0, 0.99));
    v.optional("location", location, "least value");
  }
};

struct TableFileConfig {
  static constexpr std::string_view kTag = "table";
  static constexpr std::string_view kSummary = "from a file, as it was measured";
  std::string file;
  template <class V>
  void fields(V& v) {
    v.required("file", file,
               "CSV with the columns `value` and `weight`, or CacheLib's JSON; a value of popularity is a number of "
               "members, its weight that of their operations together");
  }
};

template <class T>
using DistributionConfig = sim::Choice<ConstantValue<T>, UniformConfig<T>, ExponentialConfig<T>, LognormalConfig<T>,
                                       ParetoConfig<T>, TableFileConfig>;
using DurationDistribution = DistributionConfig<sim::Duration>;
using SizeDistribution = DistributionConfig<Bytes>;
using CountDistribution = DistributionConfig<std::int64_t>;

}  // namespace cosmos
