#include "models/keys/effective_partition_key.h"

#include <array>
#include <bit>
#include <cstring>
#include <variant>

#include "models/keys/hex.h"
#include "models/keys/murmur_hash3.h"
#include "models/keys/ordered_form.h"
#include "sim/core/check.h"

namespace cosmos {
namespace {

constexpr std::size_t kUnitsV1 = 100;
constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";
constexpr std::string_view kEndOfTextV1{"\0", 1};
constexpr std::string_view kEndOfTextV2 = "\xFF";

// The first 100 UTF-16 units of a text. The cut can fall inside a surrogate pair; the half that stays
// is written as U+FFFD.
std::string first_units_v1(std::string_view utf8) {
  std::size_t units = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if ((byte & 0xC0U) == 0x80U) continue;
    units += byte >= 0xF0U ? 2 : 1;
    if (units <= kUnitsV1) continue;
    std::string cut(utf8.substr(0, i));
    const bool half_a_pair = byte >= 0xF0U && units == kUnitsV1 + 1;
    return half_a_pair ? cut.append(kReplacementUtf8) : cut;
  }
  return std::string(utf8);
}

template <class Hash>
void add_tag(Hash& hash, char tag) {
  hash.add({&tag, 1});
}

template <class Hash>
void add_number(Hash& hash, double number) {
  std::array<char, 9> bytes{kTagNumber};
  std::memcpy(bytes.data() + 1, &number, sizeof number);
  hash.add({bytes.data(), bytes.size()});
}

template <class Hash>
void add_text(Hash& hash, std::string_view text, std::string_view end) {
  add_tag(hash, kTagText);
  hash.add(text);
  hash.add(end);
}

struct FeedV2 {
  MurmurHash3X64Hash128& hash;
  void operator()(Undefined) const { add_tag(hash, kTagUndefined); }
  void operator()(Null) const { add_tag(hash, kTagNull); }
  void operator()(bool value) const { add_tag(hash, value ? kTagTrue : kTagFalse); }
  void operator()(double value) const { add_number(hash, value); }
  void operator()(const std::string& value) const { add_text(hash, value, kEndOfTextV2); }
};

struct FeedV1 {
  MurmurHash3X86Hash32& hash;
  void operator()(Undefined) const { add_tag(hash, kTagUndefined); }
  void operator()(Null) const { add_tag(hash, kTagNull); }
  void operator()(bool value) const { add_tag(hash, value ? kTagTrue : kTagFalse); }
  void operator()(double value) const { add_number(hash, value); }
  void operator()(const std::string& value) const { add_text(hash, first_units_v1(value), kEndOfTextV1); }
};

struct WriteOrderedForm {
  std::string& out;
  void operator()(Undefined) const { out.push_back(kTagUndefined); }
  void operator()(Null) const { out.push_back(kTagNull); }
  void operator()(bool value) const { out.push_back(value ? kTagTrue : kTagFalse); }
  void operator()(double value) const { append_ordered_number(out, value); }
  void operator()(const std::string& value) const { append_ordered_text(out, first_units_v1(value)); }
};

HashBlock masked(const MurmurHash3X64Hash128& hash) {
  const auto [first, second] = hash.result();
  return {second & kMaxHashBlock.high, first};
}

std::string key_bytes_v1(std::span<const KeyValue> values) {
  std::string bytes;
  append_ordered_number(bytes, hash_v1(values));
  for (const KeyValue& value : values) std::visit(WriteOrderedForm{bytes}, value.variant());
  return bytes;
}

}  // namespace

HashBlock hash_v2(const KeyValue& value) noexcept { return hash_v2(std::span(&value, 1)); }

HashBlock hash_v2_text(std::string_view utf8) noexcept {
  MurmurHash3X64Hash128 hash;
  add_text(hash, utf8, kEndOfTextV2);
  return masked(hash);
}

HashBlock hash_v2(std::span<const KeyValue> values) noexcept {
  MurmurHash3X64Hash128 hash;
  for (const KeyValue& value : values) std::visit(FeedV2{hash}, value.variant());
  return masked(hash);
}

std::uint32_t hash_v1(std::span<const KeyValue> values) {
  MurmurHash3X86Hash32 hash;
  for (const KeyValue& value : values) std::visit(FeedV1{hash}, value.variant());
  return hash.result();
}

KeyPoint key_point(KeyHashing hashing, std::span<const KeyValue> values) {
  if (values.empty()) return KeyPoint::lowest();
  switch (hashing) {
    case KeyHashing::kHashV1:
      return KeyPoint::of_hash_v1(hash_v1(values));
    case KeyHashing::kHashV2:
      return KeyPoint::of(hash_v2(values));
    case KeyHashing::kMultiHash:
      break;
  }
  SIM_CHECK(values.size() <= kMaxLevels);
  std::array<HashBlock, kMaxLevels> blocks;
  for (std::size_t i = 0; i < values.size(); ++i) blocks[i] = hash_v2(values[i]);
  return KeyPoint::of(std::span(blocks).first(values.size()));
}

void append_effective_partition_key_hex(std::string& out, KeyHashing hashing, std::span<const KeyValue> values) {
  if (values.empty()) return;
  switch (hashing) {
    case KeyHashing::kHashV1:
      append_hex(out, key_bytes_v1(values));
      return;
    case KeyHashing::kHashV2:
      append_hex(out, hash_v2(values));
      return;
    case KeyHashing::kMultiHash:
      SIM_CHECK(values.size() <= kMaxLevels);
      for (const KeyValue& value : values) append_hex(out, hash_v2(value));
      return;
  }
}

std::string effective_partition_key_hex(KeyHashing hashing, std::span<const KeyValue> values) {
  std::string hex;
  append_effective_partition_key_hex(hex, hashing, values);
  return hex;
}

}  // namespace cosmos
