#include "models/partition/storage_ledger.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

KeyPoint at(double share) { return KeyPoint::of(hash_at_share(share)); }
KeyPoint below(double share, double inside) {
  const std::array<HashBlock, 2> blocks = {hash_at_share(share), hash_at_share(inside)};
  return KeyPoint::of(blocks);
}

TEST(StorageLedger, AKeyLiesWhereItIsAndAPrefixEvenlyOverItsRange) {
  StorageLedger ledger;
  ledger.add(ledger.full_key(at(0.3)), 100);
  ledger.add(ledger.prefix(KeyPoint(), 0), 1'000);
  const PartitionMap halves({at(0.5)});
  EXPECT_EQ(ledger.bytes_in(halves), (std::vector<std::int64_t>{600, 500}));
  // A quarter of what lies evenly below the key at 0.5 is below a boundary inside it.
  ledger.add(ledger.prefix(at(0.5), 1), 400);
  const PartitionMap inside({at(0.5), below(0.5, 0.25)});
  EXPECT_EQ(ledger.bytes_in(inside), (std::vector<std::int64_t>{600, 100, 800}));
  EXPECT_EQ(ledger.total(), 1'500);
}

TEST(StorageLedger, PartsOfWhatLiesEvenlySumToAllOfIt) {
  StorageLedger ledger;
  ledger.add(ledger.prefix(KeyPoint(), 0), 1'000'003);
  std::vector<KeyPoint> cuts;
  for (int i = 1; i < 7; ++i) {
    cuts.push_back(at(i / 7.0));
  }
  std::int64_t sum = 0;
  for (const std::int64_t bytes : ledger.bytes_in(PartitionMap(cuts))) {
    EXPECT_NEAR(static_cast<double>(bytes), 1'000'003.0 / 7.0, 1.0);
    sum += bytes;
  }
  EXPECT_EQ(sum, 1'000'003);
}

TEST(StorageLedger, TheSameKeyIsOnePlaceAndGivesBackNoMoreThanItHas) {
  StorageLedger ledger;
  const std::uint32_t key = ledger.full_key(at(0.1));
  EXPECT_EQ(ledger.full_key(at(0.1)), key);
  EXPECT_NE(ledger.prefix(at(0.1), 1), key);
  ledger.add(key, 10);
  ledger.add(key, -25);
  EXPECT_EQ(ledger.places()[key].bytes, 0);
  EXPECT_EQ(ledger.total(), 0);
  EXPECT_EQ(ledger.added(), 10);
}

TEST(StorageLedger, ARangeHoldsWhatItIsSaidTo) {
  StorageLedger ledger;
  ledger.add(ledger.range({at(0.5), KeyPoint::highest()}), 800);
  EXPECT_EQ(ledger.bytes_in(PartitionMap({at(0.5), at(0.75)})), (std::vector<std::int64_t>{0, 400, 400}));
}

// 10, 50 and 40 bytes: the key in the middle stays whole, and the cut before it leaves 10 on the left, that behind
// it 60.
TEST(StorageLedger, TheMedianNeverCutsAFullKey) {
  StorageLedger ledger;
  ledger.add(ledger.full_key(at(0.2)), 10);
  ledger.add(ledger.full_key(at(0.4)), 50);
  ledger.add(ledger.full_key(at(0.6)), 40);
  const auto cut = ledger.median({}, KeyHashing::kHashV2, 1);
  ASSERT_TRUE(cut.has_value());
  EXPECT_GT(*cut, at(0.4));
  EXPECT_EQ(ledger.bytes_in(PartitionMap({*cut})), (std::vector<std::int64_t>{60, 40}));
}

TEST(StorageLedger, TheMedianOfWhatLiesEvenlyIsInsideIt) {
  StorageLedger ledger;
  ledger.add(ledger.full_key(at(0.2)), 100);
  ledger.add(ledger.prefix(at(0.6), 1), 300);
  // Half of 400 is 100 of the first and 100 of the 300: a third of the prefix's range.
  const auto cut = ledger.median({}, KeyHashing::kMultiHash, 2);
  ASSERT_TRUE(cut.has_value());
  EXPECT_EQ(cut->block(0), hash_at_share(0.6));
  EXPECT_NEAR(static_cast<double>(cut->block(1).high) / 0x1p62, 1.0 / 3.0, 1e-9);
  EXPECT_NEAR(static_cast<double>(ledger.bytes_in(PartitionMap({*cut}))[1]), 200.0, 1.0);
}

TEST(StorageLedger, AnEmptyRangeHasNoMedian) {
  StorageLedger ledger;
  ledger.add(ledger.full_key(at(0.2)), 100);
  EXPECT_FALSE(ledger.median({at(0.5), KeyPoint::highest()}, KeyHashing::kHashV2, 1).has_value());
}

}  // namespace
}  // namespace cosmos
