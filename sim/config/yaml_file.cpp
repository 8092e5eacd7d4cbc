#include "sim/config/yaml_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "sim/config/node.h"
#include "sim/config/yaml_source.h"

namespace sim {

std::string read_yaml(std::istream& stream) {
  std::string text;
  // One byte beyond the limit is enough to know that the text is too big.
  text.resize(kMostYamlBytes + 1);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

std::string read_yaml_file(const std::filesystem::path& file) {
  const SourceMark mark{file.string(), 0, 0};
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) throw InputError(mark, "there is no such file");
  if (status.type() == std::filesystem::file_type::none) throw InputError(mark, "cannot be read: " + error.message());
  if (std::filesystem::is_directory(status)) throw InputError(mark, "is a directory, expected a YAML file");

  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text = read_yaml(stream);
  if (!stream.is_open() || stream.bad()) {
    throw InputError(mark, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  return text;
}

Node parse_yaml_file(const std::filesystem::path& file) { return parse_yaml_text(read_yaml_file(file), file.string()); }

}  // namespace sim
