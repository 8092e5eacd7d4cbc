#include "sim/config/values.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/config/value_text.h"

namespace sim {
namespace {

TEST(SplitUnit, SeparatesNumberAndUnit) {
  const auto charge = split_unit("13.9 RU");
  ASSERT_TRUE(charge.has_value());
  EXPECT_EQ(charge->value, 13.9);
  EXPECT_EQ(charge->unit, "RU");
  EXPECT_EQ(charge->digits, "13.9");
  EXPECT_EQ(split_unit("-4000RU/s")->unit, "RU/s");
  EXPECT_EQ(split_unit("-4000RU/s")->digits, "-4000");
  EXPECT_EQ(split_unit("7")->unit, "");
}

TEST(SplitUnit, RefusesWhatIsNoPlainDecimal) {
  for (const char* text :
       {"", "RU", ".5 RU", "5. RU", "010 RU", "1.2.3 s", " 5 s", "5 s ", "5 ", "--5", "+", "1 2 s", "nan", "inf"}) {
    EXPECT_FALSE(split_unit(text).has_value()) << '"' << text << '"';
  }
}

TEST(ScaledDecimal, IsExact) {
  EXPECT_EQ(scaled_decimal("13.9", 3), 13'900);
  EXPECT_EQ(scaled_decimal("-0.001", 3), -1);
  EXPECT_EQ(scaled_decimal("+2", 0), 2);
  EXPECT_EQ(scaled_decimal("1.5000000", 1), 15);
  EXPECT_EQ(scaled_decimal("0", 18), 0);
  EXPECT_EQ(scaled_decimal("9223372036854775.807", 3), std::numeric_limits<std::int64_t>::max());
  for (const char* text : {"9223372036854775.808", "0.0001", "", "x", "1 ", "1.", "1e3", "01"}) {
    EXPECT_FALSE(scaled_decimal(text, 3).has_value()) << text;
  }
}

TEST(ScaledDecimal, IsPrintedInShortestForm) {
  EXPECT_EQ(print_scaled(13'900, 3), "13.9");
  EXPECT_EQ(print_scaled(-1, 3), "-0.001");
  EXPECT_EQ(print_scaled(4'000'000, 3), "4000");
  EXPECT_EQ(print_scaled(7, 0), "7");
  EXPECT_EQ(print_scaled(std::numeric_limits<std::int64_t>::min(), 3), "-9223372036854775.808");
}

TEST(Bool, IsTrueOrFalseAndNothingElse) {
  EXPECT_EQ(text_of<bool>("true"), "true");
  EXPECT_EQ(text_of<bool>("false"), "false");
  for (const char* text : {"yes", "no", "on", "off", "True", "1"}) {
    std::string refusal = text;
    refusal.insert(0, 1, '`').append("` is neither true nor false | write true or false");
    EXPECT_EQ(text_of<bool>(text), refusal);
  }
}

TEST(Count, IsDigitsAlone) {
  EXPECT_EQ(text_of<std::int64_t>("0"), "0");
  EXPECT_EQ(text_of<std::int64_t>("-42"), "-42");
  EXPECT_EQ(text_of<std::int64_t>("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(text_of<std::int64_t>("-9223372036854775808"), "-9223372036854775808");
  for (const char* text : {"", "1.5", "1e6", "1_000", "1,000", "0x10", "+1", " 1", "-", "five"}) {
    EXPECT_EQ(text_of<std::int64_t>(text), "not one | digits alone: 1, 4000") << text;
  }
  EXPECT_EQ(text_of<std::int64_t>("010"), "not one | write it without leading zeros");
  EXPECT_EQ(text_of<std::int64_t>("9223372036854775808"), "not one | at most 9223372036854775807");
}

TEST(Number, IsAFiniteDecimal) {
  EXPECT_EQ(text_of<double>("0.99"), "0.99");
  EXPECT_EQ(text_of<double>("-4000"), "-4000");
  EXPECT_EQ(text_of<double>("1e-7"), "1e-07");
  EXPECT_EQ(text_of<double>("1E+3"), "1000");
  for (const char* text :
       {"", ".5", "5.", "nan", ".inf", "inf", "1e999", "0x1p3", "1e", "1e+", "1 ", "010", "+1", "1,5"}) {
    EXPECT_EQ(text_of<double>(text), "not one") << text;
  }
  for (const double value : {0.1, 1.0 / 3.0, 6.02e23, 5e-324, 1.7976931348623157e308}) {
    EXPECT_EQ(ValueTraits<double>::parse(ValueTraits<double>::print(value)).value, value);
  }
}

TEST(Share, IsWrittenInPercent) {
  EXPECT_EQ(ValueTraits<Share>::parse("80 %").value->value, 0.8);
  EXPECT_EQ(text_of<Share>("80%"), "80 %");
  EXPECT_EQ(text_of<Share>("0 %"), "0 %");
  EXPECT_EQ(text_of<Share>("100 %"), "100 %");
  EXPECT_EQ(text_of<Share>("0.000001 %"), "0.000001 %");
  EXPECT_EQ(text_of<Share>("7 %"), "7 %");
  EXPECT_EQ(text_of<Share>("0.8"), "not one | write it in percent: 80 %");
  EXPECT_EQ(text_of<Share>("0.25"), "not one | write it in percent: 25 %");
  EXPECT_EQ(text_of<Share>("80"), "not one | write it in percent: 80 %");
  EXPECT_EQ(text_of<Share>("101 %"), "`101 %` is out of range | 0 % to 100 %");
  EXPECT_EQ(text_of<Share>("-1 %"), "`-1 %` is out of range | 0 % to 100 %");
  EXPECT_EQ(text_of<Share>("0.0000001 %"), "not one | at most 6 decimals");
}

TEST(Rate, CountsMillionthsExactly) {
  EXPECT_EQ(ValueTraits<Rate>::parse("1333.3 /s").value->micro, 1'333'300'000);
  EXPECT_EQ(ValueTraits<Rate>::parse("4 /h").value->per, Duration::hours(1));
  for (const char* text : {"1011 /s", "6 /min", "4 /h", "0.000001 /d", "0 /s", "1000000000 /s"}) {
    EXPECT_EQ(text_of<Rate>(text), text);
  }
  EXPECT_EQ(text_of<Rate>("5/s"), "5 /s");
  EXPECT_EQ(text_of<Rate>("5 / s"), "5 /s");
  EXPECT_EQ(text_of<Rate>("5"), "not one | write it with a unit: 1011 /s, 6 /min, 4 /h");
  EXPECT_EQ(text_of<Rate>("5 s"), "not one | write it with a unit: 1011 /s, 6 /min, 4 /h");
  EXPECT_EQ(text_of<Rate>("5 /ms"), "not one | per s, min, h or d: 1011 /s, 6 /min, 4 /h");
  EXPECT_EQ(text_of<Rate>("-1 /s"), "`-1 /s` is out of range | 0 to 1000000000 /s");
  EXPECT_EQ(text_of<Rate>("1000000001 /s"), "`1000000001 /s` is out of range | 0 to 1000000000 /s");
  EXPECT_EQ(text_of<Rate>("0.0000001 /s"), "not one | at most 6 decimals");
}

TEST(Rate, IsOrderedAsAFrequency) {
  EXPECT_EQ((Rate{60'000'000, Duration::minutes(1)}), (Rate{1'000'000, Duration::seconds(1)}));
  EXPECT_LT((Rate{59'000'000, Duration::minutes(1)}), (Rate{1'000'000, Duration::seconds(1)}));
}

}  // namespace
}  // namespace sim
