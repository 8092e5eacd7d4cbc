#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/values.h"
#include "sim/text/diagnostics.h"

// Enumerations in a scenario are words. An enumeration becomes a value type by listing them once:
//   template <> struct sim::EnumNames<Level> {
//     static constexpr std::string_view kType = "consistency level";
//     static constexpr std::array kValues = {sim::EnumValue<Level>{"session", Level::kSession, "one sentence"}, ...};
//   };
namespace sim {

template <class E>
struct EnumValue {
  std::string_view name;
  E value;
  std::string_view summary;
};

template <class E>
struct EnumNames;

template <class E>
concept HasEnumNames = requires {
  EnumNames<E>::kType;
  EnumNames<E>::kValues;
};

// The word for `value`, which must be listed.
template <HasEnumNames E>
[[nodiscard]] constexpr std::string_view enum_name(E value) {
  for (const auto& known : EnumNames<E>::kValues) {
    if (known.value == value) return known.name;
  }
  return {};
}

template <HasEnumNames E>
struct ValueTraits<E> {
  static constexpr std::string_view kType = EnumNames<E>::kType;
  static constexpr std::string_view kExample = EnumNames<E>::kValues[0].name;
  static constexpr std::string_view kPattern = "";
  static constexpr std::string_view kJsonType = "string";
  [[nodiscard]] static Parsed<E> parse(std::string_view text) {
    std::vector<std::string> names;
    for (const auto& known : EnumNames<E>::kValues) {
      if (known.name == text) return {known.value, {}, {}};
      names.emplace_back(known.name);
    }
    return {std::nullopt, {}, did_you_mean(text, names)};
  }
  [[nodiscard]] static std::string print(const E& value) { return std::string(enum_name(value)); }
};

}  // namespace sim
