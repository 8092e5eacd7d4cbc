#include "sim/core/event_queue.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/core/rng.h"

namespace sim {
namespace {

struct Event {
  std::int64_t at;
  std::uint32_t number;
  friend auto operator<=>(const Event&, const Event&) = default;
};

constexpr Draws kDraws(Seed{9}, 1, 1, purpose_id("queue"));

TEST(EventQueue, ComesOutInOrderWhateverTheOrderItWentIn) {
  std::vector<Event> events;
  for (std::uint32_t i = 0; i < 7; ++i) events.push_back({i / 2, i});
  std::vector<Event> order = events;
  do {  // all 5040 orders of seven events, with ties in time
    EventQueue<Event> queue;
    for (const Event& event : order) queue.push(event);
    for (const Event& event : events) {
      ASSERT_EQ(queue.top(), event);
      queue.pop();
    }
    ASSERT_TRUE(queue.empty());
  } while (std::next_permutation(order.begin(), order.end()));
}

// The same random mixture of pushes and pops, against a vector that is kept sorted.
void expect_agreement(std::uint64_t seed, std::size_t usual_size, std::int64_t time_range) {
  EventQueue<Event> queue;
  std::vector<Event> sorted;  // descending: the least is at the back
  const Draws draws(Seed{seed}, 0, 0, purpose_id("mixture"));
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const bool push = sorted.empty() || draws.uniform(i) < (sorted.size() < usual_size ? 0.7 : 0.4);
    if (push) {
      const auto range = static_cast<std::uint64_t>(time_range);
      const Event event{static_cast<std::int64_t>(scale_bits(draws.bits(i, 1, 0), range)), i};
      queue.push(event);
      sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), event, std::greater<>()), event);
    } else {
      ASSERT_EQ(queue.top(), sorted.back()) << "seed " << seed << " step " << i;
      queue.pop();
      sorted.pop_back();
    }
    ASSERT_EQ(queue.size(), sorted.size());
  }
}

TEST(EventQueue, AgreesWithASortedVectorOnRandomMixtures) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    expect_agreement(seed, 3, 1'000'000);
    expect_agreement(seed, 500, 1'000'000);
    expect_agreement(seed, 500, 3);  // nearly all at the same few instants
  }
}

TEST(EventQueue, SortsEverySizeAroundFullAndPartFamilies) {
  for (std::uint32_t n = 1; n <= 100; ++n) {
    EventQueue<std::uint64_t> queue;
    std::vector<std::uint64_t> expected;
    for (std::uint32_t i = 0; i < n; ++i) {
      expected.push_back(kDraws.bits(i, n, 0));
      queue.push(expected.back());
    }
    std::sort(expected.begin(), expected.end());
    for (const std::uint64_t value : expected) {
      ASSERT_EQ(queue.top(), value) << n;
      queue.pop();
    }
  }
}

TEST(EventQueue, ClearingEmptiesIt) {
  EventQueue<int> queue;
  queue.push(3);
  queue.push(1);
  queue.clear();
  EXPECT_TRUE(queue.empty());
  queue.push(2);
  EXPECT_EQ(queue.top(), 2);
  EXPECT_EQ(queue.size(), 1U);
}

}  // namespace
}  // namespace sim
