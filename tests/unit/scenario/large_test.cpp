#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/text/diagnostics.h"
#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// What is said when so many bytes may be taken.
std::string said_within(std::int64_t memory, const std::string& text) {
  LoadRequest request;
  request.file = "f";
  request.text = text;
  request.memory = memory;
  try {
    static_cast<void>(load_scenario(request));
  } catch (const sim::InputError& error) {
    return error.what();
  }
  return {};
}

std::string with_members(const std::string& count, const std::string& variants) {
  return edited({instead_of(kMembers, "    count: " + count + "\n"), behind(kThroughput, variants)});
}

TEST(LargeScenario, IsRefusedBeforeItIsMade) {
  // 100,000,000 weights of 8 bytes, twice while they are made: 1.6 GB.
  EXPECT_EQ(said_within(1'000'000'000, with_members("100000000", "")),
            "f:6:12: error: populations.tenants.count: needs about 1.6 GB of memory, of which 1 GB are left\n"
            "    hint: fewer members, or fewer variants: each has its own");
}

TEST(LargeScenario, TakesAsMuchAsItsMembersNeed) {
  // 1,000 members: 16,000 bytes while they are made, 8,000 of them are kept.
  EXPECT_THAT(said_within(16'000, with_members("1000", "")), IsEmpty());
  EXPECT_THAT(said_within(15'999, with_members("1000", "")), HasSubstr("needs about 1.6e-05 GB of memory"));
}

TEST(LargeScenario, CountsEachVariant) {
  // The file itself and variant a keep 8,000 bytes each, variant b needs 16,000 on top.
  const std::string text = with_members("1000", "variants:\n  a: {}\n  b: {}\n");
  EXPECT_THAT(said_within(32'000, text), IsEmpty());
  EXPECT_EQ(said_within(31'999, text),
            "f:24:6: error: variants.b: populations.tenants.count: needs about 1.6e-05 GB of memory, of which 1.6e-05 "
            "GB are left\n    hint: fewer members, or fewer variants: each has its own");
}

TEST(LargeScenario, ListsMembersWithinOthersOnce) {
  // 10 tenants of a million users each: 80 bytes are kept for the tenants, 16,000,000 needed for the users of one.
  const std::string text =
      edited({instead_of(kMembers, "    count: 10\n  users: {within: tenants, count: 1000000}\n")});
  EXPECT_THAT(said_within(16'000'080, text), IsEmpty());
  EXPECT_EQ(said_within(16'000'079, text),
            "f:7:35: error: populations.users.count: needs about 0.016 GB of memory, of which 0.016 GB are left\n"
            "    hint: fewer members, or fewer variants: each has its own");
}

TEST(LargeScenario, CountsAStreamsOwnPopularity) {
  // The population needs 16,000 bytes and keeps 8,000; each of two streams takes 8,000 more.
  const std::string choice = "    choose: {tenantId: {popularity: uniform}}\n";
  const std::string text = edited({instead_of(kMembers, "    count: 1000\n"), behind(kOperation, choice),
                                   behind(kRate, "  more:\n    operation: create\n    rate: 1 /s\n" + choice)});
  EXPECT_THAT(said_within(24'000, text), IsEmpty());
  EXPECT_THAT(said_within(23'999, text), HasSubstr("f:22:37: error: streams.more.choose.tenantId.popularity: needs"));
}

TEST(LargeScenario, HasAtMostAThousandVariants) {
  std::string variants = "variants:\n";
  for (int i = 0; i < 1001; ++i) {
    variants += "  v" + std::to_string(i) + ": {}\n";
  }
  EXPECT_EQ(said_of(edited({behind(kThroughput, variants)})),
            "f:23:3: error: variants: are 1001\n    hint: at most 1000");
}

TEST(LargeScenario, HasFewVariantsWhenItIsLong) {
  std::string members = "    members:\n";
  for (int i = 0; i < 49'970; ++i) {
    members += "      m" + std::to_string(i) + ": 1\n";
  }
  std::string variants = "variants:\n";
  for (int i = 0; i < 100; ++i) {
    variants += "  v" + std::to_string(i) + ": {}\n";
  }
  // The faultless scenario has 28 values, two of them members: 49,996 with these. 100 times that is below 5,000,000.
  const std::vector<Edit> long_file = {instead_of(kMembers, members)};
  EXPECT_EQ(said_of(edited(long_file) + variants + "  more: {}\n"),
            "f:49993:3: error: variants: are 101\n    hint: at most 100 of a file with 49996 values");
}

// Each of 40 formats holds the next one twice: 2^40 pieces when opened up.
TEST(LargeScenario, DoesNotOpenUpFormatsWithoutEnd) {
  std::string properties;
  for (int i = 0; i < 40; ++i) {
    const std::string next = i == 39 ? "tenantId" : "p" + std::to_string(i + 1);
    properties += "      p" + std::to_string(i) + ": {format: \"{" + next + "}{" + next + "}\"}\n";
  }
  // p39 has 1 + 2 pieces, p38 1 + 6, … p(39-k) 2^(k+2) - 1: those of p34 are 127.
  const std::string said = said_of(edited({behind(kShard, properties)}));
  EXPECT_THAT(said, HasSubstr("items.order.properties.p34.format: has too many properties in it\n"
                              "    hint: at most 99, with those of formats inside it"));
  EXPECT_THAT(said, testing::Not(HasSubstr("properties.p35.format")));
}

}  // namespace
}  // namespace cosmos
