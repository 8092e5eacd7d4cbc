#pragma once

#include <atomic>
#include <string>

namespace sim {

// From here on the first Ctrl-C (SIGINT) or SIGTERM only asks to stop: work that watches
// stop_requested() ends at its next whole second and keeps what was finished. The second one ends
// the process at once with exit code 130 and removes the file `unfinished`. A signal that the caller had ignored stays
// ignored. Only for commands that do watch: elsewhere the system's own reaction is the right one.
void install_stop_handlers(const std::string& unfinished);

// True once a stop was asked for. Always the same object; may be read from any thread.
[[nodiscard]] const std::atomic<bool>& stop_requested();

}  // namespace sim
