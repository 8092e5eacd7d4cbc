#include "models/world/waiting_room.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

Waiting numbered(std::uint32_t number) {
  Waiting waiting;
  waiting.number = number;
  return waiting;
}

std::vector<std::uint32_t> numbers(const WaitingList& list) {
  std::vector<std::uint32_t> out;
  for (const Waiting& one : list.requests) out.push_back(one.number);
  return out;
}

sim::SimTime at_ms(std::int64_t ms) { return sim::SimTime::at(sim::Duration::milliseconds(ms)); }

TEST(WaitingRoom, GivesOutASecondsRequestsInTheOrderInWhichTheyCame) {
  WaitingRoom room(Ru::units(5));
  WaitingList due;
  room.take(0, due);
  room.add(numbered(1), 7, {}, at_ms(1'900));
  room.add(numbered(2), 1, {}, at_ms(2'000));
  room.add(numbered(3), 1, {}, at_ms(1'000));
  room.take(1, due);
  EXPECT_EQ(numbers(due), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(due.requests[0].nanosecond, 900'000'000U);
  EXPECT_EQ(due.requests[0].attempt, 7U);
  EXPECT_EQ(due.requests[1].nanosecond, 0U);
  EXPECT_EQ(due.requests[1].attempt, 1U);
  room.take(2, due);
  EXPECT_EQ(numbers(due), std::vector<std::uint32_t>{2});
  room.take(3, due);
  EXPECT_TRUE(due.requests.empty());
}

TEST(WaitingRoom, KeepsChargesOnlyWhereTheyDiffer) {
  WaitingRoom same(Ru::units(5));
  WaitingRoom different(std::nullopt);
  WaitingList due;
  for (WaitingRoom* const room : {&same, &different}) {
    room->take(0, due);
    room->add(numbered(1), 1, Ru::units(5), at_ms(1'000));
    // Above 2^32 thousandths: nothing of a charge may be lost.
    room->add(numbered(2), 1, room == &same ? Ru::units(5) : Ru::units(9'000'000'000'000), at_ms(1'000));
    room->take(1, due);
    EXPECT_EQ(due.charge(0), Ru::units(5));
    EXPECT_EQ(due.charge(1), room == &same ? Ru::units(5) : Ru::units(9'000'000'000'000));
    EXPECT_EQ(due.charges.size(), room == &same ? 0U : 2U);
  }
}

TEST(WaitingRoom, GrowsForALongWaitAndLosesNobody) {
  WaitingRoom room(Ru::units(1));
  WaitingList due;
  room.take(7, due);
  for (std::uint32_t second = 8; second < 40; ++second) room.add(numbered(second), 1, {}, at_ms(1'000 * second));
  room.add(numbered(5'000), 1, {}, at_ms(5'000'000));
  for (std::uint32_t second = 8; second < 6'000; ++second) {
    room.take(second, due);
    const bool somebody = second < 40 || second == 5'000;
    ASSERT_EQ(numbers(due), somebody ? std::vector{second} : std::vector<std::uint32_t>{}) << second;
  }
}

}  // namespace
}  // namespace cosmos
