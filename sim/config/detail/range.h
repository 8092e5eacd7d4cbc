#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "sim/config/detail/traits.h"
#include "sim/config/schema.h"

namespace sim::detail {

struct RangeText {
  std::optional<std::string> min;
  std::optional<std::string> max;
  bool min_excluded = false;
};
// "1 s to 3660 d", "at least 1 s", "at most 1 d", "above 0 s"; empty without bounds.
[[nodiscard]] std::string to_text(const RangeText& range);

// A bound in the type of the value that it bounds.
template <class T, class U>
[[nodiscard]] T bound_as(const U& bound) {
  if constexpr (std::is_arithmetic_v<U> && std::is_arithmetic_v<T>) {
    return static_cast<T>(bound);
  } else {
    return T(bound);
  }
}

template <LeafType T>
[[nodiscard]] std::string range_text(const NoRange&) {
  return {};
}
template <LeafType T, class U>
[[nodiscard]] std::string range_text(const Range<U>& range) {
  RangeText text{std::nullopt, std::nullopt, range.min_excluded};
  if (range.min) text.min = ValueTraits<T>::print(bound_as<T>(*range.min));
  if (range.max) text.max = ValueTraits<T>::print(bound_as<T>(*range.max));
  return to_text(text);
}

template <LeafType T>
[[nodiscard]] bool in_range(const T&, const NoRange&) {
  return true;
}
template <LeafType T, class U>
[[nodiscard]] bool in_range(const T& value, const Range<U>& range) {
  if (range.min) {
    const T min = bound_as<T>(*range.min);
    if (value < min || (range.min_excluded && !(min < value))) return false;
  }
  return !range.max || !(bound_as<T>(*range.max) < value);
}

}  // namespace sim::detail
