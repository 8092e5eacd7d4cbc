#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/keys/key_point.h"
#include "models/quantities.h"

// How many physical partitions a container has, and how its throughput is shared over them.
namespace cosmos {

// Readings of the creation rule (SCALE-01, SCALE-01a).
struct CreationRule {
  Ru ru_per_partition = Ru::units(6'000);  // manual throughput: one partition for each so much, begun
  Ru single_up_to;                         // created at this or less: one partition; 0 is off
};

// SCALE-01: partitions of a container created with this manual throughput. 1 or more.
[[nodiscard]] std::int64_t partitions_at_creation(Ru manual, const CreationRule& rule);

// SCALE-09: the least manual throughput after `highest_ever`, with so many gigabytes stored.
[[nodiscard]] Ru minimum_manual_throughput(Ru highest_ever, double gigabytes_stored);

// SCALE-10: the least maximum of autoscale, likewise, in its steps.
[[nodiscard]] Ru minimum_autoscale_throughput(Ru highest_ever, double gigabytes_stored);

// PART-06: an even share for each of n partitions, kept to 0.001 RU/s; the remainder goes one each to
// the lowest, so that the sum is exact.
[[nodiscard]] std::vector<Ru> shared_evenly(Ru total, std::size_t n);

// The same for partitions with these ids, in their order: the remainder goes to the lowest ids.
[[nodiscard]] std::vector<Ru> shared_evenly(Ru total, std::span<const std::int64_t> ids);

// Inner boundaries of ranges with these shares of the key space, in key order; they sum to 1.
[[nodiscard]] std::vector<KeyPoint> boundaries_of_shares(std::span<const double> shares, KeyHashing hashing);

// The place that has `share` of the key space below it. Requires 0 < share < 1.
[[nodiscard]] KeyPoint point_at_share(double share, KeyHashing hashing);

}  // namespace cosmos
