#include <gtest/gtest.h>

#include "models/keys/murmur_hash3.h"
#include "tests/unit/keys/vectors.h"

namespace cosmos::test {
namespace {

// Checks every row; returns how many there were.
std::size_t check(const std::string& file) {
  const auto vectors = load_key_vectors(file);
  for (const auto& row : vectors) {
    EXPECT_EQ(effective_partition_key_hex(row.hashing, row.values), row.epk) << row.shown;
  }
  return vectors.size();
}

TEST(PublishedKeys, EveryVectorOfThePublicTestSuitesIsMet) { EXPECT_EQ(check("epk_vectors.json"), 579U); }

TEST(PublishedKeys, NaNInfinityAndUnpairedSurrogatesHashAsThePublicBaselines) {
  EXPECT_EQ(check("epk_vectors_exotic.json"), 23U);
}

TEST(PublishedKeys, WhereAClientIsWrongTheServiceIsFollowed) { EXPECT_EQ(check("epk_sdk_disagreements.json"), 15U); }

// The published baseline hashes long texts whole, a container cuts them to 100 units first: the rows
// above that length are facts about the bare hash of tag, text and terminator.
std::uint32_t bare_hash_of_whole_text(const std::string& text) {
  MurmurHash3X86Hash32 hash;
  hash.add("\x08");
  hash.add(text);
  hash.add(std::string_view("\0", 1));
  return hash.result();
}

TEST(PublishedKeys, EveryBareHashOfVersion1IsMet) {
  const auto rows = load("epk_hash32_vectors.json");
  std::size_t whole_texts = 0;
  for (const auto& row : rows) {
    const auto values = values_of(row);
    const std::string* text = values.size() == 1 ? values[0].as_text() : nullptr;
    const bool is_long = text != nullptr && text->size() > 100;
    whole_texts += is_long ? 1U : 0U;
    EXPECT_EQ(is_long ? bare_hash_of_whole_text(*text) : hash_v1(values), from_hex(row.at("hash32"))) << row;
  }
  EXPECT_EQ(rows.size(), 28U);
  EXPECT_EQ(whole_texts, 2U);
}

TEST(PublishedKeys, AVersion2KeyReadAsABoundaryIsThePlaceItIsRoutedTo) {
  std::size_t checked = 0;
  for (const auto& row : load_key_vectors("epk_vectors.json")) {
    if (row.hashing == KeyHashing::kHashV1) continue;
    EXPECT_EQ(key_point_from_hex(row.epk, row.hashing), key_point(row.hashing, row.values)) << row.shown;
    ++checked;
  }
  EXPECT_EQ(checked, 348U);  // 252 Hash version 2 and 96 MultiHash rows
}

TEST(PublishedKeys, OrderOfHexIsOrderOfPointsUnderEveryHashing) {
  const auto vectors = load_key_vectors("epk_vectors.json");
  for (std::size_t i = 1; i < vectors.size(); ++i) {
    const auto& a = vectors[i - 1];
    const auto& b = vectors[i];
    if (a.hashing != b.hashing) continue;
    const KeyPoint p = key_point(a.hashing, a.values);
    const KeyPoint q = key_point(b.hashing, b.values);
    if (p == q) continue;
    EXPECT_EQ(a.epk < b.epk, p < q) << a.shown << " and " << b.shown;
  }
}

}  // namespace
}  // namespace cosmos::test
