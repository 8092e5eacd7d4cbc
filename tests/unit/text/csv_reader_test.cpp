#include "sim/text/csv_reader.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sim {
namespace {

using testing::HasSubstr;
using Rows = std::vector<std::vector<std::string>>;

// The header and the records.
Rows read_all(const std::string& text) {
  std::istringstream input(text);
  CsvReader reader(input, "t.csv");
  Rows rows{reader.header()};
  while (reader.next()) rows.emplace_back(reader.row().begin(), reader.row().end());
  return rows;
}

// The first diagnostic as a person sees it.
std::string error_of(const std::string& text) {
  try {
    read_all(text);
  } catch (const InputError& error) {
    return to_text(error.diagnostics().front());
  }
  return "no error";
}

TEST(CsvReader, FieldsComeOutAsTheyStand) {
  EXPECT_EQ(read_all("a,b\n1, 2 \n,\n"), (Rows{{"a", "b"}, {"1", " 2 "}, {"", ""}}));
}

TEST(CsvReader, QuotedFieldsHoldCommasQuotesAndLineEnds) {
  EXPECT_EQ(read_all("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\r\nlines\",\"\"\"\"\n\"\",z\n"),
            (Rows{{"a", "b"}, {"x,y", "say \"hi\""}, {"two\nlines", "\""}, {"", "z"}}));
}

TEST(CsvReader, TwoEscapedFieldsOfOneRecordStayApart) {
  EXPECT_EQ(read_all("a,b,c\n\"1\"\"1\",mid,\"3\"\"\"\"3\"\n"), (Rows{{"a", "b", "c"}, {"1\"1", "mid", "3\"\"3"}}));
}

TEST(CsvReader, LineEndsMarksAndEmptyLinesMakeNoDifference) {
  const Rows expected{{"a", "b"}, {"1", "2"}, {"3", "4"}};
  EXPECT_EQ(read_all("a,b\n1,2\n3,4\n"), expected);
  EXPECT_EQ(read_all("a,b\r\n1,2\r\n3,4\r\n"), expected);
  EXPECT_EQ(read_all("\xEF\xBB\xBF"
                     "a,b\n1,2\n3,4"),
            expected);
  EXPECT_EQ(read_all("\n\r\na,b\n\n1,2\r\n\n\n3,4\n\n"), expected);
}

TEST(CsvReader, RecordsThatCrossTheReadersChunksAreWhole) {
  // 64 KiB are read at a time; 20,000 records of 10 bytes cross three such borders.
  std::string text = "k,v\n";
  for (int i = 10000; i < 30000; ++i) text += std::to_string(i) + ",\"é\"\n";
  const Rows rows = read_all(text);
  ASSERT_EQ(rows.size(), 20001U);
  for (std::size_t i = 1; i < rows.size(); ++i)
    ASSERT_EQ(rows[i], (std::vector<std::string>{std::to_string(9999 + i), "é"}));
}

TEST(CsvReader, LinesAndColumnsPointAtTheField) {
  std::istringstream input("id,näme,x\n\n\"a\nb\",é,7\n8,9,10\n");
  CsvReader reader(input, "t.csv");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 3);
  EXPECT_EQ(reader.mark(0), (SourceMark{"t.csv", 3, 1}));
  // `b",é,7` is line 4: b is column 1, é column 4, 7 column 6.
  EXPECT_EQ(reader.mark(1), (SourceMark{"t.csv", 4, 4}));
  EXPECT_EQ(reader.mark(2), (SourceMark{"t.csv", 4, 6}));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 5);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(CsvReader, ColumnsAreFoundByNameOrWithTheNearestOne) {
  std::istringstream input("minute,count\n");
  const CsvReader reader(input, "t.csv");
  EXPECT_EQ(reader.column("count"), 1U);
  EXPECT_EQ(reader.find_column("cuont"), std::nullopt);
  try {
    static_cast<void>(reader.column("cuont"));
    FAIL() << "a column that is not there was found";
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics()[0].message, "has no column `cuont`");
    EXPECT_EQ(error.diagnostics()[0].hint, "did you mean `count`?");
  }
}

