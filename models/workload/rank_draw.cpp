#include "models/workload/rank_draw.h"

#include <algorithm>
#include <bit>

#include "sim/core/elementary.h"
#include "sim/core/wide.h"

namespace cosmos {
namespace {

constexpr unsigned kShareBits = 52;  // QuantileTable::kMaxValue

// The share of the ranks that gets a share u of the draws: the inverse of share_of_hottest.
double ranks_of(const ExponentialPopularity& popularity, double u) {
  const double all = 1.0 - sim::elementary::exp(-popularity.decay);
  return -sim::elementary::log1p(-u * all) / popularity.decay;
}
double ranks_of(const LognormalPopularity& popularity, double u) {
  return sim::elementary::normal_probability(sim::elementary::normal_quantile(u) - popularity.sigma);
}

template <class Of>
sim::QuantileTable table_of(const Of& popularity) {
  return sim::QuantileTable(
      [&](double u) { return ranks_of(popularity, u) * static_cast<double>(std::uint64_t{1} << kShareBits); });
}

}  // namespace

RankDraw::RankDraw(const Popularity& popularity) {
  if (std::holds_alternative<InTurnPopularity>(popularity)) {
    way_ = Way::kInTurn;
  } else if (const auto* zipf = std::get_if<ZipfPopularity>(&popularity)) {
    way_ = Way::kZipf;
    theta_ = zipf->theta;
  } else if (const auto* exponential = std::get_if<ExponentialPopularity>(&popularity)) {
    way_ = Way::kQuantile;
    quantile_.emplace(table_of(*exponential));
  } else if (const auto* lognormal = std::get_if<LognormalPopularity>(&popularity)) {
    way_ = Way::kQuantile;
    quantile_.emplace(table_of(*lognormal));
  } else if (const auto* grouped = std::get_if<GroupedPopularity>(&popularity)) {
    way_ = Way::kGroups;
    std::vector<double> weights;
    double first = 0.0;
    for (const GroupedPopularity::Group& group : grouped->groups) {
      groups_.push_back({first, group.members});
      weights.push_back(group.operations);
      first += group.members;
    }
    group_.emplace(weights);
  }
}

void RankDraw::resize(std::uint64_t n) {
  n_ = n;
  const std::uint64_t room = std::bit_ceil(n);
  if (way_ == Way::kZipf && (!zipf_ || zipf_->size() != room)) {
    zipf_.emplace(theta_, room);
  }
}

std::uint64_t RankDraw::draw(const sim::Draws& words, std::uint64_t i, std::uint64_t number) const noexcept {
  switch (way_) {
    case Way::kInTurn:
      return number % n_;
    case Way::kZipf:
      return zipf(words, i);
    case Way::kQuantile: {
      const auto share = static_cast<sim::Uint128>(quantile_->draw(words.bits(i)));
      return static_cast<std::uint64_t>((share * n_) >> kShareBits);
    }
    case Way::kGroups: {
      const Group& group = groups_[group_->draw(words.bits(i, 0, 0))];
      const double share = group.first + group.width * sim::uniform_from_bits(words.bits(i, 1, 0));
      return std::min(static_cast<std::uint64_t>(share * static_cast<double>(n_)), n_ - 1);
    }
    case Way::kUniform:
      break;
  }
  return sim::scale_bits(words.bits(i), n_);
}

// Ranks from n on are drawn anew: at theta 0 half of them at worst.
std::uint64_t RankDraw::zipf(const sim::Draws& words, std::uint64_t i) const noexcept {
  constexpr std::uint64_t kEnoughTries = 64;
  for (std::uint64_t attempt = 0; attempt < kEnoughTries; ++attempt) {
    const std::uint64_t rank = zipf_->draw(words.bits(i, 0, attempt), words.bits(i, 1, attempt));
    if (rank < n_) {
      return rank;
    }
  }
  return 0;
}

}  // namespace cosmos
