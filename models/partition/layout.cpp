#include "models/partition/layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/service_limits.h"

namespace cosmos {

std::int64_t partitions_at_creation(Ru manual, const CreationRule& rule) {
  if (manual <= rule.single_up_to) {
    return 1;
  }
  const std::int64_t each = rule.ru_per_partition.milli();
  return std::max<std::int64_t>(1, (manual.milli() + each - 1) / each);
}

Ru minimum_manual_throughput(Ru highest_ever, double gigabytes_stored) {
  const Ru by_storage = Ru::units(static_cast<std::int64_t>(std::ceil(gigabytes_stored)));
  const Ru by_history = Ru::milli(highest_ever.milli() / service_limits::kMinShareOfHighest);
  return std::max({service_limits::kMinManualRu, by_storage, by_history});
}

Ru minimum_autoscale_throughput(Ru highest_ever, double gigabytes_stored) {
  const Ru by_storage =
      Ru::units(static_cast<std::int64_t>(std::ceil(gigabytes_stored * service_limits::kAutoscaleRuPerGigabyte)));
  const Ru by_history = Ru::milli(highest_ever.milli() / service_limits::kMinAutoscaleShareOfHighest);
  const Ru least = std::max({service_limits::kMinAutoscaleRu, by_storage, by_history});
  const std::int64_t step = service_limits::kAutoscaleStep.milli();
  return Ru::milli((least.milli() + step - 1) / step * step);
}

std::vector<Ru> shared_evenly(Ru total, std::size_t n) {
  const auto parts = static_cast<std::int64_t>(n);
  const std::int64_t share = total.milli() / parts;
  const std::int64_t rest = total.milli() % parts;
  std::vector<Ru> budgets(n, Ru::milli(share));
  for (std::size_t i = 0; i < static_cast<std::size_t>(rest); ++i) {
    budgets[i] += Ru::milli(1);
  }
  return budgets;
}

std::vector<Ru> shared_evenly(Ru total, std::span<const std::int64_t> ids) {
  const std::vector<Ru> by_id = shared_evenly(total, ids.size());
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
  std::vector<Ru> in_order(ids.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    in_order[order[i]] = by_id[i];
  }
  return in_order;
}

KeyPoint point_at_share(double share, KeyHashing hashing) {
  if (hashing == KeyHashing::kHashV1) {
    return KeyPoint::of_hash_v1(static_cast<std::uint32_t>(share * 0x1p32));
  }
  return KeyPoint::of(hash_at_share(share));
}

std::vector<KeyPoint> boundaries_of_shares(std::span<const double> shares, KeyHashing hashing) {
  std::vector<KeyPoint> boundaries;
  double below = 0.0;
  for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
    below += shares[i];
    boundaries.push_back(point_at_share(below, hashing));
  }
  return boundaries;
}

}  // namespace cosmos
