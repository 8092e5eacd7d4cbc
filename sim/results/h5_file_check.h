#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace sim {

// Looks at a file's first bytes before HDF5 does: that library trusts what it reads more than a file that was cut off,
// or is something else, deserves. Returns the file's size. Throws InputError for what is not there, is not a regular
// file, is not HDF5, is shorter than its superblock says, or is laid out as H5Writer never does (superblock of
// version 2 or 3 with 8-byte addresses, from the first byte on, and a root group of HDF5 1.8; format specification
// 3.0, sections II.A and IV.A.1.b).
[[nodiscard]] std::uint64_t check_h5_file(const std::filesystem::path& file);

// A number of up to 8 bytes as HDF5 writes them.
[[nodiscard]] std::uint64_t little_endian(std::string_view bytes);

}  // namespace sim
