#pragma once

#include <string_view>

namespace sim {

// Standard output carries results and nothing else. Write them through here: a full disk or an I/O
// error throws std::system_error (exit code 1) as soon as the system reports it. When the reader of
// a pipe is gone (`cosmosim … | head`), OutputClosed is thrown instead, and main ends quietly.
void write_output(std::string_view text);

struct OutputClosed {};

// Makes sure that descriptors 0 to 2 are open, so that a result file can never take the number of a
// closed standard stream, and that a closed pipe is an error to handle rather than a signal.
void prepare_standard_streams();

// Writes out what is buffered and reports a failure of any earlier write, also of one that did not
// go through write_output(). Throws as write_output() does.
void finish_output();

}  // namespace sim
