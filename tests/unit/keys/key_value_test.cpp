#include "models/keys/key_value.h"

#include <limits>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

TEST(KeyValue, StartsUndefinedWhichIsNotNull) {
  EXPECT_EQ(KeyValue(), KeyValue::undefined());
  EXPECT_NE(KeyValue::undefined(), KeyValue::null());
}

TEST(KeyValue, KindsNeverEqualOneAnother) {
  EXPECT_NE(KeyValue::number(1), KeyValue::text("1"));
  EXPECT_NE(KeyValue::number(1), KeyValue::boolean(true));
  EXPECT_NE(KeyValue::text(""), KeyValue::null());
}

TEST(KeyValue, NumbersAreComparedByTheirBits) {
  EXPECT_NE(KeyValue::number(0.0), KeyValue::number(-0.0));
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(KeyValue::number(kNaN), KeyValue::number(kNaN));
  EXPECT_EQ(KeyValue::number(5), KeyValue::number(5.0));
}

TEST(KeyValue, Utf16BecomesUtf8) {
  // U+0041, U+00DF, U+4E16, U+1F600: one to four bytes of UTF-8.
  EXPECT_EQ(KeyValue::text(u"A\u00DF\u4E16\U0001F600"), KeyValue::text("A\xC3\x9F\xE4\xB8\x96\xF0\x9F\x98\x80"));
}

TEST(KeyValue, EachSurrogateWithoutPartnerBecomesOneReplacementCharacter) {
  const std::u16string two_low_one_high{u'a', char16_t{0xDC00}, char16_t{0xDFFF}, char16_t{0xD800}};
  EXPECT_EQ(KeyValue::text(two_low_one_high), KeyValue::text("a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
}

}  // namespace
}  // namespace cosmos
