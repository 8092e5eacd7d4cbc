#include "models/workload/expected_load.h"

#include <algorithm>
#include <memory>
#include <variant>

namespace cosmos {
namespace {

struct Expected {
  std::int64_t from;
  std::int64_t to;

  [[nodiscard]] std::int64_t length() const { return std::max<std::int64_t>(to - from, 0); }

  ExpectedLoad operator()(const OpenLoop& open) const {
    constexpr std::int64_t kSamples = 10'000;
    const double rate = open.rate.per_second();
    if (!open.shape) {
      return {rate * static_cast<double>(length()), rate};
    }
    const std::int64_t step = std::max<std::int64_t>(length() / kSamples, 1);
    double sum = 0.0;
    std::int64_t samples = 0;
    for (std::int64_t second = from + step / 2; second < to; second += step, ++samples) {
      sum += open.shape->mean(second);
    }
    const double mean = samples == 0 ? 0.0 : sum / static_cast<double>(samples);
    return {rate * mean * static_cast<double>(length()), rate * open.shape->bound(to)};
  }

  ExpectedLoad operator()(const Bursts& bursts) const {
    const auto each = static_cast<double>(bursts.operations);
    const std::int64_t nanoseconds = length() * 1'000'000'000;
    const std::int64_t n = bursts.every ? (nanoseconds + bursts.every->count() - 1) / bursts.every->count() : 1;
    return {length() == 0 ? 0.0 : each * static_cast<double>(n), each};
  }

  ExpectedLoad operator()(const std::shared_ptr<const TraceReplay>& trace) const {
    ExpectedLoad load;
    for (std::size_t i = 0; i < trace->intervals(); ++i) {
      if (from + static_cast<std::int64_t>(i) * trace->interval_seconds >= to) {
        break;
      }
      double sum = 0.0;
      for (std::size_t row = 0; row < trace->rows; ++row) {
        sum += trace->counts[i * trace->rows + row];
      }
      load.operations += sum;
      load.busiest_second = std::max(load.busiest_second, sum);
    }
    return load;
  }

  ExpectedLoad operator()(const std::shared_ptr<const LongTrace>& trace) const {
    ExpectedLoad load;
    for (std::size_t r = 0; r < trace->rows;) {
      const std::int64_t begin = trace->begin[r];
      double sum = 0.0;
      for (; r < trace->rows && trace->begin[r] == begin; ++r) {
        sum += trace->counts[r];
      }
      const double inside = share_inside(begin, trace->interval);
      load.operations += sum * inside;
      load.busiest_second = std::max(load.busiest_second, inside > 0.0 ? sum : 0.0);
    }
    return load;
  }

  ExpectedLoad operator()(const std::shared_ptr<const EventTrace>& trace) const {
    return {trace->rows * trace->volume, trace->busiest_second * trace->volume};
  }

  // Of the nanoseconds [begin, begin + length), those in which the stream is on.
  [[nodiscard]] double share_inside(std::int64_t begin, std::int64_t length) const {
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    const std::int64_t first = std::max(begin, from * kNanoseconds);
    const std::int64_t end = std::min(begin + length, to * kNanoseconds);
    return end <= first ? 0.0 : static_cast<double>(end - first) / static_cast<double>(length);
  }
};

}  // namespace

ExpectedLoad expected_load(const Stream& stream, std::int64_t seconds) {
  if (stream.part_of && stream.part_of->undoes) {
    return {};
  }
  ExpectedLoad load = std::visit(Expected{stream.start_second, std::min(stream.stop_second, seconds)}, stream.arrivals);
  load.operations = std::min(load.operations, static_cast<double>(stream.limit)) * (1.0 - stream.cache_hit_share);
  if (stream.mix) {
    load.operations *= static_cast<double>(stream.mix->to - stream.mix->from) / 0x1p32;
  }
  return load;
}

}  // namespace cosmos
