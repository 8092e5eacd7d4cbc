#include "sim/core/rng.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace sim {
namespace {

constexpr std::uint64_t kPurpose = purpose_id("test");
constexpr Draws kDraws(Seed{42}, 7, 1'000, kPurpose);
constexpr int kWords = 1 << 20;

using Words = std::function<std::uint64_t(std::uint64_t)>;

// Chi-square of the top (or lowest) 8 bits over 256 buckets of 4096 expected. 255 degrees of freedom: mean 255,
// standard deviation sqrt(2 x 255) = 22.6; five of them either side is [142, 368].
double chi_square(const Words& words, unsigned shift) {
  std::array<int, 256> counts{};
  for (std::uint64_t i = 0; i < kWords; ++i) ++counts[(words(i) >> shift) & 255U];
  double sum = 0.0;
  for (const int count : counts) sum += (count - 4096.0) * (count - 4096.0) / 4096.0;
  return sum;
}

void expect_even(const Words& words, const std::string& what) {
  for (const unsigned shift : {56U, 32U, 0U}) {
    EXPECT_GT(chi_square(words, shift), 142.0) << what << " shift " << shift;
    EXPECT_LT(chi_square(words, shift), 368.0) << what << " shift " << shift;
  }
}

// Top 4 bits of two sequences over the 16 x 16 cells: even only if each is even and they are independent.
void expect_independent(const Words& a, const Words& b, const std::string& what) {
  const double sum = chi_square([&](std::uint64_t i) { return ((a(i) >> 60U) << 4U) | (b(i) >> 60U); }, 0);
  EXPECT_GT(sum, 142.0) << what;
  EXPECT_LT(sum, 368.0) << what;
}

TEST(MixBits, ReproducesSplitMixOfSeedZero) {
  // Published first outputs of SplitMix64 from state 0: the mixer applied to G and 2 G.
  static_assert(mix_bits(0x9e3779b97f4a7c15U) == 0xe220a8397b1dcdafU);
  static_assert(mix_bits(2 * 0x9e3779b97f4a7c15U) == 0x6e789e6aa1b965f4U);
  EXPECT_EQ(mix_bits(0), 0U);
}

TEST(PurposeId, IsTheMixedFnv1aOfTheName) {
  // Published FNV-1a, 64 bits: "" cbf29ce484222325, "a" af63dc4c8601ec8c, "foobar" 85944171f73967e8.
  static_assert(purpose_id("") == mix_bits(0xcbf29ce484222325U));
  static_assert(purpose_id("a") == mix_bits(0xaf63dc4c8601ec8cU));
  static_assert(purpose_id("foobar") == mix_bits(0x85944171f73967e8U));
  EXPECT_NE(purpose_id("arrival"), purpose_id("service"));
}

TEST(UniformFromBits, CoversZeroUpToJustBelowOne) {
  EXPECT_EQ(uniform_from_bits(0), 0.0);
  EXPECT_EQ(uniform_from_bits(std::uint64_t{1} << 63), 0.5);
  EXPECT_EQ(uniform_from_bits(~std::uint64_t{0}), 1.0 - 0x1p-53);
  EXPECT_EQ(uniform_from_bits(2047), 0.0);  // the lowest 11 bits do not count
}

TEST(ScaleBits, CutsTheWordsIntoEqualParts) {
  EXPECT_EQ(scale_bits(0, 10), 0U);
  EXPECT_EQ(scale_bits(std::uint64_t{1} << 63, 10), 5U);  // 1/2 of 10
  EXPECT_EQ(scale_bits((std::uint64_t{1} << 63) - 1, 10), 4U);
  EXPECT_EQ(scale_bits(~std::uint64_t{0}, 10), 9U);
  EXPECT_EQ(scale_bits(~std::uint64_t{0}, 1), 0U);
  EXPECT_EQ(scale_bits(12345, 0), 0U);
  EXPECT_EQ(scale_bits(~std::uint64_t{0}, ~std::uint64_t{0}), ~std::uint64_t{0} - 1);  // (2^64-1)^2 = 2^128 - 2^65 + 1
}

TEST(Draws, AWordIsAFunctionOfItsNamesAlone) {
  const Draws again(Seed{42}, 7, 1'000, kPurpose);
  for (std::uint64_t i : {0U, 1U, 99U, 1'000'000U}) {
    EXPECT_EQ(kDraws.bits(i), again.bits(i));
    EXPECT_EQ(kDraws.bits(i), kDraws.bits(i, 0, 0));
    EXPECT_EQ(kDraws.uniform(i), uniform_from_bits(kDraws.bits(i)));
  }
}

// What a seed means: a change here changes every simulation.
TEST(Draws, PinnedWordsStay) {
  EXPECT_EQ(kDraws.bits(0), 0x0fbbbc2d43731469U);
  EXPECT_EQ(kDraws.bits(1), 0xdbfb80dc37494598U);
  EXPECT_EQ(kDraws.bits(1, 2, 3), 0x6ca026ef12f1f64dU);
  EXPECT_EQ(Draws(Seed{0}, 0, 0, 0).bits(0), 0x78ae5a9a6b5fd45eU);
}

TEST(Draws, EveryNameMatters) {
  // Exchanging two equal-looking names must matter too, so values repeat across positions on purpose.
  const std::set<std::uint64_t> words = {Draws(Seed{1}, 2, 3, 4).bits(5),       Draws(Seed{2}, 1, 3, 4).bits(5),
                                         Draws(Seed{1}, 3, 2, 4).bits(5),       Draws(Seed{1}, 2, 4, 3).bits(5),
                                         Draws(Seed{1}, 2, 3, 5).bits(4),       Draws(Seed{1}, 2, -3, 4).bits(5),
                                         Draws(Seed{1}, 2, 3, 4).bits(5, 1, 0), Draws(Seed{1}, 2, 3, 4).bits(5, 0, 1),
                                         Draws(Seed{1}, 2, 3, 4).bits(5, 1, 1)};
  EXPECT_EQ(words.size(), 9U);
}

TEST(Draws, NoWordRepeatsAmongAMillionOrAcrossVisitsAndAttempts) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    for (std::uint64_t visit = 0; visit < 20; ++visit) {
      for (std::uint64_t attempt = 0; attempt < 10; ++attempt) seen.insert(kDraws.bits(i, visit, attempt));
    }
  }
  EXPECT_EQ(seen.size(), 200'000U);
}

TEST(Draws, MeanAndSpreadAreThoseOfTheUniform) {
  double sum = 0.0;
  double squares = 0.0;
  for (std::uint64_t i = 0; i < kWords; ++i) {
    const double u = kDraws.uniform(i);
    sum += u;
    squares += (u - 0.5) * (u - 0.5);
  }
  // Mean 1/2 with standard error sqrt(1/12 / 2^20) = 2.82e-4; mean square 1/12 with
  // sqrt((1/80 - 1/144) / 2^20) = 7.28e-5. Five of each.
  EXPECT_NEAR(sum / kWords, 0.5, 5 * 2.82e-4);
  EXPECT_NEAR(squares / kWords, 1.0 / 12.0, 5 * 7.28e-5);
}

TEST(Draws, WordsAreEvenAlongEveryDirection) {
  expect_even([](std::uint64_t i) { return kDraws.bits(i); }, "number");
  expect_even([](std::uint64_t i) { return kDraws.bits(0, i, 0); }, "visit");
  expect_even([](std::uint64_t i) { return kDraws.bits(0, 0, i); }, "attempt");
  expect_even([](std::uint64_t i) { return Draws(Seed{1}, i, 0, kPurpose).bits(0); }, "stream");
  expect_even([](std::uint64_t i) { return Draws(Seed{1}, 0, static_cast<std::int64_t>(i), kPurpose).bits(0); },
              "step");
  expect_even([](std::uint64_t i) { return Draws(Seed{i}, 0, 0, kPurpose).bits(0); }, "seed");
  expect_even([](std::uint64_t i) { return Draws(Seed{1}, 0, 0, i).bits(0); }, "purpose");
}

TEST(Draws, NeighboursAreIndependent) {
  const auto here = [](std::uint64_t i) { return kDraws.bits(i); };
  const Draws next_stream(Seed{42}, 8, 1'000, kPurpose);
  const Draws next_step(Seed{42}, 7, 1'001, kPurpose);
  const Draws next_seed(Seed{43}, 7, 1'000, kPurpose);
  const Draws other_purpose(Seed{42}, 7, 1'000, purpose_id("tesu"));
  expect_independent(
      here, [](std::uint64_t i) { return kDraws.bits(i + 1); }, "number");
  expect_independent(
      here, [](std::uint64_t i) { return kDraws.bits(i, 1, 0); }, "visit");
  expect_independent(
      here, [](std::uint64_t i) { return kDraws.bits(i, 0, 1); }, "attempt");
  expect_independent(
      here, [&](std::uint64_t i) { return next_stream.bits(i); }, "stream");
  expect_independent(
      here, [&](std::uint64_t i) { return next_step.bits(i); }, "step");
  expect_independent(
      here, [&](std::uint64_t i) { return next_seed.bits(i); }, "seed");
  expect_independent(
      here, [&](std::uint64_t i) { return other_purpose.bits(i); }, "purpose");
}

TEST(Draws, FlippingAnyBitOfANameFlipsHalfTheBitsOfAWord) {
  // 64 flips of 200 words of 64 bits: 32 a flip, standard error sqrt(16 / 12800) = 0.035; five of them.
  const auto mean_flips = [](const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& word) {
    int flips = 0;
    for (std::uint64_t i = 0; i < 200; ++i) {
      for (unsigned bit = 0; bit < 64; ++bit) flips += std::popcount(word(i, 0) ^ word(i, std::uint64_t{1} << bit));
    }
    return flips / (200.0 * 64.0);
  };
  const auto near_half = [](double flips) { return std::abs(flips - 32.0) < 5 * 0.035; };
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) { return Draws(Seed{9 ^ x}, 7, 5, kPurpose).bits(i); }));
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) { return Draws(Seed{9}, 7 ^ x, 5, kPurpose).bits(i); }));
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) {
                 return Draws(Seed{9}, 7, static_cast<std::int64_t>(5 ^ x), kPurpose).bits(i);
               }));
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) { return Draws(Seed{9}, 7, 5, kPurpose ^ x).bits(i); }));
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) { return kDraws.bits(i ^ x); }));
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) { return kDraws.bits(i, 3 ^ x, 2); }));
  EXPECT_PRED1(near_half, mean_flips([](auto i, auto x) { return kDraws.bits(i, 3, 2 ^ x); }));
}

}  // namespace
}  // namespace sim
