#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/results/h5_handle.h"

// Dimension scales as the HDF5 dimension scale specification lays them down. The library's own H5DSattach_scale
// rewrites a scale's list of users for every user; here the lists of a group are written once, when all of it is known,
// which makes a file of thousands of small groups several times cheaper.
namespace sim {

class H5Dimensions {
 public:
  H5Dimensions();

  // Writes the attributes that make a dataset a scale of the given name.
  void mark_scale(hid_t dataset, const std::string& name) const;

  // One variable's scales, slowest first; `reference` of each by refer_to.
  [[nodiscard]] static hobj_ref_t refer_to(hid_t group, const std::string& name);
  void write_scales_of_variable(hid_t dataset, const std::vector<hobj_ref_t>& scales) const;

  struct Use {
    hobj_ref_t variable;
    int dimension;
  };
  // The variables that lie along a scale; nothing is written when there are none.
  void write_users_of_scale(hid_t dataset, const std::vector<Use>& uses) const;

 private:
  H5Type reference_list_;  // of variable length
  H5Type use_;
  H5Space scalar_;
};

}  // namespace sim
