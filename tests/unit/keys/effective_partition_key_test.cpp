#include "models/keys/effective_partition_key.h"

#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

constexpr auto kV1 = KeyHashing::kHashV1;
constexpr auto kV2 = KeyHashing::kHashV2;
constexpr auto kMulti = KeyHashing::kMultiHash;

std::string epk(KeyHashing hashing, const std::vector<KeyValue>& values) {
  return effective_partition_key_hex(hashing, values);
}
std::string epk_v1(const std::string& text) { return epk(kV1, {KeyValue::text(text)}); }
std::uint32_t hash_v1_of(const std::string& text) { return hash_v1(std::vector{KeyValue::text(text)}); }

std::string repeated(std::string_view piece, int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text.append(piece);
  return text;
}

TEST(KeyHashing, OnlyHashHasAVersion1) {
  EXPECT_EQ(key_hashing(KeyKind::kHash, 1), kV1);
  EXPECT_EQ(key_hashing(KeyKind::kHash, 2), kV2);
  EXPECT_EQ(key_hashing(KeyKind::kMultiHash, 2), kMulti);
  EXPECT_EQ(key_hashing(KeyKind::kMultiHash, 1), std::nullopt);
  EXPECT_EQ(key_hashing(KeyKind::kHash, 0), std::nullopt);
  EXPECT_EQ(key_hashing(KeyKind::kHash, 3), std::nullopt);
}

TEST(EffectivePartitionKey, WorkedExampleIsMet) {
  EXPECT_EQ(epk(kV1, {KeyValue::text("redmond")}), "05C1EFE313830C087366656E706F6500");
  EXPECT_EQ(epk(kV2, {KeyValue::text("redmond")}), "22E342F38A486A088463DFF7838A5963");
}

TEST(EffectivePartitionKey, NoComponentIsTheLowestKey) {
  for (const KeyHashing hashing : {kV1, kV2, kMulti}) {
    EXPECT_EQ(epk(hashing, {}), "");
    EXPECT_EQ(key_point(hashing, {}), KeyPoint::lowest());
  }
}

TEST(EffectivePartitionKey, Zero2016GatewayAnswerIsMet) {
  EXPECT_EQ(epk(kV1, {KeyValue::number(0)}), "05C1BF6DA11560058000");
}

TEST(EffectivePartitionKey, EmptyTextIsAnOrdinaryText) {
  EXPECT_EQ(epk(kV1, {KeyValue::text("")}), "05C1CF33970FF80800");
  EXPECT_EQ(epk(kV2, {KeyValue::text("")}), "32E9366E637A71B4E710384B2F4970A0");
}

TEST(EffectivePartitionKey, TheTextPathOfVersion2AgreesWithTheValuePathAtEveryLength) {
  // Lengths on both sides of one and two hash blocks (tag and terminator add two bytes), and the longest.
  for (const std::size_t length : {0U, 1U, 13U, 14U, 15U, 16U, 17U, 29U, 30U, 31U, 32U, 33U, 255U, 2048U}) {
    const std::string text(length, 'x');
    EXPECT_EQ(hash_v2_text(text), hash_v2(KeyValue::text(text))) << length;
  }
}

TEST(EffectivePartitionKey, Version1ForgetsWhatFollowsThe100thUnit) {
  const std::string hundred(100, 'k');
  EXPECT_EQ(epk_v1(hundred + "a"), epk_v1(hundred + "b"));
  EXPECT_EQ(epk_v1(hundred + "a"), epk_v1(hundred));
  EXPECT_NE(hash_v1_of(hundred), hash_v1_of(hundred.substr(1)));
}

TEST(EffectivePartitionKey, Version1CountsUnitsNotBytes) {
  // 51 Cyrillic letters are 102 bytes: not cut for the hash, so a 52nd matters, but the readable form is
  // cut at 101 bytes and not closed. 50 letters are 100 bytes: closed.
  const std::string letter = "\xD0\x9F";
  EXPECT_NE(hash_v1_of(repeated(letter, 51)), hash_v1_of(repeated(letter, 52)));
  EXPECT_EQ(hash_v1_of(repeated(letter, 100)), hash_v1_of(repeated(letter, 101)));
  const std::string fifty = epk_v1(repeated(letter, 50));
  const std::string fifty_one = epk_v1(repeated(letter, 51));
  EXPECT_EQ(fifty.substr(fifty.size() - 6), "D1A000");
  EXPECT_EQ(fifty_one.substr(fifty_one.size() - 4), "A0D1");
}

TEST(EffectivePartitionKey, Version1CutInsideASurrogatePairLeavesAReplacementCharacter) {
  // 99 letters and U+1F600 are 101 units: the 100th is the first half of the pair.
  const std::string letters(99, 'a');
  EXPECT_EQ(hash_v1_of(letters + "\xF0\x9F\x98\x80"), hash_v1_of(letters + "\xEF\xBF\xBD"));
  // 98 letters and the pair are exactly 100 units: nothing is cut.
  const std::string shorter(98, 'a');
  EXPECT_EQ(hash_v1_of(shorter + "\xF0\x9F\x98\x80" + "z"), hash_v1_of(shorter + "\xF0\x9F\x98\x80"));
}

TEST(EffectivePartitionKey, SignOfZeroAndLowBitsBeyond2To53Decide) {
  EXPECT_NE(epk(kV2, {KeyValue::number(0.0)}), epk(kV2, {KeyValue::number(-0.0)}));
  EXPECT_NE(epk(kV2, {KeyValue::number(9007199254740991.0)}), epk(kV2, {KeyValue::number(9007199254740992.0)}));
}

TEST(EffectivePartitionKey, UndefinedNullAndTextsThatLookLikeOtherKindsAreOtherKeys) {
  const std::vector<KeyValue> values{KeyValue::undefined(),   KeyValue::null(),      KeyValue::boolean(false),
                                     KeyValue::boolean(true), KeyValue::number(1),   KeyValue::text("1"),
                                     KeyValue::text(""),      KeyValue::text("null")};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const KeyHashing hashing : {kV1, kV2, kMulti})
        EXPECT_NE(epk(hashing, {values[i]}), epk(hashing, {values[j]}));
    }
  }
}

TEST(EffectivePartitionKey, MultiHashGluesTheKeysOfItsLevels) {
  const KeyValue tenant = KeyValue::text("contoso");
  const KeyValue year = KeyValue::number(2026);
  const KeyValue missing = KeyValue::undefined();
  EXPECT_EQ(epk(kMulti, {tenant, year, missing}), epk(kV2, {tenant}) + epk(kV2, {year}) + epk(kV2, {missing}));
  EXPECT_NE(epk(kV2, {tenant, year}).substr(0, 32), epk(kV2, {tenant}));
}

TEST(EffectivePartitionKey, PointsOfVersion1AreOrderedAsTheir32BitHashes) {
  const std::vector<KeyValue> redmond{KeyValue::text("redmond")};  // FE226086 in the worked example
  EXPECT_EQ(key_point(kV1, redmond), KeyPoint::of_hash_v1(0xFE226086U));
  EXPECT_LT(key_point(kV1, redmond), KeyPoint::of_hash_v1(0xFE226087U));
  EXPECT_LT(KeyPoint::of_hash_v1(0xFFFFFFFFU), KeyPoint::highest());
}

TEST(EffectivePartitionKey, LimitsOfAValueFollowTheHashing) {
  EXPECT_EQ(max_value_bytes(kV1), 101U);
  EXPECT_EQ(max_value_bytes(kV2), 2048U);
  EXPECT_EQ(max_value_bytes(kMulti), 2048U);
}

}  // namespace
}  // namespace cosmos
