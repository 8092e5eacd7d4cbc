#include "models/client/read_cache.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

sim::SimTime at(std::int64_t milliseconds) { return sim::SimTime::at(sim::Duration::milliseconds(milliseconds)); }

TEST(ReadCache, AnswersUntilItsTimeIsOver) {
  ReadCache cache(sim::Duration::seconds(1));
  EXPECT_FALSE(cache.answers(7, at(0)));
  EXPECT_TRUE(cache.answers(7, at(0)));
  EXPECT_TRUE(cache.answers(7, at(999)));
  EXPECT_FALSE(cache.answers(7, at(1'000))) << "an answer does not make it last longer";
  EXPECT_TRUE(cache.answers(7, at(1'999)));
  EXPECT_FALSE(cache.answers(7, at(2'000)));
}

TEST(ReadCache, KnowsKeysApart) {
  ReadCache cache(sim::Duration::seconds(1));
  EXPECT_FALSE(cache.answers(1, at(0)));
  EXPECT_FALSE(cache.answers(2, at(1)));
  EXPECT_TRUE(cache.answers(1, at(2)));
}

TEST(ReadCache, OfNoTimeAnswersNothing) {
  ReadCache cache{sim::Duration{}};
  EXPECT_FALSE(cache.answers(1, at(0)));
  EXPECT_FALSE(cache.answers(1, at(0)));
}

TEST(ReadCache, ForgettingWhatIsTooOldChangesNoAnswer) {
  // 10,000 keys a second for ten seconds, each asked for again 0.5 and 1.5 s later.
  ReadCache cache(sim::Duration::seconds(1));
  for (std::int64_t ms = 0; ms < 10'000; ++ms) {
    for (std::int64_t k = 0; k < 10; ++k) {
      const auto key = [&](std::int64_t since) { return static_cast<std::uint64_t>((ms - since) * 10 + k); };
      EXPECT_FALSE(cache.answers(key(0), at(ms)));
      if (ms >= 500) {
        EXPECT_TRUE(cache.answers(key(500), at(ms)));
      }
      if (ms >= 1'500) {
        EXPECT_FALSE(cache.answers(key(1'500), at(ms)));
      }
    }
  }
}

}  // namespace
}  // namespace cosmos
