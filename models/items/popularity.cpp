#include "models/items/popularity.h"

#include <algorithm>

#include "sim/core/check.h"
#include "sim/core/distributions.h"
#include "sim/core/elementary.h"

namespace cosmos {
namespace {

using sim::elementary::exp;
using sim::elementary::normal_probability;
using sim::elementary::normal_quantile;

struct ShareOfHottest {
  double x;
  double operator()(const UniformPopularity&) const { return x; }
  double operator()(const InTurnPopularity&) const { return x; }
  double operator()(const ZipfPopularity&) const {
    SIM_CHECK(false);
    return 0.0;
  }
  double operator()(const ExponentialPopularity& p) const { return (1.0 - exp(-p.decay * x)) / (1.0 - exp(-p.decay)); }
  // What is drawn has a lognormal weight of the same sigma, moved up by sigma^2.
  double operator()(const LognormalPopularity& p) const { return normal_probability(p.sigma + normal_quantile(x)); }
  double operator()(const GroupedPopularity& p) const {
    double members = 0.0;
    double operations = 0.0;
    for (const GroupedPopularity::Group& group : p.groups) {
      if (x < members + group.members) {
        return operations + group.operations * (x - members) / group.members;
      }
      members += group.members;
      operations += group.operations;
    }
    return 1.0;
  }
};

// As share_of_hottest for ascending places, without looking for the group from the start each time.
std::vector<double> grouped_weights(const GroupedPopularity& popularity, std::size_t n) {
  std::vector<double> weights(n, 0.0);
  const double width = 1.0 / static_cast<double>(n);
  double from = 0.0;
  for (const GroupedPopularity::Group& group : popularity.groups) {
    const double to = from + group.members;
    auto k = std::min(static_cast<std::size_t>(from * static_cast<double>(n)), n - 1);
    for (; k < n; ++k) {
      const double low = std::max(from, static_cast<double>(k) * width);
      const double high = k + 1 == n ? to : std::min(to, static_cast<double>(k + 1) * width);
      if (low >= to) {
        break;
      }
      weights[k] += group.operations * std::max(high - low, 0.0) / group.members;
    }
    from = to;
  }
  return weights;
}

}  // namespace

double exponential_decay(double members, double operations) {
  SIM_CHECK(0.0 < members && members < operations && operations < 1.0);
  // The share of the hottest rises with the decay, from `members` at 0 to more than `operations` at the upper end,
  // where they would get it even if nobody came after them.
  double low = 0.0;
  double high = -sim::elementary::log1p(-operations) / members;
  for (int halvings = 0; halvings < 100; ++halvings) {
    const double middle = 0.5 * (low + high);
    (share_of_hottest(ExponentialPopularity{middle}, members) < operations ? low : high) = middle;
  }
  return high;
}

std::vector<double> popularity_weights(const Popularity& popularity, std::size_t n) {
  if (const auto* zipf = std::get_if<ZipfPopularity>(&popularity)) {
    return sim::zipf_weights(n, zipf->theta);
  }
  if (std::holds_alternative<UniformPopularity>(popularity) || std::holds_alternative<InTurnPopularity>(popularity)) {
    return std::vector<double>(n, 1.0);
  }
  if (const auto* grouped = std::get_if<GroupedPopularity>(&popularity)) {
    return grouped_weights(*grouped, n);
  }
  std::vector<double> weights(n);
  double below = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const double up_to =
        k + 1 == n ? 1.0 : share_of_hottest(popularity, static_cast<double>(k + 1) / static_cast<double>(n));
    weights[k] = std::max(up_to - below, 0.0);
    below = up_to;
  }
  return weights;
}

double share_of_hottest(const Popularity& popularity, double members) {
  return std::visit(ShareOfHottest{members}, popularity);
}

}  // namespace cosmos
