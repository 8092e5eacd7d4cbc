#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sim/config/enum_values.h"
#include "sim/config/node.h"
#include "sim/config/values.h"

// What configuration structs are made of. A struct lists its fields once; reading, describing, echo
// and the JSON schema are derived from the list:
//   struct ClockConfig {
//     static constexpr std::string_view kSummary = "when the run starts and how long it lasts";
//     Duration duration;
//     template <class V> void fields(V& v) {
//       v.required("duration", duration, "how long the run lasts", sim::range(Duration::seconds(1),
//       Duration::days(3660))); v.optional("warmup", warmup, "left out of the results");   // default: what the member
//       holds v.not_built("end");                                         // of the grammar, but unknown to this build
//     }
//   };
// Members may be: a T with ValueTraits, another such struct, std::optional, std::vector, NameMap,
// TextMap, Choice, and Node (taken as it is, unchecked). A struct must not contain itself, and
// fields() must list the same fields in the same order whatever the members hold.
namespace sim {

// The permitted values of a field. In a list, map or optional it holds for each value inside.
template <class T>
struct Range {
  std::optional<T> min;
  std::optional<T> max;
  bool min_excluded = false;
};
template <class T>
[[nodiscard]] Range<T> range(T min, T max) {
  return {min, max, false};
}
template <class T>
[[nodiscard]] Range<T> at_least(T min) {
  return {min, std::nullopt, false};
}
template <class T>
[[nodiscard]] Range<T> at_most(T max) {
  return {std::nullopt, max, false};
}
template <class T>
[[nodiscard]] Range<T> above(T min) {
  return {min, std::nullopt, true};
}

// Values by key, in the order of the file. kNames: keys are names (letters, digits, _ and -, starting
// with a letter); else any text but the empty one.
template <class T, bool kNames>
class KeyedList {
 public:
  struct Entry {
    std::string name;
    T value;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  KeyedList() = default;
  KeyedList(std::initializer_list<Entry> entries) : entries_(entries) {}

  [[nodiscard]] auto begin() { return entries_.begin(); }
  [[nodiscard]] auto end() { return entries_.end(); }
  [[nodiscard]] auto begin() const { return entries_.begin(); }
  [[nodiscard]] auto end() const { return entries_.end(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] Entry& operator[](std::size_t i) { return entries_[i]; }
  [[nodiscard]] const Entry& operator[](std::size_t i) const { return entries_[i]; }

  // The value under `name`, null when there is none.
  [[nodiscard]] T* find(std::string_view name) {
    for (Entry& entry : entries_) {
      if (entry.name == name) return &entry.value;
    }
    return nullptr;
  }
  [[nodiscard]] const T* find(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (entry.name == name) return &entry.value;
    }
    return nullptr;
  }
  [[nodiscard]] std::optional<std::size_t> index_of(std::string_view name) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].name == name) return i;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Entry& entry : entries_) all.push_back(entry.name);
    return all;
  }
  // `name` must be new.
  T& emplace_back(std::string name, T value) {
    entries_.push_back({std::move(name), std::move(value)});
    return entries_.back().value;
  }
  friend bool operator==(const KeyedList&, const KeyedList&) = default;

 private:
  std::vector<Entry> entries_;
};
template <class T>
using NameMap = KeyedList<T, true>;
template <class T>
using TextMap = KeyedList<T, false>;

[[nodiscard]] bool is_name(std::string_view text);

}  // namespace sim

#include "sim/config/choice.h"  // IWYU pragma: export
