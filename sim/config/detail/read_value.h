#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/config/detail/reader.h"

namespace sim::detail {

// Whether the value was good; `out` keeps what it has otherwise.
template <class T, class R>
bool read_leaf(const Node& node, const std::string& path, T& out, const R& range, Reader& reader) {
  if (!reader.expect_leaf(node, path, kLeafInfo<T>)) return false;
  Parsed<T> parsed = ValueTraits<T>::parse(node.text());
  if (!parsed.value) {
    reader.bad_value(node, path, kLeafInfo<T>, std::move(parsed.message), std::move(parsed.hint));
  } else if (!in_range(*parsed.value, range)) {
    reader.out_of_range(node, path, range_text<T>(range));
  } else {
    out = std::move(*parsed.value);
    return true;
  }
  return false;
}

template <class T, class R>
void read_list(const Node& node, const std::string& path, std::vector<T>& out, const R& range, Reader& reader) {
  if (!reader.expect(node, path, Node::Kind::kSequence, "a list")) return;
  out.clear();
  for (std::size_t i = 0; i < node.items().size(); ++i) {
    T element{};
    read_value(node.items()[i], join_path(path, std::to_string(i)), element, range, reader);
    out.push_back(std::move(element));
  }
}

template <class T, bool kNames, class R>
void read_keyed(const Node& node, const std::string& path, KeyedList<T, kNames>& out, const R& range, Reader& reader) {
  if (!reader.expect(node, path, Node::Kind::kMap, "a map")) return;
  out = {};
  for (const Node::Entry& entry : node.entries()) {
    if (!reader.good_key(entry, path, kNames)) continue;
    T element{};
    read_value(entry.value, join_path(path, entry.key), element, range, reader);
    out.emplace_back(entry.key, std::move(element));
  }
}

template <StructType T>
void read_struct(const Node& node, const std::string& path, T& out, Reader& reader) {
  if (!reader.expect(node, path, Node::Kind::kMap, "a map")) return;
  FieldReader fields(node, path, reader);
  out.fields(fields);
  fields.finish();
}

template <class A>
void fill_plain(AlternativeInfo& info) {
  using V = std::remove_cvref_t<decltype(std::declval<A&>().value)>;
  constexpr bool kAnything = std::same_as<V, Node> || ChoiceType<V>;
  info.scalar = LeafType<V> || kAnything;
  info.list = ListType<V> || kAnything;
  info.map = StructType<V> || KeyedType<V> || kAnything;
  info.free_text = std::same_as<V, std::string> || kAnything;
  if constexpr (StructType<V>) {
    FieldNames names;
    V().fields(names);
    info.fields = std::move(names.names);
  }
}

template <class A>
[[nodiscard]] AlternativeInfo alternative_info() {
  AlternativeInfo info;
  if constexpr (HasTag<A>) info.tag = A::kTag;
  if constexpr (requires { A::kSummary; }) info.summary = A::kSummary;
  info.not_built = IsNotBuilt<A>;
  info.word = WordAlternative<A>;
  if constexpr (HasValueMember<A>) {
    info.expected = expected_kind<std::remove_cvref_t<decltype(std::declval<A&>().value)>>();
    if constexpr (!HasTag<A>) fill_plain<A>(info);
  } else if constexpr (StructType<A>) {
    info.expected = "a map";
  }
  return info;
}

template <class A, class Variant>
void read_alternative(const Picked& picked, Variant& out, Reader& reader) {
  A alternative = std::holds_alternative<A>(out) ? std::get<A>(out) : A{};
  if constexpr (HasValueMember<A>) {
    read_value(*picked.content, picked.path, alternative.value, alternative_range<A>(), reader);
  } else if constexpr (StructType<A>) {
    read_struct(*picked.content, picked.path, alternative, reader);
  }
  out = std::move(alternative);
}

template <class... A>
void read_choice(const Node& node, const std::string& path, Choice<A...>& out, Reader& reader) {
  const std::vector<AlternativeInfo> infos{alternative_info<A>()...};
  const std::optional<Picked> picked = reader.pick(node, path, infos);
  if (!picked) return;
  std::size_t index = 0;
  for_each_alternative(&out, [&]<class Alternative>() {
    if constexpr (!IsNotBuilt<Alternative>) {
      if (index == picked->index) read_alternative<Alternative>(*picked, out.value, reader);
    }
    ++index;
  });
}

template <class T, class R>
void read_value(const Node& node, const std::string& path, T& out, const R& range, Reader& reader) {
  if constexpr (LeafType<T>) {
    read_leaf(node, path, out, range, reader);
  } else if constexpr (OptionalType<T>) {
    using Inner = typename T::value_type;
    Inner inner = out ? *out : Inner{};
    if constexpr (LeafType<Inner>) {
      // A value that is no good counts as not given: whoever asks for it later finds nothing rather than a zero.
      if (read_leaf(node, path, inner, range, reader)) out = std::move(inner);
    } else {
      read_value(node, path, inner, range, reader);
      out = std::move(inner);
    }
  } else if constexpr (ListType<T>) {
    read_list(node, path, out, range, reader);
  } else if constexpr (KeyedType<T>) {
    read_keyed(node, path, out, range, reader);
  } else if constexpr (ChoiceType<T>) {
    read_choice(node, path, out, reader);
  } else if constexpr (std::same_as<T, Node>) {
    out = node;
  } else {
    static_assert(StructType<T>, "a member of a configuration struct needs ValueTraits or fields()");
    read_struct(node, path, out, reader);
  }
}

}  // namespace sim::detail
