// What each part of the engine costs. Counter "per_op" is the CPU time of one operation, or of one element for the
// sorts and builds.

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "sim/core/distributions.h"
#include "sim/core/elementary.h"
#include "sim/core/event_queue.h"
#include "sim/core/fingerprint.h"
#include "sim/core/histogram.h"
#include "sim/core/parallel.h"
#include "sim/core/radix_sort.h"
#include "sim/core/rng.h"
#include "sim/core/slot_pool.h"

namespace {

using benchmark::State;

constexpr sim::Draws kDraws(sim::Seed{1}, 2, 3, sim::purpose_id("bench"));
constexpr std::int64_t kBatch = 4'096;

void report(State& state, std::int64_t operations_each) {
  const auto operations = static_cast<double>(state.iterations() * operations_each);
  state.counters["per_op"] = benchmark::Counter(operations, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

std::vector<std::uint64_t> words(std::size_t n) {
  std::vector<std::uint64_t> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = kDraws.bits(i);
  return result;
}

// A function of one random word, over words made beforehand; the results are added up.
template <class Function>
void per_word(State& state, Function function) {
  const std::vector<std::uint64_t> input = words(kBatch);
  for (auto _ : state) {
    std::int64_t sum = 0;
    for (const std::uint64_t word : input) sum += static_cast<std::int64_t>(function(word));
    benchmark::DoNotOptimize(sum);
  }
  report(state, kBatch);
}

// The same for a real function of a number in [0, 1).
template <class Function>
void per_uniform(State& state, Function function) {
  std::vector<double> input;
  for (const std::uint64_t word : words(kBatch)) input.push_back(sim::uniform_from_bits(word) + 0x1p-54);
  for (auto _ : state) {
    double sum = 0.0;
    for (const double u : input) sum += function(u);
    benchmark::DoNotOptimize(sum);
  }
  report(state, kBatch);
}

void draw_bits(State& state) {
  std::uint64_t i = 0;
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::int64_t k = 0; k < kBatch; ++k) sum ^= kDraws.bits(i++);
    benchmark::DoNotOptimize(sum);
  }
  report(state, kBatch);
}
BENCHMARK(draw_bits);

void make_draws(State& state) {
  std::int64_t step = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sim::Draws(sim::Seed{1}, 2, step++, 4).bits(0));
  report(state, 1);
}
BENCHMARK(make_draws);

void elementary_log(State& state) { per_uniform(state, sim::elementary::log); }
BENCHMARK(elementary_log);
void libm_log(State& state) {
  per_uniform(state, [](double u) { return std::log(u); });
}
BENCHMARK(libm_log);
void elementary_exp(State& state) { per_uniform(state, sim::elementary::exp); }
BENCHMARK(elementary_exp);
void elementary_pow(State& state) {
  per_uniform(state, [](double u) { return sim::elementary::pow(1e6 * u, -0.99); });
}
BENCHMARK(elementary_pow);
void normal_quantile(State& state) { per_uniform(state, sim::elementary::normal_quantile); }
BENCHMARK(normal_quantile);

void alias_draw(State& state) {
  const sim::AliasTable table(sim::zipf_weights(static_cast<std::size_t>(state.range(0)), 0.99));
  std::uint64_t i = 0;
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::int64_t k = 0; k < kBatch; ++k) sum += table.draw(kDraws.bits(i++));
    benchmark::DoNotOptimize(sum);
  }
  report(state, kBatch);
}
BENCHMARK(alias_draw)->Arg(1'000)->Arg(100'000)->Arg(10'000'000);

