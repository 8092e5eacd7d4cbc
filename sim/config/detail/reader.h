#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/detail/range.h"
#include "sim/config/detail/traits.h"
#include "sim/config/node.h"
#include "sim/text/diagnostics.h"

// The part of reading that depends on the types of the members; what does not is in reader.cpp.
namespace sim::detail {

struct LeafInfo {
  std::string_view type;
  std::string_view example;
  std::string_view json_type;
};
template <LeafType T>
inline constexpr LeafInfo kLeafInfo{ValueTraits<T>::kType, ValueTraits<T>::kExample, ValueTraits<T>::kJsonType};

// An alternative of a choice, as far as choosing it goes.
struct AlternativeInfo {
  std::string_view tag;  // empty: taken by its YAML kind
  std::string_view summary;
  std::string expected;  // of its value: "a duration"; empty for a word
  bool word = false;
  bool not_built = false;
  bool free_text = false;                          // takes any scalar
  bool scalar = false, list = false, map = false;  // kinds that a plain alternative takes
  std::vector<std::string> fields;                 // of a plain struct
};
struct Picked {
  std::size_t index = 0;
  const Node* content = nullptr;  // what to read the alternative from; null for a word
  std::string path;
};

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void error(const SourceMark& mark, const std::string& path, std::string message, std::string hint = {});
  // Whether the node is of that kind; reports it otherwise.
  [[nodiscard]] bool expect(const Node& node, const std::string& path, Node::Kind kind, std::string_view expected);
  [[nodiscard]] bool expect_leaf(const Node& node, const std::string& path, const LeafInfo& leaf);
  void bad_value(const Node& node, const std::string& path, const LeafInfo& leaf, std::string message,
                 std::string hint);
  void out_of_range(const Node& node, const std::string& path, std::string range);
  // Enough was found; what follows need not be looked at.
  [[nodiscard]] bool is_flooded() const { return diagnostics_.size() >= 1'000; }
  [[nodiscard]] bool good_key(const Node::Entry& entry, const std::string& path, bool names_only);
  // The alternative that the node is written as; reports it when there is none.
  [[nodiscard]] std::optional<Picked> pick(const Node& node, const std::string& path,
                                           std::span<const AlternativeInfo> alternatives);

 private:
  [[nodiscard]] std::optional<Picked> pick_by_word(const Node& node, const std::string& path,
                                                   std::span<const AlternativeInfo> alternatives);
  [[nodiscard]] std::optional<Picked> pick_by_tag(const Node& node, const std::string& path,
                                                  std::span<const AlternativeInfo> alternatives);
  Diagnostics& diagnostics_;
};

template <class T, class R>
void read_value(const Node& node, const std::string& path, T& out, const R& range, Reader& reader);

// The visitor that fills a struct from a map.
class FieldReader {
 public:
  FieldReader(const Node& map, const std::string& path, Reader& reader) : map_(map), path_(path), reader_(reader) {}

  template <class T, class R = NoRange>
  void required(std::string_view name, T& member, std::string_view help, const R& range = {}) {
    const Node* node = take(name);
    if (node == nullptr) {
      std::string_view example;
      if constexpr (LeafType<T>) example = ValueTraits<T>::kExample;
      missing(name, help, example);
      return;
    }
    if constexpr (ListType<T> || KeyedType<T>) {
      if (is_empty(*node, name)) return;
    }
    read_value(*node, join_path(path_, name), member, range, reader_);
  }
  template <class T, class R = NoRange>
  void optional(std::string_view name, T& member, std::string_view, const R& range = {}) {
    if (const Node* node = take(name)) read_value(*node, join_path(path_, name), member, range, reader_);
  }
  void not_built(std::string_view name);
  // Reports the fields that nobody asked for.
  void finish();

 private:
  const Node* take(std::string_view name);
  void missing(std::string_view name, std::string_view help, std::string_view example);
  [[nodiscard]] bool is_empty(const Node& node, std::string_view name);

  const Node& map_;
  const std::string& path_;
  Reader& reader_;
  std::vector<std::string> known_;
  std::vector<std::string> not_built_;
};

}  // namespace sim::detail

#include "sim/config/detail/read_value.h"
