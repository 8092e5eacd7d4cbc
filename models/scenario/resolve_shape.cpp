#include <utility>

#include <fmt/format.h>

#include "models/scenario/resolver.h"

namespace cosmos {

std::int64_t Resolver::second_of(const std::string& path, const Moment& moment) {
  return moment.instant ? moment.instant->unix_seconds - plan_.start_unix_seconds
                        : whole_seconds(path, moment.since_start);
}

std::vector<ShapeFactor> Resolver::resolve_shape(const std::string& path,
                                                 const std::vector<ShapeFactorConfig>& config) {
  std::vector<ShapeFactor> factors;
  for (std::size_t i = 0; i < config.size(); ++i) {
    std::visit(
        [&](const auto& factor) {
          using F = std::decay_t<decltype(factor)>;
          factors.push_back(shape_factor(fmt::format("{}.{}.{}", path, i, F::kTag), factor));
        },
        config[i].value);
  }
  return factors;
}

ShapeFactor Resolver::shape_factor(const std::string& path, const StepsConfig& config) {
  StepsFactor factor;
  for (std::size_t i = 0; i < config.value.size(); ++i) {
    const std::string at = fmt::format("{}.{}.at", path, i);
    const std::int64_t second = second_of(at, config.value[i].at);
    if (!factor.steps.empty() && second <= factor.steps.back().second) {
      error(at, "is not after the step before it", "steps in the order of time, each once");
    }
    factor.steps.push_back({second, config.value[i].factor});
  }
  if (factor.steps.empty()) {
    error(path, "is empty", "at least one step: {at: 10 min, factor: 3}");
  }
  return factor;
}

ShapeFactor Resolver::shape_factor(const std::string& path, const RampConfig& config) {
  const RampFactor factor{second_of(path + ".start", config.start), second_of(path + ".stop", config.stop),
                          config.factor};
  if (factor.to <= factor.from) {
    error(path + ".stop", "is not after `start`", "the rate moves from `start` to `stop`");
  }
  return factor;
}

ShapeFactor Resolver::shape_factor(const std::string& path, const DailyConfig& config) {
  DailyFactor factor;
  for (std::size_t i = 0; i < config.value.size(); ++i) {
    const ClockStepConfig& step = config.value[i];
    if (!factor.steps.empty() && step.at.seconds <= factor.steps.back().second) {
      error(fmt::format("{}.{}.at", path, i), "is not after the step before it",
            "steps in the order of the day, each once; the last one holds over midnight");
    }
    factor.steps.push_back({step.at.seconds, step.factor});
  }
  if (factor.steps.empty()) {
    error(path, "is empty", "at least one step: {at: \"08:00\", factor: 1}");
    factor.steps.push_back({0, 1.0});
  }
  return factor;
}

ShapeFactor Resolver::shape_factor(const std::string&, const DiurnalConfig& config) {
  return DiurnalFactor{config.amplitude, config.peak.seconds};
}

ShapeFactor Resolver::shape_factor(const std::string&, const WeeklyConfig& config) {
  return WeeklyFactor{{config.mon, config.tue, config.wed, config.thu, config.fri, config.sat, config.sun}};
}

ShapeFactor Resolver::shape_factor(const std::string& path, const SpikeConfig& config) {
  SpikeFactor factor;
  factor.at = second_of(path + ".at", config.at);
  factor.length = whole_seconds(path + ".length", config.length);
  factor.factor = config.factor;
  if (config.every) {
    factor.every = whole_seconds(path + ".every", *config.every);
    if (factor.every < factor.length) {
      error(path + ".length", "is longer than `every`", "a spike ends before the next one begins");
    }
  }
  return factor;
}

ShapeFactor Resolver::shape_factor(const std::string& path, const GrowthConfig& config) {
  return GrowthFactor{config.factor, whole_seconds(path + ".every", config.every)};
}

}  // namespace cosmos
