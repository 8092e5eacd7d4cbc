#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The bytes that Hash version 1 writes instead of a bare hash: forms of a number and of a text whose
// byte order is the order of the values. A version 1 key is the ordered form of its 32-bit hash,
// followed by the ordered form of each component.
namespace cosmos {

// Tag bytes, in the order in which kinds of value sort.
inline constexpr char kTagUndefined = 0x00;
inline constexpr char kTagNull = 0x01;
inline constexpr char kTagFalse = 0x02;
inline constexpr char kTagTrue = 0x03;
inline constexpr char kTagNumber = 0x05;
inline constexpr char kTagText = 0x08;

// Tag, the top 8 bits of the order-preserving pattern, then groups of 7 bits, each shifted left by one
// with bit 0 saying that another group follows; all-zero groups at the end are dropped, but never the
// first (0 is 058000: the service keeps it, the JavaScript client does not).
void append_ordered_number(std::string& out, double number);

// Tag, then each byte plus one. Up to 100 bytes are closed with 00; of more, the first 101 are written
// and nothing closes them.
void append_ordered_text(std::string& out, std::string_view utf8);

// The 32-bit number whose ordered form is exactly `bytes`; nullopt when there is none.
[[nodiscard]] std::optional<std::uint32_t> uint32_from_ordered_number(std::string_view bytes);

}  // namespace cosmos
