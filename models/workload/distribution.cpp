#include "models/workload/distribution.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/core/check.h"
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
  double operator()(const Table& d) const { return d.values->quantile(u); }
};

sim::QuantileTable quantile_table(const Distribution& distribution) {
  return sim::QuantileTable([&](double u) { return quantile(distribution, u); });
}

}  // namespace

ValueTable::ValueTable(std::vector<ValueWeight> rows) : rows_(std::move(rows)) {
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const ValueWeight& a, const ValueWeight& b) { return a.value < b.value; });
  double total = 0.0;
  for (const ValueWeight& row : rows_) {
    total += row.weight;
  }
  SIM_CHECK(total > 0.0);
  double sum = 0.0;
  for (const ValueWeight& row : rows_) {
    sum += row.weight;
    share_up_to_.push_back(sum / total);
  }
}

double ValueTable::quantile(double u) const {
  const auto at = std::upper_bound(share_up_to_.begin(), share_up_to_.end(), u);
  return at == share_up_to_.end() ? rows_.back().value
                                  : rows_[static_cast<std::size_t>(at - share_up_to_.begin())].value;
}

double ValueTable::mean() const {
  double sum = 0.0;
  double total = 0.0;
  for (const ValueWeight& row : rows_) {
    sum += row.value * row.weight;
    total += row.weight;
  }
  return sum / total;
}

double quantile(const Distribution& distribution, double u) { return std::visit(QuantileAt{u}, distribution); }

double mean(const Distribution& distribution) {
  if (const auto* constant = std::get_if<Constant>(&distribution)) {
    return static_cast<double>(constant->value);
  }
  if (const auto* table = std::get_if<Table>(&distribution)) {
    return table->values->mean();
  }
  return quantile_table(distribution).mean();
}

Sampler::Sampler(const Distribution& distribution) {
  if (const auto* constant = std::get_if<Constant>(&distribution)) {
    constant_ = constant->value;
  } else if (const auto* table = std::get_if<Table>(&distribution)) {
    std::vector<double> weights;
    for (const ValueWeight& row : table->values->rows()) {
      values_.push_back(static_cast<std::int64_t>(std::llround(row.value)));
      weights.push_back(row.weight);
    }
    listed_.emplace(weights);
  } else {
    table_.emplace(quantile_table(distribution));
  }
}

}  // namespace cosmos
