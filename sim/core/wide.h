#pragma once

namespace sim {

// 128 bits for products and sums of 64-bit words; both compilers have it, the language does not.
__extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using): the attribute needs this form
__extension__ typedef __int128 Int128;            // NOLINT(modernize-use-using)

}  // namespace sim
