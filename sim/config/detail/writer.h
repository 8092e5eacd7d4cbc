#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/config/detail/traits.h"
#include "sim/config/node.h"

namespace sim::detail {

template <class T>
[[nodiscard]] Node write_value(const T& value);

// The visitor that writes a struct as a map; optionals without value are left out.
class FieldWriter {
 public:
  explicit FieldWriter(Node& map) : map_(map) {}
  template <class T, class... More>
  void required(std::string_view name, T& member, std::string_view, More&&...) {
    write(name, member);
  }
  template <class T, class... More>
  void optional(std::string_view name, T& member, std::string_view, More&&...) {
    write(name, member);
  }
  void not_built(std::string_view) {}

 private:
  template <class T>
  void write(std::string_view name, const T& member) {
    if constexpr (OptionalType<T>) {
      if (!member) return;
    }
    map_.set(std::string(name), write_value(member));
  }
  Node& map_;
};

template <StructType T>
[[nodiscard]] Node write_struct(T value) {
  Node map = Node::map();
  FieldWriter writer(map);
  value.fields(writer);
  return map;
}

template <class A>
[[nodiscard]] Node write_alternative(const A& alternative) {
  Node content;
  if constexpr (HasValueMember<A>) {
    content = write_value(alternative.value);
    if constexpr (!HasTag<A>) return content;
  } else if constexpr (StructType<A>) {
    content = write_struct(alternative);
  } else {
    return Node::scalar(std::string(A::kTag));
  }
  if constexpr (HasTag<A>) {
    Node map = Node::map();
    map.set(std::string(A::kTag), std::move(content));
    return map;
  }
}

template <class T>
[[nodiscard]] Node write_value(const T& value) {
  if constexpr (LeafType<T>) {
    return Node::scalar(ValueTraits<T>::print(value), {}, std::same_as<T, std::string>);
  } else if constexpr (OptionalType<T>) {
    return value ? write_value(*value) : Node::null();
  } else if constexpr (ListType<T>) {
    Node list = Node::sequence();
    for (const auto& element : value) list.append(write_value(element));
    return list;
  } else if constexpr (KeyedType<T>) {
    Node map = Node::map();
    for (const auto& entry : value) map.set(entry.name, write_value(entry.value));
    return map;
  } else if constexpr (ChoiceType<T>) {
    return std::visit([](const auto& alternative) { return write_alternative(alternative); }, value.value);
  } else if constexpr (std::same_as<T, Node>) {
    return value;
  } else {
    static_assert(StructType<T>, "a member of a configuration struct needs ValueTraits or fields()");
    return write_struct(value);
  }
}

}  // namespace sim::detail
