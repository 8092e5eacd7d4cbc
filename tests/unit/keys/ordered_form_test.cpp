#include "models/keys/ordered_form.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "models/keys/hex.h"

namespace cosmos {
namespace {

std::string number_form(double number) {
  std::string bytes;
  append_ordered_number(bytes, number);
  return bytes;
}

std::string number_hex(double number) {
  std::string hex;
  append_hex(hex, number_form(number));
  return hex;
}

std::string text_form(std::string_view text) {
  std::string bytes;
  append_ordered_text(bytes, text);
  return bytes;
}

TEST(OrderedForm, PublishedNumbersAreMet) {
  EXPECT_EQ(number_hex(0), "058000");
  EXPECT_EQ(number_hex(2), "05C000");
  EXPECT_EQ(number_hex(5), "05C014");
  EXPECT_EQ(number_hex(5.5), "05C016");
  EXPECT_EQ(number_hex(-1), "054010");
  EXPECT_EQ(number_hex(127), "05C05FE0");
}

TEST(OrderedForm, OrderOfNumbersIsOrderOfBytes) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const std::vector<double> ascending{-kInf,
                                      -1.7976931348623157e308,
                                      -3.5,
                                      -1,
                                      -5e-324,
                                      0.0,
                                      5e-324,
                                      0.5,
                                      1,
                                      1.0000000000000002,
                                      2,
                                      5,
                                      5.5,
                                      127,
                                      9007199254740991.0,
                                      9007199254740992.0,
                                      1.7976931348623157e308,
                                      kInf};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(number_form(ascending[i - 1]), number_form(ascending[i])) << ascending[i];
  }
}

TEST(OrderedForm, EveryHashReadsBackFromItsForm) {
  // All powers of two, their neighbours and a spread of others: 0 and 2^32 - 1 are among them.
  std::vector<std::uint32_t> hashes{0, 4294967295U};
  for (int bit = 0; bit < 32; ++bit) {
    const std::uint32_t power = std::uint32_t{1} << bit;
    hashes.insert(hashes.end(), {power - 1, power, power + 1, power * 2654435769U});
  }
  for (const std::uint32_t hash : hashes) EXPECT_EQ(uint32_from_ordered_number(number_form(hash)), hash);
}

TEST(OrderedForm, WhatIsNotTheFormOfA32BitNumberIsRefused) {
  EXPECT_EQ(uint32_from_ordered_number(number_form(4294967296.0)), std::nullopt);
  EXPECT_EQ(uint32_from_ordered_number(number_form(0.5)), std::nullopt);
  EXPECT_EQ(uint32_from_ordered_number(number_form(-1)), std::nullopt);
  EXPECT_EQ(uint32_from_ordered_number(number_form(std::numeric_limits<double>::quiet_NaN())), std::nullopt);
  const std::string five = number_form(5);
  EXPECT_EQ(uint32_from_ordered_number(five.substr(0, 2)), std::nullopt);
  EXPECT_EQ(uint32_from_ordered_number(five + '\0'), std::nullopt);
  std::string other_tag = five;
  other_tag[0] = kTagText;
  EXPECT_EQ(uint32_from_ordered_number(other_tag), std::nullopt);
  EXPECT_EQ(uint32_from_ordered_number(""), std::nullopt);
}

TEST(OrderedForm, TextBytesAreRaisedByOneAndClosed) {
  EXPECT_EQ(text_form(""), std::string("\x08\0", 2));
  EXPECT_EQ(text_form(std::string_view("A\0\xC3\x9F", 4)), std::string("\x08"
                                                                       "B\x01\xC4\xA0\0",
                                                                       6));
}

TEST(OrderedForm, TextOver100BytesIsCutAfter101AndNotClosed) {
  // Tag, 100 letters, closing byte; tag and 101 letters for 101 and for 500.
  EXPECT_EQ(text_form(std::string(100, 'a')), std::string(1, kTagText) + std::string(100, 'b') + '\0');
  EXPECT_EQ(text_form(std::string(101, 'a')), std::string(1, kTagText) + std::string(101, 'b'));
  EXPECT_EQ(text_form(std::string(500, 'a')), std::string(1, kTagText) + std::string(101, 'b'));
}

TEST(OrderedForm, HexReadsBothCasesAndRefusesTheRest) {
  EXPECT_EQ(bytes_from_hex("00fFa9"), std::string("\0\xFF\xA9", 3));
  EXPECT_EQ(bytes_from_hex(""), "");
  EXPECT_EQ(bytes_from_hex("0"), std::nullopt);
  EXPECT_EQ(bytes_from_hex("0G"), std::nullopt);
  EXPECT_EQ(bytes_from_hex("+1"), std::nullopt);
}

}  // namespace
}  // namespace cosmos
