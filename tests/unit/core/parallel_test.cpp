#include "sim/core/parallel.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace sim {
namespace {

TEST(ParallelFor, CallsEveryIndexOnceForAnyNumberOfThreads) {
  for (const unsigned threads : {0U, 1U, 2U, 7U, 64U}) {
    std::vector<std::atomic<int>> calls(50);
    parallel_for(calls.size(), threads, [&calls](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) ASSERT_EQ(count.load(), 1) << threads;
  }
}

TEST(ParallelFor, NothingToDoCallsNothing) {
  parallel_for(0, 4, [](std::size_t) { FAIL(); });
}

TEST(ParallelFor, OneThreadRunsInOrderInTheCaller) {
  std::vector<std::size_t> order;
  const auto caller = std::this_thread::get_id();
  parallel_for(20, 1, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(order[i], i);
}

TEST(ParallelFor, SeveralThreadsDoRunAtTheSameTime) {
  // Two calls that wait for each other end only if both are under way at once.
  std::atomic<int> arrived{0};
  parallel_for(2, 2, [&arrived](std::size_t) {
    ++arrived;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (arrived.load() < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
  });
  EXPECT_EQ(arrived.load(), 2);
}

TEST(ParallelFor, ALowerIndexIsHandedOutBeforeAHigherOne) {
  // When index i starts, at most threads - 1 lower ones can still be about to start.
  std::atomic<std::size_t> started{0};
  std::atomic<bool> in_order{true};
  parallel_for(500, 4, [&](std::size_t i) {
    if (started.fetch_add(1) + 4 < i + 1) in_order = false;
  });
  EXPECT_TRUE(in_order.load());
}

TEST(ParallelFor, TheExceptionOfTheLowestIndexIsRethrownForAnyNumberOfThreads) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (int round = 0; round < 20; ++round) {
      std::string message;
      try {
        parallel_for(40, threads, [](std::size_t i) {
          if (i == 5) std::this_thread::sleep_for(std::chrono::microseconds(200));  // 6 and 7 mostly throw before it
          if (i >= 5) throw std::runtime_error(std::to_string(i));
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      ASSERT_EQ(message, "5") << threads << " threads, round " << round;
    }
  }
}

TEST(ParallelFor, AfterAnExceptionNoMoreIsHandedOut) {
  std::atomic<int> calls{0};
  EXPECT_THROW(parallel_for(1'000'000, 2,
                            [&calls](std::size_t) {
                              ++calls;
                              throw std::runtime_error("first");
                            }),
               std::runtime_error);
  EXPECT_LE(calls.load(), 2);  // each thread stops after its own first call
}

}  // namespace
}  // namespace sim
