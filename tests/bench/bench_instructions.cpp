// Simulates some seconds of one case of the benchmark workload in simulate(), so that callgrind can count the
// instructions of that function alone; tests/bench/instructions does it and compares.
//
//   bench_instructions settled T1

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "tests/bench/workload.h"

namespace {

constexpr std::int64_t kBegin = bench::kWarmup;
constexpr std::int64_t kEnd = kBegin + 4;

template <class Executor>
[[gnu::noinline]] void simulate(cosmos::World& world, Executor& executor, std::int64_t begin, std::int64_t end) {
  for (std::int64_t second = begin; second < end; ++second) {
    world.boundary(second);
    executor.advance(second);
  }
}

std::int64_t started(cosmos::World& world) {
  std::int64_t n = 0;
  for (std::size_t s = 0; s < world.streams().size(); ++s) {
    n += world.collector().operations(s).started;
  }
  return n;
}

template <class Executor>
void run(const bench::Variation& variation) {
  const cosmos::RunPlan plan = bench::plan_of(variation);
  cosmos::World world(plan, 0);
  Executor executor(world);
  for (std::int64_t second = 0; second < kBegin; ++second) {
    world.boundary(second);
    executor.advance(second);
  }
  const std::int64_t before = started(world);
  simulate(world, executor, kBegin, kEnd);
  std::printf("%lld\n", static_cast<long long>(started(world) - before));
}

}  // namespace

int main(int argc, char** argv) {
  for (const bench::Variation& variation : bench::kVariations) {
    if (argc == 3 && std::string_view(argv[2]) == variation.name) {
      if (std::string_view(argv[1]) == "events") {
        run<cosmos::EventExecutor>(variation);
        return EXIT_SUCCESS;
      }
      if (std::string_view(argv[1]) == "settled") {
        run<cosmos::SettledExecutor>(variation);
        return EXIT_SUCCESS;
      }
    }
  }
  std::fputs("bench_instructions: events or settled, and a case of the benchmark workload\n", stderr);
  return 2;
}
