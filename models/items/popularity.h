#pragma once

#include <cstddef>
#include <variant>
#include <vector>

// How often each of n is drawn, by rank: 0 is the hottest (grammar section 2, `popularity`).
namespace cosmos {

struct UniformPopularity {};
// One after the other.
struct InTurnPopularity {};
// Rank r, from 1, has weight r^-theta.
struct ZipfPopularity {
  double theta = 0.99;
};
// The weight falls by the same factor from rank to rank: over all of them by e^-decay. decay > 0.
struct ExponentialPopularity {
  double decay = 1.0;
};
// Weights are the quantiles of a lognormal distribution: their logarithms are normal.
struct LognormalPopularity {
  double sigma = 1.0;
};
// Groups of members, hottest first; those of a group are drawn equally often. Both shares sum to 1.
struct GroupedPopularity {
  struct Group {
    double members = 0.0;     // share of them
    double operations = 0.0;  // share of the draws
  };
  std::vector<Group> groups;
};

using Popularity = std::variant<UniformPopularity, InTurnPopularity, ZipfPopularity, ExponentialPopularity,
                                LognormalPopularity, GroupedPopularity>;

// The decay under which the hottest `members` of all get `operations` of the draws: YCSB's exponential generator, which
// is given by such a pair. Requires 0 < members < operations < 1.
[[nodiscard]] double exponential_decay(double members, double operations);

// Weight of each of n ranks, not normalised. Except for zipf it is what falls on [k/n, (k+1)/n) of the members, so that
// shares hold whatever n is. `in_turn` gives equal weights.
[[nodiscard]] std::vector<double> popularity_weights(const Popularity& popularity, std::size_t n);

// Share of the draws that falls on the hottest `members` of all, 0 <= members <= 1. Not for zipf, where it depends on
// how many there are.
[[nodiscard]] double share_of_hottest(const Popularity& popularity, double members);

}  // namespace cosmos
