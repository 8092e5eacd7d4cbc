#include "sim/tool/output_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"
#include "sim/tool/output.h"

namespace sim {

void check_output_file(const std::string& file) {
  const SourceMark option{"--output", 0, 0};
  std::error_code ignored;
  const std::filesystem::path path(file);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::error_code error;
  if (std::filesystem::status(path, error).type() == std::filesystem::file_type::none) {
    throw InputError(option, fmt::format("{} cannot be written: {}", in_backquotes(file), error.message()),
                     "name another one");
  }
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(option, fmt::format("`{}` is a directory", file), "name a file");
  }
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    throw InputError(option, fmt::format("`{}` is not a regular file", file), "name another one");
  }
  if (std::filesystem::is_symlink(path, ignored)) {
    throw InputError(option, fmt::format("`{}` is a symbolic link", file), "name the file itself");
  }
  if (!std::filesystem::is_directory(folder, ignored)) {
    throw InputError(option, fmt::format("`{}` is not a directory", folder.string()),
                     "make it first, or name another place");
  }
}

void write_output_to(const std::string& file, std::string_view text) {
  if (file.empty() || file == "-") {
    write_output(text);
    return;
  }
  const std::string partial = file + ".partial";
  errno = 0;
  std::ofstream stream(partial, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  std::error_code error;
  if (stream) {
    std::filesystem::rename(partial, file, error);
  } else {
    error.assign(errno == 0 ? EIO : errno, std::generic_category());
  }
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw std::system_error(error, "cannot write " + file);
  }
}

}  // namespace sim
