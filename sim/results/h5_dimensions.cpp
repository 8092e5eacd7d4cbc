#include "sim/results/h5_dimensions.h"

#include <cstring>

namespace sim {
namespace {

void write(hid_t dataset, const char* name, hid_t type, hid_t space, const void* data) {
  const H5Attribute attribute(H5Acreate2(dataset, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                              std::string("create attribute ") + name);
  h5_check(H5Awrite(attribute.id(), type, data), std::string("write attribute ") + name);
}

H5Space line_of(std::size_t count) {
  const hsize_t length = count;
  return H5Space(H5Screate_simple(1, &length, nullptr), "make a space");
}

void write_fixed_text(hid_t dataset, const char* name, const std::string& text, hid_t scalar) {
  const H5Type type(H5Tcopy(H5T_C_S1), "make a type");
  h5_check(H5Tset_size(type.id(), text.size() + 1), "set a text's size");
  write(dataset, name, type.id(), scalar, text.c_str());
}

}  // namespace

H5Dimensions::H5Dimensions()
    : reference_list_(H5Tvlen_create(H5T_STD_REF_OBJ), "make a type"),
      use_(H5Tcreate(H5T_COMPOUND, sizeof(Use)), "make a type"),
      scalar_(H5Screate(H5S_SCALAR), "make a space") {
  h5_check(H5Tinsert(use_.id(), "dataset", HOFFSET(Use, variable), H5T_STD_REF_OBJ), "make a type");
  h5_check(H5Tinsert(use_.id(), "dimension", HOFFSET(Use, dimension), H5T_NATIVE_INT), "make a type");
}

void H5Dimensions::mark_scale(hid_t dataset, const std::string& name) const {
  write_fixed_text(dataset, "CLASS", "DIMENSION_SCALE", scalar_.id());
  write_fixed_text(dataset, "NAME", name, scalar_.id());
}

hobj_ref_t H5Dimensions::refer_to(hid_t group, const std::string& name) {
  hobj_ref_t reference = 0;
  h5_check(H5Rcreate(&reference, group, name.c_str(), H5R_OBJECT, -1), "refer to " + name);
  return reference;
}

void H5Dimensions::write_scales_of_variable(hid_t dataset, const std::vector<hobj_ref_t>& scales) const {
  std::vector<hobj_ref_t> targets = scales;  // HDF5 wants them writable
  std::vector<hvl_t> lists;
  lists.reserve(targets.size());
  for (hobj_ref_t& target : targets) lists.push_back({1, &target});
  write(dataset, "DIMENSION_LIST", reference_list_.id(), line_of(lists.size()).id(), lists.data());
}

void H5Dimensions::write_users_of_scale(hid_t dataset, const std::vector<Use>& uses) const {
  if (uses.empty()) return;
  // Copied into cleared memory: the padding behind `dimension` goes to the file as well.
  std::vector<unsigned char> bytes(uses.size() * sizeof(Use), 0);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    unsigned char* at = bytes.data() + i * sizeof(Use);
    std::memcpy(at + offsetof(Use, variable), &uses[i].variable, sizeof uses[i].variable);
    std::memcpy(at + offsetof(Use, dimension), &uses[i].dimension, sizeof uses[i].dimension);
  }
  write(dataset, "REFERENCE_LIST", use_.id(), line_of(uses.size()).id(), bytes.data());
}

}  // namespace sim
