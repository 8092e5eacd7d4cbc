#include "models/workload/item_draw.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/chi_square.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kSeed = 3;

class ItemDrawTest : public ::testing::Test {
 protected:
  std::vector<std::uint64_t> items(ItemChoice::Order order, Popularity popularity, std::int64_t stored,
                                   std::int64_t second, std::size_t n, std::int64_t first_number = 0) {
    stream_.item_choice = ItemChoice{order, std::move(popularity), stored};
    ItemDraw draw(stream_, created_);
    std::vector<std::uint64_t> drawn;
    draw.draw(sim::Seed{kSeed}, 1, second, first_number, n, drawn);
    return drawn;
  }

  Stream stream_;
  CreatedItems created_;
};

TEST(CreatedItems, CountFromTheNextSecondOn) {
  CreatedItems created;
  EXPECT_EQ(created.before(0), 0);
  created.add(0, 5);
  created.add(0, 2);
  EXPECT_EQ(created.before(0), 0);  // whichever stream is asked first
  EXPECT_EQ(created.before(1), 7);
  created.add(1, 1);
  EXPECT_EQ(created.before(1), 7);
  EXPECT_EQ(created.before(9), 8);
}

TEST_F(ItemDrawTest, ExistingItemsAreDrawnByTheirPopularity) {
  std::vector<std::int64_t> counts(100);
  for (const std::uint64_t item : items(ItemChoice::Order::kExisting, ZipfPopularity{0.99}, 100, 0, 50'000)) {
    ASSERT_LT(item, 100U);
    ++counts[item];
  }
  EXPECT_LT(sim::testing::chi_square_deviations(counts, popularity_weights(ZipfPopularity{0.99}, 100)), 5.0)
      << "seed " << kSeed;
}

TEST_F(ItemDrawTest, TheNewestAreCountedBackFromTheLatestCreated) {
  // 100 stored and 50 created before second 4: the latest is item 149.
  created_.add(3, 50);
  created_.add(4, 7);
  std::vector<std::int64_t> by_age(150);
  for (const std::uint64_t item : items(ItemChoice::Order::kNewest, ZipfPopularity{0.99}, 100, 4, 50'000)) {
    ASSERT_LT(item, 150U);
    ++by_age[149 - item];
  }
  EXPECT_LT(sim::testing::chi_square_deviations(by_age, popularity_weights(ZipfPopularity{0.99}, 150)), 5.0)
      << "seed " << kSeed;
}

TEST_F(ItemDrawTest, InTurnTakesEachItemOnceARound) {
  EXPECT_EQ(items(ItemChoice::Order::kExisting, InTurnPopularity{}, 3, 0, 4, 5),
            (std::vector<std::uint64_t>{2, 0, 1, 2}));
  EXPECT_EQ(items(ItemChoice::Order::kNewest, InTurnPopularity{}, 3, 0, 4, 0),
            (std::vector<std::uint64_t>{2, 1, 0, 2}));
}

TEST_F(ItemDrawTest, WhileNoneExistsItem0IsTakenTo) {
  EXPECT_EQ(items(ItemChoice::Order::kNewest, ZipfPopularity{0.99}, 0, 0, 2), (std::vector<std::uint64_t>{0, 0}));
}

}  // namespace
}  // namespace cosmos
