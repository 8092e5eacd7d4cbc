#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "sim/config/detail/range.h"
#include "sim/config/detail/traits.h"
#include "sim/config/detail/writer.h"
#include "sim/config/field_tree.h"
#include "sim/config/node.h"

namespace sim::detail {

template <class T, class R>
void describe_value(FieldTree& field, const T& value, const R& range);

template <class T>
[[nodiscard]] std::string default_text(const T& value) {
  if constexpr (OptionalType<T>) {
    return value ? default_text(*value) : "none";
  } else if constexpr (StructType<T>) {
    return {};
  } else {
    return to_text(write_value(value));
  }
}

// The visitor that turns the fields of a struct into children.
class FieldDescriber {
 public:
  explicit FieldDescriber(FieldTree& parent) : parent_(parent) {}
  template <class T, class R = NoRange>
  void required(std::string_view name, T& member, std::string_view help, const R& range = {}) {
    describe_value(add(name, help, true), member, range);
  }
  template <class T, class R = NoRange>
  void optional(std::string_view name, T& member, std::string_view help, const R& range = {}) {
    FieldTree& field = add(name, help, false);
    describe_value(field, member, range);
    field.default_text = default_text(member);
  }
  void not_built(std::string_view) {}

 private:
  FieldTree& add(std::string_view name, std::string_view help, bool required);
  FieldTree& parent_;
};

// Adds the one child that stands for the elements of a list or map.
FieldTree& add_element(FieldTree& parent);
FieldTree& add_alternative(FieldTree& choice, std::string_view tag, std::string_view summary);
// Fills the bounds of an integer or number field.
void set_bounds(FieldTree& field, std::optional<double> min, std::optional<double> max, bool min_excluded);
// The type of a list, map or choice, made from that of its children.
void name_type(FieldTree& field);

template <LeafType T, class R>
void describe_leaf(FieldTree& field, const R& range) {
  field.kind = FieldTree::Kind::kValue;
  field.type = ValueTraits<T>::kType;
  field.example = ValueTraits<T>::kExample;
  field.pattern = ValueTraits<T>::kPattern;
  field.json_type = ValueTraits<T>::kJsonType;
  field.range_text = range_text<T>(range);
  if constexpr (std::is_arithmetic_v<T> && !std::same_as<R, NoRange>) {
    std::optional<double> min;
    std::optional<double> max;
    if (range.min) min = static_cast<double>(*range.min);
    if (range.max) max = static_cast<double>(*range.max);
    set_bounds(field, min, max, range.min_excluded);
  }
  if constexpr (std::is_enum_v<T>) {
    for (const auto& known : EnumNames<T>::kValues) {
      field.enum_values.emplace_back(known.name);
      field.enum_summaries.emplace_back(known.summary);
    }
  }
}

template <StructType T>
void describe_struct(FieldTree& field, T value) {
  field.kind = FieldTree::Kind::kStruct;
  field.type = std::string("map");
  if constexpr (requires { T::kSummary; }) {
    if (field.help.empty()) field.help = T::kSummary;
  }
  FieldDescriber fields(field);
  value.fields(fields);
}

template <class A>
void describe_alternative(FieldTree& choice, const A* chosen) {
  std::string_view tag;
  std::string_view summary;
  if constexpr (HasTag<A>) tag = A::kTag;
  if constexpr (requires { A::kSummary; }) summary = A::kSummary;
  FieldTree& field = add_alternative(choice, tag, summary);
  const A value = chosen != nullptr ? *chosen : A{};
  if constexpr (HasValueMember<A>) {
    describe_value(field, value.value, alternative_range<A>());
    if (chosen != nullptr) field.default_text = default_text(value.value);
  } else if constexpr (StructType<A>) {
    describe_struct(field, value);
  } else {
    field.form = FieldTree::Form::kWord;
    field.type = std::string("word");
  }
  field.chosen = chosen != nullptr;
}

template <class T, class R>
void describe_value(FieldTree& field, const T& value, const R& range) {
  if constexpr (LeafType<T>) {
    describe_leaf<T>(field, range);
  } else if constexpr (OptionalType<T>) {
    // What an absent optional would hold is no default, so nothing in it may count as one.
    describe_value(field, value ? *value : typename T::value_type{}, range);
    if (!value) {
      for (FieldTree& child : field.children) child.chosen = false;
    }
  } else if constexpr (ListType<T>) {
    field.kind = FieldTree::Kind::kList;
    describe_value(add_element(field), typename T::value_type{}, range);
    name_type(field);
  } else if constexpr (KeyedType<T>) {
    field.kind = FieldTree::Kind::kNameMap;
    field.any_key = !KeyedTraits<T>::kNames;
    describe_value(add_element(field), typename KeyedTraits<T>::Value{}, range);
    name_type(field);
  } else if constexpr (ChoiceType<T>) {
    field.kind = FieldTree::Kind::kChoice;
    for_each_alternative(&value, [&]<class A>() {
      if constexpr (!IsNotBuilt<A>) describe_alternative<A>(field, std::get_if<A>(&value.value));
    });
    name_type(field);
  } else if constexpr (std::same_as<T, Node>) {
    field.kind = FieldTree::Kind::kAny;
    field.type = std::string("anything");
  } else {
    static_assert(StructType<T>, "a member of a configuration struct needs ValueTraits or fields()");
    describe_struct(field, value);
  }
}

}  // namespace sim::detail
