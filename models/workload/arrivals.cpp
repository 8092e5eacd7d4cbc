#include "models/workload/arrivals.h"

#include <utility>

namespace cosmos {
namespace {

constexpr std::uint64_t kCachePurpose = sim::purpose_id("cache hit");
constexpr std::uint64_t kMixPurpose = sim::purpose_id("which of the mix");

// The entries of a mix share the arrivals of the stream that they are of.
std::uint64_t origin_id(const Stream& stream, std::uint64_t stream_id) {
  return stream.mix ? sim::purpose_id(stream.mix->source) : stream_id;
}

}  // namespace

ArrivalSource::ArrivalSource(const Stream& stream, sim::Seed seed, std::uint64_t stream_id)
    : stream_(stream),
      seed_(seed),
      stream_id_(stream_id),
      origin_id_(origin_id(stream, stream_id)),
      generator_(generator(stream, {seed, origin_id_, stream.start_second})) {}

ArrivalSource::Generator ArrivalSource::generator(const Stream& stream, const ArrivalOrigin& origin) {
  if (const auto* open = std::get_if<OpenLoop>(&stream.arrivals)) {
    if (open->spacing == Spacing::kPoisson) {
      return PoissonArrivals(*open, origin);
    }
    return open->shape ? Generator(ShapedEvenArrivals(*open, origin)) : Generator(EvenArrivals(*open, origin));
  }
  if (const auto* bursts = std::get_if<Bursts>(&stream.arrivals)) {
    return BurstArrivals(*bursts, origin);
  }
  if (const auto* wide = std::get_if<std::shared_ptr<const TraceReplay>>(&stream.arrivals)) {
    return WideReplay(*wide, origin);
  }
  if (const auto* by_interval = std::get_if<std::shared_ptr<const LongTrace>>(&stream.arrivals)) {
    return LongReplay(*by_interval, origin);
  }
  return EventReplay(std::get<std::shared_ptr<const EventTrace>>(stream.arrivals), origin);
}

void ArrivalSource::generate(std::int64_t second, ArrivalBlock& block) {
  block.clear();
  if (second < stream_.start_second || second >= stream_.stop_second || issued_ >= stream_.limit) {
    return;
  }
  std::visit([&](auto& arrivals) { arrivals.generate(second, block); }, generator_);
  const std::int64_t left = stream_.limit - issued_;
  if (static_cast<std::int64_t>(block.size()) > left) {
    block.keep_earliest(static_cast<std::size_t>(left));
  }
  issued_ += static_cast<std::int64_t>(block.size());
  if (stream_.mix) {
    block.keep_part(stream_.mix->from, stream_.mix->to, sim::Draws(seed_, origin_id_, second, kMixPurpose));
  }
  if (stream_.cache_hit_share > 0.0) {
    block.thin_out(stream_.cache_hit_share, sim::Draws(seed_, stream_id_, second, kCachePurpose));
  }
}

}  // namespace cosmos
