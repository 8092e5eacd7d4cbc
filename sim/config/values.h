#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/core/time.h"

// How single values are written in a scenario. ValueTraits<T> is the one place that knows the
// spelling of T; reading, printing, the reference text and the JSON schema all derive from it.
namespace sim {

// A point of the calendar, in whole seconds since 1970-01-01T00:00:00Z.
struct Instant {
  std::int64_t unix_seconds = 0;
  friend auto operator<=>(const Instant&, const Instant&) = default;
};

// A part of a whole, 0 to 1; kept to 0.000001 %.
struct Share {
  double value = 0.0;
  friend auto operator<=>(const Share&, const Share&) = default;
};

// Events per `per` (1 s, 1 min, 1 h or 1 d), counted in millionths so that the written number is
// exact. Ordered as frequencies, so that 60 /min equals 1 /s.
struct Rate {
  std::int64_t micro = 0;
  Duration per = Duration::seconds(1);
  [[nodiscard]] double per_second() const { return static_cast<double>(micro) / 1e6 / per.in_seconds(); }
  friend std::partial_ordering operator<=>(const Rate& a, const Rate& b) { return a.per_second() <=> b.per_second(); }
  friend bool operator==(const Rate& a, const Rate& b) { return a.per_second() == b.per_second(); }
};

// The outcome of reading a text. Without a value, an empty message stands for "`text` is not a
// <kType>" and an empty hint for kExample.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string message;
  std::string hint;
};

// A specialisation has
//   static constexpr std::string_view kType      what it is called in messages: "duration"
//   static constexpr std::string_view kExample   "250 ms, 30 min, 1 h 30 min"
//   static constexpr std::string_view kPattern   regular expression of the spelling; "" when any text or kJsonType will
//   do static constexpr std::string_view kJsonType  "string", "integer", "number" or "boolean" static Parsed<T>
//   parse(std::string_view text) static std::string print(const T& value)     parse(print(x)) gives x
template <class T>
struct ValueTraits;

template <>
struct ValueTraits<bool> {
  static constexpr std::string_view kType = "true or false";
  static constexpr std::string_view kExample = "true, false";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "boolean";
  [[nodiscard]] static Parsed<bool> parse(std::string_view text);
  [[nodiscard]] static std::string print(const bool& value);
};

template <>
struct ValueTraits<std::string> {
  static constexpr std::string_view kType = "text";
  static constexpr std::string_view kExample = "";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "string";
  [[nodiscard]] static Parsed<std::string> parse(std::string_view text);
  [[nodiscard]] static std::string print(const std::string& value);
};

// Digits alone, a minus sign before them if it must be; no underscores, exponents or leading zeros.
template <>
struct ValueTraits<std::int64_t> {
  static constexpr std::string_view kType = "count";
  static constexpr std::string_view kExample = "1, 4000";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "integer";
  [[nodiscard]] static Parsed<std::int64_t> parse(std::string_view text);
  [[nodiscard]] static std::string print(const std::int64_t& value);
};

// A finite decimal number, with an exponent if need be.
template <>
struct ValueTraits<double> {
  static constexpr std::string_view kType = "number";
  static constexpr std::string_view kExample = "0.99, 4000";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "number";
  [[nodiscard]] static Parsed<double> parse(std::string_view text);
  [[nodiscard]] static std::string print(const double& value);
};

// Parts from the largest unit to the smallest, exact to the nanosecond: "1 h 30 min", "1.5 h", "250ms".
template <>
struct ValueTraits<Duration> {
  static constexpr std::string_view kType = "duration";
  static constexpr std::string_view kExample = "250 ms, 30 min, 1 h 30 min";
  static constexpr std::string_view kPattern =
      "^(0|[1-9][0-9]*)(\\.[0-9]+)? *(ns|us|ms|s|min|h|d)( *(0|[1-9][0-9]*)(\\.[0-9]+)? *(ns|us|ms|s|min|h))*$";
  static constexpr std::string_view kJsonType = "string";
  [[nodiscard]] static Parsed<Duration> parse(std::string_view text);
  [[nodiscard]] static std::string print(const Duration& value);
};

// Years 1970 to 2200, UTC.
template <>
struct ValueTraits<Instant> {
  static constexpr std::string_view kType = "instant";
  static constexpr std::string_view kExample = "2026-01-01T00:00:00Z";
  static constexpr std::string_view kPattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$";
  static constexpr std::string_view kJsonType = "string";
  [[nodiscard]] static Parsed<Instant> parse(std::string_view text);
  [[nodiscard]] static std::string print(const Instant& value);
};

// 0 % to 100 %, at most 6 decimals.
template <>
struct ValueTraits<Share> {
  static constexpr std::string_view kType = "share";
  static constexpr std::string_view kExample = "80 %, 0.5 %";
  static constexpr std::string_view kPattern = "^(0|[1-9][0-9]*)(\\.[0-9]{1,6})? *%$";
  static constexpr std::string_view kJsonType = "string";
  [[nodiscard]] static Parsed<Share> parse(std::string_view text);
  [[nodiscard]] static std::string print(const Share& value);
};

// 0 to 1e9 per s, min, h or d, at most 6 decimals.
template <>
struct ValueTraits<Rate> {
  static constexpr std::string_view kType = "rate";
  static constexpr std::string_view kExample = "1011 /s, 6 /min, 4 /h";
  static constexpr std::string_view kPattern = "^(0|[1-9][0-9]*)(\\.[0-9]{1,6})? */ *(s|min|h|d)$";
  static constexpr std::string_view kJsonType = "string";
  [[nodiscard]] static Parsed<Rate> parse(std::string_view text);
  [[nodiscard]] static std::string print(const Rate& value);
};

// A number and what stands behind it: "13.9 RU" is 13.9, "RU", "13.9". A sign and decimals are
// allowed, exponents, leading zeros and outer spaces are not. The views point into the text.
struct UnitNumber {
  double value = 0.0;
  std::string_view unit;
  std::string_view digits;
};
[[nodiscard]] std::optional<UnitNumber> split_unit(std::string_view text);

// A decimal as an exact integer of 10^-decimals: ("13.9", 3) is 13900. Nothing when it is not a plain
// decimal, has more decimals than that (zeros at the end do not count) or does not fit. 0 <= decimals <= 18.
[[nodiscard]] std::optional<std::int64_t> scaled_decimal(std::string_view digits, int decimals);
// The inverse: (13900, 3) is "13.9".
[[nodiscard]] std::string print_scaled(std::int64_t value, int decimals);

// "a duration", "an instant".
[[nodiscard]] std::string with_article(std::string_view type);

}  // namespace sim
