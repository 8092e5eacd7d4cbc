#include "models/workload/item_draw.h"

#include <algorithm>

namespace cosmos {
namespace {

constexpr std::uint64_t kItemPurpose = sim::purpose_id("item");

}  // namespace

ItemDraw::ItemDraw(const Stream& stream, CreatedItems& created)
    : choice_(*stream.item_choice), created_(created), ranks_(choice_.popularity) {}

void ItemDraw::draw(sim::Seed seed, std::uint64_t stream_id, std::int64_t second, std::int64_t first_number,
                    std::size_t n, std::vector<std::uint64_t>& items) {
  const auto existing = static_cast<std::uint64_t>(std::max<std::int64_t>(choice_.stored + created_.before(second), 1));
  ranks_.resize(existing);
  items.resize(n);
  const sim::Draws words(seed, stream_id, second, kItemPurpose);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t rank = ranks_.draw(words, i, static_cast<std::uint64_t>(first_number) + i);
    items[i] = choice_.order == ItemChoice::Order::kNewest ? existing - 1 - rank : rank;
  }
}

}  // namespace cosmos
