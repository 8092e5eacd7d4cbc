#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace sim {

// The global heap of an HDF5 file, where texts of variable length lie (format specification 3.0, section III.E). It is
// the one part of a result file that carries no checksum, yet is followed by HDF5 1.10 wherever it leads: out of the
// collection, or in circles. So it is walked here first.
class H5GlobalHeap {
 public:
  // Reads the whole file once. InputError where something that calls itself a collection of the heap is none.
  explicit H5GlobalHeap(const std::filesystem::path& file);

  // Whether each of `count` references that lie at `address` of the file, one after the other as a contiguous dataset
  // of texts holds them, is to an object that is there and is long enough, or to nothing.
  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t count) const;

 private:
  std::filesystem::path file_;
  std::map<std::uint64_t, std::map<std::uint32_t, std::uint64_t>> sizes_;  // by collection's address and index: bytes
};

}  // namespace sim
