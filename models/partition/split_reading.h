#pragma once

// Readings of what splits do, where sources conflict.
namespace cosmos {

// Where a physical partition is cut (SPLIT-03, HPK-06). kAuto: for throughput at the midpoint of its hash range; for
// storage at the midpoint where the key has one path, else at the median of what it stores.
enum class SplitPoint { kAuto, kHashMidpoint, kStorageMedian };

// RU/s after a split for storage (SPLIT-06): an even share for all, or half of the parent's for each child.
enum class StorageSplitRu { kEven, kInherit };

// Editions of the rules of redistribution (REDIS-01 to REDIS-04): each partition by itself, the container's throughput
// becomes the sum; or what some get others give, and the shares are kept when the throughput changes.
enum class Redistribution { kV2025, kV2023 };

}  // namespace cosmos
