#include "models/scenario/config/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "sim/core/wide.h"

namespace sim {
namespace {

constexpr int kMilli = 3;                                        // decimals that a charge or a throughput keeps
constexpr std::int64_t kMostThroughput = 9'000'000'000'000'000;  // milli-RU/s
// Ten times what an account may provision for a second; more than 10^8 requests of one second still add up.
constexpr std::int64_t kMostCharge = 10'000'000'000;  // milli-RU

Parsed<cosmos::Ru> parse_ru(std::string_view text, std::string_view unit, std::string_view kind,
                            std::string_view example, std::int64_t most) {
  const auto parts = split_unit(text);
  const std::string what = fmt::format("`{}` is not a {}", text, kind);
  if (!parts || parts->unit != unit) {
    return {std::nullopt, what, fmt::format("write it with its unit: {}", example)};
  }
  const auto milli = scaled_decimal(parts->digits, kMilli);
  if (!milli || *milli > most) {
    return {std::nullopt, what, fmt::format("at most {} {}, with at most 3 decimals", most / 1000, unit)};
  }
  if (*milli < 0) {
    return {std::nullopt, what, "0 or more"};
  }
  return {cosmos::Ru::milli(*milli), {}, {}};
}

std::string print_ru(cosmos::Ru ru, std::string_view unit) {
  const std::int64_t milli = ru.milli();
  std::string digits = fmt::format("{}", milli / 1000);
  if (milli % 1000 != 0) {
    digits += fmt::format(".{:03}", milli % 1000);
    digits.erase(digits.find_last_not_of('0') + 1);
  }
  return digits + ' ' + std::string(unit);
}

struct SizeUnit {
  std::string_view name;
  std::int64_t bytes;
};
constexpr std::array kSizeUnits = {
    SizeUnit{"B", 1},
    SizeUnit{"KB", 1'000},
    SizeUnit{"MB", 1'000'000},
    SizeUnit{"GB", 1'000'000'000},
    SizeUnit{"TB", 1'000'000'000'000},
    SizeUnit{"KiB", 1'024},
    SizeUnit{"MiB", 1'048'576},
    SizeUnit{"GiB", 1'073'741'824},
    SizeUnit{"TiB", 1'099'511'627'776},
};

}  // namespace

Parsed<cosmos::Throughput> ValueTraits<cosmos::Throughput>::parse(std::string_view text) {
  const auto ru = parse_ru(text, "RU/s", kType, kExample, kMostThroughput);
  if (!ru.value) {
    return {std::nullopt, ru.message, ru.hint};
  }
  return {cosmos::Throughput{*ru.value}, {}, {}};
}

std::string ValueTraits<cosmos::Throughput>::print(const cosmos::Throughput& value) {
  return print_ru(value.per_second, "RU/s");
}

Parsed<cosmos::Charge> ValueTraits<cosmos::Charge>::parse(std::string_view text) {
  const auto ru = parse_ru(text, "RU", kType, kExample, kMostCharge);
  if (!ru.value) {
    return {std::nullopt, ru.message, ru.hint};
  }
  return {cosmos::Charge{*ru.value}, {}, {}};
}

std::string ValueTraits<cosmos::Charge>::print(const cosmos::Charge& value) { return print_ru(value.ru, "RU"); }

Parsed<cosmos::Bytes> ValueTraits<cosmos::Bytes>::parse(std::string_view text) {
  const std::string what = fmt::format("`{}` is not a size", text);
  const auto parts = split_unit(text);
  if (parts) {
    for (const SizeUnit& unit : kSizeUnits) {
      if (parts->unit != unit.name) {
        continue;
      }
      const auto micro = scaled_decimal(parts->digits, 6);
      const Int128 scaled = Int128{micro.value_or(-1)} * unit.bytes;
      if (scaled < 0 || scaled / 1'000'000 > 1'000'000'000'000'000'000) {
        return {std::nullopt, what, "0 B to 1000000 TB, with at most 6 decimals"};
      }
      const auto bytes = static_cast<std::int64_t>((scaled + 500'000) / 1'000'000);
      if (bytes == 0 && scaled > 0) {
        return {std::nullopt, what, "0 B, or at least a byte"};
      }
      return {cosmos::Bytes::of(bytes), {}, {}};
    }
  }
  return {std::nullopt, what, "write it with a unit: 500 B, 1 KiB, 15 GB (KB = 1000 B, KiB = 1024 B)"};
}

std::string ValueTraits<cosmos::Bytes>::print(const cosmos::Bytes& value) {
  const std::int64_t n = value.count();
  for (auto unit = kSizeUnits.rbegin(); unit != kSizeUnits.rend(); ++unit) {
    if (n != 0 && unit->bytes > 1 && n % unit->bytes == 0) {
      return fmt::format("{} {}", n / unit->bytes, unit->name);
    }
  }
  return fmt::format("{} B", n);
}

Parsed<cosmos::MemberWeight> ValueTraits<cosmos::MemberWeight>::parse(std::string_view text) {
  if (text.find('%') != std::string_view::npos) {
    const auto share = ValueTraits<Share>::parse(text);
    if (!share.value) {
      return {std::nullopt, share.message, share.hint};
    }
    return {cosmos::MemberWeight{share.value->value, true}, {}, {}};
  }
  const auto number = ValueTraits<double>::parse(text);
  if (!number.value || *number.value < 0.0 || *number.value > 1e15) {
    return {std::nullopt, fmt::format("`{}` is not a weight", text),
            "a number from 0 to 1e15, or a share such as 30 %"};
  }
  return {cosmos::MemberWeight{*number.value, false}, {}, {}};
}

std::string ValueTraits<cosmos::MemberWeight>::print(const cosmos::MemberWeight& value) {
  return value.is_share ? ValueTraits<Share>::print(Share{value.value}) : ValueTraits<double>::print(value.value);
}

Parsed<cosmos::CountLimit> ValueTraits<cosmos::CountLimit>::parse(std::string_view text) {
  if (text == "unlimited") {
    return {cosmos::CountLimit{0, true}, {}, {}};
  }
  const auto count = ValueTraits<std::int64_t>::parse(text);
  if (!count.value || *count.value < 0) {
    return {std::nullopt, fmt::format("`{}` is not a count", text), "a whole number of 0 or more, or `unlimited`"};
  }
  return {cosmos::CountLimit{*count.value, false}, {}, {}};
}

std::string ValueTraits<cosmos::CountLimit>::print(const cosmos::CountLimit& value) {
  return value.unlimited ? "unlimited" : fmt::format("{}", value.value);
}

Parsed<cosmos::DurationLimit> ValueTraits<cosmos::DurationLimit>::parse(std::string_view text) {
  if (text == "unlimited") {
    return {cosmos::DurationLimit{Duration{}, true}, {}, {}};
  }
  const auto duration = ValueTraits<Duration>::parse(text);
  if (!duration.value) {
    return {std::nullopt, duration.message, duration.hint + ", or `unlimited`"};
  }
  return {cosmos::DurationLimit{*duration.value, false}, {}, {}};
}

std::string ValueTraits<cosmos::DurationLimit>::print(const cosmos::DurationLimit& value) {
  return value.unlimited ? "unlimited" : ValueTraits<Duration>::print(value.value);
}

Parsed<cosmos::Moment> ValueTraits<cosmos::Moment>::parse(std::string_view text) {
  if (text.find('T') != std::string_view::npos) {
    const auto instant = ValueTraits<Instant>::parse(text);
    return instant.value ? Parsed<cosmos::Moment>{cosmos::Moment{{}, instant.value}, {}, {}}
                         : Parsed<cosmos::Moment>{std::nullopt, instant.message, instant.hint};
  }
  const auto duration = ValueTraits<Duration>::parse(text);
  if (!duration.value) {
    return {std::nullopt, fmt::format("`{}` is not a duration or an instant", text),
            duration.hint + ", or an instant: 2026-01-01T08:00:00Z"};
  }
  return {cosmos::Moment{*duration.value, std::nullopt}, {}, {}};
}

std::string ValueTraits<cosmos::Moment>::print(const cosmos::Moment& value) {
  return value.instant ? ValueTraits<Instant>::print(*value.instant) : ValueTraits<Duration>::print(value.since_start);
}

Parsed<cosmos::TimeOfDay> ValueTraits<cosmos::TimeOfDay>::parse(std::string_view text) {
  const auto digits = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  constexpr std::string_view kShape = "dd:dd:dd";
  const bool shaped = (text.size() == 5 || text.size() == 8) &&
                      std::equal(text.begin(), text.end(), kShape.begin(),
                                 [](char c, char shape) { return shape == 'd' ? c >= '0' && c <= '9' : c == shape; });
  if (!shaped) {
    return {std::nullopt, {}, fmt::format("hours and minutes, in quotes: \"{}\"", kExample.substr(0, 5))};
  }
  const int second = text.size() == 8 ? digits(6) : 0;
  if (digits(0) > 23 || digits(3) > 59 || second > 59) {
    return {std::nullopt, {}, "there is no such time of day"};
  }
  return {cosmos::TimeOfDay{digits(0) * 3'600 + digits(3) * 60 + second}, {}, {}};
}

std::string ValueTraits<cosmos::TimeOfDay>::print(const cosmos::TimeOfDay& value) {
  const std::int64_t s = value.seconds;
  const std::string minutes = fmt::format("{:02}:{:02}", s / 3'600, s / 60 % 60);
  return s % 60 == 0 ? minutes : fmt::format("{}:{:02}", minutes, s % 60);
}

}  // namespace sim
