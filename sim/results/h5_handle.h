#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <hdf5.h>

// HDF5 identifiers that close themselves, and failures as exceptions. Only this file and those named h5_* include HDF5.
namespace sim {

// what() is the operation and the innermost reason that HDF5 gave, for example
// "create group runs/a: No space left on device".
class H5Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// To be called before anything else of HDF5: failures are not printed, and the library does not try to close at the
// exit of the program what could not be closed before. That try, after a failed write, ends in a crash.
void h5_begin();

[[noreturn]] void throw_h5_error(std::string_view operation);

// Passes on the result of an HDF5 call; H5Error when it tells of a failure.
template <class Result>
Result h5_check(Result result, std::string_view operation) {
  if (result < 0) throw_h5_error(operation);
  return result;
}

template <herr_t (*Close)(hid_t)>
class H5Handle {
 public:
  H5Handle() = default;
  // Takes over what an HDF5 call returned; H5Error when that tells of a failure.
  H5Handle(hid_t id, std::string_view operation) : id_(h5_check(id, operation)) {}
  H5Handle(H5Handle&& other) noexcept : id_(std::exchange(other.id_, kNone)) {}
  H5Handle& operator=(H5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~H5Handle() {
    if (id_ >= 0) Close(id_);
  }
  [[nodiscard]] hid_t id() const { return id_; }
  // Forgets the identifier without closing it.
  void abandon() { id_ = kNone; }
  // Closes now, so that a failure to write what was still in memory is seen.
  void close(std::string_view operation) { h5_check(Close(std::exchange(id_, kNone)), operation); }

 private:
  static constexpr hid_t kNone = -1;
  hid_t id_ = kNone;
};

using H5File = H5Handle<H5Fclose>;
using H5Group = H5Handle<H5Gclose>;
using H5Dataset = H5Handle<H5Dclose>;
using H5Attribute = H5Handle<H5Aclose>;
using H5Space = H5Handle<H5Sclose>;
using H5Type = H5Handle<H5Tclose>;
using H5Properties = H5Handle<H5Pclose>;

}  // namespace sim
