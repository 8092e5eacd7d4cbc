#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/quantities.h"
#include "sim/config/values.h"

// The units that a scenario may write besides those of sim/config/values.h: throughput, charges,
// sizes, the weight of a population's member, and limits that may be `unlimited`.
namespace cosmos {

struct Throughput {  // RU per second
  Ru per_second;
  friend constexpr auto operator<=>(const Throughput&, const Throughput&) = default;
};

struct Charge {  // RU of one request
  Ru ru;
  friend constexpr auto operator<=>(const Charge&, const Charge&) = default;
};

// `10` (a weight, relative to the others) or `30 %` (a share of all draws).
struct MemberWeight {
  double value = 0.0;  // the weight, or the share from 0 to 1
  bool is_share = false;
};

struct CountLimit {
  std::int64_t value = 0;
  bool unlimited = false;
};

struct DurationLimit {
  sim::Duration value;
  bool unlimited = false;
};

// A point of the run: a duration counts from its start, an instant is one of the calendar.
struct Moment {
  sim::Duration since_start;
  std::optional<sim::Instant> instant;
  friend bool operator==(const Moment&, const Moment&) = default;
};

// A time of the clock, whole seconds from midnight, below 86,400.
struct TimeOfDay {
  std::int64_t seconds = 0;
  friend auto operator<=>(const TimeOfDay&, const TimeOfDay&) = default;
};

}  // namespace cosmos

namespace sim {

template <>
struct ValueTraits<cosmos::Throughput> {
  static constexpr std::string_view kType = "throughput";
  static constexpr std::string_view kExample = "4000 RU/s";
  static constexpr std::string_view kPattern = R"(^[0-9]+(\.[0-9]+)? ?RU/s$)";
  static constexpr std::string_view kJsonType = "string";
  static Parsed<cosmos::Throughput> parse(std::string_view text);
  static std::string print(const cosmos::Throughput& value);
};

template <>
struct ValueTraits<cosmos::Charge> {
  static constexpr std::string_view kType = "charge";
  static constexpr std::string_view kExample = "13.9 RU";
  static constexpr std::string_view kPattern = R"(^[0-9]+(\.[0-9]+)? ?RU$)";
  static constexpr std::string_view kJsonType = "string";
  static Parsed<cosmos::Charge> parse(std::string_view text);
  static std::string print(const cosmos::Charge& value);
};

template <>
struct ValueTraits<cosmos::Bytes> {
  static constexpr std::string_view kType = "size";
  static constexpr std::string_view kExample = "1 KiB, 15 GB";
  static constexpr std::string_view kPattern = R"(^[0-9]+(\.[0-9]+)? ?([KMGT]i?)?B$)";
  static constexpr std::string_view kJsonType = "string";
  static Parsed<cosmos::Bytes> parse(std::string_view text);
  static std::string print(const cosmos::Bytes& value);
};

template <>
struct ValueTraits<cosmos::MemberWeight> {
  static constexpr std::string_view kType = "weight or share";
  static constexpr std::string_view kExample = "10, 30 %";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "";
  static Parsed<cosmos::MemberWeight> parse(std::string_view text);
  static std::string print(const cosmos::MemberWeight& value);
};

template <>
struct ValueTraits<cosmos::CountLimit> {
  static constexpr std::string_view kType = "count or `unlimited`";
  static constexpr std::string_view kExample = "9, unlimited";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "";
  static Parsed<cosmos::CountLimit> parse(std::string_view text);
  static std::string print(const cosmos::CountLimit& value);
};

template <>
struct ValueTraits<cosmos::DurationLimit> {
  static constexpr std::string_view kType = "duration or `unlimited`";
  static constexpr std::string_view kExample = "30 s, unlimited";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "string";
  static Parsed<cosmos::DurationLimit> parse(std::string_view text);
  static std::string print(const cosmos::DurationLimit& value);
};

template <>
struct ValueTraits<cosmos::Moment> {
  static constexpr std::string_view kType = "duration or instant";
  static constexpr std::string_view kExample = "10 min, 2026-01-01T08:00:00Z";
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "string";
  static Parsed<cosmos::Moment> parse(std::string_view text);
  static std::string print(const cosmos::Moment& value);
};

template <>
struct ValueTraits<cosmos::TimeOfDay> {
  static constexpr std::string_view kType = "time of day";
  static constexpr std::string_view kExample = "08:00, 17:30:15";
  static constexpr std::string_view kPattern = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$";
  static constexpr std::string_view kJsonType = "string";
  static Parsed<cosmos::TimeOfDay> parse(std::string_view text);
  static std::string print(const cosmos::TimeOfDay& value);
};

}  // namespace sim
