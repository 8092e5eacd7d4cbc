#include "sim/results/h5_global_heap.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/results/h5_file_check.h"
#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr std::string_view kCollection("GCOL\x01", 5);
constexpr std::uint64_t kHeaderBytes = 16;  // of a collection, and of an object
constexpr std::uint64_t kReferenceBytes = 16;
constexpr std::uint64_t kAlignment = 8;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;

using Objects = std::map<std::uint32_t, std::uint64_t>;

// The objects of the collection that `bytes` begin with; nothing: it does not keep to its own size.
std::optional<Objects> objects_of(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) return std::nullopt;
  const std::uint64_t size = little_endian(bytes.substr(8, 8));
  if (size < kHeaderBytes || size > bytes.size()) return std::nullopt;
  Objects objects;
  for (std::uint64_t at = kHeaderBytes; size - at >= kHeaderBytes;) {
    const auto index = static_cast<std::uint32_t>(little_endian(bytes.substr(at, 2)));
    const std::uint64_t length = little_endian(bytes.substr(at + 8, 8));
    if (index == 0) {  // free room, its own header included, up to the end
      return length == size - at ? std::optional(objects) : std::nullopt;
    }
    const std::uint64_t room = size - at - kHeaderBytes;
    if (length > room) return std::nullopt;
    const std::uint64_t padded = (length + kAlignment - 1) / kAlignment * kAlignment;
    if (padded > room || !objects.emplace(index, length).second) return std::nullopt;
    at += kHeaderBytes + padded;
  }
  return objects;
}

// Empty where the file ends before the collection does.
std::string collection_at(const std::filesystem::path& file, std::uint64_t address) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(address));
  std::string bytes(kHeaderBytes, '\0');
  if (!stream.read(bytes.data(), kHeaderBytes)) return {};
  const std::uint64_t size = little_endian(std::string_view(bytes).substr(8, 8));
  if (size < kHeaderBytes || size > std::filesystem::file_size(file) - address) return {};
  bytes.resize(size);
  stream.read(bytes.data() + kHeaderBytes, static_cast<std::streamsize>(size - kHeaderBytes));
  return stream ? bytes : std::string();
}

}  // namespace

H5GlobalHeap::H5GlobalHeap(const std::filesystem::path& file) : file_(file) {
  std::ifstream stream(file, std::ios::binary);
  std::string block;
  std::uint64_t begin = 0;  // of the block, in the file
  for (std::size_t kept = 0;; kept = std::min(block.size(), kCollection.size() - 1)) {
    begin += block.size() - kept;
    block.erase(0, block.size() - kept);
    block.resize(kept + kBlockBytes);
    stream.read(block.data() + kept, kBlockBytes);
    block.resize(kept + static_cast<std::size_t>(stream.gcount()));
    for (std::size_t at = block.find(kCollection); at != std::string::npos; at = block.find(kCollection, at + 1)) {
      auto objects = objects_of(collection_at(file, begin + at));
      if (!objects) {
        throw InputError({file.string(), 0, 0}, "is damaged", "copy it again, or run the scenario again");
      }
      sizes_.emplace(begin + at, std::move(*objects));
    }
    if (!stream) return;
  }
}

bool H5GlobalHeap::holds(std::uint64_t address, std::uint64_t count) const {
  std::ifstream stream(file_, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(address));
  std::array<char, kReferenceBytes> bytes{};
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!stream.read(bytes.data(), bytes.size())) return false;
    const std::string_view reference(bytes.data(), bytes.size());
    const std::uint64_t length = little_endian(reference.substr(0, 4));
    const std::uint64_t collection = little_endian(reference.substr(4, 8));
    if (collection == 0) continue;  // an empty text
    const auto objects = sizes_.find(collection);
    if (objects == sizes_.end()) return false;
    const auto object = objects->second.find(static_cast<std::uint32_t>(little_endian(reference.substr(12, 4))));
    if (object == objects->second.end() || length > object->second) return false;
  }
  return true;
}

}  // namespace sim
