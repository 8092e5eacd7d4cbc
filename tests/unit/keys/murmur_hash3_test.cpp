#include "models/keys/murmur_hash3.h"

#include <string>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

template <class Hash>
auto hash_of(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.result();
}

TEST(MurmurHash3, EmptyInputHashesToZeroUnderSeedZero) {
  EXPECT_EQ(hash_of<MurmurHash3X86Hash32>(""), 0U);
  EXPECT_EQ(hash_of<MurmurHash3X64Hash128>(""), (murmur::X64Hash128::Result{0, 0}));
}

// The worked example of the key format: "redmond" with its tag and terminator.
TEST(MurmurHash3, WorkedExampleIsMet) {
  EXPECT_EQ(hash_of<MurmurHash3X86Hash32>(std::string_view("\x08redmond\0", 9)), 0xFE226086U);
  EXPECT_EQ(hash_of<MurmurHash3X64Hash128>("\x08redmond\xFF"),
            (murmur::X64Hash128::Result{0x8463DFF7838A5963U, 0xA2E342F38A486A08U}));
}

template <class Hash>
void expect_pieces_do_not_matter() {
  std::string text;
  for (int i = 0; i < 70; ++i) text.push_back(static_cast<char>('!' + i));
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const auto whole = std::string_view(text).substr(0, length);
    for (std::size_t piece = 1; piece <= 35; ++piece) {
      Hash hash;
      for (std::size_t at = 0; at < length; at += piece) hash.add(whole.substr(at, piece));
      EXPECT_EQ(hash.result(), hash_of<Hash>(whole)) << length << " bytes by " << piece;
    }
  }
}

TEST(MurmurHash3, HowTheInputIsCutInPiecesDoesNotMatter) {
  expect_pieces_do_not_matter<MurmurHash3X86Hash32>();
  expect_pieces_do_not_matter<MurmurHash3X64Hash128>();
}

TEST(MurmurHash3, TakingTheResultDoesNotEndTheInput) {
  MurmurHash3X64Hash128 hash;
  hash.add("tenant");
  const auto early = hash.result();
  EXPECT_EQ(early, hash_of<MurmurHash3X64Hash128>("tenant"));
  hash.add("-42 and more than a block");
  EXPECT_EQ(hash.result(), hash_of<MurmurHash3X64Hash128>("tenant-42 and more than a block"));
}

}  // namespace
}  // namespace cosmos
