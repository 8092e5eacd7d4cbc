#pragma once

#include <cstdint>
#include <string_view>

#include "sim/core/wide.h"

// Random numbers by counter. A draw is a pure function of (seed, stream, step, purpose, number) and,
// for repeated tries of one request, of its visit and attempt: no state, no order, so threads, executors
// and designs cannot change it, and equal demand meets every design that is compared.
//
// The mixer is David Stafford's variant 13 of the 64-bit finaliser (published as the output function of
// SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
namespace sim {

// The user's seed; every value is as good as any other.
struct Seed {
  std::uint64_t value = 0;
  friend constexpr bool operator==(Seed, Seed) = default;
};

// A bijection of 64-bit words in which every input bit flips each output bit about half the time.
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// The identity of a name (a purpose of drawing, a stream): FNV-1a, then mixed. Never 0 in practice and
// stable for ever: it is part of what a seed means.
[[nodiscard]] constexpr std::uint64_t purpose_id(std::string_view name) noexcept {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : name) {
    h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return mix_bits(h);
}

// 53 of the bits as a double in [0, 1), a multiple of 2^-53. Exact.
[[nodiscard]] constexpr double uniform_from_bits(std::uint64_t bits) noexcept {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// A whole number in [0, n): the high word of bits * n. Bias at most n / 2^64. n = 0 gives 0.
[[nodiscard]] constexpr std::uint64_t scale_bits(std::uint64_t bits, std::uint64_t n) noexcept {
  return static_cast<std::uint64_t>((static_cast<Uint128>(bits) * n) >> 64);
}

// The words of one (seed, stream, step, purpose). Cheap to make (four mixes) and to copy (8 bytes).
class Draws {
 public:
  constexpr Draws(Seed seed, std::uint64_t stream_id, std::int64_t step, std::uint64_t purpose) noexcept
      : base_(absorb(absorb(absorb(absorb(0, seed.value), stream_id), static_cast<std::uint64_t>(step)), purpose)) {}

  // Word i. bits(i) is bits(i, 0, 0).
  [[nodiscard]] constexpr std::uint64_t bits(std::uint64_t i) const noexcept {
    return mix_bits(base_ + (i + 1) * kNumber);
  }
  // Word i of a request's visit (to one partition of a fan-out) and attempt (retries).
  [[nodiscard]] constexpr std::uint64_t bits(std::uint64_t i, std::uint64_t visit,
                                             std::uint64_t attempt) const noexcept {
    return mix_bits(base_ + (i + 1) * kNumber + visit * kVisit + attempt * kAttempt);
  }
  // Word i in [0, 1).
  [[nodiscard]] constexpr double uniform(std::uint64_t i) const noexcept { return uniform_from_bits(bits(i)); }

 private:
  // Odd, unrelated constants: the fractions of the golden ratio, the square root of 3 and of 7.
  static constexpr std::uint64_t kNumber = 0x9e3779b97f4a7c15U;
  static constexpr std::uint64_t kVisit = 0xbb67ae8584caa73bU;
  static constexpr std::uint64_t kAttempt = 0xa54ff53a5f1d36f1U;

  static constexpr std::uint64_t absorb(std::uint64_t state, std::uint64_t word) noexcept {
    return mix_bits((state ^ word) + kNumber);
  }

  std::uint64_t base_;
};

}  // namespace sim
