// Whole runs of the benchmark workload T1: 100,000 tenants, zipf 0.99; Poisson, 50,000 requests a second, half writes
// of 5 RU and half reads of 1 RU; Hash version 2, 50 equal ranges of 10,000 RU/s; a 429 is sent again after an even 20
// to 180 ms, at most 9 times; admitted requests take 1 ms + Exp(1 ms) or 3 ms + Exp(2 ms). T1 quiet is the same with
// charges of a hundredth. Counted: RU, 429s and requests per partition and second, RU and 429s per tenant, a latency
// histogram per stream. The tenants are called so that one partition is over its budget: 97 % are admitted.
//
// Reports CPU time per request (per_request), 429s per request, the share of operations that succeed in the end, and
// the process's peak memory. Compare ratios within one run: machines differ and are noisy.

#include <memory>
#include <string>
#include <sys/resource.h>

#include <benchmark/benchmark.h>

#include "models/keys/key_range.h"
#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "sim/core/distributions.h"
#include "sim/core/kernel.h"

namespace {

constexpr std::int64_t kSeconds = 40;
constexpr std::int64_t kWarmup = 10;  // until as many retries wait as ever will
constexpr std::size_t kTenants = 100'000;
constexpr std::size_t kPartitions = 50;

cosmos::Stream stream(const char* name, cosmos::OperationKind operation, cosmos::Ru charge) {
  cosmos::Stream stream;
  stream.name = name;
  stream.operation = operation;
  stream.known = {0, 1};
  stream.fixed_charge = charge;
  stream.arrivals = cosmos::OpenLoop{{25'000'000'000, sim::Duration::seconds(1)}, cosmos::Spacing::kPoisson};
  stream.retries = {9, sim::Duration::max(), cosmos::DrawnWait{cosmos::Uniform{20e6, 180e6}}};
  stream.round_trip = cosmos::Constant{0};
  return stream;
}

cosmos::RunPlan t1(bool quiet) {
  const std::int64_t parts = quiet ? 100 : 1;
  cosmos::RunPlan plan;
  plan.seconds = kSeconds;
  plan.bin_seconds = 10;
  plan.readings.read_latency = cosmos::Exponential{2e6, 1e6};
  plan.readings.write_latency = cosmos::Exponential{5e6, 3e6};
  plan.populations.emplace_back("tenants", std::vector<std::string>{}, kTenants, "user{}",
                                sim::zipf_weights(kTenants, 0.99), cosmos::Placement::kHash);
  cosmos::Item item;
  item.name = "row";
  item.size = cosmos::Constant{1'000};
  item.properties = {{"tenantId", cosmos::PopulationProperty{0, cosmos::ValueKind::kString}},
                     {"id", cosmos::UniqueProperty{}}};
  plan.items.push_back(item);
  cosmos::Container container;
  container.name = "rows";
  container.key.paths = {"tenantId"};
  container.throughput = cosmos::Ru::units(10'000 * static_cast<std::int64_t>(kPartitions));
  container.boundaries = cosmos::initial_boundaries(cosmos::KeyHashing::kHashV2, kPartitions);
  plan.containers.push_back(container);
  plan.streams = {stream("writes", cosmos::OperationKind::kCreate, cosmos::Ru::milli(5'000 / parts)),
                  stream("reads", cosmos::OperationKind::kPointRead, cosmos::Ru::milli(1'000 / parts))};
  plan.windows = {{kWarmup, kSeconds}};
  return plan;
}

template <class Executor>
struct Runner {
  explicit Runner(const cosmos::RunPlan& plan) : world(plan, 0), executor(world) {}
  void boundary(std::int64_t second) { world.boundary(second); }
  void advance(std::int64_t second) { executor.advance(second); }
  cosmos::World world;
  Executor executor;
};

template <class Executor>
void run(benchmark::State& state, bool quiet) {
  const cosmos::RunPlan plan = t1(quiet);
  cosmos::OperationCounts operations;
  cosmos::Cell cells;
  for (auto _ : state) {
    state.PauseTiming();
    auto runner = std::make_unique<Runner<Executor>>(plan);
    for (std::int64_t second = 0; second < kWarmup; ++second) {
      runner->boundary(second);
      runner->advance(second);
    }
    state.ResumeTiming();
    for (std::int64_t second = kWarmup; second < kSeconds; ++second) {
      runner->boundary(second);
      runner->advance(second);
    }
    runner->boundary(kSeconds);
    state.PauseTiming();
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
  state.counters["per_request"] =
      benchmark::Counter(requests, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["429s_per_request"] = static_cast<double>(cells.throttled) / requests;
  state.counters["admitted"] =
      static_cast<double>(operations.succeeded) / static_cast<double>(operations.succeeded + operations.failed);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const bool quiet : {false, true}) {
    const std::string name = quiet ? "quiet" : "T1";
    benchmark::RegisterBenchmark(("events/" + name).c_str(), run<cosmos::EventExecutor>, quiet)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("settled/" + name).c_str(), run<cosmos::SettledExecutor>, quiet)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
}
