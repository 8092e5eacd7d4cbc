#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

#include "sim/results/h5_reader.h"
#include "sim/text/diagnostics.h"
#include "sim/tool/lineage_input.h"

// Any bytes as a result file are either refused or give a lineage in which nothing descends from itself and every
// partition has its row. Object headers carry checksums, so most inputs come no further than those.

// HDF5 itself loses memory over damaged files.
extern "C" const char* __lsan_default_suppressions();                            // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }  // NOLINT(bugprone-reserved-identifier)

namespace {

// A file of this process; memory where the system has a file system in memory.
std::filesystem::path place_of_file() {
  std::error_code ignored;
  const std::filesystem::path memory("/dev/shm");
  const std::filesystem::path place =
      std::filesystem::is_directory(memory, ignored) ? memory : std::filesystem::temp_directory_path();
  return place / ("fuzz-result-" + std::to_string(getpid()) + ".h5");
}

struct File {
  std::filesystem::path path = place_of_file();
  ~File() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
};

void check(const cosmos::PartitionLineage& lineage) {
  const auto sums = lineage.rolled_up();
  if (sums.size() != lineage.records().size() || lineage.tree().size() < sums.size()) std::abort();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (const std::size_t above : lineage.ancestors(i)) {
      if (above == i) std::abort();
    }
    for (const std::size_t child : lineage.children(i)) {
      if (lineage.parents(child).empty()) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const File file;
  std::ofstream(file.path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const sim::H5Reader reader(file.path);
    for (const std::string& variant : reader.groups("runs")) {
      for (const sim::ContainerLineage& container : sim::read_lineage(reader, {variant, {}, ""}).containers)
        check(container.lineage);
    }
  } catch (const sim::InputError& error) {
    if (error.diagnostics().empty()) std::abort();
  }
  return 0;
}
