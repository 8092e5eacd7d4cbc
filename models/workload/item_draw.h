#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/workload/rank_draw.h"
#include "models/workload/stream.h"
#include "sim/core/rng.h"

namespace cosmos {

// Items of one kind that streams have created in one container. An open loop does not wait for answers, so an item
// counts as soon as its create was sent. What others may know of it is the count at the last second boundary, which
// does not depend on the order in which streams are asked within a second.
class CreatedItems {
 public:
  void add(std::int64_t second, std::int64_t items) noexcept {
    catch_up(second);
    in_second_ += items;
  }
  // Seconds ascend.
  [[nodiscard]] std::int64_t before(std::int64_t second) noexcept {
    catch_up(second);
    return before_;
  }

 private:
  void catch_up(std::int64_t second) noexcept {
    if (second > second_) {
      before_ += in_second_;
      in_second_ = 0;
      second_ = second;
    }
  }

  std::int64_t second_ = 0;
  std::int64_t before_ = 0;
  std::int64_t in_second_ = 0;
};

// Which of the existing items the operations of a stream are about: those stored at the start, numbered from 0, then
// those created, in order. A number is all that an item is: its properties are drawn from words of that number, the
// hash of its `unique` ones among them, so that popular items lie wherever they happen to.
class ItemDraw {
 public:
  // `stream` has an item choice. Everything outlives this.
  ItemDraw(const Stream& stream, CreatedItems& created);

  // Item of each of n operations of a second, of which `first_number` came before. While there is none, all are about
  // item 0: it is taken to exist.
  void draw(sim::Seed seed, std::uint64_t stream_id, std::int64_t second, std::int64_t first_number, std::size_t n,
            std::vector<std::uint64_t>& items);

 private:
  const ItemChoice& choice_;
  CreatedItems& created_;
  RankDraw ranks_;
};

}  // namespace cosmos
