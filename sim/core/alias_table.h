#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/core/large_vector.h"
#include "sim/core/rng.h"
#include "sim/core/wide.h"

namespace sim {

// One of n indices with given weights (Walker 1977, Vose 1991): one load of 8 bytes and no branch per draw.
class AliasTable {
 public:
  // Weights are finite and not negative, at least one is positive, at most 2^32 - 1 of them. Probabilities are
  // right to 2^-32 of 1/n; an index of weight 0 is never drawn. O(n); needs 16 bytes a weight while it builds.
  explicit AliasTable(std::span<const double> weights);

  [[nodiscard]] std::size_t size() const noexcept { return cells_.size(); }

  // The high part of the word picks a cell and the 32 bits below that part toss its coin. So where n <= 2^16
  // the lowest 16 bits never matter and are free for another use; beyond, they matter to 1/n of 2^-16.
  [[nodiscard]] std::uint32_t draw(std::uint64_t bits) const noexcept {
    const Uint128 product = static_cast<Uint128>(bits) * cells_.size();
    const auto index = static_cast<std::uint32_t>(product >> 64);
    const auto coin = static_cast<std::uint32_t>(product >> 32);
    const Cell cell = cells_[index];
    // All ones if coin < cut: compilers turn the plain comparison into a branch that nobody can predict.
    const auto keep = static_cast<std::uint32_t>((std::int64_t{coin} - std::int64_t{cell.cut}) >> 63);
    return (index & keep) | (cell.alias & ~keep);
  }

  // Brings what draw() will look up into the cache.
  void prefetch(std::uint64_t bits) const noexcept {
    __builtin_prefetch(&cells_[sim::scale_bits(bits, cells_.size())]);
  }

 private:
  struct Cell {
    std::uint32_t cut;    // of 2^32: below it the cell's own index, else the alias
    std::uint32_t alias;  // the index itself where the cell is whole
  };
  LargeVector<Cell> cells_;
};

}  // namespace sim
