#include "sim/results/h5_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/results/h5_file_check.h"
#include "sim/results/h5_global_heap.h"
#include "sim/results/h5_handle.h"
#include "sim/results/h5_values.h"
#include "sim/results/result_format.h"
#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr std::uint64_t kMostDeflated = 1100;  // bytes that one of a deflated stream can become: 1,032, and some room
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{16} << 20U;  // the writer's have 128 KiB
constexpr std::size_t kTextsAtOnce = 64;
constexpr std::size_t kMostAxes = 8;
constexpr const char* kDamaged = "copy it again, or run the scenario again";

struct Shape {
  std::vector<hsize_t> lengths;
  std::uint64_t elements = 1;  // saturated
};

Shape shape_of(hid_t space) {
  if (H5Sget_simple_extent_type(space) == H5S_NULL) throw H5Error("no values");
  const int axes = h5_check(H5Sget_simple_extent_ndims(space), "read a shape");
  Shape shape;
  shape.lengths.resize(static_cast<std::size_t>(axes));
  if (axes > 0) h5_check(H5Sget_simple_extent_dims(space, shape.lengths.data(), nullptr), "read a shape");
  if (std::count(shape.lengths.begin(), shape.lengths.end(), 0U) > 0) return {shape.lengths, 0};
  for (const hsize_t length : shape.lengths) {
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() / shape.elements;
    shape.elements = length > room ? std::numeric_limits<std::uint64_t>::max() : shape.elements * length;
  }
  return shape;
}

// The most bytes that a dataset's values can have in a file of that size; nothing: they are stored as no writer of
// ours stores them.
std::optional<std::uint64_t> most_bytes(hid_t dataset, std::uint64_t file_size, bool numbers) {
  const H5Properties properties(H5Dget_create_plist(dataset), "read properties");
  const H5D_layout_t layout = H5Pget_layout(properties.id());
  if (layout == H5D_COMPACT) return file_size;
  if (layout == H5D_CONTIGUOUS)
    return H5Pget_external_count(properties.id()) == 0 ? std::optional(file_size) : std::nullopt;
  if (layout != H5D_CHUNKED || !numbers) return std::nullopt;
  const int filters = h5_check(H5Pget_nfilters(properties.id()), "read filters");
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0;
    std::size_t count = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(properties.id(), static_cast<unsigned>(i), &flags, &count, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE) return std::nullopt;
  }
  std::array<hsize_t, kMostAxes> chunk{};
  const int axes = h5_check(H5Pget_chunk(properties.id(), kMostAxes, chunk.data()), "read chunks");
  std::uint64_t chunk_bytes = sizeof(double);
  for (int i = 0; i < std::min<int>(axes, kMostAxes); ++i) {
    chunk_bytes *= std::min<std::uint64_t>(chunk[static_cast<std::size_t>(i)], kMostChunkBytes);
    if (chunk_bytes > kMostChunkBytes) return std::nullopt;
  }
  return file_size * kMostDeflated;
}

bool is_number(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  return (kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Tget_size(type) <= sizeof(double);
}

bool is_text(hid_t type) { return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0; }

// Texts that HDF5 allocated, given back whatever happens.
class LentTexts {
 public:
  LentTexts(std::size_t count, hid_t type, hid_t space) : pointers_(count), type_(type), space_(space) {}
  ~LentTexts() { H5Dvlen_reclaim(type_, space_, H5P_DEFAULT, static_cast<void*>(pointers_.data())); }
  LentTexts(const LentTexts&) = delete;
  LentTexts& operator=(const LentTexts&) = delete;
  [[nodiscard]] void* data() { return static_cast<void*>(pointers_.data()); }
  [[nodiscard]] std::string_view text(std::size_t i) const {
    return pointers_[i] == nullptr ? std::string_view() : std::string_view(pointers_[i]);
  }

 private:
  std::vector<char*> pointers_;
  hid_t type_;
  hid_t space_;
};

herr_t add_name(hid_t /*group*/, const char* name, const H5L_info_t* info, void* names) {
  try {
    if (info->type == H5L_TYPE_HARD) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
  } catch (...) {
    return -1;  // no exception passes through HDF5
  }
}

H5File open_file(const std::filesystem::path& path) {
  h5_begin();
  h5_check(H5PLset_loading_state(0), "keep filters from being loaded");
  return H5File(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "open");
}

std::vector<std::size_t> lengths_of(const Shape& shape) { return {shape.lengths.begin(), shape.lengths.end()}; }

}  // namespace

