#include "sim/results/h5_values.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sim {
namespace {

constexpr std::size_t kConversionBytes = 16384;

template <class T>
hid_t memory_type(const H5Types& types) {
  if constexpr (std::is_same_v<T, double>) {
    return H5T_NATIVE_DOUBLE;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return H5T_NATIVE_INT64;
  } else {
    return types.text();
  }
}

template <class T>
hid_t file_type(const H5Types& types) {
  if constexpr (std::is_same_v<T, double>) {
    return H5T_IEEE_F64LE;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return H5T_STD_I64LE;
  } else {
    return types.text();
  }
}

// Calls `use` with the address of the elements as HDF5 wants them: texts as an array of pointers.
template <class T, class Use>
void with_buffer(const std::vector<T>& values, Use use) {
  if constexpr (std::is_same_v<T, std::string>) {
    std::vector<const char*> pointers;
    pointers.reserve(values.size());
    for (const std::string& text : values) pointers.push_back(text.c_str());
    use(static_cast<const void*>(pointers.data()));
  } else {
    use(static_cast<const void*>(values.data()));
  }
}

template <class T>
void write_elements(hid_t owner, const std::string& name, const std::vector<T>& values, hid_t space,
                    const H5Types& types) {
  const H5Attribute attribute(H5Acreate2(owner, name.c_str(), file_type<T>(types), space, types.naming(), H5P_DEFAULT),
                              "create attribute " + name);
  if (values.empty()) return;
  with_buffer(values, [&](const void* data) {
    h5_check(H5Awrite(attribute.id(), memory_type<T>(types), data), "write attribute " + name);
  });
}

void write_value(hid_t owner, const std::string& name, const auto& value, const H5Types& types) {
  write_elements(owner, name, std::vector{value}, types.scalar(), types);
}

template <class T>
void write_value(hid_t owner, const std::string& name, const std::vector<T>& values, const H5Types& types) {
  const hsize_t length = values.size();
  const H5Space space(H5Screate_simple(1, &length, nullptr), "describe attribute " + name);
  write_elements(owner, name, values, space.id(), types);
}

}  // namespace

H5Types::H5Types()
    : text_(H5Tcopy(H5T_C_S1), "make a type"),
      scalar_(H5Screate(H5S_SCALAR), "make a space"),
      naming_(H5Pcreate(H5P_ATTRIBUTE_CREATE), "make properties"),
      transfer_(H5Pcreate(H5P_DATASET_XFER), "make properties") {
  h5_check(H5Tset_size(text_.id(), H5T_VARIABLE), "set a text's size");
  h5_check(H5Tset_cset(text_.id(), H5T_CSET_UTF8), "set a text's encoding");
  h5_check(H5Pset_char_encoding(naming_.id(), H5T_CSET_UTF8), "set a name's encoding");
  h5_check(H5Pset_buffer(transfer_.id(), kConversionBytes, nullptr, nullptr), "set a buffer's size");
}

void write_attribute(hid_t owner, const std::string& name, const AttributeValue& value, const H5Types& types) {
  std::visit([&](const auto& any) { write_value(owner, name, any, types); }, value);
}

void write_attributes(hid_t owner, const Attributes& attributes, const H5Types& types) {
  for (const auto& [name, value] : attributes) write_attribute(owner, name, value, types);
}

hid_t stored_type(const Values& values, const H5Types& types) {
  return std::visit(
      [&](const auto& list) { return file_type<typename std::decay_t<decltype(list)>::value_type>(types); }, values);
}

void write_values(hid_t dataset, const Values& values, const H5Types& types) {
  if (size(values) == 0) return;
  std::visit(
      [&](const auto& list) {
        using T = typename std::decay_t<decltype(list)>::value_type;
        with_buffer(list, [&](const void* data) {
          h5_check(H5Dwrite(dataset, memory_type<T>(types), H5S_ALL, H5S_ALL, types.transfer(), data), "write values");
        });
      },
      values);
}

}  // namespace sim
