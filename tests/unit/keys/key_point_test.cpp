#include "models/keys/key_point.h"

#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

constexpr auto kV1 = KeyHashing::kHashV1;
constexpr auto kV2 = KeyHashing::kHashV2;
constexpr auto kMulti = KeyHashing::kMultiHash;

const std::string kBlockA = "06ABCDEF0123456789ABCDEF01234567";
const std::string kBlockB = "3FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF";
const std::string kZeros(32, '0');

KeyPoint multi(const std::string& hex) { return key_point_from_hex(hex, kMulti).value(); }

TEST(KeyPoint, EndsOfTheKeySpaceAreWrittenEmptyAndFF) {
  for (const KeyHashing hashing : {kV1, kV2, kMulti}) {
    EXPECT_EQ(key_point_from_hex("", hashing), KeyPoint::lowest());
    EXPECT_EQ(key_point_from_hex("FF", hashing), KeyPoint::highest());
    EXPECT_EQ(to_hex(KeyPoint::lowest(), hashing), "");
    EXPECT_EQ(to_hex(KeyPoint::highest(), hashing), "FF");
  }
}

TEST(KeyPoint, EveryBoundaryReadsBackAsWritten) {
  for (const std::string& hex : {kBlockA, kBlockB}) EXPECT_EQ(to_hex(*key_point_from_hex(hex, kV2), kV2), hex);
  for (const std::string& hex : {kBlockA, kBlockA + "FF", kBlockA + kBlockB, kBlockA + kBlockB + "FF",
                                 kBlockA + kZeros + kBlockB, kBlockB + kBlockA + kBlockA}) {
    EXPECT_EQ(to_hex(multi(hex), kMulti), hex);
  }
  for (const std::string hex : {"05C1D5AB55AB54", "05C1E399CD6732", "05C014"}) {
    EXPECT_EQ(to_hex(*key_point_from_hex(hex, kV1), kV1), hex);
  }
}

TEST(KeyPoint, BoundariesThatDifferInTrailingZerosAreOne) {
  EXPECT_EQ(multi(kBlockA), multi(kBlockA + kZeros));
  EXPECT_EQ(multi(kBlockA), multi(kBlockA + kZeros + kZeros));
  EXPECT_EQ(to_hex(multi(kBlockA + kZeros), kMulti), kBlockA);
}

TEST(KeyPoint, OrderIsThatOfTheBytes) {
  const std::vector<std::string> ascending{"",
                                           kZeros + kBlockA,
                                           kBlockA,
                                           kBlockA + kZeros + kBlockA,
                                           kBlockA + kBlockA,
                                           kBlockA + kBlockA + kBlockB,
                                           kBlockA + kBlockB,
                                           kBlockA + kBlockB + "FF",
                                           kBlockA + "FF",
                                           kBlockB,
                                           kBlockB + kBlockB,
                                           kBlockB + "FF",
                                           "FF"};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(multi(ascending[i - 1]), multi(ascending[i])) << ascending[i - 1] << " and " << ascending[i];
  }
}

TEST(KeyPoint, WhatIsNoBoundaryOfTheHashingIsRefused) {
  for (const std::string& hex :
       {std::string("F"), std::string("FE"), std::string("40") + kBlockA.substr(2), kBlockA.substr(1), kBlockA + "0",
        kBlockA + "FF" + kBlockA, kBlockA + kBlockA + kBlockA + "FF", kBlockA + kBlockA + kBlockA + kBlockA}) {
    EXPECT_EQ(key_point_from_hex(hex, kMulti), std::nullopt) << hex;
  }
  EXPECT_EQ(key_point_from_hex(kBlockA + kBlockA, kV2), std::nullopt);
  EXPECT_EQ(key_point_from_hex(kBlockA + "FF", kV2), std::nullopt);
  EXPECT_EQ(key_point_from_hex(kBlockA, kV1), std::nullopt);
  EXPECT_EQ(key_point_from_hex("05C1EFE313830C087366656E706F6500", kV1), std::nullopt);  // a whole version 1 key
}

TEST(KeyPoint, DigitsOfEitherCaseAreRead) {
  EXPECT_EQ(key_point_from_hex("06abcdef0123456789abcdef01234567", kV2), key_point_from_hex(kBlockA, kV2));
  EXPECT_EQ(key_point_from_hex("05c1d5ab55ab54", kV1), key_point_from_hex("05C1D5AB55AB54", kV1));
  EXPECT_EQ(key_point_from_hex("ff", kMulti), KeyPoint::highest());
}

}  // namespace
}  // namespace cosmos
