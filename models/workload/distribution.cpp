#include "models/workload/distribution.h"

#include "sim/core/distributions.h"

namespace cosmos {
namespace {

struct QuantileAt {
  double u;
  double operator()(const Constant& d) const { return static_cast<double>(d.value); }
  double operator()(const Uniform& d) const { return sim::uniform_quantile(u, d.min, d.max); }
  double operator()(const Exponential& d) const { return sim::exponential_quantile(u, d.mean, d.min); }
  double operator()(const Lognormal& d) const { return sim::lognormal_quantile(u, d.median, d.sigma); }
  double operator()(const Pareto& d) const { return sim::pareto_quantile(u, d.scale, d.shape, d.location); }
};

}  // namespace

double quantile(const Distribution& distribution, double u) { return std::visit(QuantileAt{u}, distribution); }

double mean(const Distribution& distribution) {
  if (const auto* constant = std::get_if<Constant>(&distribution)) {
    return static_cast<double>(constant->value);
  }
  return sim::QuantileTable([&](double u) { return quantile(distribution, u); }).mean();
}

Sampler::Sampler(const Distribution& distribution) {
  if (const auto* constant = std::get_if<Constant>(&distribution)) {
    constant_ = constant->value;
  } else {
    table_.emplace([&](double u) { return quantile(distribution, u); });
  }
}

}  // namespace cosmos
