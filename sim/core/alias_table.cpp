#include "sim/core/alias_table.h"

#include <algorithm>
#include <limits>

#include "sim/core/careful_sum.h"
#include "sim/core/check.h"

namespace sim {
namespace {

// Floor of share * 2^32 for 0 <= share < 1, so that the cut of a cell stays below 2^32.
std::uint32_t coin_cut(double share) { return static_cast<std::uint32_t>(std::max(share, 0.0) * 0x1p32); }

}  // namespace

// Robin Hood without work lists. Cells below 1 are filled in ascending order, each from the first cell that has
// more than 1; a giver that falls below 1 itself is filled at once if the scan has already passed it.
AliasTable::AliasTable(std::span<const double> weights) {
  const std::size_t n = weights.size();
  SIM_CHECK(n > 0 && n < (std::size_t{1} << 32));
  for (const double w : weights) SIM_CHECK(w >= 0.0 && w < std::numeric_limits<double>::infinity());
  const double total = careful_sum(weights);
  SIM_CHECK(total > 0.0 && total < std::numeric_limits<double>::infinity());

  std::vector<double> share(n);
  const auto cells = static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) share[i] = weights[i] / total * cells;

  cells_.resize(n);
  for (std::size_t i = 0; i < n; ++i) cells_[i] = {0, static_cast<std::uint32_t>(i)};

  const auto next_giver = [&share, n](std::size_t from) {
    while (from < n && share[from] < 1.0) ++from;
    return from;
  };
  // Rounding may leave the last cells a hair short with nobody to give: they stay whole, unless their weight is 0.
  const auto heaviest = static_cast<std::uint32_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  std::size_t giver = next_giver(0);
  for (std::size_t scan = 0; scan < n; ++scan) {
    if (share[scan] >= 1.0) continue;
    std::size_t poor = scan;
    while (giver < n) {
      cells_[poor] = {coin_cut(share[poor]), static_cast<std::uint32_t>(giver)};
      share[giver] -= 1.0 - share[poor];
      if (share[giver] >= 1.0) break;
      poor = giver;
      giver = next_giver(giver + 1);
      if (poor > scan) break;
    }
    if (giver == n && weights[poor] <= 0.0) cells_[poor].alias = heaviest;
  }
}

}  // namespace sim