TEST(CsvReader, WrongContentIsNamedWithItsPlace) {
  EXPECT_THAT(error_of(""), HasSubstr("t.csv:1:1: error: the file is empty"));
  EXPECT_THAT(error_of("\n\r\n"), HasSubstr("t.csv:1:1: error: the file has no text"));
  EXPECT_THAT(error_of("a,b\n1,2\n3\n"), HasSubstr("t.csv:3:2: error: the record has 1 field, expected 2"));
  EXPECT_THAT(error_of("a,b\n1,2,33,4\n"), HasSubstr("t.csv:2:5: error: the record has 4 fields, expected 2"));
  EXPECT_THAT(error_of("a,b,a\n"),
              HasSubstr("t.csv:1:5: error: column `a` is there twice\n    hint: first as column 1"));
  EXPECT_THAT(error_of("a,b\n1,\"2\n3,4\n"), HasSubstr("t.csv:2:3: error: the quote is not closed"));
  EXPECT_THAT(error_of("a,b\n1,x\"2\n3,4\n"), HasSubstr("t.csv:2:4: error: a quote inside a field"));
  EXPECT_THAT(error_of("a,b\n\"1\"x,2\n"), HasSubstr("t.csv:2:4: error: text behind a closing quote"));
  EXPECT_THAT(error_of(std::string("a,b\n1,\0\n", 8)), HasSubstr("t.csv:2:3: error: holds a NUL byte"));
  EXPECT_THAT(error_of("a,b\n1\r2,3\n"), HasSubstr("t.csv:2:2: error: a carriage return"));
  EXPECT_THAT(error_of("a,b\nok,ok\nabcdefgh,\xC3\n"), HasSubstr("t.csv:3:10: error: holds a byte that is not UTF-8"));
  EXPECT_THAT(error_of("\x1F\x8B\x08"), HasSubstr("t.csv:1:1: error: the file is compressed"));
}

TEST(CsvReader, OnlyWellFormedUtf8IsText) {
  for (const char* good :
       {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    EXPECT_EQ(read_all(good), (Rows{{good}}));
  // Lone continuation, overlong, surrogate, beyond U+10FFFF, cut short.
  for (const char* bad : {"\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                          "\xF5\x80\x80\x80", "\xE2\x82", "\xF0\x9F\x98"})
    EXPECT_THAT(error_of(bad), HasSubstr("not UTF-8"));
}

TEST(CsvReader, ARecordBeyondTheLimitIsRefused) {
  EXPECT_EQ(read_all(std::string(CsvReader::kMaxRecordBytes, 'x')).size(), 1U);
  EXPECT_THAT(error_of("a\n" + std::string(CsvReader::kMaxRecordBytes + 1, 'x')),
              HasSubstr("t.csv:2: error: the record is longer than 16 MiB"));
}

TEST(CsvReader, NumbersAreReadWholeOrRefused) {
  EXPECT_EQ(parse_count("0"), 0);
  EXPECT_EQ(parse_count("9223372036854775807"), 9223372036854775807);
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "9223372036854775808", "1,000"})
    EXPECT_EQ(parse_count(bad), std::nullopt) << bad;
  EXPECT_EQ(parse_decimal("17"), 17.0);
  EXPECT_EQ(parse_decimal("0.25"), 0.25);
  EXPECT_EQ(parse_decimal("1.5e-3"), 0.0015);
  EXPECT_EQ(parse_decimal("2E+2"), 200.0);
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", ".5", "1.", "1e", "1e+", "nan", "inf", "0x1p3", "1e999", "1.2.3"})
    EXPECT_EQ(parse_decimal(bad), std::nullopt) << bad;
}

TEST(CsvReader, ANumberThatIsNoneIsNamedWithColumnAndPlace) {
  std::istringstream input("minute,count\n3,12a\n");
  CsvReader reader(input, "t.csv");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.count(0), 3);
  EXPECT_EQ(reader.decimal(0), 3.0);
  try {
    static_cast<void>(reader.count(1));
    FAIL() << "12a was read as a count";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("t.csv:2:3: error: count: `12a` is not a count"));
  }
}

TEST(CsvReader, AFileThatCannotBeOpenedIsWrongInput) {
  EXPECT_THROW(static_cast<void>(open_csv("no/such/file.csv")), InputError);
  EXPECT_THROW(static_cast<void>(open_csv("/")), InputError);
}

}  // namespace
}  // namespace sim
