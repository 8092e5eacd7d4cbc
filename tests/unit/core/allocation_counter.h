#pragma once

#include <cstdint>

namespace sim::test {

// Calls of operator new in this program so far.
[[nodiscard]] std::int64_t allocations() noexcept;

}  // namespace sim::test
