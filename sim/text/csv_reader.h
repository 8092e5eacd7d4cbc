#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/text/diagnostics.h"

// Reads comma separated values a record at a time, in memory that does not grow with the file.
// The format is RFC 4180 with a header: fields in quotes may hold commas, doubled quotes and line ends;
// lines end in LF or CRLF; a UTF-8 byte order mark at the start is dropped; empty lines are skipped.
namespace sim {

class CsvReader {
 public:
  static constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;

  // Reads the header. `file_name` is what diagnostics call the input; the stream must outlive the reader.
  // Here and in next() the content throws InputError with file, line and column when it is empty, is not UTF-8 text,
  // holds a NUL or a lone carriage return, has a quote out of place or left open, a record of another number of
  // fields than the header or of more than kMaxRecordBytes, or two columns of one name. A stream that fails to
  // read throws std::runtime_error.
  CsvReader(std::istream& input, std::string file_name);

  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  // Position of a column by its name; column() throws InputError with "did you mean" when there is none.
  [[nodiscard]] std::optional<std::size_t> find_column(std::string_view name) const;
  [[nodiscard]] std::size_t column(std::string_view name) const;

  // Moves to the next record; false at the end of the file.
  [[nodiscard]] bool next();
  // Fields of the current record, as many as the header has; valid until next() and as long as the reader stays put.
  [[nodiscard]] std::span<const std::string_view> row() const { return fields_; }
  // Line (from 1) on which the current record starts.
  [[nodiscard]] std::int64_t line() const { return record_line_; }
  // Where a field of the current record starts; columns count bytes from 1.
  [[nodiscard]] SourceMark mark(std::size_t field) const;

  // The field as a number, by parse_count and parse_decimal below; InputError at the field otherwise.
  [[nodiscard]] std::int64_t count(std::size_t field) const;
  [[nodiscard]] double decimal(std::size_t field) const;

 private:
  struct Start {
    std::uint32_t line;  // lines after the record's first
    std::uint32_t column;
  };
  enum class After : std::uint8_t { kField, kRecord };

  bool fill();
  bool read_line();
  void check_text(std::size_t from) const;
  bool read_record();
  After read_field(std::size_t& at);
  After read_quoted(std::size_t& at);
  void read_header();
  void check_width() const;
  [[nodiscard]] SourceMark mark_at(std::size_t at) const;
  [[noreturn]] void fail(SourceMark mark, std::string message, std::string hint = {}) const;
  [[noreturn]] void fail_field(std::size_t field, std::string message, std::string hint) const;

  std::istream& input_;
  std::string file_name_;
  std::vector<char> chunk_;
  std::size_t chunk_at_ = 0;
  std::size_t chunk_end_ = 0;
  std::string record_;           // the record's bytes; quoted fields are unescaped in place
  std::size_t line_begin_ = 0;   // where the last line read starts in record_
  std::int64_t line_ = 0;        // its number
  std::int64_t record_line_ = 0;
  std::vector<std::string> header_;
  std::vector<std::string_view> fields_;
  std::vector<Start> starts_;
};

// Opens a file for a CsvReader; InputError when it is missing, is a directory or may not be read.
[[nodiscard]] std::ifstream open_csv(const std::filesystem::path&);

// Digits only: no sign, space, point or exponent. Nothing when the text is not one or does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);
// Digits, at most one point with digits on both sides, at most one exponent ("1.5e-3"); no sign, no space, finite.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

}  // namespace sim