class H5Reader::File {
 public:
  explicit File(std::filesystem::path path) : path_(std::move(path)), size_(check_h5_file(path_)), heap_(path_) {
    guard("", [&] {
      file_ = open_file(path_);
      types_.emplace();
    });
    check_is_ours();
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool has(const std::string& path) const {
    return guard(path, [&] { return find(path).has_value(); });
  }
  [[nodiscard]] std::vector<std::string> groups(const std::string& path) const;
  [[nodiscard]] H5Column<double> numbers(const std::string& path, std::size_t axes) const;
  [[nodiscard]] H5Column<std::string> texts(const std::string& path, std::size_t axes) const;
  [[nodiscard]] std::optional<std::string> text_attribute(const std::string& path, const std::string& name) const;
  [[nodiscard]] std::optional<double> number_attribute(const std::string& path, const std::string& name) const;
  [[noreturn]] void fail(const std::string& path, std::string message, std::string hint) const {
    throw InputError({Diagnostic{{path_.string(), 0, 0}, path, std::move(message), std::move(hint)}});
  }

 private:
  struct Opened {
    H5Dataset dataset;
    H5Type type;
    H5Space space;
    Shape shape;
  };
  // What HDF5 reports inside is a damaged file.
  template <class Action>
  auto guard(const std::string& path, Action action) const -> decltype(action()) {
    try {
      return action();
    } catch (const H5Error& error) {
      fail(path, fmt::format("is damaged ({})", error.what()), kDamaged);
    }
  }
  void check_is_ours() const;
  [[nodiscard]] std::optional<H5O_type_t> find(const std::string& path) const;
  [[nodiscard]] std::vector<std::string> names(const std::string& group) const;
  void require(const std::string& path, H5O_type_t kind) const;
  [[nodiscard]] Opened open(const std::string& path, std::size_t axes, bool numbers) const;
  [[nodiscard]] H5Attribute attribute(const std::string& path, const std::string& name) const;

  std::filesystem::path path_;
  std::uint64_t size_;
  H5GlobalHeap heap_;
  H5File file_;
  std::optional<H5Types> types_;
};

void H5Reader::File::check_is_ours() const {
  const auto tool = text_attribute("", "tool");
  const auto version = number_attribute("", "format_version");
  if (!tool || !tool->starts_with(std::string(kResultTool) + " ") || !version) {
    fail("", "is an HDF5 file, but not a result of cosmosim", "name a file that `cosmosim run` wrote");
  }
  if (*version != static_cast<double>(kResultFormatVersion)) {
    fail("", fmt::format("has format version {}, this program reads {}", *version, kResultFormatVersion),
         fmt::format("{} wrote it, and can read it", *tool));
  }
}

// Hard links alone are followed, so that no name leads out of the file.
std::optional<H5O_type_t> H5Reader::File::find(const std::string& path) const {
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const std::string prefix = path.substr(0, end);
    if (!prefix.empty()) {
      if (h5_check(H5Lexists(file_.id(), prefix.c_str(), H5P_DEFAULT), "look for " + prefix) == 0) return std::nullopt;
      H5L_info_t link{};
      h5_check(H5Lget_info(file_.id(), prefix.c_str(), &link, H5P_DEFAULT), "look at " + prefix);
      if (link.type != H5L_TYPE_HARD) return std::nullopt;
    }
    H5O_info_t object{};
    h5_check(
        H5Oget_info_by_name2(file_.id(), prefix.empty() ? "/" : prefix.c_str(), &object, H5O_INFO_BASIC, H5P_DEFAULT),
        "look at " + prefix);
    if (end == std::string::npos) return object.type;
    if (object.type != H5O_TYPE_GROUP) return std::nullopt;
  }
}

