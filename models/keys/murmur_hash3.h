#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

// MurmurHash3 with seed 0, written from its public description (Austin Appleby, public domain), in
// the two variants that effective partition keys use: x86 32-bit (Hash version 1) and x64 128-bit
// (Hash version 2, MultiHash). Input comes in pieces; the hash depends only on their concatenation.
namespace cosmos {

static_assert(std::endian::native == std::endian::little, "hash blocks are read as little-endian words");

namespace murmur {

struct X86Hash32 {
  static constexpr std::size_t kBlockBytes = 4;
  using Result = std::uint32_t;

  std::uint32_t h = 0;

  void add_block(const char* bytes) noexcept {
    mix(bytes);
    h = std::rotl(h, 13) * 5 + 0xE6546B64U;
  }
  [[nodiscard]] Result finish(const char* zero_padded_rest, std::uint64_t length) noexcept {
    mix(zero_padded_rest);
    h ^= static_cast<std::uint32_t>(length);
    h = (h ^ (h >> 16)) * 0x85EBCA6BU;
    h = (h ^ (h >> 13)) * 0xC2B2AE35U;
    return h ^ (h >> 16);
  }

 private:
  void mix(const char* bytes) noexcept {
    std::uint32_t k;
    std::memcpy(&k, bytes, sizeof k);
    h ^= std::rotl(k * 0xCC9E2D51U, 15) * 0x1B873593U;
  }
};

struct X64Hash128 {
  static constexpr std::size_t kBlockBytes = 16;
  struct Result {
    std::uint64_t first;
    std::uint64_t second;
    friend bool operator==(const Result&, const Result&) = default;
  };

  std::uint64_t h1 = 0;
  std::uint64_t h2 = 0;

  void add_block(const char* bytes) noexcept {
    mix_first(bytes);
    h1 = (std::rotl(h1, 27) + h2) * 5 + 0x52DCE729U;
    mix_second(bytes);
    h2 = (std::rotl(h2, 31) + h1) * 5 + 0x38495AB5U;
  }
  [[nodiscard]] Result finish(const char* zero_padded_rest, std::uint64_t length) noexcept {
    mix_second(zero_padded_rest);
    mix_first(zero_padded_rest);
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = avalanche(h1);
    h2 = avalanche(h2);
    h1 += h2;
    return {h1, h2 + h1};
  }

 private:
  static constexpr std::uint64_t kC1 = 0x87C37B91114253D5U;
  static constexpr std::uint64_t kC2 = 0x4CF5AD432745937FU;

  static std::uint64_t avalanche(std::uint64_t k) noexcept {
    k = (k ^ (k >> 33)) * 0xFF51AFD7ED558CCDU;
    k = (k ^ (k >> 33)) * 0xC4CEB9FE1A85EC53U;
    return k ^ (k >> 33);
  }
  void mix_first(const char* bytes) noexcept {
    std::uint64_t k;
    std::memcpy(&k, bytes, sizeof k);
    h1 ^= std::rotl(k * kC1, 31) * kC2;
  }
  void mix_second(const char* bytes) noexcept {
    std::uint64_t k;
    std::memcpy(&k, bytes + 8, sizeof k);
    h2 ^= std::rotl(k * kC2, 33) * kC1;
  }
};

}  // namespace murmur

template <class Variant>
class MurmurHash3 {
 public:
  void add(std::string_view piece) noexcept {
    const std::size_t held = length_ % kBlockBytes;
    length_ += piece.size();
    if (held != 0) {
      const std::size_t taken = std::min(kBlockBytes - held, piece.size());
      std::memcpy(rest_.data() + held, piece.data(), taken);
      piece.remove_prefix(taken);
      if (held + taken < kBlockBytes) return;
      variant_.add_block(rest_.data());
    }
    for (; piece.size() >= kBlockBytes; piece.remove_prefix(kBlockBytes)) variant_.add_block(piece.data());
    if (!piece.empty()) std::memcpy(rest_.data(), piece.data(), piece.size());
  }
  // The hash of all that was added; more may be added afterwards.
  [[nodiscard]] typename Variant::Result result() const noexcept {
    std::array<char, kBlockBytes> padded{};
    std::memcpy(padded.data(), rest_.data(), length_ % kBlockBytes);
    Variant last = variant_;
    return last.finish(padded.data(), length_);
  }

 private:
  static constexpr std::size_t kBlockBytes = Variant::kBlockBytes;

  Variant variant_;
  std::array<char, kBlockBytes> rest_{};
  std::uint64_t length_ = 0;
};

using MurmurHash3X86Hash32 = MurmurHash3<murmur::X86Hash32>;
using MurmurHash3X64Hash128 = MurmurHash3<murmur::X64Hash128>;

}  // namespace cosmos
