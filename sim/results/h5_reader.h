#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

// Reads back what H5Writer wrote.
//
// - Every complaint about the file is an InputError with its name, the group or dataset, and what to do: not there, not
//   HDF5, cut off, damaged, not ours, of a later format, a dataset missing or of another shape or type. HDF5 itself
//   prints nothing.
// - Files are not trusted. What is looked at before HDF5 is let at it: h5_file_check.h. Links are followed within the
//   file only; filters other than deflate and shuffle are refused, and none is loaded from elsewhere; nothing is
//   allocated for more values, or longer texts, than a file of that size can hold.
// - Where texts lie has no checksum and HDF5 1.10 trusts it, so that is walked first: h5_global_heap.h.
// - What that does not cover: HDF5 reads object headers and the index of chunks itself. It verifies checksums of the
//   former, so that a file that was damaged by accident is found out, but one that was forged with right checksums can
//   still meet the faults of the library.
//
// Paths are as the writer's: "runs/hpk/0/partitions", "" for the root. Use from one thread at a time.
namespace sim {

template <class T>
struct H5Column {
  std::vector<std::size_t> shape;  // one length an axis, slowest first; none: a single value
  std::vector<T> values;           // row-major
};

class H5Reader {
 public:
  // Opens `file`, which says that it is a result of ours.
  explicit H5Reader(std::filesystem::path file);
  ~H5Reader();
  H5Reader(const H5Reader&) = delete;
  H5Reader& operator=(const H5Reader&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const;
  // Whether there is a group or dataset of that path.
  [[nodiscard]] bool has(const std::string& path) const;
  // Names of the groups right below a group, in the order of writing.
  [[nodiscard]] std::vector<std::string> groups(const std::string& path) const;
  // Whole datasets that have so many axes. Numbers are integers or floating-point of any size up to 8 bytes.
  [[nodiscard]] H5Column<double> numbers(const std::string& path, std::size_t axes) const;
  [[nodiscard]] H5Column<std::string> texts(const std::string& path, std::size_t axes) const;
  // Single values beside a group or dataset.
  [[nodiscard]] std::string text_attribute(const std::string& path, const std::string& name) const;
  [[nodiscard]] double number_attribute(const std::string& path, const std::string& name) const;

 private:
  class File;
  std::unique_ptr<File> file_;
};

}  // namespace sim
