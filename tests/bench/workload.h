#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/world/run_plan.h"

// The benchmark workload and variations of it.
//
// T1: 100,000 tenants, zipf 0.99; Poisson, 50,000 requests a second, half writes of 5 RU and half reads of 1 RU; Hash
// version 2, 50 equal ranges of 10,000 RU/s; a 429 is sent again after an even 20 to 180 ms, at most 9 times; admitted
// requests take 1 ms + Exp(1 ms) or 3 ms + Exp(2 ms). Counted: RU, 429s and requests per partition and second, RU and
// 429s per tenant, a latency histogram per stream. The tenants are called so that one partition is over its budget:
// 97 % are admitted. Variations:
//
//   quiet          1,000,000 RU/s a partition: nothing is refused
//   next-second    a 429 is sent again when the next second begins, as the SDKs do it
//   keys-10M       10 million tenants
//   partitions-10k 10,000 equal ranges of 50 RU/s
//   fan-out        a tenth of the requests are reads of 1 RU a visit that visit all 50 partitions
namespace bench {

struct Variation {
  const char* name;
  bool quiet = false;
  std::size_t tenants = 100'000;
  std::size_t partitions = 50;
  bool next_second = false;
  bool fan_out = false;
};

inline constexpr std::array kVariations = {
    Variation{.name = "T1"},
    Variation{.name = "quiet", .quiet = true},
    Variation{.name = "next-second", .next_second = true},
    Variation{.name = "keys-10M", .tenants = 10'000'000},
    Variation{.name = "keys-10M-quiet", .quiet = true, .tenants = 10'000'000},
    Variation{.name = "partitions-10k", .partitions = 10'000},
    Variation{.name = "partitions-10k-quiet", .quiet = true, .partitions = 10'000},
    Variation{.name = "fan-out", .fan_out = true},
    Variation{.name = "fan-out-quiet", .quiet = true, .fan_out = true},
};

inline constexpr std::int64_t kSeconds = 60;
inline constexpr std::int64_t kWarmup = 30;  // until as many retries wait as ever will, under next-second too

// Of kSeconds, the first kWarmup of which are warm-up.
[[nodiscard]] cosmos::RunPlan plan_of(const Variation& variation);

}  // namespace bench
