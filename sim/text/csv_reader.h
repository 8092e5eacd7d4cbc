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
// The format is RFC 4180 with a header: fields in quotes may hold commas, doubled quotes and line ends (which come out
// as LF); lines end in LF or CRLF; a UTF-8 byte order mark at the start is dropped; empty lines are skipped. Spaces
// count.
namespace sim {

class CsvReader {
 public:
  static constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;

  // Reads the header. `file_name` is what diagnostics call the input; the stream must outlive the reader.
  // Here and in next() content that is wrong throws InputError with file, line and column: an empty file, one that is
  // not UTF-8 text or holds a NUL or a lone carriage return, a quote out of place or left open, a record of another
  // number of fields than the header or of more than kMaxRecordBytes, two columns of one name, compressed data that are
  // damaged. A stream that fails to read throws std::runtime_error.
  CsvReader(std::istream& input, std::string file_name);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  // Position of a column by its name; column() throws InputError with "did you mean" when there is none.
  [[nodiscard]] std::optional<std::size_t> find_column(std::string_view name) const;
  [[nodiscard]] std::size_t column(std::string_view name) const;

  // Moves to the next record; false at the end of the file.
  [[nodiscard]] bool next();
  // Fields of the current record, as many as the header has; valid until next().
  [[nodiscard]] std::span<const std::string_view> row() const { return fields_; }
  // Line (from 1) on which the current record starts.
  [[nodiscard]] std::int64_t line() const { return record_line_; }
  // Where a field of the current record starts.
  [[nodiscard]] SourceMark mark(std::size_t field) const { return mark_at(starts_[field]); }

  // The field as a number, by parse_count and parse_decimal below; InputError at the field otherwise.
  [[nodiscard]] std::int64_t count(std::size_t field) const;
  [[nodiscard]] double decimal(std::size_t field) const;

 private:
  bool fill();
  bool read_line();
  bool read_record();
  void read_header();
  void split();
  std::string_view plain_field(std::size_t& at) const;
  std::string_view quoted_field(std::size_t& at);
  void check_text(std::size_t from) const;
  void check_width() const;
  [[nodiscard]] SourceMark mark_at(std::size_t offset) const;
  [[noreturn]] void fail(std::size_t offset, std::string message, std::string hint = {}) const;
  [[noreturn]] void fail_field(std::size_t field, std::string_view expected, std::string hint) const;

  std::istream& input_;
  std::string file_name_;
  std::vector<char> chunk_;
  std::size_t chunk_at_ = 0;
  std::size_t chunk_end_ = 0;
  std::int64_t line_ = 0;  // lines read so far

  std::string record_;     // lines of the current record, joined by LF
  std::string unescaped_;  // its fields that had doubled quotes
  std::int64_t record_line_ = 0;
  std::vector<std::string_view> fields_;
  std::vector<std::size_t> starts_;  // of the fields in record_
  std::vector<std::string> header_;
};

// Opens a file for a CsvReader; InputError when it is missing, is a directory or may not be read.
[[nodiscard]] std::ifstream open_csv(const std::filesystem::path&);

// Digits only: no sign, space, point or exponent. Nothing when the text is not one or does not fit.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);
// Digits, at most one point with digits on both sides, at most one exponent ("1.5e-3"); no sign, no space, finite.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

}  // namespace sim
