#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/items/popularity.h"
#include "sim/core/alias_table.h"
#include "sim/core/quantile_table.h"
#include "sim/core/rng.h"
#include "sim/core/zipf_ranks.h"

namespace cosmos {

// Draws ranks out of n by their popularity, where n may be large and grow: nothing is kept by rank.
class RankDraw {
 public:
  explicit RankDraw(const Popularity& popularity);

  // To be drawn from from now on: n >= 1. Allocates only where n exceeds the next power of two.
  void resize(std::uint64_t n);
  // Rank below n for word pair i; `number` counts the draws, for `in_turn`.
  [[nodiscard]] std::uint64_t draw(const sim::Draws& words, std::uint64_t i, std::uint64_t number) const noexcept;

 private:
  struct Group {
    double first = 0.0;  // share of the ranks before it
    double width = 0.0;
  };

  [[nodiscard]] std::uint64_t zipf(const sim::Draws& words, std::uint64_t i) const noexcept;

  enum class Way : std::uint8_t { kUniform, kInTurn, kZipf, kQuantile, kGroups };
  Way way_ = Way::kUniform;
  std::uint64_t n_ = 1;
  double theta_ = 0.0;
  std::optional<sim::ZipfRanks> zipf_;          // of the power of two that n does not exceed
  std::optional<sim::QuantileTable> quantile_;  // share of the ranks, of 2^52
  std::optional<sim::AliasTable> group_;
  std::vector<Group> groups_;
};

}  // namespace cosmos
