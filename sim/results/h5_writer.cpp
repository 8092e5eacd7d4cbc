#include "sim/results/h5_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include "sim/results/h5_dimensions.h"
#include "sim/results/h5_handle.h"
#include "sim/results/h5_values.h"

namespace sim {
namespace {

constexpr std::size_t kCompactBytes = 4096;    // up to here values lie beside their description
constexpr std::size_t kChunkedBytes = 65536;   // from here they are cut and compressed
constexpr std::size_t kChunkElements = 16384;  // 128 KiB of numbers
constexpr std::size_t kChunkLength = 1024;     // along the longest axis of several
constexpr std::size_t kElementBytes = 8;
constexpr unsigned kAttributesInHeader = 64;
constexpr unsigned kLinksInHeader = 64;

using Shape = std::vector<hsize_t>;

Shape chunk_of(const Shape& shape) {
  const std::size_t longest = static_cast<std::size_t>(std::max_element(shape.begin(), shape.end()) - shape.begin());
  Shape chunk(shape.size(), 1);
  chunk[longest] = std::min<hsize_t>(shape[longest], shape.size() == 1 ? kChunkElements : kChunkLength);
  hsize_t room = kChunkElements / chunk[longest];
  for (std::size_t i = shape.size(); i-- > 0;) {
    if (i == longest) continue;
    chunk[i] = std::min(shape[i], room);
    room /= chunk[i];
  }
  return chunk;
}

H5Properties dataset_properties(const Shape& shape, bool numbers) {
  H5Properties properties(H5Pcreate(H5P_DATASET_CREATE), "make properties");
  h5_check(H5Pset_obj_track_times(properties.id(), false), "set properties");
  h5_check(H5Pset_attr_phase_change(properties.id(), kAttributesInHeader, 0), "set properties");
  std::size_t bytes = kElementBytes;
  for (const hsize_t length : shape) bytes *= length;
  if (bytes <= kCompactBytes) {
    h5_check(H5Pset_layout(properties.id(), H5D_COMPACT), "set properties");
  } else if (numbers && bytes > kChunkedBytes) {
    const Shape chunk = chunk_of(shape);
    h5_check(H5Pset_chunk(properties.id(), static_cast<int>(chunk.size()), chunk.data()), "set properties");
    h5_check(H5Pset_shuffle(properties.id()), "set properties");
    h5_check(H5Pset_deflate(properties.id(), 1), "set properties");
  }
  return properties;
}

H5Properties group_properties() {
  H5Properties properties(H5Pcreate(H5P_GROUP_CREATE), "make properties");
  h5_check(H5Pset_obj_track_times(properties.id(), false), "set properties");
  h5_check(H5Pset_attr_phase_change(properties.id(), kAttributesInHeader, 0), "set properties");
  h5_check(H5Pset_link_phase_change(properties.id(), kLinksInHeader, 0), "set properties");
  h5_check(H5Pset_link_creation_order(properties.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
           "set properties");
  return properties;
}

H5File create_file(const std::filesystem::path& path) {
  const H5Properties access(H5Pcreate(H5P_FILE_ACCESS), "make properties");
  h5_check(H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_V18), "set properties");
  const H5Properties creation(H5Pcreate(H5P_FILE_CREATE), "make properties");
  h5_check(H5Pset_obj_track_times(creation.id(), false), "set properties");
  h5_check(H5Pset_link_creation_order(creation.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), "set properties");
  return H5File(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()), "create");
}

[[noreturn]] void throw_system_error(const char* operation, const std::filesystem::path& path) {
  throw std::runtime_error(std::string(operation) + " " + path.string() + ": " + std::strerror(errno));
}

void flush_to_disk(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_system_error("open", path);
  const int result = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  // Some file systems cannot flush a directory and say so by EINVAL.
  if (result != 0 && error != EINVAL) throw_system_error("flush", path);
}

void remove_quietly(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::resize_file(path, 0, ignored);  // gives the room back even where HDF5 keeps the file open
  std::filesystem::remove(path, ignored);
}

}  // namespace

// An open file and what is known of its groups.
class H5Writer::File {
 public:
  explicit File(const std::filesystem::path& path) : file_(create_file(path)), group_properties_(group_properties()) {}

  void root_attributes(const Attributes& attributes) { write_attributes(file_.id(), attributes, types_); }
  void write(const Frame& frame);
  void close() {
    h5_check(H5Fflush(file_.id(), H5F_SCOPE_LOCAL), "write");
    file_.close("close");
  }
  // After a failure HDF5 cannot close the file in good order; it stays open, without a name, until the program ends.
  void abandon() { file_.abandon(); }

 private:
  struct Column {
    std::string name;
    H5Dataset dataset;
    hobj_ref_t reference;
  };
  H5Group create_group(const std::string& path) const {
    return H5Group(H5Gcreate2(file_.id(), path.c_str(), H5P_DEFAULT, group_properties_.id(), H5P_DEFAULT),
                   "create group " + path);
  }
  H5Group group_at(const std::string& path);
  template <class Described>
  Column write_column(const H5Group& group, const Described& described, const Shape& shape) const;
  void write_dimensions(const Frame& frame, const std::vector<Column>& axes,
                        const std::vector<Column>& variables) const;

