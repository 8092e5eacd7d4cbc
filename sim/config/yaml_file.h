#pragma once

#include <filesystem>
#include <istream>
#include <string>

// The text of a YAML file, read once, so that it may be a pipe.
namespace sim {

// Throws InputError for a file that is missing, a directory or unreadable. Of a text that is larger than
// parse_yaml_text() takes only so much is read that it will say so.
[[nodiscard]] std::string read_yaml_file(const std::filesystem::path& file);
// The same of what is open already.
[[nodiscard]] std::string read_yaml(std::istream& stream);

}  // namespace sim
