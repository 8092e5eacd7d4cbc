#pragma once

#include <string>
#include <string_view>

// Files that a command's --output names.
namespace sim {

// Throws InputError for what cannot be written as a file: a directory, a device, a symbolic link, a folder that is not
// there. Found out before the work rather than after it.
void check_output_file(const std::string& file);

// Writes `text` to standard output where `file` is empty or "-", else to a file that takes its name only when it is
// whole. Throws std::system_error, with the path, when that fails; nothing is left then.
void write_output_to(const std::string& file, std::string_view text);

}  // namespace sim
