#include "sim/results/h5_handle.h"

namespace sim {
namespace {

// HDF5 buries the system's words in a list of buffers and offsets: "..., error message = 'No such file', ...".
std::string_view system_message(std::string_view description) {
  constexpr std::string_view kBefore = "error message = '";
  const std::size_t begin = description.find(kBefore);
  if (begin == std::string_view::npos) return {};
  description.remove_prefix(begin + kBefore.size());
  return description.substr(0, description.find('\''));
}

struct Reason {
  std::string innermost;
  std::string of_system;
};

herr_t look(unsigned depth, const H5E_error2_t* error, void* data) {
  Reason& reason = *static_cast<Reason*>(data);
  if (error->desc == nullptr) return 0;
  if (depth == 0) reason.innermost = error->desc;
  if (reason.of_system.empty()) reason.of_system = system_message(error->desc);
  return 0;
}

}  // namespace

void h5_begin() {
  H5dont_atexit();  // answers "failed" from the second time on
  h5_check(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "turn off printed errors");
}

void throw_h5_error(std::string_view operation) {
  Reason reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look, &reason);
  H5Eclear2(H5E_DEFAULT);
  std::string text(operation);
  const std::string& why = reason.of_system.empty() ? reason.innermost : reason.of_system;
  if (!why.empty()) text += ": " + why;
  throw H5Error(text);
}

}  // namespace sim
