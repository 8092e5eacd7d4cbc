#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "sim/config/schema.h"

// Which of the permitted kinds of member a type is.
namespace sim::detail {

struct NoRange {};

// A visitor that keeps the names of the fields that this build knows.
struct FieldNames {
  std::vector<std::string> names;
  template <class M, class... More>
  void required(std::string_view name, M&, std::string_view, More&&...) {
    names.emplace_back(name);
  }
  template <class M, class... More>
  void optional(std::string_view name, M&, std::string_view, More&&...) {
    names.emplace_back(name);
  }
  void not_built(std::string_view) {}
};

template <class T>
concept LeafType = requires {
  { ValueTraits<T>::kType } -> std::convertible_to<std::string_view>;
};
template <class T>
concept StructType = requires(T& t, FieldNames& v) {
  t.fields(v);
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
concept OptionalType = IsOptional<T>::value;

template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<std::vector<T>> : std::true_type {};
template <class T>
concept ListType = IsList<T>::value;

template <class T>
struct KeyedTraits : std::false_type {};
template <class T, bool kNamesOnly>
struct KeyedTraits<KeyedList<T, kNamesOnly>> : std::true_type {
  using Value = T;
  static constexpr bool kNames = kNamesOnly;
};
template <class T>
concept KeyedType = KeyedTraits<T>::value;

template <class T>
struct IsChoice : std::false_type {};
template <class... A>
struct IsChoice<Choice<A...>> : std::true_type {};
template <class T>
concept ChoiceType = IsChoice<T>::value;

// Calls f.template operator()<A>() for each alternative, those not built included.
template <class F, class... A>
void for_each_alternative(const Choice<A...>*, F&& f) {
  (f.template operator()<A>(), ...);
}

template <class A>
concept WordAlternative = HasTag<A> && !IsNotBuilt<A> && !HasValueMember<A> && !StructType<A>;

// The range that bounds an alternative's `value`, if it states one.
template <class A>
[[nodiscard]] auto alternative_range() {
  if constexpr (requires { A::range(); }) {
    return A::range();
  } else {
    return NoRange{};
  }
}

// What a reader was hoping for: "a duration", "a list", "a map".
template <class T>
[[nodiscard]] std::string expected_kind() {
  if constexpr (LeafType<T>) {
    return with_article(ValueTraits<T>::kType);
  } else if constexpr (OptionalType<T>) {
    return expected_kind<typename T::value_type>();
  } else if constexpr (ListType<T>) {
    return "a list";
  } else if constexpr (std::same_as<T, Node>) {
    return "anything";
  } else {
    return "a map";
  }
}

}  // namespace sim::detail
