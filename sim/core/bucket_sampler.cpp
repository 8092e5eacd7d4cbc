#include "sim/core/bucket_sampler.h"

#include <algorithm>
#include <vector>

namespace sim {
BucketSampler::Buckets BucketSampler::buckets_of(const QuantileTable& values, std::int64_t shift) {
  const auto shifted = [&](double value) {
    return std::clamp(static_cast<std::int64_t>(value) + shift, std::int64_t{0}, Histogram::kMaxValue);
  };
  std::vector<double> all(Histogram::bucket_count());
  values.for_each_piece([&](double probability, double low_value, double high_value) {
    const std::int64_t low = shifted(low_value);
    const std::int64_t high = shifted(high_value);
    const std::size_t last = Histogram::bucket_of(high);
    std::size_t at = Histogram::bucket_of(low);
    if (at == last) {
      all[at] += probability;
      return;
    }
    const auto length = static_cast<double>(high - low);
    for (std::int64_t from = low; at <= last; ++at) {
      const std::int64_t to = std::min(high, Histogram::lower_edge(at + 1));
      all[at] += probability * (static_cast<double>(to - from) / length);
      from = to;
    }
  });
  const auto used = [](double probability) { return probability > 0.0; };
  const auto begin = std::find_if(all.begin(), all.end(), used);
  const auto end = std::find_if(all.rbegin(), all.rend(), used).base();
  return {static_cast<std::size_t>(begin - all.begin()), std::vector<double>(begin, end)};
}

BucketSampler::BucketSampler(const QuantileTable& values, std::int64_t shift)
    : BucketSampler(buckets_of(values, shift)) {}

}  // namespace sim
