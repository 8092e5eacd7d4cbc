#include "sim/config/utf8.h"

#include <array>

namespace sim {
namespace {

constexpr unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

// Unicode 15, table 3-7: how long a sequence is and what its second byte may be.
struct Lead {
  unsigned first, last;
  std::size_t length;
  unsigned second_first, second_last;
};
constexpr std::array kLeads = {
    Lead{0x00, 0x7F, 1, 0, 0},       Lead{0xC2, 0xDF, 2, 0x80, 0xBF}, Lead{0xE0, 0xE0, 3, 0xA0, 0xBF},
    Lead{0xE1, 0xEC, 3, 0x80, 0xBF}, Lead{0xED, 0xED, 3, 0x80, 0x9F}, Lead{0xEE, 0xEF, 3, 0x80, 0xBF},
    Lead{0xF0, 0xF0, 4, 0x90, 0xBF}, Lead{0xF1, 0xF3, 4, 0x80, 0xBF}, Lead{0xF4, 0xF4, 4, 0x80, 0x8F}};

// The length of the sequence at `i`, 0 when it is not well formed.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  for (const Lead& lead : kLeads) {
    if (byte_at(text, i) < lead.first || byte_at(text, i) > lead.last) continue;
    if (i + lead.length > text.size()) return 0;
    for (std::size_t k = 1; k < lead.length; ++k) {
      const unsigned first = k == 1 ? lead.second_first : 0x80U;
      const unsigned last = k == 1 ? lead.second_last : 0xBFU;
      if (byte_at(text, i + k) < first || byte_at(text, i + k) > last) return 0;
    }
    return lead.length;
  }
  return 0;
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

std::optional<ControlCharacter> first_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned byte = byte_at(text, i);
    const bool is_c0 = (byte < 0x20U && byte != '\n' && byte != '\t') || byte == 0x7FU;
    if (is_c0) return ControlCharacter{i, byte};
    if (byte != 0xC2U || i + 1 == text.size()) continue;
    const unsigned code = byte_at(text, i + 1);
    if (code < 0xA0U && code != 0x85U) return ControlCharacter{i, code};
  }
  return std::nullopt;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

}  // namespace sim