  H5File file_;
  H5Properties group_properties_;
  H5Types types_;
  H5Dimensions dimensions_;
  std::map<std::string, bool> groups_;  // by path: has a frame been written there
};

H5Group H5Writer::File::group_at(const std::string& path) {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string prefix = path.substr(0, end);
    if (groups_.emplace(prefix, false).second) create_group(prefix);
  }
  const bool is_new = groups_.emplace(path, false).second;
  return is_new ? create_group(path) : H5Group(H5Gopen2(file_.id(), path.c_str(), H5P_DEFAULT), "open group " + path);
}

template <class Described>
auto H5Writer::File::write_column(const H5Group& group, const Described& described, const Shape& shape) const
    -> Column {
  const bool numbers = !std::holds_alternative<std::vector<std::string>>(described.values);
  const H5Space space(
      shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
      "describe " + described.name);
  const H5Properties properties = dataset_properties(shape, numbers);
  H5Dataset dataset(H5Dcreate2(group.id(), described.name.c_str(), stored_type(described.values, types_), space.id(),
                               H5P_DEFAULT, properties.id(), H5P_DEFAULT),
                    "create " + described.name);
  write_values(dataset.id(), described.values, types_);
  if (!described.units.empty()) write_attribute(dataset.id(), "units", described.units, types_);
  if (!described.long_name.empty()) write_attribute(dataset.id(), "long_name", described.long_name, types_);
  write_attributes(dataset.id(), described.attributes, types_);
  const hobj_ref_t reference = H5Dimensions::refer_to(group.id(), described.name);
  return {described.name, std::move(dataset), reference};
}

void H5Writer::File::write_dimensions(const Frame& frame, const std::vector<Column>& axes,
                                      const std::vector<Column>& variables) const {
  std::vector<std::vector<H5Dimensions::Use>> uses(axes.size());
  for (std::size_t v = 0; v < variables.size(); ++v) {
    std::vector<hobj_ref_t> scales;
    for (const std::string& name : frame.variables[v].axes) {
      const auto axis = std::find_if(axes.begin(), axes.end(), [&](const Column& a) { return a.name == name; });
      uses[static_cast<std::size_t>(axis - axes.begin())].push_back(
          {variables[v].reference, static_cast<int>(scales.size())});
      scales.push_back(axis->reference);
    }
    if (!scales.empty()) dimensions_.write_scales_of_variable(variables[v].dataset.id(), scales);
  }
  for (std::size_t a = 0; a < axes.size(); ++a) dimensions_.write_users_of_scale(axes[a].dataset.id(), uses[a]);
}

void H5Writer::File::write(const Frame& frame) {
  check(frame);
  if (const auto known = groups_.find(frame.path); known != groups_.end() && known->second)
    throw std::logic_error("frame `" + frame.path + "` is written twice");
  const H5Group group = group_at(frame.path);
  groups_[frame.path] = true;
  write_attributes(group.id(), frame.attributes, types_);
  std::vector<Column> axes;
  for (const Axis& axis : frame.axes) {
    axes.push_back(write_column(group, axis, {size(axis.values)}));
    dimensions_.mark_scale(axes.back().dataset.id(), axis.name);
  }
  std::vector<Column> variables;
  for (const Variable& variable : frame.variables) {
    const std::vector<std::size_t> lengths = shape(frame, variable);
    variables.push_back(write_column(group, variable, Shape(lengths.begin(), lengths.end())));
  }
  write_dimensions(frame, axes, variables);
}

template <class Action>
void H5Writer::guard(Action action) {
  try {
    action();
  } catch (const H5Error& error) {
    if (file_) file_->abandon();
    throw std::runtime_error("write " + partial_path_.string() + ": " + error.what());
  }
}

H5Writer::H5Writer(std::filesystem::path final_path) : final_path_(std::move(final_path)), partial_path_(final_path_) {
  partial_path_ += ".partial";
  h5_begin();
  if (std::filesystem::is_directory(final_path_))
    throw std::runtime_error("write " + final_path_.string() + ": it is a directory");
  const bool is_new = !std::filesystem::exists(partial_path_);
  try {
    guard([&] { file_ = std::make_unique<File>(partial_path_); });
  } catch (...) {
    if (is_new) remove_quietly(partial_path_);
    throw;
  }
}

H5Writer::~H5Writer() {
  if (!file_) return;
  file_.reset();
  remove_quietly(partial_path_);
}

void H5Writer::root_attributes(const Attributes& attributes) {
  guard([&] { file_->root_attributes(attributes); });
}

void H5Writer::write(const Frame& frame) {
  guard([&] { file_->write(frame); });
}

void H5Writer::commit() {
  guard([&] { file_->close(); });
  flush_to_disk(partial_path_);
  std::filesystem::rename(partial_path_, final_path_);
  file_.reset();
  const std::filesystem::path folder = final_path_.parent_path();
  flush_to_disk(folder.empty() ? "." : folder);
}

}  // namespace sim
