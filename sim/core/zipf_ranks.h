#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/alias_table.h"

namespace sim {

// Ranks 0 .. n-1 under Zipf's law, rank k with weight (k + 1)^-theta, in memory that grows with log n: the first 1,023
// ranks are cells of their own, beyond each octave is 256 cells whose ranks are equally likely. A cell's weight is the
// integral of x^-theta from half a rank before it to half a rank before its end, right to 1e-7; a rank's is right to
// theta / 512 of itself.
class ZipfRanks {
 public:
  // Requires 0 <= theta <= 3 and 1 <= n <= 2^62.
  ZipfRanks(double theta, std::uint64_t n);

  [[nodiscard]] std::uint64_t size() const noexcept { return n_; }
  // One word picks the cell, the other the rank inside it.
  [[nodiscard]] std::uint64_t draw(std::uint64_t cell_bits, std::uint64_t rank_bits) const noexcept;

 private:
  std::uint64_t n_;
  std::vector<std::uint64_t> first_;  // rank of each cell, and n at the end
  AliasTable cells_;
};

}  // namespace sim
