#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/scenario/wrong_scenario.h"

namespace cosmos {
namespace {

constexpr const char* kNotBuilt = "is in the grammar, but this version does not support it yet";

struct Place {
  std::string path;  // of the map that would hold them
  std::vector<std::string> names;
};

const std::vector<Place> kFields = {
    {"", {"databases", "change_feeds", "sweep", "plan"}},
    {"account", {"multi_region_writes", "free_tier", "availability_zones", "quota", "prices"}},
    {"client", {"bulk", "throughput_limit", "connection", "region", "priority", "throughput_bucket"}},
    {"containers.orders", {"database", "default_ttl", "throughput_buckets"}},
    {"experiment", {"precision"}},
    {"model", {"cut_over", "serverless", "burst_accrual"}},
    {"streams.writes", {"clients", "think"}},
};

const std::vector<Place> kWords = {
    {"clock.end", {"when_done"}},
    {"clock.warmup", {"auto"}},
    {"containers.orders.throughput", {"serverless"}},
    {"output.detail", {"around_throttling", "full"}},
};

TEST(NotBuilt, FieldsOfTheGrammarSaySo) {
  for (const Place& place : kFields) {
    for (const std::string& name : place.names) {
      const std::string path = place.path.empty() ? name : place.path + "." + name;
      EXPECT_THAT(said_of(edited({}), {{path, "1"}}), testing::HasSubstr(path + ": " + kNotBuilt));
    }
  }
}

TEST(NotBuilt, WordsOfTheGrammarSaySo) {
  for (const Place& place : kWords) {
    for (const std::string& word : place.names) {
      EXPECT_THAT(said_of(edited({}), {{place.path, word}}), testing::HasSubstr(kNotBuilt))
          << place.path << ' ' << word;
    }
  }
}

TEST(NotBuilt, MetricsOfTheGrammarSaySo) {
  for (const std::string metric :
       {"completion_time", "largest_logical_partition", "largest_physical_partition", "monthly_price"}) {
    const std::string said = said_of(edited({}), {{"objectives", "[{metric: " + metric + ", at_most: 5}]"}});
    const std::string first = "--set objectives:1:11: error: objectives.0.metric: `" + metric + "` " + kNotBuilt +
                              "\n    hint: known: throttled_share, first_attempt_throttled_share, ";
    EXPECT_THAT(said, testing::StartsWith(first));
  }
}

}  // namespace
}  // namespace cosmos
