#include "sim/config/read_config.h"

#include <string>

#include <gmock/gmock.h>

#include "tests/unit/config/errors_of.h"
#include "tests/unit/config/sample_config.h"

namespace sim {
namespace {

using sample::Config;
using testing::ElementsAre;

const std::string kGood = "name: x\nclock: {duration: 1 min}\nstreams: {a: {rate: 5 /s}}\n";

TEST(ReadConfig, FillsEveryKindOfMember) {
  const auto config =
      read<Config>(kGood +
                   "burst: true\nlevel: strong\nregions: [A, B]\nweights: {\"any text\": 1, b: 0.5}\n"
                   "other: {duration: 2 s, warmup: 1 s}\nclocks: [{duration: 3 s}]\nextra: {q: [null]}\n");
  EXPECT_EQ(config.name, "x");
  EXPECT_EQ(config.clock.duration, Duration::minutes(1));
  EXPECT_TRUE(config.burst);
  EXPECT_EQ(config.level, sample::Level::kStrong);
  EXPECT_THAT(config.regions, ElementsAre("A", "B"));
  EXPECT_EQ(config.streams.find("a")->rate.micro, 5'000'000);
  EXPECT_EQ(*config.weights.find("any text"), 1.0);
  EXPECT_EQ(config.other->warmup, Duration::seconds(1));
  EXPECT_EQ(config.clocks.at(0).duration, Duration::seconds(3));
  EXPECT_EQ(to_text(*config.extra), "{q: [null]}");
}

TEST(ReadConfig, KeepsDefaultsOfWhatIsNotWritten) {
  const auto config = read<Config>(kGood);
  EXPECT_FALSE(config.burst);
  EXPECT_THAT(config.regions, ElementsAre("East US"));
  EXPECT_FALSE(config.other.has_value());
  EXPECT_TRUE(config.weights.empty());
}

TEST(ReadConfig, KeepsTheOrderOfNames) {
  const auto config = read<Config>("name: x\nclock: {duration: 1 s}\nstreams: {b: {rate: 1 /s}, a: {rate: 2 /s}}\n");
  EXPECT_THAT(config.streams.names(), ElementsAre("b", "a"));
  EXPECT_EQ(config.streams.index_of("a"), 1U);
}

TEST(ReadConfig, NamesUnknownFieldsWithTheNearestKnownOne) {
  EXPECT_EQ(errors_of<Config>(kGood + "regoins: [A]\nzzz: 1\n"),
            "f:4:1: error: regoins: unknown field\n    hint: did you mean `regions`?\n"
            "f:5:1: error: zzz: unknown field\n"
            "    hint: known: name, clock, burst, level, regions, streams, weights, other, clocks, extra");
  EXPECT_EQ(errors_of<Config>("name: x\nclock: {duration: 1 s}\nstreams:\n  writes: {rat: 1 /s}\n"),
            "f:4:11: error: streams.writes.rate: missing\n    hint: how often; for example: 1011 /s, 6 /min, 4 /h\n"
            "f:4:12: error: streams.writes.rat: unknown field\n    hint: did you mean `rate`?");
}

TEST(ReadConfig, NamesMissingFieldsAtTheirMap) {
  EXPECT_EQ(errors_of<Config>("name: x\nclock: {warmup: 1 s}\n"),
            "f:1:1: error: streams: missing\n    hint: what\n"
            "f:2:8: error: clock.duration: missing\n"
            "    hint: how long the run lasts; for example: 250 ms, 30 min, 1 h 30 min");
}

TEST(ReadConfig, NamesWrongKinds) {
  EXPECT_EQ(errors_of<Config>("name: [x]\nclock: {duration: [1 s], warmup: {a: 1}}\nstreams: [a]\nregions: A\n"),
            "f:1:7: error: name: is a list, expected text\n"
            "f:2:19: error: clock.duration: is a list, expected a duration\n"
            "f:2:34: error: clock.warmup: is a map, expected a duration\n"
            "f:3:10: error: streams: is a list, expected a map\n"
            "f:4:10: error: regions: is a single value, expected a list");
  EXPECT_EQ(errors_of<Config>("[a]\n"), "f:1:1: error: is a list, expected a map");
  EXPECT_EQ(errors_of<Config>("hello\n"), "f:1:1: error: is a single value, expected a map");
}

TEST(ReadConfig, NamesBadValuesAndHowToWriteThem) {
  EXPECT_EQ(errors_of<Config>("name: x\nclock: {duration: 5}\nstreams: {a: {rate: 5}}\nburst: yes\nlevel: strnog\n"),
            "f:2:19: error: clock.duration: `5` is not a duration\n"
            "    hint: write it with a unit: 250 ms, 30 min, 1 h 30 min\n"
            "f:3:21: error: streams.a.rate: `5` is not a rate\n"
            "    hint: write it with a unit: 1011 /s, 6 /min, 4 /h\n"
            "f:4:8: error: burst: `yes` is neither true nor false\n    hint: write true or false\n"
            "f:5:8: error: level: `strnog` is not a consistency level\n    hint: did you mean `strong`?");
}

TEST(ReadConfig, NamesRanges) {
  EXPECT_EQ(errors_of<Config>("name: x\nclock: {duration: 0 s, warmup: 2 h}\nstreams: {a: {rate: 1 /s, limit: 0}}\n"
                              "weights: {b: -1}\n"),
            "f:2:19: error: clock.duration: `0 s` is out of range\n    hint: 1 s to 3660 d\n"
            "f:2:32: error: clock.warmup: `2 h` is out of range\n    hint: at most 1 h\n"
            "f:3:34: error: streams.a.limit: `0` is out of range\n    hint: at least 1\n"
            "f:4:14: error: weights.b: `-1` is out of range\n    hint: at least 0");
}

TEST(ReadConfig, AcceptsTheBoundsOfARange) {
  EXPECT_EQ(errors_of<Config>("name: x\nclock: {duration: 1 s, warmup: 1 h}\nstreams: {a: {rate: 1 /s, limit: 1}}\n"),
            "");
  EXPECT_EQ(errors_of<Config>("name: x\nclock: {duration: 3660 d}\nstreams: {a: {rate: 1 /s}}\n"), "");
}

TEST(ReadConfig, TakesNoEmptyValues) {
  EXPECT_EQ(errors_of<Config>("name:\nclock: ~\nstreams: {}\nregions: [A, ]\nother: null\n"),
            "f:1:1: error: name: is empty\nf:2:8: error: clock: is empty\nf:3:10: error: streams: is empty\n"
            "f:5:8: error: other: is empty");
  EXPECT_EQ(errors_of<Config>(kGood + "regions: [A, ~]\n"), "f:4:14: error: regions.1: is empty");
}

TEST(ReadConfig, TellsNumbersFromTextsInQuotes) {
  EXPECT_EQ(errors_of<Config>(
                "name: \"5\"\nclock: {duration: \"1 s\"}\nstreams: {a: {rate: '1 /s', limit: \"5\"}}\nburst: 'true'\n"),
            "f:3:36: error: streams.a.limit: is a text in quotes, expected a count\n    hint: write it without quotes\n"
            "f:4:8: error: burst: is a text in quotes, expected true or false\n    hint: write it without quotes");
}

TEST(ReadConfig, WantsNamesWhereThingsAreReferredTo) {
  EXPECT_EQ(
      errors_of<Config>(
          "name: x\nclock: {duration: 1 s}\nstreams: {9a: {rate: 1 /s}, b.c: {rate: 1 /s}, ok-1_: {rate: 1 /s}}\n"),
      "f:3:11: error: streams: `9a` is not a name\n    hint: letters, digits, _ and -, starting with a letter\n"
      "f:3:29: error: streams: `b.c` is not a name\n    hint: letters, digits, _ and -, starting with a letter");
  EXPECT_EQ(errors_of<Config>(kGood + "weights: {\"\": 1}\n"),
            "f:4:11: error: weights: `` is not a name\n    hint: any text but the empty one");
}

TEST(ReadConfig, SaysWhatIsNotBuilt) {
  EXPECT_EQ(
      errors_of<Config>("name: x\nclock: {duration: 1 s}\nstreams: {a: {rate: 1 /s, bursts: {}}}\ntimeline: []\n"),
      "f:3:27: error: streams.a.bursts: is in the grammar, but this version does not support it yet\n"
      "f:4:1: error: timeline: is in the grammar, but this version does not support it yet");
}

TEST(ReadConfig, EndsEarlyOnAFloodOfErrors) {
  std::string flood = kGood;
  for (int i = 0; i < 50'000; ++i) flood += "regionx" + std::to_string(i) + ": 1\n";
  Diagnostics found;
  static_cast<void>(read_config<Config>(parse_yaml_text(flood, "f"), found));
  EXPECT_EQ(found.size(), 1'000U);
}

TEST(SourceIndex, KnowsTheNearestPlaceThatWasWritten) {
  Diagnostics found;
  SourceIndex index;
  static_cast<void>(read_config<Config>(parse_yaml_text(kGood, "f"), found, &index));
  EXPECT_EQ(index.at("clock.duration"), (SourceMark{"f", 2, 19}));
  EXPECT_EQ(index.at("clock.warmup"), (SourceMark{"f", 2, 8}));
  EXPECT_EQ(index.at("streams.a.popularity.zipf.theta"), (SourceMark{"f", 3, 14}));
  EXPECT_EQ(index.at("weights"), (SourceMark{"f", 1, 1}));
  EXPECT_EQ(SourceIndex().at("a"), SourceMark());
}

}  // namespace
}  // namespace sim
