#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

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
  if (!says_how_often_once(path, config)) {
    return;
  }
  if (!config.rate && !config.shape.empty()) {
    error(path + ".shape", "belongs to `rate`", "factors on how often operations come");
  }
  if (config.trace) {
    if (config.spacing) {
      error(path + ".spacing", "belongs to `rate` and `bursts`", "a trace says when its operations come");
    }
    resolve_trace(path + ".trace", *config.trace, stream);
  } else if (config.bursts) {
    resolve_bursts(path + ".bursts", *config.bursts, config.spacing.value_or(Spacing::kPoisson), stream);
  } else {
    resolve_rate(path, config, stream);
  }
}

bool Resolver::says_how_often_once(const std::string& path, const StreamConfig& config) {
  std::vector<std::string_view> said;
  for (const auto& [name, is_said] : {std::pair("rate", config.rate.has_value()),
                                      {"bursts", config.bursts.has_value()},
                                      {"trace", config.trace.has_value()}}) {
    if (is_said) {
      said.push_back(name);
    }
  }
  if (said.size() != 1) {
    error(path, said.empty() ? "does not say how often" : fmt::format("has both `{}` and `{}`", said[0], said[1]),
          "exactly one of `rate`, `bursts`, `trace`");
  }
  return said.size() == 1;
}

void Resolver::resolve_rate(const std::string& path, const StreamConfig& config, Stream& stream) {
  OpenLoop loop{{config.rate->micro, config.rate->per}, config.spacing.value_or(Spacing::kPoisson), nullptr};
  const std::string most = fmt::format("at most {:.0f} /s; split it into several streams", sim::PoissonTable::kMaxMean);
  if (loop.rate.per_second() > sim::PoissonTable::kMaxMean) {
    error(path + ".rate", "is too large", most);
    return;
  }
  if (!config.shape.empty()) {
    loop.shape =
        std::make_shared<const RateShape>(resolve_shape(path + ".shape", config.shape), plan_.start_unix_seconds);
    const double highest = loop.rate.per_second() * loop.shape->bound(plan_.seconds);
    if (highest > sim::PoissonTable::kMaxMean) {
      error(path + ".shape", fmt::format("makes a rate of {:.3g} /s where all its factors are highest", highest), most);
    }
  }
  stream.arrivals = std::move(loop);
}

void Resolver::resolve_bursts(const std::string& path, const BurstsConfig& config, Spacing spacing, Stream& stream) {
  if (config.every && *config.every < config.within) {
    error(path + ".within", "is longer than `every`", "a burst ends before the next one begins");
  }
  const double seconds = std::max(config.within.in_seconds(), 1.0);
  if (static_cast<double>(config.operations) > sim::PoissonTable::kMaxMean * seconds) {
    error(path + ".operations", "are too many for so short a time",
          fmt::format("at most {:.0f} in a second; split it into several streams", sim::PoissonTable::kMaxMean));
  }
  stream.arrivals = Bursts{config.operations, config.within, config.every, spacing};
}

}  // namespace cosmos
