#include "sim/tool/command_line.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Targets {
  std::string file;
  std::string level = "normal";
  std::uint64_t count = 1;
  std::size_t colour = 0;
  bool fast = false;
  std::vector<std::string> rest;
};

CommandLine declare(Targets& targets) {
  CommandLine line("paint", "Paints files.");
  line.positional("FILE", targets.file, "what to paint");
  line.positional_list("MORE", targets.rest, 0, "more files");
  line.option("level,l", "NAME", targets.level, "how much");
  line.option("count", "N", whole_number(1, 10, [&targets](std::uint64_t n) { targets.count = n; }), "how often");
  line.option("colour", "red|green", one_of({"red", "green"}, [&targets](std::size_t i) { targets.colour = i; }),
              "which colour");
  line.flag("fast,f", targets.fast, "no second coat");
  return line;
}

Targets parsed(const std::vector<std::string>& arguments) {
  Targets targets;
  EXPECT_TRUE(declare(targets).parse(arguments));
  return targets;
}

std::string error_of(const std::vector<std::string>& arguments) {
  Targets targets;
  try {
    const bool done = declare(targets).parse(arguments);
    return done ? "accepted" : "help";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CommandLine, TakesValuesInEveryForm) {
  EXPECT_EQ(parsed({"a", "--level", "high"}).level, "high");
  EXPECT_EQ(parsed({"a", "--level=high"}).level, "high");
  EXPECT_EQ(parsed({"--level=a=b", "a"}).level, "a=b");
  EXPECT_EQ(parsed({"-l", "high", "a"}).level, "high");
  EXPECT_EQ(parsed({"-lhigh", "a"}).level, "high");
  EXPECT_EQ(parsed({"-fl", "high", "a"}).level, "high");
}

TEST(CommandLine, LeavesTheDefaultsOfWhatIsNotGiven) {
  const Targets targets = parsed({"a"});
  EXPECT_EQ(targets.level, "normal");
  EXPECT_EQ(targets.count, 1U);
  EXPECT_FALSE(targets.fast);
  EXPECT_TRUE(targets.rest.empty());
}

TEST(CommandLine, FillsPositionalArgumentsInOrderAmongOptions) {
  const Targets targets = parsed({"a", "--fast", "b", "--count", "3", "c"});
  EXPECT_EQ(targets.file, "a");
  EXPECT_THAT(targets.rest, ElementsAre("b", "c"));
  EXPECT_EQ(targets.count, 3U);
  EXPECT_TRUE(targets.fast);
}

TEST(CommandLine, TakesALoneDashAsAnArgument) { EXPECT_EQ(parsed({"-"}).file, "-"); }

TEST(CommandLine, TakesEverythingAfterTwoDashesAsArguments) {
  const Targets targets = parsed({"--", "--fast", "-x", "--help"});
  EXPECT_EQ(targets.file, "--fast");
  EXPECT_THAT(targets.rest, ElementsAre("-x", "--help"));
  EXPECT_FALSE(targets.fast);
}

TEST(CommandLine, NamesAnUnknownOptionAndTheNearestOne) {
  EXPECT_EQ(error_of({"a", "--colur=red"}),
            "command line: error: `--colur`: unknown option\n    hint: did you mean `--colour`?");
  EXPECT_EQ(error_of({"a", "--colur", "red"}),
            "command line: error: `--colur`: unknown option\n    hint: did you mean `--colour`?");
  EXPECT_THAT(error_of({"a", "-x"}), HasSubstr("command line: error: `-x`: unknown option\n"));
}

TEST(CommandLine, DoesNotGuessAbbreviations) {
  EXPECT_THAT(error_of({"a", "--lev", "high"}), HasSubstr("unknown option"));
}

TEST(CommandLine, RefusesAnOptionWithoutItsValue) {
  const std::string message = "command line: error: --level: needs a value\n    hint: --level NAME";
  EXPECT_EQ(error_of({"a", "--level"}), message);
  EXPECT_EQ(error_of({"a", "--level="}), message);
  EXPECT_EQ(error_of({"a", "--level", ""}), message);
  EXPECT_EQ(error_of({"a", "--level", "--fast"}), message);
  EXPECT_EQ(error_of({"a", "-l"}), message);
}

TEST(CommandLine, RefusesAValueOfAFlag) {
  EXPECT_EQ(error_of({"a", "--fast=yes"}), "command line: error: --fast: takes no value\n    hint: --fast");
}

TEST(CommandLine, RefusesAnOptionGivenTwice) {
  EXPECT_EQ(error_of({"a", "--count", "1", "--count", "2"}), "command line: error: --count: given twice");
  EXPECT_EQ(error_of({"a", "-l", "x", "--level", "y"}), "command line: error: --level: given twice");
  EXPECT_EQ(error_of({"a", "--fast", "-f"}), "accepted");
}

TEST(CommandLine, RefusesWrongValues) {
  EXPECT_EQ(error_of({"a", "--count", "three"}),
            "command line: error: --count: `three` is not a whole number\n    hint: 1 to 10");
  EXPECT_EQ(error_of({"a", "--count", "-1"}),
            "command line: error: --count: `-1` is not a whole number\n    hint: 1 to 10");
  EXPECT_EQ(error_of({"a", "--count", "1e1"}),
            "command line: error: --count: `1e1` is not a whole number\n    hint: 1 to 10");
  EXPECT_EQ(error_of({"a", "--count", "0"}), "command line: error: --count: `0` is out of range\n    hint: 1 to 10");
  EXPECT_EQ(error_of({"a", "--count", "11"}), "command line: error: --count: `11` is out of range\n    hint: 1 to 10");
  EXPECT_EQ(error_of({"a", "--count", "99999999999999999999999"}),
            "command line: error: --count: `99999999999999999999999` is out of range\n    hint: 1 to 10");
  EXPECT_EQ(error_of({"a", "--colour", "gren"}),
            "command line: error: --colour: `gren` is not known\n    hint: did you mean `green`?");
}

TEST(CommandLine, RefusesMissingEmptyAndSurplusArguments) {
  EXPECT_EQ(error_of({}), "command line: error: FILE: missing\n    hint: cosmosim paint FILE [MORE ...] [options]");
  EXPECT_EQ(error_of({""}), "command line: error: FILE: is empty");
  std::string file;
  CommandLine line("paint", "Paints files.");
  line.positional("FILE", file, "what to paint");
  const std::vector<std::string> two{"a", "b"};
  EXPECT_THROW(
      {
        try {
          static_cast<void>(line.parse(two));
        } catch (const InputError& error) {
          EXPECT_STREQ(error.what(), "command line: error: `b`: unexpected argument\n    hint: cosmosim paint FILE");
          throw;
        }
      },
      InputError);
}

TEST(CommandLine, ShowsAllErrorsAtOnce) {
  EXPECT_EQ(
      error_of({"--count", "0", "--colour", "blue", "--slow"}),
      "command line: error: --count: `0` is out of range\n    hint: 1 to 10\n"
      "command line: error: --colour: `blue` is not known\n    hint: known: red, green\n"
      "command line: error: `--slow`: unknown option\n    hint: known: --help, --level, --count, --colour, --fast");
}

TEST(CommandLine, HelpWinsOverErrors) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(error_of({"--count", "0", "--help"}), "help");
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("usage: cosmosim paint FILE [MORE ...] [options]\n"));
}

