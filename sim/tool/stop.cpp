#include "sim/tool/stop.h"

#include <csignal>
#include <initializer_list>
#include <string_view>
#include <unistd.h>

#include "sim/tool/exit_code.h"

namespace sim {
namespace {

// A signal handler reaches nothing but statics; this one belongs to the process, not to a simulation.
std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch only lock-free atomics");

void on_stop_signal(int) {
  if (asked_to_stop.exchange(true)) _exit(static_cast<int>(ExitCode::kStopped));
  constexpr std::string_view kMessage = "\nstopping at the next second; once more ends at once\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
}

}  // namespace

void install_stop_handlers() {
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
