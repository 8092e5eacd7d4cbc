#include "sim/tool/output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace sim {
namespace {

bool reader_is_gone() {
  pollfd descriptor{STDOUT_FILENO, POLLOUT, 0};
  return poll(&descriptor, 1, 0) == 1 && (descriptor.revents & POLLERR) != 0;
}

[[noreturn]] void report_failure(int error) {
  if (error == EPIPE || reader_is_gone()) throw OutputClosed();
  throw std::system_error(error != 0 ? error : EIO, std::generic_category(), "cannot write to standard output");
}

}  // namespace

void write_output(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) report_failure(errno);
}

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free number is the closed one, as all below it are open by now.
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      [[maybe_unused]] const int opened = open("/dev/null", O_RDWR);
    }
  }
}

void finish_output() {
  errno = 0;
  if (std::fflush(stdout) != 0) report_failure(errno);
  if (std::ferror(stdout) != 0) report_failure(0);
}

}  // namespace sim
