#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

// One component of a partition key: the value that an item has at one path of the definition.
// JSON allows six kinds; a path that the item lacks is *undefined*, which is not null.
namespace cosmos {

struct Undefined {
  friend bool operator==(Undefined, Undefined) = default;
};
struct Null {
  friend bool operator==(Null, Null) = default;
};

class KeyValue {
 public:
  using Variant = std::variant<Undefined, Null, bool, double, std::string>;

  KeyValue() = default;  // undefined
  [[nodiscard]] static KeyValue undefined() { return KeyValue(Undefined{}); }
  [[nodiscard]] static KeyValue null() { return KeyValue(Null{}); }
  [[nodiscard]] static KeyValue boolean(bool value) { return KeyValue(value); }
  // Every JSON number is a double to the hash: 5 and 5.0 are one key, integers beyond 2^53 lose low
  // bits. The bit pattern counts: -0.0 is another key than 0.
  [[nodiscard]] static KeyValue number(double value) { return KeyValue(value); }
  // UTF-8. No normalisation and no case folding: the bytes decide.
  [[nodiscard]] static KeyValue text(std::string utf8) { return KeyValue(std::move(utf8)); }
  // A surrogate without its partner becomes U+FFFD, as the .NET and JavaScript clients write it.
  [[nodiscard]] static KeyValue text(std::u16string_view utf16);

  [[nodiscard]] const Variant& variant() const { return value_; }
  // The text, or nullptr when the value is of another kind.
  [[nodiscard]] const std::string* as_text() const { return std::get_if<std::string>(&value_); }

  // True when both are the same key; numbers are compared by their bits.
  friend bool operator==(const KeyValue& a, const KeyValue& b);

 private:
  explicit KeyValue(Variant value) : value_(std::move(value)) {}

  Variant value_;
};

}  // namespace cosmos
