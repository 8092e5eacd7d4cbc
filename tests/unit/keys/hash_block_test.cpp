#include "models/keys/hash_block.h"

#include <gtest/gtest.h>

namespace cosmos {
namespace {

std::string hex(HashBlock block) {
  std::string out;
  append_hex(out, block);
  return out;
}

TEST(HashBlock, OrderIsThatOfTheNumber) {
  EXPECT_LT((HashBlock{0, ~std::uint64_t{0}}), (HashBlock{1, 0}));
  EXPECT_LT(kMaxHashBlock, kAboveAllHashes);
  EXPECT_EQ(HashBlock::from_number(kMaxHashBlock.number()), kMaxHashBlock);
  EXPECT_EQ(kMaxHashBlock.number() + 1, Uint128{1} << 126);
}

TEST(HashBlock, HexHas32DigitsAndReadsBack) {
  const HashBlock block{0x0123'4567'89AB'CDEFU, 0x00FE'DCBA'9876'5432U};
  EXPECT_EQ(hex(block), "0123456789ABCDEF00FEDCBA98765432");
  EXPECT_EQ(hash_block_from_hex("0123456789abcdef00FEDCBA98765432"), block);
  EXPECT_EQ(hex(kMaxHashBlock), "3FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
}

TEST(HashBlock, HexOfWrongLengthDigitOrBeyondTheMaskIsRefused) {
  EXPECT_EQ(hash_block_from_hex("0123456789ABCDEF00FEDCBA9876543"), std::nullopt);
  EXPECT_EQ(hash_block_from_hex("0123456789ABCDEF00FEDCBA987654321"), std::nullopt);
  EXPECT_EQ(hash_block_from_hex("0123456789ABCDEF00FEDCBA9876543 "), std::nullopt);
  EXPECT_EQ(hash_block_from_hex("40000000000000000000000000000000"), std::nullopt);
}

TEST(HashBlock, ShareIsAPlaceInTheHashSpace) {
  EXPECT_EQ(hex(hash_at_share(0)), "00000000000000000000000000000000");
  EXPECT_EQ(hex(hash_at_share(0.25)), "10000000000000000000000000000000");
  EXPECT_EQ(hex(hash_at_share(0.75)), "30000000000000000000000000000000");
  EXPECT_LT(hash_at_share(1 - 0x1p-53), kMaxHashBlock);
}

TEST(HashBlock, EvenPlacementPutsOneMemberInTheMiddleOfEachSlice) {
  // Of two members, the first lies at a quarter of 2^126 - 1 and the second at three quarters:
  // floor((2^126 - 1) / 4) = 0FFF…F, three times that 2FFF…D.
  EXPECT_EQ(hex(evenly_placed_hash(0, 2)), "0FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
  EXPECT_EQ(hex(evenly_placed_hash(1, 2)), "2FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFD");
  EXPECT_EQ(hex(evenly_placed_hash(0, 1)), "1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
}

}  // namespace
}  // namespace cosmos
