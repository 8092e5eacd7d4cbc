#include "sim/text/json_array.h"

#include <bit>
#include <cmath>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/text/json.h"

namespace sim {
namespace {

using Kind = JsonScalar::Kind;

// "column: message (hint)", or "" when the text is accepted.
std::string fault(std::string_view text) {
  JsonArrayReader reader;
  const auto found = reader.read(text);
  if (!found) return {};
  const std::string hint = found->hint.empty() ? "" : fmt::format(" ({})", found->hint);
  return fmt::format("{}: {}{}", column_at(text, found->offset), found->message, hint);
}

double number_in(const std::string& text) {
  JsonArrayReader reader;
  EXPECT_FALSE(reader.read(fmt::format("[{}]", text))) << text;
  EXPECT_EQ(reader.values().size(), 1U);
  EXPECT_EQ(reader.values()[0].kind, Kind::kNumber);
  return reader.values()[0].number;
}

std::string text_in(std::string_view quoted) {
  JsonArrayReader reader;
  const std::string array = fmt::format("[{}]", quoted);
  EXPECT_FALSE(reader.read(array)) << quoted;
  EXPECT_EQ(reader.values().size(), 1U);
  return std::string(reader.values()[0].text);
}

TEST(JsonArray, EveryKindOfScalarIsReadInOrder) {
  const std::string_view text = " [ \"a\" , 5.5,true,false ,null,{ },\t-3 ]\r\n";
  JsonArrayReader reader;
  ASSERT_FALSE(reader.read(text));
  const auto values = reader.values();
  ASSERT_EQ(values.size(), 7U);
  EXPECT_EQ(values[0].kind, Kind::kText);
  EXPECT_EQ(values[0].text, "a");
  EXPECT_EQ(values[1].number, 5.5);
  EXPECT_TRUE(values[2].kind == Kind::kBoolean && values[2].boolean);
  EXPECT_TRUE(values[3].kind == Kind::kBoolean && !values[3].boolean);
  EXPECT_EQ(values[4].kind, Kind::kNull);
  EXPECT_EQ(values[5].kind, Kind::kEmptyObject);
  EXPECT_EQ(values[6].number, -3);
  EXPECT_EQ(text.substr(values[6].offset, 2), "-3");
}

TEST(JsonArray, AnEmptyArrayHoldsNothing) {
  JsonArrayReader reader;
  EXPECT_FALSE(reader.read("[1]"));
  EXPECT_FALSE(reader.read("[ ]"));
  EXPECT_TRUE(reader.values().empty());
}

TEST(JsonArray, EscapesAreResolved) {
  EXPECT_EQ(text_in(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(text_in(R"("x\u0041\u00e9\u4E16y")"), "xA\xC3\xA9\xE4\xB8\x96y");
  EXPECT_EQ(text_in(R"("\ud83d\uDE00")"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(text_in(R"("a\u0000b")"), std::string("a\0b", 3));
}

TEST(JsonArray, EveryTextOfAnArrayKeepsItsOwnDecodedForm) {
  JsonArrayReader reader;
  ASSERT_FALSE(reader.read(R"(["a\n", "plain", "\u00e9\u00e9\u00e9\u00e9", "b\t"])"));
  EXPECT_EQ(reader.values()[0].text, "a\n");
  EXPECT_EQ(reader.values()[1].text, "plain");
  EXPECT_EQ(reader.values()[2].text, "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9");
  EXPECT_EQ(reader.values()[3].text, "b\t");
}

TEST(JsonArray, ZeroKeepsItsSignOnlyWhenItIsNoInteger) {
  EXPECT_FALSE(std::signbit(number_in("-0")));
  EXPECT_TRUE(std::signbit(number_in("-0.0")));
  EXPECT_TRUE(std::signbit(number_in("-0e0")));
}

TEST(JsonArray, NumbersAreTheNearestDouble) {
  EXPECT_EQ(number_in("9007199254740993"), 9007199254740992.0);  // half way: to even
  EXPECT_EQ(number_in("9007199254740993.0000000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(number_in("18446744073709551616"), 0x1p64);
  EXPECT_EQ(number_in("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(number_in("5e-324"), 5e-324);
  EXPECT_EQ(number_in("0e999999999999999999999"), 0);
}

TEST(JsonArray, WhatIsTooSmallForADoubleIsZeroAndWhatIsTooLargeIsRefused) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(number_in("1e-400")), 0U);
  EXPECT_TRUE(std::signbit(number_in("-0.00001E-99999999999999999999")));
  const std::string hint = " is beyond the range of a double (at most 1.7976931348623157e308)";
  EXPECT_EQ(fault("[1e400]"), "2: `1e400`" + hint);
  EXPECT_EQ(fault("[1, -1.8e308]"), "5: `-1.8e308`" + hint);
  EXPECT_EQ(fault("[1e+99999999999999999999]"), "2: `1e+99999999999999999999`" + hint);
  // 400 digits before the point, taken back by the exponent, are an ordinary number.
  EXPECT_EQ(number_in("1" + std::string(400, '0') + "e-400"), 1);
}

TEST(JsonArray, AFaultIsNamedWithItsColumnAndWhatIsRight) {
  const std::string array_hint = " (write one array, such as [\"contoso\", 2026])";
  const std::string scalar_hint = " (an array holds texts, numbers, true, false, null and {} (undefined))";
  EXPECT_EQ(fault(""), "1: is empty" + array_hint);
  EXPECT_EQ(fault("  \r"), "1: is empty" + array_hint);
  EXPECT_EQ(fault(" 5"), "2: is not a JSON array" + array_hint);
  EXPECT_EQ(fault("{\"a\": 1}"), "1: is not a JSON array" + array_hint);
  EXPECT_EQ(fault("[1, [2]]"), "5: an array inside the array" + scalar_hint);
  EXPECT_EQ(fault("[{\"a\": 1}]"), "2: an object that is not {}" + scalar_hint);
  EXPECT_EQ(fault("[1,]"), "4: expected a value");
  EXPECT_EQ(fault("[,1]"), "2: expected a value");
  EXPECT_EQ(fault("[1 2]"), "4: expected `,` or `]`");
  EXPECT_EQ(fault("[1"), "3: ends before the closing `]`");
  EXPECT_EQ(fault("[1,"), "4: ends before the closing `]`");
  EXPECT_EQ(fault("[1] 2"), "5: text behind the closing `]` (one array alone)");
  EXPECT_EQ(fault("[\"\xC3\xA9\", nul]"), "7: `nul` is not a JSON value" + scalar_hint);
  EXPECT_EQ(fault("[}"), "2: `}` is not a JSON value" + scalar_hint);
  EXPECT_EQ(fault("[NaN]"), "2: `NaN` is not a JSON value" + scalar_hint);
}

TEST(JsonArray, WordsThatOnlyLookLikeNumbersAreRefused) {
  for (const char* word : {"01", "+1", ".5", "1.", "1.e5", "-", "--1", "1e", "1e+", "0x10", "1_000", "1e5.5", "inf"}) {
    EXPECT_EQ(fault(fmt::format("[{}]", word)).substr(0, 3), "2: ") << word;
  }
}

TEST(JsonArray, TextThatIsNoTextIsRefused) {
  EXPECT_EQ(fault("[\"a"), "2: a text without its closing quote");
  EXPECT_EQ(fault("[\"a\\"), "4: `\\` is not a JSON escape (a backslash is written \\\\)");
  EXPECT_EQ(fault("[\"a\tb\"]"), "4: a control character inside a text (write it as \\u0009)");
  EXPECT_EQ(fault(std::string_view("[\"a\0b\"]", 7)), "4: a control character inside a text (write it as \\u0000)");
  EXPECT_EQ(fault("[\"\\u12G4\"]"), "3: `\\u12G4` is not a JSON escape (\\u and four hex digits)");
  const std::string half = " is half of a surrogate pair (no UTF-8 text can hold it)";
  EXPECT_EQ(fault("[\"\\ud800\"]"), "3: `\\ud800`" + half);
  EXPECT_EQ(fault("[\"\\ud800\\u0041\"]"), "3: `\\ud800`" + half);
  EXPECT_EQ(fault("[\"\\udc00\\ud800\"]"), "3: `\\udc00`" + half);
}

TEST(JsonArray, BytesThatAreNotUtf8AreRefused) {
  // A lone continuation byte, an overlong slash, a surrogate, beyond U+10FFFF, a sequence cut short.
  for (const char* bytes : {"\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
                            "\xE4\xB8", "\xFF"}) {
    EXPECT_EQ(fault(fmt::format("[\"a{}\"]", bytes)), "4: a byte that is not UTF-8 text");
  }
  EXPECT_EQ(fault("[\"\xC2\x80 \xEF\xBF\xBF \xF4\x8F\xBF\xBF\"]"), "");
}

// The JSON library as the twin: whatever a random edit makes of an array, both accept or both refuse,
// and what they accept has the same numbers and texts.
TEST(JsonArray, AgreesWithTheJsonLibraryOnRandomTexts) {
  constexpr unsigned kSeed = 20260101;
  std::mt19937 random(kSeed);
  const std::string alphabet = "[]{},:\"\\ \tu0189aefnrtlsdD+-.E";
  const std::vector<std::string> seeds{R"(["a\u00e9\n", 12.5e-3, true, null, {}, -0.0])",
                                       R"(["\ud83d\ude00", 18446744073709551616, false])", R"([0, "", -1E+2])"};
  JsonArrayReader reader;
  int accepted = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string text = seeds[random() % seeds.size()];
    for (auto edits = random() % 3; edits > 0; --edits) {
      const std::size_t place = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      if (random() % 2 == 0) {
        text[place] = c;
      } else {
        text.insert(place, 1, c);
      }
    }
    const Json parsed = Json::parse(text, nullptr, false);
    bool right = parsed.is_array();
    for (const auto& value : right ? parsed : Json::array()) {
      right = right && !value.is_array() && (!value.is_object() || value.empty());
    }
    const auto found = reader.read(text);
    ASSERT_EQ(!found, right) << text << "\nseed " << kSeed << " round " << round;
    if (!right) continue;
    ++accepted;
    ASSERT_EQ(reader.values().size(), parsed.size()) << text;
    for (std::size_t i = 0; i < parsed.size(); ++i) {
      const JsonScalar& mine = reader.values()[i];
      if (parsed[i].is_string()) {
        ASSERT_EQ(mine.text, parsed[i].get<std::string>()) << text;
      } else if (parsed[i].is_number()) {
        const auto bits = std::bit_cast<std::uint64_t>(parsed[i].get<double>());
        ASSERT_EQ(std::bit_cast<std::uint64_t>(mine.number), bits) << text;
      } else if (parsed[i].is_boolean()) {
        ASSERT_EQ(mine.boolean, parsed[i].get<bool>()) << text;
      } else {
        ASSERT_EQ(mine.kind, parsed[i].is_null() ? Kind::kNull : Kind::kEmptyObject) << text;
      }
    }
  }
  EXPECT_GT(accepted, 25'000);
}

}  // namespace
}  // namespace sim
