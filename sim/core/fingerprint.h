#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sim/core/rng.h"

// A 64-bit digest of a sequence of whole numbers: equal sequences have equal digests on every host, and
// the order and the number of words count (a trailing zero is not lost). Not cryptographic. It is how two
// runs, executors or thread counts prove that they counted the same.
namespace sim {

class Fingerprint {
 public:
  constexpr void add(std::uint64_t word) noexcept {
    state_ = mix_bits(state_ + 0x9e3779b97f4a7c15U) ^ word;
    state_ *= 0xd6e8feb86659fd93U;
    ++words_;
  }

  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return mix_bits(mix_bits(state_) ^ words_); }

  // value() as 16 lower-case hexadecimal digits.
  [[nodiscard]] std::string hex() const {
    constexpr std::array<char, 17> kDigits = {"0123456789abcdef"};
    std::string text(16, '0');
    std::uint64_t rest = value();
    for (std::size_t i = text.size(); i-- > 0; rest >>= 4) text[i] = kDigits[rest & 15U];
    return text;
  }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3U;
  std::uint64_t words_ = 0;
};

}  // namespace sim
