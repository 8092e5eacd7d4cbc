#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/schema.h"

// One small configuration that has every kind of member.
namespace sample {

enum class Level { kSession, kStrong };

struct Uniform {
  static constexpr std::string_view kTag = "uniform";
  static constexpr std::string_view kSummary = "every member alike";
};
struct Zipf {
  static constexpr std::string_view kTag = "zipf";
  static constexpr std::string_view kSummary = "by rank";
  double theta = 0.99;
  template <class V>
  void fields(V& v) {
    v.optional("theta", theta, "skew", sim::range(0.0, 3.0));
  }
};
struct Hotspot {
  static constexpr std::string_view kTag = "hotspot";
  static constexpr std::string_view kSummary = "a few get most";
  sim::Share value{0.8};
  static auto range() { return sim::at_least(sim::Share{0.5}); }
};
struct Table {
  static constexpr std::string_view kTag = "table";
  static constexpr bool kNotBuilt = true;
};
using Popularity = sim::Choice<Uniform, Zipf, Hotspot, Table>;

struct Wait {
  static constexpr std::string_view kSummary = "always so long";
  sim::Duration value = sim::Duration::seconds(1);
};
struct Steps {
  static constexpr std::string_view kSummary = "one after the other";
  std::vector<sim::Duration> value;
};
struct BackoffFields {
  sim::Duration first = sim::Duration::milliseconds(50);
  std::int64_t factor = 2;
  template <class V>
  void fields(V& v) {
    v.required("first", first, "first wait");
    v.optional("factor", factor, "growth", sim::above<std::int64_t>(1));
  }
};
struct Backoff {
  static constexpr std::string_view kSummary = "longer and longer";
  BackoffFields value;
};
using Pause = sim::Choice<Wait, Uniform, Zipf, Steps, Backoff>;

struct Stream {
  static constexpr std::string_view kSummary = "operations and how often";
  sim::Rate rate;
  std::optional<std::int64_t> limit;
  Popularity popularity;
  Pause pause;
  template <class V>
  void fields(V& v) {
    v.required("rate", rate, "how often");
    v.optional("limit", limit, "so many", sim::at_least<std::int64_t>(1));
    v.optional("popularity", popularity, "who is drawn");
    v.optional("pause", pause, "between operations");
    v.not_built("bursts");
  }
};

struct Clock {
  static constexpr std::string_view kSummary = "how long it lasts";
  sim::Duration duration;
  sim::Duration warmup;
  template <class V>
  void fields(V& v) {
    v.required("duration", duration, "how long the run lasts",
               sim::range(sim::Duration::seconds(1), sim::Duration::days(3660)));
    v.optional("warmup", warmup, "left out", sim::at_most(sim::Duration::hours(1)));
  }
};

struct Config {
  static constexpr std::string_view kSummary = "all of it";
  std::string name;
  Clock clock;
  bool burst = false;
  Level level = Level::kSession;
  std::vector<std::string> regions{"East US"};
  sim::NameMap<Stream> streams;
  sim::TextMap<double> weights;
  std::optional<Clock> other;
  std::vector<Clock> clocks;
  std::optional<sim::Node> extra;
  template <class V>
  void fields(V& v) {
    v.required("name", name, "of the configuration");
    v.required("clock", clock, "when");
    v.optional("burst", burst, "may it");
    v.optional("level", level, "how strictly");
    v.optional("regions", regions, "where");
    v.required("streams", streams, "what");
    v.optional("weights", weights, "how much", sim::at_least(0.0));
    v.optional("other", other, "another clock");
    v.optional("clocks", clocks, "more clocks");
    v.optional("extra", extra, "anything");
    v.not_built("timeline");
  }
};

}  // namespace sample

template <>
struct sim::EnumNames<sample::Level> {
  static constexpr std::string_view kType = "consistency level";
  static constexpr std::array kValues = {
      sim::EnumValue<sample::Level>{"session", sample::Level::kSession, "one replica"},
      sim::EnumValue<sample::Level>{"strong", sample::Level::kStrong, "two"}};
};
