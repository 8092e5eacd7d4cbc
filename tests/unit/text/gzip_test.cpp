#include "sim/text/gzip.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "sim/text/csv_reader.h"
#include "sim/text/diagnostics.h"

namespace sim {
namespace {

// Text as one gzip member; `times` over.
std::string compressed(const std::string& text, std::size_t times = 1) {
  z_stream zlib{};
  EXPECT_EQ(deflateInit2(&zlib, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out;
  std::string buffer(65536, '\0');
  for (std::size_t i = 0; i < times; ++i) {
    std::string copy = text;
    zlib.next_in = reinterpret_cast<Bytef*>(copy.data());
    zlib.avail_in = static_cast<uInt>(copy.size());
    do {
      zlib.next_out = reinterpret_cast<Bytef*>(buffer.data());
      zlib.avail_out = static_cast<uInt>(buffer.size());
      deflate(&zlib, i + 1 == times ? Z_FINISH : Z_NO_FLUSH);
      out.append(buffer, 0, buffer.size() - zlib.avail_out);
    } while (zlib.avail_out == 0);
  }
  deflateEnd(&zlib);
  return out;
}

// All of it, or what was wrong.
std::string text_of(const std::string& data) {
  const auto stream = gunzip(std::make_unique<std::istringstream>(data));
  try {
    return {std::istreambuf_iterator<char>(*stream), std::istreambuf_iterator<char>()};
  } catch (const CompressionError& error) {
    return std::string("error: ") + error.what();
  }
}

TEST(Gunzip, GivesTheText) {
  EXPECT_EQ(text_of(compressed("a,b\n1,2\n")), "a,b\n1,2\n");
  EXPECT_EQ(text_of(compressed("")), "");
  std::string long_text;
  for (int i = 0; i < 100'000; ++i) long_text += std::to_string(i) + '\n';
  EXPECT_EQ(text_of(compressed(long_text)), long_text);
}

TEST(Gunzip, JoinsMembers) {
  EXPECT_EQ(text_of(compressed("a,b\n") + compressed("") + compressed("1,2\n")), "a,b\n1,2\n");
}

TEST(Gunzip, SaysWhatIsWrong) {
  const std::string whole = compressed("a,b\n1,2\n");
  EXPECT_EQ(text_of(whole.substr(0, whole.size() - 5)), "error: the compressed data end too early");
  EXPECT_EQ(text_of(whole.substr(0, 12)), "error: the compressed data end too early");
  EXPECT_EQ(text_of(whole + "text"), "error: something that is not gzip stands behind the compressed data");
  std::string damaged = whole;
  damaged[whole.size() - 6] = static_cast<char>(damaged[whole.size() - 6] + 1);  // in the check sum
  EXPECT_EQ(text_of(damaged), "error: the compressed data are damaged");
}

// 300 MiB of one byte become 300 KiB.
TEST(Gunzip, RefusesWhatGrowsWithoutEnd) {
  const std::string bomb = compressed(std::string(std::size_t{1} << 20, '\n'), 300);
  ASSERT_LT(bomb.size(), std::size_t{400} << 10);
  const auto stream = gunzip(std::make_unique<std::istringstream>(bomb));
  std::string buffer(std::size_t{1} << 20, '\0');
  std::int64_t read = 0;
  std::string said;
  try {
    while (stream->read(buffer.data(), static_cast<std::streamsize>(buffer.size()))) read += stream->gcount();
  } catch (const CompressionError& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "the compressed data grow to more than 500 times their size");
  EXPECT_LE(read, kFreeBytes);
}

class TextFile : public testing::Test {
 protected:
  ~TextFile() override { std::filesystem::remove(path_); }

  std::string first_field_of(const std::string& data) {
    std::ofstream(path_, std::ios::binary) << data;
    try {
      const auto input = open_text(path_);
      CsvReader csv(*input, "d.csv");
      return csv.next() ? std::string(csv.row()[0]) : "none";
    } catch (const InputError& error) {
      return error.what();
    }
  }

 private:
  std::filesystem::path path_ = std::filesystem::path(testing::TempDir()) / "cosmosim-text-file";
};

TEST_F(TextFile, IsReadPlainOrCompressed) {
  EXPECT_EQ(first_field_of("a,b\n1,2\n"), "1");
  EXPECT_EQ(first_field_of(compressed("a,b\n1,2\n")), "1");
  EXPECT_EQ(first_field_of("a"), "none");
  EXPECT_EQ(first_field_of(compressed("a,b\nx\n")),
            "d.csv:2:2: error: the record has 1 field, expected 2\n    hint: as many as the first line has");
}

TEST_F(TextFile, NamesTheLineWhereCompressedDataEnd) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 100'003) + "," + std::to_string(i) + '\n';
  const std::string whole = compressed(text);
  std::ofstream(std::filesystem::path(testing::TempDir()) / "cosmosim-text-file", std::ios::binary)
      << whole.substr(0, whole.size() / 2);
  const auto input = open_text(std::filesystem::path(testing::TempDir()) / "cosmosim-text-file");
  CsvReader csv(*input, "d.csv");
  std::int64_t line = 0;
  try {
    while (csv.next()) line = csv.line();
    ADD_FAILURE() << "read to the end";
  } catch (const InputError& error) {
    // What is left of the last piece that came out whole stands on lines after the last one that was read.
    EXPECT_GT(line, 10'000);
    EXPECT_GT(error.diagnostics()[0].mark.line, line);
    EXPECT_EQ(error.diagnostics()[0].message, "the compressed data end too early");
  }
}

}  // namespace
}  // namespace sim