TEST(CommandLine, HelpIsMadeFromTheDeclarations) {
  Targets targets;
  CommandLine line = declare(targets);
  line.note("Paint dries.");
  line.example("wall --colour red", "a red wall");
  line.exit_codes({ExitCode::kDone, ExitCode::kStopped});
  EXPECT_EQ(line.help(),
            "usage: cosmosim paint FILE [MORE ...] [options]\n"
            "\n"
            "Paints files.\n"
            "\n"
            "arguments:\n"
            "  FILE                      what to paint\n"
            "  MORE                      more files\n"
            "\n"
            "options:\n"
            "  -l, --level NAME          how much\n"
            "  --count N                 how often\n"
            "  --colour red|green        which colour\n"
            "  -f, --fast                no second coat\n"
            "  -h, --help                print this text\n"
            "\n"
            "Paint dries.\n"
            "\n"
            "examples:\n"
            "  cosmosim paint wall --colour red\n"
            "      a red wall\n"
            "\n"
            "exit codes:\n"
            "    0  done, all objectives met\n"
            "  130  stopped by Ctrl-C; what was finished is kept and marked as partial\n");
}

TEST(CommandLine, HelpLinesFitInto100Columns) {
  std::string target;
  std::string words = "word";
  for (int i = 0; i < 60; ++i) words += " word";
  CommandLine line("paint", words);
  line.option("an-option-with-a-long-name", "VALUE", target, words);
  line.note(words);
  const std::string text = line.help();
  for (std::size_t start = 0, end = 0; start < text.size(); start = end + 1) {
    end = text.find('\n', start);
    EXPECT_LE(end - start, 100U) << text.substr(start, end - start);
  }
}

}  // namespace
}  // namespace sim
