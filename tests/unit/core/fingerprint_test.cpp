#include "sim/core/fingerprint.h"

#include <bit>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace sim {
namespace {

std::uint64_t of(const std::vector<std::uint64_t>& words) {
  Fingerprint fingerprint;
  for (const std::uint64_t word : words) fingerprint.add(word);
  return fingerprint.value();
}

TEST(Fingerprint, EqualSequencesAreEqualAndReadingChangesNothing) {
  Fingerprint fingerprint;
  fingerprint.add(1);
  EXPECT_EQ(fingerprint.value(), fingerprint.value());
  fingerprint.add(2);
  EXPECT_EQ(fingerprint.value(), of({1, 2}));
}

TEST(Fingerprint, OrderLengthAndEveryWordCount) {
  const std::set<std::uint64_t> values = {of({}),     of({0}),    of({0, 0}),  of({1}),       of({1, 0}),
                                          of({0, 1}), of({1, 2}), of({2, 1}),  of({1, 2, 3}), of({3, 2, 1}),
                                          of({2, 2}), of({1, 3}), of({~0ULL}), of({0, ~0ULL})};
  EXPECT_EQ(values.size(), 14U);
}

TEST(Fingerprint, OneFlippedBitFlipsHalfTheDigest) {
  // 64 flips in each of three places of 64 bits: 32 a flip, standard error sqrt(16 / 192) = 0.29; five of them.
  int flips = 0;
  for (std::size_t place = 0; place < 3; ++place) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      std::vector<std::uint64_t> words = {5, 6, 7};
      words[place] ^= std::uint64_t{1} << bit;
      flips += std::popcount(of(words) ^ of({5, 6, 7}));
    }
  }
  EXPECT_NEAR(flips / 192.0, 32.0, 5 * 0.29);
}

TEST(Fingerprint, SmallCountersDoNotCollide) {
  std::set<std::uint64_t> values;
  for (std::uint64_t a = 0; a < 300; ++a) {
    for (std::uint64_t b = 0; b < 300; ++b) values.insert(of({a, b}));
  }
  EXPECT_EQ(values.size(), 90'000U);
}

TEST(Fingerprint, HexIsTheValueInSixteenDigits) {
  Fingerprint fingerprint;
  for (std::uint64_t i = 0; i < 50; ++i) {
    fingerprint.add(i);
    const std::string hex = fingerprint.hex();
    ASSERT_EQ(hex.size(), 16U);
    ASSERT_EQ(std::stoull(hex, nullptr, 16), fingerprint.value());
    ASSERT_EQ(hex.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
}

// Stored results carry digests: a change here makes them incomparable.
TEST(Fingerprint, PinnedValueStays) {
  Fingerprint fingerprint;
  for (std::uint64_t i = 1; i <= 3; ++i) fingerprint.add(i);
  EXPECT_EQ(fingerprint.hex(), "8d4f02f8536a5a13");
}

}  // namespace
}  // namespace sim
