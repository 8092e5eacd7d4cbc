// Whole runs of the benchmark workload and its variations (workload.h); tests/bench/table runs each alone and prints
// the table.
//
// Each with the executors on one thread and on two ("settled/2/T1"). Reports processor time per request and per try,
// elapsed time per request, 429s per request, the share of operations that
// succeed in the end, and the process's peak memory. Compare ratios within one run: machines differ and are noisy.

#include <memory>
#include <string>
#include <sys/resource.h>

#include <benchmark/benchmark.h>
#include <time.h>

#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "tests/bench/workload.h"

namespace {

using bench::kSeconds;
using bench::kWarmup;
using bench::Variation;

// Seconds on the wall and seconds of processor time of all threads.
struct Clocks {
  double elapsed = 0.0;
  double processor = 0.0;
  static Clocks now() {
    const auto read = [](clockid_t clock) {
      timespec time{};
      clock_gettime(clock, &time);
      return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    return {read(CLOCK_MONOTONIC), read(CLOCK_PROCESS_CPUTIME_ID)};
  }
};

template <class Executor>
struct Runner {
  Runner(const cosmos::RunPlan& plan, cosmos::DemandSource::Ahead ahead) : world(plan, 0), executor(world, ahead) {}
  void boundary(std::int64_t second) { world.boundary(second); }
  void advance(std::int64_t second) { executor.advance(second); }
  cosmos::World world;
  Executor executor;
};

template <class Executor>
void run(benchmark::State& state, const Variation& variation, cosmos::DemandSource::Ahead ahead) {
  const cosmos::RunPlan plan = bench::plan_of(variation);
  cosmos::OperationCounts operations;
  cosmos::Cell cells;
  Clocks spent;
  for (auto _ : state) {
    state.PauseTiming();
    auto runner = std::make_unique<Runner<Executor>>(plan, ahead);
    for (std::int64_t second = 0; second < kWarmup; ++second) {
      runner->boundary(second);
      runner->advance(second);
    }
    const Clocks begin = Clocks::now();
    state.ResumeTiming();
    for (std::int64_t second = kWarmup; second < kSeconds; ++second) {
      runner->boundary(second);
      runner->advance(second);
    }
    runner->boundary(kSeconds);
    state.PauseTiming();
    const Clocks end = Clocks::now();
    spent.elapsed += end.elapsed - begin.elapsed;
    spent.processor += end.processor - begin.processor;
    for (const cosmos::WindowFigures& window : runner->world.collector().take_windows()) {
      for (const cosmos::OperationCounts& counts : window.totals.operations) {
        operations += counts;
      }
      for (const cosmos::Cell& cell : window.totals.cells) {
        cells += cell;
      }
    }
    runner.reset();
    state.ResumeTiming();
  }
  const auto requests = static_cast<double>(operations.started);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["ns_per_request"] = spent.processor * 1e9 / requests;
  state.counters["ns_per_try"] = spent.processor * 1e9 / static_cast<double>(cells.attempts);
  state.counters["elapsed_ns_per_request"] = spent.elapsed * 1e9 / requests;
  state.counters["429s_per_request"] = static_cast<double>(cells.throttled) / requests;
  state.counters["admitted"] =
      static_cast<double>(operations.succeeded) / static_cast<double>(operations.succeeded + operations.failed);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

template <class Executor>
void add(const char* executor) {
  for (const Variation& variation : bench::kVariations) {
    for (const auto ahead : {cosmos::DemandSource::Ahead::kNo, cosmos::DemandSource::Ahead::kOnAThread}) {
      const bool two = ahead == cosmos::DemandSource::Ahead::kOnAThread;
      const std::string name = std::string(executor) + (two ? "/2/" : "/1/") + variation.name;
      benchmark::RegisterBenchmark(name.c_str(), [&variation, ahead](benchmark::State& state) {
        run<Executor>(state, variation, ahead);
      })->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  add<cosmos::EventExecutor>("events");
  add<cosmos::SettledExecutor>("settled");
  benchmark::RunSpecifiedBenchmarks();
}
