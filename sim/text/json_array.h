#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Strict reading of one JSON array of scalars (RFC 8259), the form in which a person writes the
// values of a partition key: text, number, true, false, null, and {} for a value that is missing.
// It is written here rather than left to the JSON library because a mistake is reported with its
// place and what would be right, and because a million such lines are read in well under a second.
namespace sim {

struct JsonScalar {
  enum class Kind : std::uint8_t { kEmptyObject, kNull, kBoolean, kNumber, kText };

  Kind kind = Kind::kEmptyObject;
  bool boolean = false;
  // The nearest double. A number without fraction and exponent is an integer, so -0 is +0; -0.0 keeps
  // its sign. What is too small for a double is zero.
  double number = 0;
  // Well-formed UTF-8, escapes resolved.
  std::string_view text{};
  // Where the value starts in the text that was read, in bytes.
  std::size_t offset = 0;
};

// What is wrong with a text and where, in bytes from its start. The hint may be empty.
struct JsonFault {
  std::size_t offset = 0;
  std::string message;
  std::string hint;
};

// Reading another text reuses the storage of the one before.
class JsonArrayReader {
 public:
  // nullopt: values() is what the array holds. Refused besides what is no JSON: nested arrays, objects
  // with members, halves of surrogate pairs, bytes that are not UTF-8, numbers beyond a double, and
  // anything behind the array.
  [[nodiscard]] std::optional<JsonFault> read(std::string_view text);
  // Valid until the next read(), while the text that was read lives.
  [[nodiscard]] std::span<const JsonScalar> values() const { return values_; }

 private:
  std::vector<JsonScalar> values_;
  std::string decoded_;
};

// The 1-based column, in characters, of a place in a line.
[[nodiscard]] std::int64_t column_at(std::string_view line, std::size_t offset);

}  // namespace sim
