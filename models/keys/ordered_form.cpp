#include "models/keys/ordered_form.h"

#include <bit>
#include <cstddef>

namespace cosmos {
namespace {

constexpr std::size_t kLongestClosedText = 100;
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

char to_char(std::uint64_t byte) { return static_cast<char>(static_cast<unsigned char>(byte)); }
unsigned char to_byte(char c) { return static_cast<unsigned char>(c); }

}  // namespace

void append_ordered_number(std::string& out, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  const std::uint64_t pattern = (bits & kSignBit) == 0 ? bits | kSignBit : ~bits + 1;
  out.push_back(kTagNumber);
  out.push_back(to_char(pattern >> 56));
  std::uint64_t rest = pattern << 8;
  do {
    const std::uint64_t group = rest >> 57;
    rest <<= 7;
    out.push_back(to_char((group << 1) | (rest != 0 ? 1U : 0U)));
  } while (rest != 0);
}

void append_ordered_text(std::string& out, std::string_view utf8) {
  const bool closed = utf8.size() <= kLongestClosedText;
  out.push_back(kTagText);
  for (const char c : utf8.substr(0, kLongestClosedText + 1)) {
    out.push_back(to_byte(c) == 0xFF ? c : to_char(to_byte(c) + 1U));
  }
  if (closed) out.push_back('\0');
}

std::optional<std::uint32_t> uint32_from_ordered_number(std::string_view bytes) {
  if (bytes.size() < 3 || bytes.size() > 10 || bytes[0] != kTagNumber) return std::nullopt;
  std::uint64_t pattern = std::uint64_t{to_byte(bytes[1])} << 56;
  int shift = 49;
  for (const char c : bytes.substr(2)) {
    pattern |= std::uint64_t{to_byte(c)} >> 1 << shift;
    shift -= 7;
  }
  const double number = std::bit_cast<double>(pattern ^ kSignBit);
  if (!(number >= 0 && number < 0x1p32)) return std::nullopt;
  const auto candidate = static_cast<std::uint32_t>(number);
  std::string canonical;
  append_ordered_number(canonical, candidate);
  if (canonical != bytes) return std::nullopt;
  return candidate;
}

}  // namespace cosmos
