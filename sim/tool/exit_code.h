#pragma once

#include <string_view>

// What the process tells its caller. Scripts and CI jobs branch on these numbers; they never change meaning.
namespace sim {

enum class ExitCode : int {
  kDone = 0,
  kEnvironment = 1,
  kWrongInput = 2,
  kNotMet = 3,
  kNoAnswer = 4,
  kStopped = 130,
};

[[nodiscard]] constexpr std::string_view meaning(ExitCode code) {
  switch (code) {
    case ExitCode::kDone:
      return "done, all objectives met";
    case ExitCode::kEnvironment:
      return "the environment failed: disk, memory, a library";
    case ExitCode::kWrongInput:
      return "the input is wrong: scenario, trace or command line";
    case ExitCode::kNotMet:
      return "an objective, or a baseline, is not met";
    case ExitCode::kNoAnswer:
      return "no throughput meets the objectives";
    case ExitCode::kStopped:
      return "stopped by Ctrl-C; what was finished is kept and marked as partial";
  }
  return "";
}

}  // namespace sim
