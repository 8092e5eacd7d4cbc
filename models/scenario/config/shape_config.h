#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scenario/config/values.h"
#include "sim/config/schema.h"

// How a stream's rate moves, as a scenario writes it (grammar section 5).
namespace cosmos {

inline constexpr auto kFactorRange = sim::Range<double>{0.0, 1e6, false};

struct RateStepConfig {
  static constexpr std::string_view kSummary = "a factor from some time on";
  Moment at;
  double factor = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("at", at, "when, from the run's start or as an instant; whole seconds");
    v.required("factor", factor, "on the rate, until the next step", kFactorRange);
  }
};
struct StepsConfig {
  static constexpr std::string_view kTag = "steps";
  static constexpr std::string_view kSummary = "a factor from each time on, 1 before the first";
  std::vector<RateStepConfig> value;
};
struct RampConfig {
  static constexpr std::string_view kTag = "ramp";
  static constexpr std::string_view kSummary = "from 1 in a straight line to the factor, which then stays";
  Moment start;
  Moment stop;
  double factor = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("start", start, "the factor is 1 until then; whole seconds");
    v.required("stop", stop, "the factor is reached then; whole seconds");
    v.required("factor", factor, "on the rate", kFactorRange);
  }
};
struct ClockStepConfig {
  static constexpr std::string_view kSummary = "a factor from some time of the day on";
  TimeOfDay at;
  double factor = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("at", at, "time of day, UTC");
    v.required("factor", factor, "on the rate, until the next step", kFactorRange);
  }
};
struct DailyConfig {
  static constexpr std::string_view kTag = "daily";
  static constexpr std::string_view kSummary = "steps by the clock, each day again; the last holds over midnight";
  std::vector<ClockStepConfig> value;
};
struct DiurnalConfig {
  static constexpr std::string_view kTag = "diurnal";
  static constexpr std::string_view kSummary =
      "a sine over the day: 1 + amplitude at the peak, 1 - amplitude 12 h later";
  double amplitude = 0.0;
  TimeOfDay peak;
  template <class V>
  void fields(V& v) {
    v.required("amplitude", amplitude, "share of the mean rate", sim::range(0.0, 1.0));
    v.required("peak", peak, "time of day, UTC");
  }
};
struct WeeklyConfig {
  static constexpr std::string_view kTag = "weekly";
  static constexpr std::string_view kSummary = "a factor for days of the week, UTC";
  double mon = 1.0, tue = 1.0, wed = 1.0, thu = 1.0, fri = 1.0, sat = 1.0, sun = 1.0;
  template <class V>
  void fields(V& v) {
    v.optional("mon", mon, "on Mondays", kFactorRange);
    v.optional("tue", tue, "on Tuesdays", kFactorRange);
    v.optional("wed", wed, "on Wednesdays", kFactorRange);
    v.optional("thu", thu, "on Thursdays", kFactorRange);
    v.optional("fri", fri, "on Fridays", kFactorRange);
    v.optional("sat", sat, "on Saturdays", kFactorRange);
    v.optional("sun", sun, "on Sundays", kFactorRange);
  }
};
struct SpikeConfig {
  static constexpr std::string_view kTag = "spike";
  static constexpr std::string_view kSummary = "a factor for a while, once or again and again";
  Moment at;
  double factor = 1.0;
  sim::Duration length;
  std::optional<sim::Duration> every;
  template <class V>
  void fields(V& v) {
    v.required("at", at, "when it begins; whole seconds");
    v.required("factor", factor, "on the rate meanwhile", kFactorRange);
    v.required("length", length, "how long it lasts, whole seconds", sim::at_least(sim::Duration::seconds(1)));
    v.optional("every", every, "from one beginning to the next, whole seconds; default once",
               sim::at_least(sim::Duration::seconds(1)));
  }
};
struct GrowthConfig {
  static constexpr std::string_view kTag = "growth";
  static constexpr std::string_view kSummary = "compound growth from the run's start";
  double factor = 1.0;
  sim::Duration every;
  template <class V>
  void fields(V& v) {
    v.required("factor", factor, "on the rate in each period", sim::range(0.001, 1000.0));
    v.required("every", every, "the period, whole seconds",
               sim::range(sim::Duration::hours(1), sim::Duration::days(3660)));
  }
};
using ShapeFactorConfig =
    sim::Choice<StepsConfig, RampConfig, DailyConfig, DiurnalConfig, WeeklyConfig, SpikeConfig, GrowthConfig>;

}  // namespace cosmos
