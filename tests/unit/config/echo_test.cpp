#include "sim/config/echo.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "tests/unit/config/errors_of.h"
#include "tests/unit/config/sample_config.h"

namespace sim {
namespace {

using sample::Config;
using testing::ElementsAre;

std::vector<std::string> echoed(std::string_view text) {
  std::vector<std::string> lines;
  for (const EchoLine& line : echo_config(read<Config>(text))) {
    lines.push_back(line.path + " = " + line.value + (line.is_default ? " (default)" : ""));
  }
  return lines;
}

TEST(Echo, ListsEveryLeafInOrderOfDeclaration) {
  EXPECT_THAT(
      echoed("streams: {a: {rate: 5 /s}}\nname: x\nclock: {duration: 90 min}\n"),
      ElementsAre("name = x", "clock.duration = 1 h 30 min", "clock.warmup = 0 s (default)", "burst = false (default)",
                  "level = session (default)", "regions = [East US] (default)", "streams.a.rate = 5 /s",
                  "streams.a.limit = none (default)", "streams.a.popularity = uniform (default)",
                  "streams.a.pause = 1 s (default)", "weights = {} (default)", "other = none (default)",
                  "clocks = [] (default)", "extra = none (default)"));
}

TEST(Echo, TellsWhatDiffersFromTheDefault) {
  EXPECT_THAT(
      echoed("name: x\nclock: {duration: 1 s, warmup: 0 min}\nburst: true\nregions: [A, B]\n"
             "streams: {a: {rate: 5 /s, limit: 9, popularity: {zipf: {}}, pause: {first: 1 s}}}\n"
             "weights: {q: 1}\nother: {duration: 2 s}\nclocks: [{duration: 3 s}]\nextra: {z: [1]}\n"),
      ElementsAre("name = x", "clock.duration = 1 s", "clock.warmup = 0 s (default)", "burst = true",
                  "level = session (default)", "regions = [A, B]", "streams.a.rate = 5 /s", "streams.a.limit = 9",
                  "streams.a.popularity.zipf.theta = 0.99", "streams.a.pause.first = 1 s", "streams.a.pause.factor = 2",
                  "weights.q = 1", "other.duration = 2 s", "other.warmup = 0 s (default)", "clocks.0.duration = 3 s",
                  "clocks.0.warmup = 0 s (default)", "extra = {z: [1]}"));
}

TEST(Echo, WritesWhatReadsBackToTheSame) {
  const char* text =
      "name: \"5\"\nclock: {duration: 90 min}\nlevel: strong\nweights: {\"a: b\": 0.1}\n"
      "streams: {a: {rate: 4 /h, popularity: {hotspot: 90 %}, pause: [1 s, 1 ms]}, b: {rate: 1 /s, pause: {first: 2 "
      "s}}}\n";
  const Node written = write_config(read<Config>(text));
  const Node again = write_config(read<Config>(to_text(written)));
  EXPECT_TRUE(same_content(written, again)) << to_text(written) << '\n' << to_text(again);
  EXPECT_EQ(to_text(*find_path(again, "streams.b.pause")), "{first: 2 s, factor: 2}");
}

struct Latency {
  static constexpr std::string_view kTag = "lognormal";
  Duration median = Duration::milliseconds(4);
  double sigma = 0.4;
  template <class V>
  void fields(V& v) {
    v.required("median", median, "half lie below");
    v.required("sigma", sigma, "spread");
  }
};
struct Model {
  Choice<sample::Uniform, Latency> latency{Latency{}};
  template <class V>
  void fields(V& v) {
    v.optional("latency", latency, "of a request");
  }
};

TEST(Echo, CountsTheFieldsOfADefaultAlternativeAsDefault) {
  const auto flags = [](std::string_view text) {
    std::vector<bool> all;
    for (const EchoLine& line : echo_config(read<Model>(text))) all.push_back(line.is_default);
    return all;
  };
  EXPECT_THAT(flags("latency: {lognormal: {median: 4 ms, sigma: 0.4}}"), ElementsAre(true, true));
  EXPECT_THAT(flags("{}"), ElementsAre(true, true));
  EXPECT_THAT(flags("latency: {lognormal: {median: 5 ms, sigma: 0.4}}"), ElementsAre(false, false));
  EXPECT_THAT(flags("latency: uniform"), ElementsAre(false));
}

}  // namespace
}  // namespace sim
