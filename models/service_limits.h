#pragma once

#include <cstdint>

#include "models/quantities.h"

// Every number taken from the real service, each with its rule in cosmos-behaviour (see models/README.md).
namespace cosmos::service_limits {

// PART-04: one physical partition gives at most 10,000 RU/s. Also how far a partition can be scaled
// before it must split (SCALE-02) and the unit of creation for autoscale and shared throughput (SCALE-01).
inline constexpr Ru kMaxRuPerPartition = Ru::units(10'000);

// PART-05: default ceiling of one container or shared database.
inline constexpr Ru kMaxRuPerContainer = Ru::units(1'000'000);

// SCALE-09: floor of manual throughput, and the share of the highest ever that may not be undercut.
inline constexpr Ru kMinManualRu = Ru::units(400);
inline constexpr std::int64_t kMinShareOfHighest = 100;

// SCALE-12: manual throughput is set in steps of 100 RU/s.
inline constexpr Ru kManualStep = Ru::units(100);

// AUTO-01, SCALE-12: least maximum and step of autoscale. SCALE-10: a maximum is at least so large a part of the
// highest ever, and so many RU/s for each GB stored.
inline constexpr Ru kMinAutoscaleRu = Ru::units(1'000);
inline constexpr Ru kAutoscaleStep = Ru::units(1'000);
inline constexpr std::int64_t kMinAutoscaleShareOfHighest = 10;
inline constexpr double kAutoscaleRuPerGigabyte = 10.0;

// PART-02, PART-04: storage (data and index) of one logical and one physical partition, in gigabytes.
inline constexpr std::int64_t kLogicalPartitionGigabytes = 20;
inline constexpr std::int64_t kPhysicalPartitionGigabytes = 50;

// HPK-01: levels of a hierarchical partition key.
inline constexpr int kMaxKeyLevels = 3;

// PART-10: an item as UTF-8 JSON.
inline constexpr Bytes kMaxItemBytes = Bytes::of(std::int64_t{2} * 1024 * 1024);

// PART-14: what a request may carry, and its answer.
inline constexpr Bytes kMaxRequestBytes = Bytes::of(std::int64_t{2} * 1024 * 1024);
inline constexpr Bytes kMaxResponseBytes = Bytes::of(std::int64_t{4} * 1024 * 1024);

// BURST-01: a physical partition below this many RU/s saves what it does not spend, of so many seconds at most, and
// spends it at this rate at most, its own throughput included (BURST-02).
inline constexpr Ru kBurstRate = Ru::units(3'000);
inline constexpr std::int64_t kBurstSeconds = 300;

// OPS-03: operations of a transactional batch. RU-07: of a patch.
inline constexpr std::int64_t kMaxBatchOperations = 100;
inline constexpr std::int64_t kMaxPatchOperations = 10;

// PRICE-01 and PRICE-05: list prices in the vendor's documentation of 2022-03-31, single write region, in US dollars.
inline constexpr double kPricePer100RuHour = 0.008;
// PRICE-02: an RU/s-hour of autoscale against one of manual throughput.
inline constexpr double kAutoscalePriceFactor = 1.5;
inline constexpr double kPricePerGigabyteMonth = 0.25;
inline constexpr double kHoursPerMonth = 730.0;

}  // namespace cosmos::service_limits
