#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

// Files that may be compressed (gzip, RFC 1952), read as plain text in memory that does not grow with them.
namespace sim {

// Compressed data that cannot be read. Whoever reads the text knows the line.
class CompressionError : public std::runtime_error {
 public:
  CompressionError(const std::string& message, std::string hint)
      : std::runtime_error(message), hint_(std::move(hint)) {}
  [[nodiscard]] const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

// The text of a stream of gzip members. Reading it throws CompressionError for data that are damaged, cut off or
// followed by something else, and for those that grow to more than kMostGrowth times their size (once kFreeBytes of
// text have come): nothing that people write does, archives made to fill memory and time do.
// `compressed` begins with a gzip header.
[[nodiscard]] std::unique_ptr<std::istream> gunzip(std::unique_ptr<std::istream> compressed);
inline constexpr std::int64_t kMostGrowth = 500;
inline constexpr std::int64_t kFreeBytes = std::int64_t{256} << 20;

// Opens a file; what begins as gzip does comes out as its text, whatever its name. Throws InputError at the file when
// it cannot be opened.
[[nodiscard]] std::unique_ptr<std::istream> open_text(const std::filesystem::path& path);

}  // namespace sim
