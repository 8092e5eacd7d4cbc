#include "sim/text/csv_reader.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "sim/text/gzip.h"

namespace sim {
namespace {

constexpr std::size_t kChunkBytes = 65536;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Length of the UTF-8 sequence at the start of `text`; 0 when there is none. Table 3-7 of the Unicode standard: the
// second byte's range keeps overlong forms, surrogates and what lies beyond U+10FFFF out.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (second < low || second > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  return length;
}

// Offset of the first byte that is not part of UTF-8 text, or npos.
std::size_t find_broken_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t word = kHighBits;
    if (text.size() - at >= sizeof word) std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) == 0) {
      at += sizeof word;
      continue;
    }
    const std::size_t length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

bool looks_decimal(std::string_view text) {
  std::size_t at = skip_digits(text, 0);
  if (at == 0) return false;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = at + 1;
    at = skip_digits(text, fraction);
    if (at == fraction) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = at;
    at = skip_digits(text, exponent);
    if (at == exponent) return false;
  }
  return at == text.size();
}

template <class T>
std::optional<T> whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string fields_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " field" : " fields"); }

}  // namespace

std::optional<std::int64_t> parse_count(std::string_view text) {
  if (text.empty() || skip_digits(text, 0) != text.size()) return std::nullopt;
  return whole<std::int64_t>(text);
}

std::optional<double> parse_decimal(std::string_view text) {
  if (!looks_decimal(text)) return std::nullopt;
  return whole<double>(text);
}

std::ifstream open_csv(const std::filesystem::path& path) {
  const auto fail = [&](const std::string& why) { throw InputError(SourceMark{path.string(), 0, 0}, why); };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("is a directory, expected a CSV file");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(std::string("cannot be opened: ") + std::strerror(errno));
  return stream;
}

CsvReader::CsvReader(std::istream& input, std::string file_name)
    : input_(input), file_name_(std::move(file_name)), chunk_(kChunkBytes) {
  read_header();
}

std::optional<std::size_t> CsvReader::find_column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header_.begin());
}

std::size_t CsvReader::column(std::string_view name) const {
  if (const auto found = find_column(name)) return *found;
  throw InputError(SourceMark{file_name_, 1, 0}, "has no column " + in_backquotes(name), did_you_mean(name, header_));
}

bool CsvReader::next() {
  if (!read_record()) {
    fields_.clear();
    return false;
  }
  check_width();
  return true;
}

std::int64_t CsvReader::count(std::size_t field) const {
  if (const auto value = parse_count(fields_[field])) return *value;
  fail_field(field, "a count", "digits only: 0, 17, 250000");
}

double CsvReader::decimal(std::size_t field) const {
  if (const auto value = parse_decimal(fields_[field])) return *value;
  fail_field(field, "a number of 0 or more", "digits, with a point or an exponent if need be: 17, 0.25, 1.5e-3");
}

bool CsvReader::fill() {
  try {
    input_.read(chunk_.data(), static_cast<std::streamsize>(chunk_.size()));
  } catch (const CompressionError& error) {
    throw InputError(SourceMark{file_name_, line_ + 1, 0}, error.what(), error.hint());
  }
  if (input_.bad()) throw std::runtime_error("read " + file_name_ + ": the input fails");
  chunk_at_ = 0;
  chunk_end_ = static_cast<std::size_t>(input_.gcount());
  return chunk_end_ > 0;
}

// Appends the next line, without its end, to the record.
bool CsvReader::read_line() {
  if (chunk_at_ == chunk_end_ && !fill()) return false;
  const std::size_t begin = record_.size();
  ++line_;
  bool ended = false;
  do {
    const char* const from = chunk_.data() + chunk_at_;
    const std::size_t available = chunk_end_ - chunk_at_;
    const void* const found = std::memchr(from, '\n', available);
    ended = found != nullptr;
    const std::size_t taken = ended ? static_cast<std::size_t>(static_cast<const char*>(found) - from) : available;
    if (record_.size() + taken > kMaxRecordBytes)
      throw InputError(SourceMark{file_name_, record_line_, 0}, "the record is longer than 16 MiB",
                       "is there a quote that is never closed?");
    record_.append(from, taken);
    chunk_at_ += taken + (ended ? 1 : 0);
  } while (!ended && fill());
  if (record_.size() > begin && record_.back() == '\r') record_.pop_back();
  check_text(begin);
  return true;
}

void CsvReader::check_text(std::size_t from) const {
  const std::string_view text = std::string_view(record_).substr(from);
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos)
    fail(from + at, "holds a NUL byte: this is not a text file");
  if (const std::size_t at = text.find('\r'); at != std::string_view::npos)
    fail(from + at, "a carriage return that does not end a line", "lines end in LF or CRLF");
  if (const std::size_t at = find_broken_utf8(text); at != std::string_view::npos)
    fail(from + at, "holds a byte that is not UTF-8 text", "convert the file to UTF-8");
}

