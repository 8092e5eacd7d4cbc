#include "models/keys/hex.h"

#include <array>
#include <cstddef>

#include "models/keys/hash_block.h"

namespace cosmos {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEF";

std::optional<unsigned> digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  return std::nullopt;
}

}  // namespace

void append_hex(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xFU]);
  }
}

std::optional<std::string> bytes_from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const auto high = digit_value(hex[i]);
    const auto low = digit_value(hex[i + 1]);
    if (!high || !low) return std::nullopt;
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(*high << 4 | *low)));
  }
  return bytes;
}

void append_hex(std::string& out, HashBlock block) {
  std::array<char, 32> digits;
  for (std::size_t i = 0; i < 16; ++i) {
    digits[i] = kDigits[(block.high >> (60 - 4 * i)) & 0xFU];
    digits[16 + i] = kDigits[(block.low >> (60 - 4 * i)) & 0xFU];
  }
  out.append(digits.data(), digits.size());
}

std::optional<HashBlock> hash_block_from_hex(std::string_view hex) {
  if (hex.size() != 32) return std::nullopt;
  Uint128 number = 0;
  for (const char c : hex) {
    const auto digit = digit_value(c);
    if (!digit) return std::nullopt;
    number = number << 4 | *digit;
  }
  const HashBlock block = HashBlock::from_number(number);
  if (block > kMaxHashBlock) return std::nullopt;
  return block;
}

}  // namespace cosmos
