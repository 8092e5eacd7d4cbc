#pragma once

#include <string>

#include "sim/results/frame.h"
#include "sim/results/h5_handle.h"

// Values and attributes as HDF5 stores them: doubles and 64-bit integers in little endian, texts as UTF-8 strings of
// variable length (one of fixed length over 64 KB does not fit into an attribute).
namespace sim {

class H5Types {
 public:
  H5Types();
  [[nodiscard]] hid_t text() const { return text_.id(); }
  [[nodiscard]] hid_t scalar() const { return scalar_.id(); }
  // How to create an attribute whose name is UTF-8.
  [[nodiscard]] hid_t naming() const { return naming_.id(); }
  // How to move values: with a small buffer for conversions. HDF5 clears its usual 1 MiB for every list of texts.
  [[nodiscard]] hid_t transfer() const { return transfer_.id(); }

 private:
  H5Type text_;
  H5Space scalar_;
  H5Properties naming_;
  H5Properties transfer_;
};

void write_attribute(hid_t owner, const std::string& name, const AttributeValue& value, const H5Types& types);
void write_attributes(hid_t owner, const Attributes& attributes, const H5Types& types);

// Type of the elements in the file.
[[nodiscard]] hid_t stored_type(const Values& values, const H5Types& types);
void write_values(hid_t dataset, const Values& values, const H5Types& types);

}  // namespace sim
