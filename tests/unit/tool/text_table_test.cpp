#include "sim/tool/text_table.h"

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(TextTable, AlignsColumnsAndLeavesNoTrailingSpaces) {
  TextTable table({{"partition"}, {"RU/s", Align::kRight}, {"key"}});
  table.add_row({"0", "12,345", "A"});
  table.add_row({"10", "7", ""});
  EXPECT_EQ(table.str(),
            "partition    RU/s  key\n"
            "─────────  ──────  ───\n"
            "0          12,345  A\n"
            "10              7\n");
}

TEST(TextTable, CountsCodePointsNotBytes) {
  TextTable table({{"p99", Align::kRight}, {"tenant"}});
  table.add_row({"812 µs", "Zoë"});
  table.add_row({"4.52 ms", "B"});
  EXPECT_EQ(table.str(),
            "    p99  tenant\n"
            "───────  ──────\n"
            " 812 µs  Zoë\n"
            "4.52 ms  B\n");
}

TEST(TextTable, WithoutRowsIsItsHead) {
  const TextTable table({{"a"}, {"bb"}});
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.str(), "a  bb\n─  ──\n");
}

TEST(TextTable, ShowsControlCharactersInCellsAsEscapes) {
  TextTable table({{"key"}});
  table.add_row({"a\nb\x1b[31m"});
  EXPECT_EQ(table.str(), "key\n────────────\na\\nb\\x1b[31m\n");
}

TEST(TextTableDeathTest, ARowOfAnotherLengthIsABrokenInvariant) {
  TextTable table({{"a"}, {"b"}});
  EXPECT_DEATH(table.add_row({"only one"}), "invariant broken");
}

TEST(Printable, LeavesTextAlone) {
  EXPECT_EQ(printable("tenant-1 Zoë 東京 😀"), "tenant-1 Zoë 東京 😀");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, EscapesBothControlRanges) {
  EXPECT_EQ(printable(std::string("\0\t\r\n\x7f", 5)), "\\x00\\t\\r\\n\\x7f");
  EXPECT_EQ(printable("\xC2\x85"), "\\u0085");  // U+0085, next line
}

TEST(Printable, ReplacesEachByteThatIsNotUtf8) {
  EXPECT_EQ(printable("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(printable("\xC3"), "\uFFFD");                      // cut off
  EXPECT_EQ(printable("\xC0\xAF"), "\uFFFD\uFFFD");            // overlong '/'
  EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // U+D800, a surrogate
  EXPECT_EQ(printable("\xF4\x90\x80\x80").size(), 4 * 3U);     // U+110000, beyond the last
}

TEST(DisplayWidth, IsTheNumberOfCodePoints) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("µ±─"), 3U);
  EXPECT_EQ(display_width("😀"), 1U);
  EXPECT_EQ(display_width("\xFF\xFF"), 2U);
}

}  // namespace
}  // namespace sim
