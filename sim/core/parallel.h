#pragma once

#include <cstddef>
#include <functional>

namespace sim {

// Calls body(0) ... body(n - 1) on up to `threads` threads (0 counts as 1) and returns when all have ended. Indices are
// handed out in ascending order; which thread takes which is open, so body(i) writes only what belongs to i. With one
// thread or one index everything runs in the caller.
//
// When a call throws, no further indices are handed out, calls under way end, and the exception of the lowest
// index that threw is rethrown: the same one for any number of threads if bodies do not depend on one another.
void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body);

}  // namespace sim
