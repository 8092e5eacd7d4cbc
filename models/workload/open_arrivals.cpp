#include "models/workload/open_arrivals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace cosmos {
namespace {

constexpr std::uint64_t kCountPurpose = sim::purpose_id("arrivals");
constexpr std::uint64_t kInstantPurpose = sim::purpose_id("instant");
constexpr std::uint64_t kBurstPurpose = sim::purpose_id("instant in the burst");
constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr int kFractionBits = 40;

sim::Int128 ceil_div(sim::Int128 a, sim::Int128 b) { return (a + b - 1) / b; }

}  // namespace

PoissonArrivals::PoissonArrivals(const OpenLoop& loop, const ArrivalOrigin& origin)
    : origin_(origin), per_second_(loop.rate.per_second()), shape_(loop.shape) {
  if (!shape_) {
    count_.emplace(per_second_);
  }
}

void PoissonArrivals::generate(std::int64_t second, ArrivalBlock& block) {
  const std::uint64_t word = sim::Draws(origin_.seed, origin_.stream_id, second, kCountPurpose).bits(0);
  const std::int64_t n = count_ ? count_->draw(word) : sim::draw_poisson(per_second_ * shape_->mean(second), word);
  block.draw(static_cast<std::size_t>(n), sim::Draws(origin_.seed, origin_.stream_id, second, kInstantPurpose));
}

EvenArrivals::EvenArrivals(const OpenLoop& loop, const ArrivalOrigin& origin) : origin_(origin), rate_(loop.rate) {}

void EvenArrivals::generate(std::int64_t second, ArrivalBlock& block) {
  const sim::Int128 numerator = sim::Int128{rate_.per.count()} * 1'000'000;
  const sim::Int128 micro = rate_.micro;
  if (micro == 0) {
    return;
  }
  const sim::Int128 from = sim::Int128{second - origin_.start_second} * kNanoseconds;
  const sim::Int128 end = ceil_div((from + kNanoseconds) * micro, numerator);
  for (sim::Int128 k = ceil_div(from * micro, numerator); k < end; ++k) {
    block.add(static_cast<std::uint32_t>(k * numerator / micro - from));
  }
}

ShapedEvenArrivals::ShapedEvenArrivals(const OpenLoop& loop, const ArrivalOrigin& origin)
    : per_second_(loop.rate.per_second()), shape_(loop.shape), next_second_(origin.start_second) {}

void ShapedEvenArrivals::generate(std::int64_t second, ArrivalBlock& block) {
  constexpr sim::Int128 kOne = sim::Int128{1} << kFractionBits;
  for (; next_second_ <= second; ++next_second_) {
    const double mean = per_second_ * shape_->mean(next_second_);
    const auto integral = static_cast<sim::Int128>(std::nearbyint(mean * 0x1p40));
    while (until_next_ < integral) {
      if (next_second_ == second) {
        block.add(static_cast<std::uint32_t>(until_next_ * kNanoseconds / integral));
      }
      until_next_ += kOne;
    }
    until_next_ -= integral;
  }
}

BurstArrivals::BurstArrivals(const Bursts& bursts, const ArrivalOrigin& origin) : origin_(origin), bursts_(bursts) {}

void BurstArrivals::generate(std::int64_t second, ArrivalBlock& block) {
  const std::int64_t from = second * kNanoseconds;
  const std::int64_t start = origin_.start_second * kNanoseconds;
  for (const std::int64_t last = bursts_.every ? std::numeric_limits<std::int64_t>::max() : 0; next_burst_ <= last;
       ++next_burst_) {
    const std::int64_t begin = start + (bursts_.every ? next_burst_ * bursts_.every->count() : 0);
    if (begin >= from + kNanoseconds) {
      break;
    }
    if (begin >= from || begin + bursts_.within.count() > from) {
      place(next_burst_, begin);
    }
  }
  placed_.take(second, false, block);
}

void BurstArrivals::place(std::int64_t burst, std::int64_t begin) {
  const std::int64_t within = bursts_.within.count();
  const std::int64_t first_second = begin / kNanoseconds;
  const std::int64_t last_second = (begin + std::max<std::int64_t>(within - 1, 0)) / kNanoseconds;
  const auto count = static_cast<std::uint32_t>(bursts_.operations);
  const sim::Draws instants(origin_.seed, origin_.stream_id, burst, kBurstPurpose);
  placed_.place(std::span(&count, 1), 0, first_second, last_second - first_second + 1, [&](std::size_t i) {
    const auto offset =
        bursts_.spacing == Spacing::kEven
            ? static_cast<std::int64_t>(static_cast<sim::Int128>(i) * within / bursts_.operations)
            : static_cast<std::int64_t>(sim::scale_bits(instants.bits(i), static_cast<std::uint64_t>(within)));
    const std::int64_t at = begin + offset;
    return PlacedOperations::Place{at / kNanoseconds, static_cast<std::uint32_t>(at % kNanoseconds)};
  });
}

}  // namespace cosmos