void alias_build(State& state) {
  const std::vector<double> weights = sim::zipf_weights(static_cast<std::size_t>(state.range(0)), 0.99);
  for (auto _ : state) benchmark::DoNotOptimize(sim::AliasTable(weights));
  report(state, state.range(0));
}
BENCHMARK(alias_build)->Arg(100'000);

void poisson_table_draw(State& state) {
  const sim::PoissonTable table(static_cast<double>(state.range(0)));
  per_word(state, [&table](std::uint64_t word) { return table.draw(word); });
}
BENCHMARK(poisson_table_draw)->Arg(10)->Arg(50'000);

void poisson_single_draw(State& state) {
  const auto mean = static_cast<double>(state.range(0));
  per_word(state, [mean](std::uint64_t word) { return sim::draw_poisson(mean, word); });
}
BENCHMARK(poisson_single_draw)->Arg(1)->Arg(15)->Arg(1'000);

void quantile_table_draw(State& state) {
  const sim::QuantileTable table([](double u) { return sim::exponential_quantile(u, 2e6, 1e6); });
  per_word(state, [&table](std::uint64_t word) { return table.draw(word); });
}
BENCHMARK(quantile_table_draw);

void std_exponential_distribution(State& state) {
  std::mt19937_64 engine(1);
  std::exponential_distribution<double> distribution(1e-6);
  for (auto _ : state) benchmark::DoNotOptimize(distribution(engine));
  report(state, 1);
}
BENCHMARK(std_exponential_distribution);

void histogram_add(State& state) {
  const sim::QuantileTable table([](double u) { return sim::exponential_quantile(u, 2e6, 1e6); });
  std::vector<std::int64_t> values;
  for (const std::uint64_t word : words(kBatch)) values.push_back(table.draw(word));
  sim::Histogram histogram;
  for (auto _ : state) {
    for (const std::int64_t value : values) histogram.add(value);
    benchmark::DoNotOptimize(histogram);
  }
  report(state, kBatch);
}
BENCHMARK(histogram_add);

struct Event {
  std::int64_t at;
  std::uint64_t number;
  friend auto operator<=>(const Event&, const Event&) = default;
};

// A pop and a push at a constant size, with exponential-like increments: the classic hold model.
void event_queue_hold(State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  sim::EventQueue<Event> queue;
  queue.reserve(size + 1);
  for (std::uint64_t i = 0; i < size; ++i) queue.push({static_cast<std::int64_t>(kDraws.bits(i) >> 34), i});
  std::uint64_t i = size;
  for (auto _ : state) {
    Event event = queue.top();
    queue.pop();
    event.at += static_cast<std::int64_t>(kDraws.bits(i++) >> 34);
    queue.push(event);
  }
  benchmark::DoNotOptimize(queue.top());
  report(state, 1);
}
BENCHMARK(event_queue_hold)->Arg(1'000)->Arg(100'000);

// What remains after taking off the copy of the input is the sort.
void radix_sort(State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  std::vector<sim::KeyValue> input(size);
  for (std::uint32_t i = 0; i < size; ++i) input[i] = {static_cast<std::uint32_t>(kDraws.bits(i) >> 34), i};
  std::vector<sim::KeyValue> items;
  std::vector<sim::KeyValue> scratch;
  for (auto _ : state) {
    items = input;
    sim::radix_sort(items, scratch);
    benchmark::DoNotOptimize(items.data());
  }
  report(state, state.range(0));
}
BENCHMARK(radix_sort)->Arg(50)->Arg(1'000)->Arg(50'000);

void std_stable_sort(State& state) {
  std::vector<sim::KeyValue> input(50'000);
  for (std::uint32_t i = 0; i < input.size(); ++i) input[i] = {static_cast<std::uint32_t>(kDraws.bits(i) >> 34), i};
  for (auto _ : state) {
    std::vector<sim::KeyValue> items = input;
    std::stable_sort(items.begin(), items.end(), [](auto a, auto b) { return a.key < b.key; });
    benchmark::DoNotOptimize(items.data());
  }
  report(state, 50'000);
}
BENCHMARK(std_stable_sort);

void slot_pool_cycle(State& state) {
  sim::SlotPool<std::uint64_t> pool;
  for (auto _ : state) {
    const auto slot = pool.acquire(7);
    benchmark::DoNotOptimize(pool[slot]);
    pool.release(slot);
  }
  report(state, 1);
}
BENCHMARK(slot_pool_cycle);

void fingerprint_add(State& state) {
  sim::Fingerprint fingerprint;
  for (auto _ : state) {
    for (std::int64_t k = 0; k < kBatch; ++k) fingerprint.add(static_cast<std::uint64_t>(k));
    benchmark::DoNotOptimize(fingerprint);
  }
  report(state, kBatch);
}
BENCHMARK(fingerprint_add);

void parallel_for_empty(State& state) {
  for (auto _ : state) sim::parallel_for(2, 2, [](std::size_t i) { benchmark::DoNotOptimize(i); });
  report(state, 1);
}
BENCHMARK(parallel_for_empty)->UseRealTime();

}  // namespace
