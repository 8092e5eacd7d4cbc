#include "models/scenario/resolver.h"
#include "sim/core/poisson.h"

namespace cosmos {

void Resolver::resolve_arrivals(const std::string& path, const StreamConfig& config, Stream& stream) {
  stream.start_second = whole_seconds(path + ".start", config.start);
  if (stream.start_second >= plan_.seconds) {
    error(path + ".start", "is at the end of the run or beyond it", "before `clock.duration`");
  }
  if (config.stop) {
    stream.stop_second = whole_seconds(path + ".stop", *config.stop);
    if (stream.stop_second <= stream.start_second) {
      error(path + ".stop", "is not after `start`", "a stream is on from `start` to `stop`");
    }
  }
  stream.limit = config.limit.value_or(stream.limit);
  if (config.rate.has_value() == config.trace.has_value()) {
    error(path, config.rate ? "has both `rate` and `trace`" : "does not say how often",
          "exactly one of `rate`, `trace`");
    return;
  }
  if (config.trace) {
    if (config.spacing) {
      error(path + ".spacing", "belongs to `rate`", "operations of a trace lie evenly at random in their interval");
    }
    resolve_trace(path + ".trace", *config.trace, stream);
    return;
  }
  const ArrivalRate rate{config.rate->micro, config.rate->per};
  if (rate.per_second() > sim::PoissonTable::kMaxMean) {
    error(path + ".rate", "is too large", "at most 10000000 /s; split it into several streams");
  }
  stream.arrivals = OpenLoop{rate, config.spacing.value_or(Spacing::kPoisson)};
}

}  // namespace cosmos
