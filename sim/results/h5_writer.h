#pragma once

#include <filesystem>
#include <memory>

#include "sim/results/frame.h"

// Writes frames to an HDF5 file that xarray, h5py, h5dump and MATLAB open as it is: one group a frame; one dimension
// scale an axis, in the same group and attached to the variables along it; `units` and `long_name` on each.
//
// - The file takes its name only when it is whole: until commit() it is `<name>.partial`, which goes when the
//   writer goes without commit().
// - Equal input in equal order gives equal bytes: nothing in the file tells when or where it was written.
// - HDF5 1.8 and later read it. Values above 64 KiB are compressed and cut into chunks that are long along the
//   longest axis, which is time: reading one partition over all of it touches few chunks.
//
// Every failure throws std::runtime_error with the operation, the path and the system's reason, after which only the
// destructor may be called. Use from one thread at a time.
namespace sim {

class H5Writer {
 public:
  // Creates the partial file, over one that is left from an earlier run.
  explicit H5Writer(std::filesystem::path final_path);
  ~H5Writer();
  H5Writer(const H5Writer&) = delete;
  H5Writer& operator=(const H5Writer&) = delete;

  void root_attributes(const Attributes&);
  // One frame for each path; std::logic_error for a second one, and for a frame that does not pass check(). The groups
  // on the way to it are made as needed and may still be written themselves ("runs/a/0" after "runs/a/0/partitions").
  void write(const Frame&);
  // Flushes to the disk and renames, over a file of that name if there is one. At most once, and last.
  void commit();
  // What the file is called until then.
  [[nodiscard]] const std::filesystem::path& partial_path() const { return partial_path_; }

 private:
  class File;
  template <class Action>
  void guard(Action action);

  std::filesystem::path final_path_;
  std::filesystem::path partial_path_;
  std::unique_ptr<File> file_;
};

}  // namespace sim
