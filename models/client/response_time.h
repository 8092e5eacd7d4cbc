#pragma once

#include <cstdint>
#include <optional>

#include "models/workload/distribution.h"
#include "sim/core/bucket_sampler.h"

namespace cosmos {

// How long an admitted request takes from being sent to its answer, in ns (REPL-02): the service's part and the way
// there and back. Where the way is the same for every request the two are one distribution over the histogram's
// buckets, so that an answer that is only counted costs one table look-up.
class ResponseTime {
 public:
  ResponseTime(const Distribution& service, const Distribution& round_trip);

  // The same for every request, or nothing.
  [[nodiscard]] std::optional<std::int64_t> constant() const noexcept { return constant_; }
  // Where it is one distribution over buckets; null otherwise.
  [[nodiscard]] const sim::BucketSampler* buckets() const noexcept { return buckets_ ? &*buckets_ : nullptr; }
  // True if draw() looks at the second word.
  [[nodiscard]] bool needs_way() const noexcept { return !constant_ && !buckets_; }
  [[nodiscard]] std::int64_t draw(std::uint64_t service_bits, std::uint64_t way_bits) const noexcept {
    if (constant_) return *constant_;
    return buckets_ ? buckets_->draw(service_bits) : service_->draw(service_bits) + way_->draw(way_bits);
  }

 private:
  std::optional<std::int64_t> constant_;
  std::optional<sim::BucketSampler> buckets_;
  std::optional<Sampler> service_;
  std::optional<Sampler> way_;
};

}  // namespace cosmos
