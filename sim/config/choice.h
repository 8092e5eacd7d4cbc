#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

// A thing that is one of several kinds. An alternative is a struct with kSummary (unless it is not built) and
//   - kTag alone:             a bare word                       uniform
//   - kTag and fields():      a map whose one key is the tag    {zipf: {theta: 0.99}}
//   - kTag and member value:  the same for a single value       {manual: 10000 RU/s}
//   - member value, no kTag:  taken by its YAML kind (scalar, list, or map for a struct)
//   - kTag and kNotBuilt = true: known to the grammar only; writing it is an error that says so
// An alternative with a member `value` may bound it with `static auto range()`.
namespace sim {

template <class A>
concept HasTag = requires {
  A::kTag;
};
template <class A>
concept IsNotBuilt = requires {
  A::kNotBuilt;
};
template <class A>
concept HasValueMember = requires(A& a) {
  a.value;
};

namespace detail {
// The std::variant of those alternatives that are built.
template <class Variant, class... Rest>
struct BuiltVariant;
template <class... Built>
struct BuiltVariant<std::variant<Built...>> {
  using type = std::variant<Built...>;
};
template <class... Built, class Next, class... Rest>
struct BuiltVariant<std::variant<Built...>, Next, Rest...>
    : std::conditional_t<IsNotBuilt<Next>, BuiltVariant<std::variant<Built...>, Rest...>,
                         BuiltVariant<std::variant<Built..., Next>, Rest...>> {};
}  // namespace detail

// `value` holds the alternative; those not built are no members of the variant. The default is the
// first alternative.
template <class... Alternatives>
struct Choice {
  using Variant = typename detail::BuiltVariant<std::variant<>, Alternatives...>::type;

  Choice() = default;
  template <class A>
  requires(std::same_as<std::remove_cvref_t<A>, Alternatives> || ...) Choice(A&& alternative)
      : value(std::forward<A>(alternative)) {}  // NOLINT(google-explicit-constructor)

  template <class A>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<A>(value);
  }
  // Null when another alternative was chosen.
  template <class A>
  [[nodiscard]] A* get_if() {
    return std::get_if<A>(&value);
  }
  template <class A>
  [[nodiscard]] const A* get_if() const {
    return std::get_if<A>(&value);
  }
  friend bool operator==(const Choice&, const Choice&) = default;

  Variant value;
};

}  // namespace sim
