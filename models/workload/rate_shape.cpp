#include "models/workload/rate_shape.h"

#include <algorithm>
#include <utility>

#include "sim/core/elementary.h"

namespace cosmos {
namespace {

constexpr std::int64_t kDay = 86'400;
constexpr double kTwoPi = 6.283185307179586476925286766559;

std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

// The last step at or before `second`; null if there is none.
const RateStep* step_at(const std::vector<RateStep>& steps, std::int64_t second) {
  const auto next = std::upper_bound(steps.begin(), steps.end(), second,
                                     [](std::int64_t s, const RateStep& step) { return s < step.second; });
  return next == steps.begin() ? nullptr : &*(next - 1);
}

// The factor at `second` + `part`, 0 < part < 1.
struct FactorAt {
  std::int64_t second;
  double part;
  std::int64_t unix_second;

  double operator()(const StepsFactor& f) const {
    const RateStep* const step = step_at(f.steps, second);
    return step == nullptr ? 1.0 : step->factor;
  }
  double operator()(const RampFactor& f) const {
    if (second < f.from) return 1.0;
    if (second >= f.to) return f.factor;
    const double done = (static_cast<double>(second - f.from) + part) / static_cast<double>(f.to - f.from);
    return 1.0 + (f.factor - 1.0) * done;
  }
  double operator()(const DailyFactor& f) const {
    const RateStep* const step = step_at(f.steps, floor_mod(unix_second, kDay));
    return step == nullptr ? f.steps.back().factor : step->factor;
  }
  double operator()(const DiurnalFactor& f) const {
    const double since_peak = static_cast<double>(floor_mod(unix_second - f.peak, kDay)) + part;
    return 1.0 + f.amplitude * sim::elementary::cos(kTwoPi * since_peak / static_cast<double>(kDay));
  }
  double operator()(const WeeklyFactor& f) const {
    constexpr std::int64_t kThursday = 3;  // 1970-01-01
    const std::int64_t day = (unix_second - floor_mod(unix_second, kDay)) / kDay;
    return f.factors[static_cast<std::size_t>(floor_mod(day + kThursday, 7))];
  }
  double operator()(const SpikeFactor& f) const {
    const std::int64_t since = second - f.at;
    return since >= 0 && since % f.every < f.length ? f.factor : 1.0;
  }
  double operator()(const GrowthFactor& f) const {
    const double periods = (static_cast<double>(second) + part) / static_cast<double>(f.every);
    return sim::elementary::exp(periods * sim::elementary::log(f.factor));
  }
};

struct Bound {
  std::int64_t seconds;

  static double highest(const std::vector<RateStep>& steps, double otherwise) {
    for (const RateStep& step : steps) otherwise = std::max(otherwise, step.factor);
    return otherwise;
  }
  double operator()(const StepsFactor& f) const { return highest(f.steps, 1.0); }
  double operator()(const RampFactor& f) const { return std::max(1.0, f.factor); }
  double operator()(const DailyFactor& f) const { return highest(f.steps, 0.0); }
  double operator()(const DiurnalFactor& f) const { return 1.0 + f.amplitude; }
  double operator()(const WeeklyFactor& f) const { return *std::max_element(f.factors.begin(), f.factors.end()); }
  double operator()(const SpikeFactor& f) const { return std::max(1.0, f.factor); }
  double operator()(const GrowthFactor& f) const { return std::max(1.0, FactorAt{seconds, 0.0, 0}(f)); }
};

bool moves_within_seconds(const ShapeFactor& factor) {
  return std::holds_alternative<RampFactor>(factor) || std::holds_alternative<DiurnalFactor>(factor) ||
         std::holds_alternative<GrowthFactor>(factor);
}

struct Node {
  double part;
  double weight;
};
// Gauss-Legendre, five points, on [0, 1]: (1 + x) / 2 and w / 2 of Abramowitz and Stegun, table 25.4.
constexpr std::array<Node, 5> kNodes = {{{0.046910077030668004, 0.11846344252809454},
                                         {0.23076534494715845, 0.23931433524968324},
                                         {0.5, 0.28444444444444444},
                                         {0.76923465505284155, 0.23931433524968324},
                                         {0.953089922969332, 0.11846344252809454}}};

}  // namespace

RateShape::RateShape(std::vector<ShapeFactor> factors, std::int64_t start_unix_seconds)
    : factors_(std::move(factors)),
      start_unix_seconds_(start_unix_seconds),
      smooth_(std::any_of(factors_.begin(), factors_.end(), moves_within_seconds)) {}

double RateShape::mean(std::int64_t second) const {
  const auto product = [&](double part) {
    double value = 1.0;
    for (const ShapeFactor& factor : factors_) {
      value *= std::visit(FactorAt{second, part, start_unix_seconds_ + second}, factor);
    }
    return value;
  };
  if (!smooth_) {
    return product(0.5);
  }
  double sum = 0.0;
  for (const Node& node : kNodes) {
    sum += node.weight * product(node.part);
  }
  return sum;
}

double RateShape::bound(std::int64_t seconds) const {
  double product = 1.0;
  for (const ShapeFactor& factor : factors_) {
    product *= std::visit(Bound{seconds}, factor);
  }
  return product;
}

}  // namespace cosmos
