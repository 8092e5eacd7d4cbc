// Whole runs of the benchmark workload T1 and of variations of it; tests/bench/table runs each alone and prints the
// table.
//
// T1: 100,000 tenants, zipf 0.99; Poisson, 50,000 requests a second, half writes of 5 RU and half reads of 1 RU; Hash
// version 2, 50 equal ranges of 10,000 RU/s; a 429 is sent again after an even 20 to 180 ms, at most 9 times; admitted
// requests take 1 ms + Exp(1 ms) or 3 ms + Exp(2 ms). Counted: RU, 429s and requests per partition and second, RU and
// 429s per tenant, a latency histogram per stream. The tenants are called so that one partition is over its budget: 97
// % are admitted. Variations:
//
//   quiet          charges of a hundredth: nothing is refused
//   next-second    a 429 is sent again when the next second begins, as the SDKs do it
//   keys-10M       10 million tenants
//   partitions-10k 10,000 equal ranges of 50 RU/s
//   fan-out        a tenth of the requests are reads of 1 RU a visit that visit all 50 partitions
//
// Each with the executors on one thread and on two ("settled/2/T1"). Reports processor time per request and per try,
// elapsed time per request, 429s per request, the share of operations that
// succeed in the end, and the process's peak memory. Compare ratios within one run: machines differ and are noisy.

#include <memory>
#include <string>
#include <sys/resource.h>

#include <benchmark/benchmark.h>
#include <time.h>

#include "models/keys/key_range.h"
#include "models/world/event_executor.h"
#include "models/world/settled_executor.h"
#include "models/world/world.h"
#include "sim/core/distributions.h"
#include "sim/core/kernel.h"

namespace {

constexpr std::int64_t kSeconds = 40;
constexpr std::int64_t kWarmup = 10;  // until as many retries wait as ever will

struct Variation {
  const char* name;
  bool quiet = false;
  std::size_t tenants = 100'000;
  std::size_t partitions = 50;
  bool next_second = false;
  bool fan_out = false;
};

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

cosmos::RunPlan plan_of(const Variation& variation) {
  const std::int64_t parts = variation.quiet ? 100 : 1;
  cosmos::RunPlan plan;
  plan.seconds = kSeconds;
  plan.bin_seconds = 10;
  plan.readings.read_latency = cosmos::Exponential{2e6, 1e6};
  plan.readings.write_latency = cosmos::Exponential{5e6, 3e6};
  plan.populations.emplace_back("tenants", std::vector<std::string>{}, static_cast<std::int64_t>(variation.tenants),
                                "user{}", sim::zipf_weights(variation.tenants, 0.99), cosmos::Placement::kHash);
  cosmos::Item item;
  item.name = "row";
  item.size = cosmos::Constant{1'000};
  item.properties = {{"tenantId", cosmos::PopulationProperty{0, cosmos::ValueKind::kString}},
                     {"id", cosmos::UniqueProperty{}}};
  plan.items.push_back(item);
  cosmos::Container container;
  container.name = "rows";
  container.key.paths = {"tenantId"};
  container.throughput = cosmos::Ru::units(500'000);
  container.boundaries = cosmos::initial_boundaries(cosmos::KeyHashing::kHashV2, variation.partitions);
  plan.containers.push_back(container);
  plan.streams = {stream("writes", cosmos::OperationKind::kCreate, cosmos::Ru::milli(5'000 / parts)),
                  stream("reads", cosmos::OperationKind::kPointRead, cosmos::Ru::milli(1'000 / parts))};
  if (variation.fan_out) {
    cosmos::Stream everywhere = stream("everywhere", cosmos::OperationKind::kQuery, {});
    everywhere.known = {};
    everywhere.fixed_charge.reset();
    everywhere.query_charge = cosmos::QueryCharges{cosmos::Ru::milli(1'000 / parts), {}};
    plan.streams.push_back(std::move(everywhere));
    const std::int64_t tenth = 5'000'000'000;
    std::get<cosmos::OpenLoop>(plan.streams[0].arrivals).rate.micro = 9 * tenth / 2;
    std::get<cosmos::OpenLoop>(plan.streams[1].arrivals).rate.micro = 9 * tenth / 2;
    std::get<cosmos::OpenLoop>(plan.streams[2].arrivals).rate.micro = tenth;
  }
  for (cosmos::Stream& each : plan.streams) {
    if (variation.next_second) {
      each.retries.wait = cosmos::ServiceWait{};
    }
  }
  plan.windows = {{kWarmup, kSeconds}};
  return plan;
}

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
  const cosmos::RunPlan plan = plan_of(variation);
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

constexpr Variation kVariations[] = {
    {.name = "T1"},
    {.name = "quiet", .quiet = true},
    {.name = "next-second", .next_second = true},
    {.name = "keys-10M", .tenants = 10'000'000},
    {.name = "keys-10M-quiet", .quiet = true, .tenants = 10'000'000},
    {.name = "partitions-10k", .partitions = 10'000},
    {.name = "partitions-10k-quiet", .quiet = true, .partitions = 10'000},
    {.name = "fan-out", .fan_out = true},
    {.name = "fan-out-quiet", .quiet = true, .fan_out = true},
};

template <class Executor>
void add(const char* executor) {
  for (const Variation& variation : kVariations) {
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
