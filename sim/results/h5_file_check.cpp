#include "sim/results/h5_file_check.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr std::string_view kSignature("\x89HDF\r\n\x1a\n", 8);
constexpr std::string_view kObjectHeader = "OHDR";
constexpr std::size_t kSuperblockBytes = 48;
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kAddressBytesAt = 9;
constexpr std::size_t kLengthBytesAt = 10;
constexpr std::size_t kBaseAt = 12;
constexpr std::size_t kEndOfFileAt = 28;
constexpr std::size_t kRootAt = 36;

constexpr const char* kRunAgain = "copy it again, or run the scenario again";
constexpr const char* kWhatIsExpected = "name a file that `cosmosim run` wrote";

void check_is_file(const std::filesystem::path& file, const SourceMark& mark) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found)
    throw InputError(mark, "there is no such file", kWhatIsExpected);
  if (status.type() == std::filesystem::file_type::none) throw InputError(mark, "cannot be read: " + error.message());
  if (std::filesystem::is_directory(status))
    throw InputError(mark, "is a directory, expected a result file", kWhatIsExpected);
  if (!std::filesystem::is_regular_file(status))
    throw InputError(mark, "is not a regular file, expected a result file", kWhatIsExpected);
}

}  // namespace

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::uint64_t check_h5_file(const std::filesystem::path& file) {
  const SourceMark mark{file.string(), 0, 0};
  check_is_file(file, mark);
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::array<char, kSuperblockBytes> start{};
  stream.read(start.data(), start.size());
  if (!stream.is_open() || stream.bad())
    throw InputError(mark, fmt::format("cannot be read: {}", std::strerror(errno)));
  const std::string_view bytes(start.data(), static_cast<std::size_t>(stream.gcount()));
  if (!bytes.starts_with(kSignature)) throw InputError(mark, "is not an HDF5 file", kWhatIsExpected);
  if (bytes.size() < kSuperblockBytes) throw InputError(mark, "is cut off", kRunAgain);
  const auto address = [&](std::size_t at) { return little_endian(bytes.substr(at, 8)); };
  const bool known_version = bytes[kVersionAt] == 2 || bytes[kVersionAt] == 3;
  if (!known_version || bytes[kAddressBytesAt] != 8 || bytes[kLengthBytesAt] != 8 || address(kBaseAt) != 0)
    throw InputError(mark, "is an HDF5 file, but not a result of cosmosim", kWhatIsExpected);
  const std::uint64_t size = std::filesystem::file_size(file);
  if (address(kEndOfFileAt) > size)
    throw InputError(mark, fmt::format("is cut off: {} bytes of {}", size, address(kEndOfFileAt)), kRunAgain);
  if (address(kRootAt) > size - kObjectHeader.size()) throw InputError(mark, "is damaged", kRunAgain);
  std::array<char, kObjectHeader.size()> root{};
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(address(kRootAt)));
  stream.read(root.data(), root.size());
  if (std::string_view(root.data(), root.size()) != kObjectHeader) throw InputError(mark, "is damaged", kRunAgain);
  return size;
}

}  // namespace sim