// A quote that is open at the end of a line makes the count of quotes odd: the record goes on. Quotes out of place
// may break that rule, but then splitting fails at the first of them.
bool CsvReader::read_record() {
  do {
    record_.clear();
    record_line_ = line_ + 1;
    if (!read_line()) return false;
  } while (record_.empty());
  std::size_t counted = 0;
  std::ptrdiff_t quotes = 0;
  for (;;) {
    quotes += std::count(record_.begin() + static_cast<std::ptrdiff_t>(counted), record_.end(), '"');
    if (quotes % 2 == 0) break;
    counted = record_.size();
    record_ += '\n';
    if (read_line()) continue;
    record_.pop_back();
    break;
  }
  unescaped_.clear();
  if (quotes > 0) unescaped_.reserve(record_.size());  // the views into it stay good
  split();
  return true;
}

void CsvReader::split() {
  fields_.clear();
  starts_.clear();
  for (std::size_t at = 0;; ++at) {
    starts_.push_back(at);
    const bool quoted = at < record_.size() && record_[at] == '"';
    fields_.push_back(quoted ? quoted_field(at) : plain_field(at));
    if (at == record_.size()) return;
  }
}

// Moves `at` from the field's first byte to the comma behind it or to the record's end.
std::string_view CsvReader::plain_field(std::size_t& at) const {
  const std::string_view record = record_;
  const std::size_t begin = at;
  std::size_t end = begin;
  while (end < record.size() && record[end] != ',' && record[end] != '"') ++end;
  if (end < record.size() && record[end] == '"')
    fail(end, "a quote inside a field that does not start with one",
         "put the whole field in quotes and double this one");
  at = end;
  return record.substr(begin, end - begin);
}

std::string_view CsvReader::quoted_field(std::size_t& at) {
  const std::string_view record = record_;
  const std::size_t opening = at;
  const std::size_t copy_begin = unescaped_.size();
  std::size_t piece = opening + 1;
  for (;;) {
    const std::size_t quote = record.find('"', piece);
    if (quote == std::string_view::npos) fail(opening, "the quote is not closed before the file ends");
    at = quote + 1;
    const bool doubled = at < record.size() && record[at] == '"';
    if (!doubled && at < record.size() && record[at] != ',')
      fail(at, "text behind a closing quote", "a quote inside a quoted field is doubled");
    if (!doubled && piece == opening + 1) return record.substr(piece, quote - piece);
    unescaped_.append(record.substr(piece, quote - piece + (doubled ? 1 : 0)));
    if (!doubled) return std::string_view(unescaped_).substr(copy_begin);
    piece = at + 1;
  }
}

void CsvReader::read_header() {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (!fill()) throw InputError(SourceMark{file_name_, 1, 1}, "the file is empty, expected a line of column names");
  const std::string_view start(chunk_.data(), chunk_end_);
  if (start.starts_with("\x1F\x8B")) throw InputError(SourceMark{file_name_, 1, 1}, "the file is compressed (gzip)");
  if (start.starts_with(kByteOrderMark)) chunk_at_ = kByteOrderMark.size();
  if (!read_record())
    throw InputError(SourceMark{file_name_, 1, 1}, "the file has no text, expected a line of column names");
  header_.assign(fields_.begin(), fields_.end());
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < header_.size(); ++i) {
    const auto [first, is_new] = seen.emplace(header_[i], i);
    if (!is_new)
      fail(starts_[i], "column " + in_backquotes(header_[i]) + " is there twice",
           "first as column " + std::to_string(first->second + 1));
  }
}

void CsvReader::check_width() const {
  if (fields_.size() == header_.size()) return;
  const std::size_t at = fields_.size() > header_.size() ? starts_[header_.size()] : record_.size();
  fail(at, "the record has " + fields_text(fields_.size()) + ", expected " + std::to_string(header_.size()),
       "as many as the first line has");
}

SourceMark CsvReader::mark_at(std::size_t offset) const {
  SourceMark mark{file_name_, record_line_, 1};
  for (const char c : std::string_view(record_).substr(0, offset)) {
    if (c == '\n') {
      ++mark.line;
      mark.column = 1;
    } else if (!is_continuation(c)) {
      ++mark.column;
    }
  }
  return mark;
}

void CsvReader::fail(std::size_t offset, std::string message, std::string hint) const {
  throw InputError(mark_at(offset), std::move(message), std::move(hint));
}

void CsvReader::fail_field(std::size_t field, std::string_view expected, std::string hint) const {
  throw InputError({Diagnostic{mark(field), header_[field],
                               in_backquotes(fields_[field]) + " is not " + std::string(expected), std::move(hint)}});
}

}  // namespace sim