std::vector<std::string> H5Reader::File::names(const std::string& group) const {
  const H5Group opened(H5Gopen2(file_.id(), group.empty() ? "/" : group.c_str(), H5P_DEFAULT), "open " + group);
  const H5Properties properties(H5Gget_create_plist(opened.id()), "read properties");
  unsigned order = 0;
  h5_check(H5Pget_link_creation_order(properties.id(), &order), "read properties");
  std::vector<std::string> found;
  h5_check(H5Literate(opened.id(), (order & H5P_CRT_ORDER_INDEXED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME,
                      H5_ITER_INC, nullptr, add_name, &found),
           "list " + group);
  return found;
}

void H5Reader::File::require(const std::string& path, H5O_type_t kind) const {
  const auto found = find(path);
  if (!found) {
    const std::size_t slash = path.rfind('/');
    const std::string group = slash == std::string::npos ? "" : path.substr(0, slash);
    require(group, H5O_TYPE_GROUP);
    fail(path, "is not in the file",
         did_you_mean(path.substr(slash == std::string::npos ? 0 : slash + 1), names(group)));
  }
  if (*found != kind) {
    fail(path, kind == H5O_TYPE_GROUP ? "is no group" : "is no dataset", "it was not written by `cosmosim run`");
  }
}

std::vector<std::string> H5Reader::File::groups(const std::string& path) const {
  return guard(path, [&] {
    require(path, H5O_TYPE_GROUP);
    std::vector<std::string> found = names(path);
    std::erase_if(found, [&](const std::string& name) {
      return find(path.empty() ? name : path + "/" + name) != H5O_TYPE_GROUP;
    });
    return found;
  });
}

auto H5Reader::File::open(const std::string& path, std::size_t axes, bool numbers) const -> Opened {
  require(path, H5O_TYPE_DATASET);
  Opened opened;
  opened.dataset = H5Dataset(H5Dopen2(file_.id(), path.c_str(), H5P_DEFAULT), "open");
  opened.type = H5Type(H5Dget_type(opened.dataset.id()), "read a type");
  opened.space = H5Space(H5Dget_space(opened.dataset.id()), "read a shape");
  opened.shape = shape_of(opened.space.id());
  if (numbers ? !is_number(opened.type.id()) : !is_text(opened.type.id())) {
    fail(path, numbers ? "does not hold numbers" : "does not hold texts", "it was not written by `cosmosim run`");
  }
  if (opened.shape.lengths.size() != axes) {
    fail(path, fmt::format("has {} axes, expected {}", opened.shape.lengths.size(), axes),
         "it was not written by `cosmosim run`");
  }
  const auto most = most_bytes(opened.dataset.id(), size_, numbers);
  if (!most) {
    fail(path, "is stored in a way that no result file is", "it was not written by `cosmosim run`");
  }
  const std::uint64_t each = numbers ? H5Tget_size(opened.type.id()) : sizeof(std::uint64_t);
  if (opened.shape.elements > *most / std::max<std::uint64_t>(each, 1)) {
    fail(path, "claims to hold more than the file", kDamaged);
  }
  return opened;
}

H5Column<double> H5Reader::File::numbers(const std::string& path, std::size_t axes) const {
  return guard(path, [&] {
    const Opened opened = open(path, axes, true);
    H5Column<double> column{lengths_of(opened.shape), std::vector<double>(opened.shape.elements)};
    if (!column.values.empty()) {
      h5_check(H5Dread(opened.dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column.values.data()),
               "read");
    }
    return column;
  });
}

// Many elements may refer to one long text, so texts are read few at once and their bytes counted.
H5Column<std::string> H5Reader::File::texts(const std::string& path, std::size_t axes) const {
  return guard(path, [&] {
    const Opened opened = open(path, axes, false);
    H5Column<std::string> column{lengths_of(opened.shape), {}};
    if (const haddr_t address = H5Dget_offset(opened.dataset.id());  // HADDR_UNDEF: within the checksummed header
        address != HADDR_UNDEF && !heap_.holds(address, opened.shape.elements)) {
      fail(path, "is damaged", kDamaged);
    }
    std::vector<hsize_t> at(axes, 0);
    std::vector<hsize_t> count(axes, 1);
    const hsize_t row = axes == 0 ? 1 : opened.shape.lengths.back();
    std::uint64_t bytes = 0;
    while (column.values.size() < opened.shape.elements) {
      std::uint64_t rest = column.values.size();
      for (std::size_t i = axes; i-- > 0;) {
        at[i] = rest % opened.shape.lengths[i];
        rest /= opened.shape.lengths[i];
      }
      const hsize_t n = axes == 0 ? 1 : std::min<hsize_t>(kTextsAtOnce, row - at.back());
      if (axes > 0) {
        count.back() = n;
        h5_check(H5Sselect_hyperslab(opened.space.id(), H5S_SELECT_SET, at.data(), nullptr, count.data(), nullptr),
                 "select");
      }
      const H5Space memory(H5Screate_simple(1, &n, nullptr), "make a space");
      LentTexts lent(n, types_->text(), memory.id());
      h5_check(
          H5Dread(opened.dataset.id(), types_->text(), memory.id(), opened.space.id(), types_->transfer(), lent.data()),
          "read");
      for (std::size_t i = 0; i < n; ++i) {
        column.values.emplace_back(lent.text(i));
        bytes += column.values.back().size();
      }
      if (bytes > size_) fail(path, "claims to hold more than the file", kDamaged);
    }
    return column;
  });
}

H5Attribute H5Reader::File::attribute(const std::string& path, const std::string& name) const {
  const std::string owner = path.empty() ? "/" : path;
  if (h5_check(H5Aexists_by_name(file_.id(), owner.c_str(), name.c_str(), H5P_DEFAULT), "look for " + name) == 0)
    return {};
  H5Attribute found(H5Aopen_by_name(file_.id(), owner.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT), "open " + name);
  const H5Space space(H5Aget_space(found.id()), "read a shape");
  return H5Sget_simple_extent_type(space.id()) == H5S_SCALAR ? std::move(found) : H5Attribute();
}

std::optional<std::string> H5Reader::File::text_attribute(const std::string& path, const std::string& name) const {
  return guard(path, [&]() -> std::optional<std::string> {
    if (!find(path)) return std::nullopt;
    const H5Attribute found = attribute(path, name);
    if (found.id() < 0) return std::nullopt;
    const H5Type type(H5Aget_type(found.id()), "read a type");
    if (!is_text(type.id())) return std::nullopt;
    LentTexts lent(1, types_->text(), types_->scalar());
    h5_check(H5Aread(found.id(), types_->text(), lent.data()), "read " + name);
    return std::string(lent.text(0));
  });
}

std::optional<double> H5Reader::File::number_attribute(const std::string& path, const std::string& name) const {
  return guard(path, [&]() -> std::optional<double> {
    if (!find(path)) return std::nullopt;
    const H5Attribute found = attribute(path, name);
    if (found.id() < 0) return std::nullopt;
    const H5Type type(H5Aget_type(found.id()), "read a type");
    if (!is_number(type.id())) return std::nullopt;
    double value = 0.0;
    h5_check(H5Aread(found.id(), H5T_NATIVE_DOUBLE, &value), "read " + name);
    return value;
  });
}

H5Reader::H5Reader(std::filesystem::path file) : file_(std::make_unique<File>(std::move(file))) {}
H5Reader::~H5Reader() = default;

const std::filesystem::path& H5Reader::path() const { return file_->path(); }
bool H5Reader::has(const std::string& path) const { return file_->has(path); }
std::vector<std::string> H5Reader::groups(const std::string& path) const { return file_->groups(path); }
H5Column<double> H5Reader::numbers(const std::string& path, std::size_t axes) const {
  return file_->numbers(path, axes);
}
H5Column<std::string> H5Reader::texts(const std::string& path, std::size_t axes) const {
  return file_->texts(path, axes);
}

std::string H5Reader::text_attribute(const std::string& path, const std::string& name) const {
  const auto value = file_->text_attribute(path, name);
  if (!value)
    file_->fail(path, fmt::format("has no text {}", in_backquotes(name)), "it was not written by `cosmosim run`");
  return *value;
}

double H5Reader::number_attribute(const std::string& path, const std::string& name) const {
  const auto value = file_->number_attribute(path, name);
  if (!value)
    file_->fail(path, fmt::format("has no number {}", in_backquotes(name)), "it was not written by `cosmosim run`");
  return *value;
}

}  // namespace sim
