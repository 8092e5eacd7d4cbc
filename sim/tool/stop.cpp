#include "sim/tool/stop.h"

#include <array>
#include <climits>
#include <csignal>
#include <initializer_list>
#include <string_view>
#include <unistd.h>

#include "sim/tool/exit_code.h"

namespace sim {
namespace {

// A signal handler reaches nothing but statics; these belong to the process, not to a simulation.
std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch only lock-free atomics");
std::array<char, PATH_MAX> unfinished_file{};  // set before the handlers are there

void on_stop_signal(int) {
  if (asked_to_stop.exchange(true)) {
    ::unlink(unfinished_file.data());
    _exit(static_cast<int>(ExitCode::kStopped));
  }
  constexpr std::string_view kMessage = "\nstopping at the next second; once more ends at once\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
}

}  // namespace

void install_stop_handlers(const std::string& unfinished) {
  // No longer path can have been opened.
  unfinished.copy(unfinished_file.data(), unfinished_file.size() - 1);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction current {};
    sigaction(signal, nullptr, &current);
    if (current.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_stop_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
}

const std::atomic<bool>& stop_requested() { return asked_to_stop; }

}  // namespace sim
