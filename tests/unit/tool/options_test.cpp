#include "sim/tool/options.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

RunOptions parsed(const std::vector<std::string>& arguments) {
  return parse_run_options(CommandLine("run", "Runs."), arguments).value();
}

std::string error_of(const std::vector<std::string>& arguments) {
  try {
    return parse_run_options(CommandLine("run", "Runs."), arguments) ? "accepted" : "help";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(RunOptions, AloneLeaveTheScenarioAsItIs) {
  const RunOptions options = parsed({"a.yaml"});
  EXPECT_EQ(options.scenario, "a.yaml");
  EXPECT_EQ(options.output, "");
  EXPECT_TRUE(options.set.empty());
  EXPECT_EQ(options.variant, "");
  EXPECT_EQ(options.seed, std::nullopt);
  EXPECT_EQ(options.replications, std::nullopt);
  EXPECT_GE(options.threads, 1U);
  EXPECT_LE(options.threads, 1'024U);
  EXPECT_EQ(options.format, Format::kText);
  EXPECT_EQ(options.progress, ProgressMode::kAuto);
  EXPECT_FALSE(options.quiet);
}

TEST(RunOptions, TakeAllTheyPromise) {
  const RunOptions options =
      parsed({"-", "-o", "out.h5", "--variant", "all", "--seed", "9223372036854775807", "--replications", "1000000",
              "--threads", "1024", "--format", "json", "--progress", "plain", "--quiet"});
  EXPECT_EQ(options.scenario, "-");
  EXPECT_EQ(options.output, "out.h5");
  EXPECT_EQ(options.variant, "all");
  EXPECT_EQ(options.seed, 9'223'372'036'854'775'807U);
  EXPECT_EQ(options.replications, 1'000'000);
  EXPECT_EQ(options.threads, 1'024U);
  EXPECT_EQ(options.format, Format::kJson);
  EXPECT_EQ(options.progress, ProgressMode::kPlain);
  EXPECT_TRUE(options.quiet);
}

TEST(RunOptions, KnowEveryModeOfProgress) {
  EXPECT_EQ(parsed({"a", "--progress=auto"}).progress, ProgressMode::kAuto);
  EXPECT_EQ(parsed({"a", "--progress=bar"}).progress, ProgressMode::kBar);
  EXPECT_EQ(parsed({"a", "--progress=none"}).progress, ProgressMode::kNone);
}

TEST(RunOptions, SplitASettingAtItsFirstEqualsSign) {
  const RunOptions options =
      parsed({"a", "--set", "streams.reads.filter=a=b", "--set", "clock.duration=30 min", "--set", "description="});
  ASSERT_EQ(options.set.size(), 3U);
  EXPECT_EQ(options.set[0].path, "streams.reads.filter");
  EXPECT_EQ(options.set[0].value, "a=b");
  EXPECT_EQ(options.set[1].path, "clock.duration");
  EXPECT_EQ(options.set[1].value, "30 min");
  EXPECT_EQ(options.set[2].path, "description");
  EXPECT_EQ(options.set[2].value, "");
}

TEST(RunOptions, RefuseASettingWithoutPathOrValue) {
  EXPECT_EQ(error_of({"a", "--set", "clock.duration"}),
            "command line: error: --set: `clock.duration` is not PATH=VALUE\n"
            "    hint: for example --set experiment.replications=10");
  EXPECT_EQ(error_of({"a", "--set", "=5"}),
            "command line: error: --set: `=5` is not PATH=VALUE\n"
            "    hint: for example --set experiment.replications=10");
}

TEST(RunOptions, NameTheRangeOfANumberThatIsWrong) {
  EXPECT_EQ(error_of({"a", "--seed", "9223372036854775808"}),
            "command line: error: --seed: `9223372036854775808` is out of range\n    hint: 0 to 9223372036854775807");
  EXPECT_EQ(error_of({"a", "--seed", "-1"}),
            "command line: error: --seed: `-1` is not a whole number\n    hint: 0 to 9223372036854775807");
  EXPECT_EQ(error_of({"a", "--replications", "0"}),
            "command line: error: --replications: `0` is out of range\n    hint: 1 to 1000000");
  EXPECT_EQ(error_of({"a", "--threads", "1025"}),
            "command line: error: --threads: `1025` is out of range\n    hint: 1 to 1024");
}

TEST(RunOptions, NameTheWordsThatAreKnown) {
  EXPECT_EQ(error_of({"a", "--format", "jsno"}),
            "command line: error: --format: `jsno` is not known\n    hint: did you mean `json`?");
  EXPECT_EQ(error_of({"a", "--progress", "fancy"}),
            "command line: error: --progress: `fancy` is not known\n    hint: known: auto, bar, plain, none");
}

TEST(RunOptions, NeedAScenario) {
  EXPECT_EQ(error_of({"--quiet"}), "command line: error: SCENARIO: missing\n    hint: cosmosim run SCENARIO [options]");
}

TEST(RunOptions, AreNothingWhenHelpWasAskedFor) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(error_of({"--help"}), "help");
  const std::string text = testing::internal::GetCapturedStdout();
  for (const char* name :
       {"SCENARIO", "-o, --output FILE", "--set PATH=VALUE", "--variant NAME", "--seed N", "--replications N",
        "--threads N", "--format text|json", "--progress auto|bar|plain|none", "--quiet", "-h, --help"}) {
    EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

TEST(RunOptions, StandBesideACommandsOwnOptions) {
  RunOptions options;
  std::string over;
  CommandLine line("sweep", "Sweeps.");
  line.positional("SCENARIO", options.scenario, "scenario file");
  line.option("over", "PATH=LIST", over, "what moves");
  add_run_options(line, options);
  const std::vector<std::string> arguments{"a.yaml", "--over", "x=1,2", "--seed", "7"};
  EXPECT_TRUE(line.parse(arguments));
  EXPECT_EQ(over, "x=1,2");
  EXPECT_EQ(options.seed, 7U);
}

}  // namespace
}  // namespace sim
