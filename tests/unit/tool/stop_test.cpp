#include "sim/tool/stop.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sim {
namespace {

// Each case runs in a process of its own: signal handlers and the request belong to the process.
TEST(StopDeathTest, TheFirstSignalOnlyAsks) {
  for (const int signal : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(
        {
          install_stop_handlers("");
          const bool before = stop_requested();
          std::raise(signal);
          _exit(!before && stop_requested() ? 7 : 8);
        },
        testing::ExitedWithCode(7), "stopping at the next second");
  }
}

TEST(StopDeathTest, TheSecondSignalEndsTheProcessWith130AndRemovesTheUnfinishedFile) {
  const std::filesystem::path unfinished = std::filesystem::path(testing::TempDir()) / "stop_test.partial";
  std::ofstream(unfinished) << "half";
  EXPECT_EXIT(
      {
        install_stop_handlers(unfinished.string());
        std::raise(SIGINT);
        std::raise(SIGTERM);
        _exit(8);
      },
      testing::ExitedWithCode(130), "stopping");
  EXPECT_FALSE(std::filesystem::exists(unfinished));
}

TEST(StopDeathTest, AnIgnoredSignalStaysIgnored) {
  EXPECT_EXIT(
      {
        std::signal(SIGINT, SIG_IGN);
        install_stop_handlers("");
        std::raise(SIGINT);
        std::raise(SIGINT);
        _exit(stop_requested() ? 8 : 7);
      },
      testing::ExitedWithCode(7), "");
}

TEST(Stop, NothingIsRequestedAtFirst) { EXPECT_FALSE(stop_requested()); }

}  // namespace
}  // namespace sim
