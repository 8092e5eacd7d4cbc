#pragma once

#include <cstdio>
#include <cstdlib>

// SIM_CHECK stops the program when one of its own invariants is broken. It is never reachable from
// user input: wrong input throws sim::InputError, a failing environment throws std::runtime_error.
// SIM_DCHECK is the same in debug builds and costs nothing in release builds.
#define SIM_CHECK(condition)                                                                 \
  do {                                                                                       \
    if (!(condition)) [[unlikely]] {                                                         \
      std::fprintf(stderr, "%s:%d: invariant broken: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                          \
    }                                                                                        \
  } while (false)

#ifdef NDEBUG
#define SIM_DCHECK(condition) static_cast<void>(0)
#else
#define SIM_DCHECK(condition) SIM_CHECK(condition)
#endif
