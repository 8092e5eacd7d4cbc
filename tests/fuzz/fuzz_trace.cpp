#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <unistd.h>

#include "models/scenario/load.h"
#include "models/workload/arrivals.h"
#include "sim/text/diagnostics.h"

// Any bytes as the trace of a fixed scenario, in each of the three forms, are either refused or give what every row
// needs. Operations of single events come out in the order of time, and as often as they are read.
namespace {

constexpr const char* kScenario = R"(name: trace
clock: {start: 2023-11-16T18:00:00Z, duration: 1 h}
populations: {apps: {members: {a: 1, b: 2}}}
items: {call: {size: 1 KB, properties: {owner: given, app: {population: apps}}}}
streams:
  calls:
    operation: create
    trace: {file: trace.csv, properties: {owner: who, app: app}, volume: 1.5, FORM}
containers: {calls: {partition_key: [/owner, /app], throughput: {manual: 1000 RU/s}}}
)";
constexpr std::array<const char*, 3> kForms = {
    "wide: {first: \"1\", interval: 1 min}", "long: {time: t, count: n, interval: 1 min}",
    "events: {time: t}, only: {op: [GET, PUT]}, size: {column: s, times: 4 B}, charge: {column: ru}"};

// A folder of this process; memory where the system has a file system in memory.
std::filesystem::path make_folder() {
  std::error_code ignored;
  const std::filesystem::path memory("/dev/shm");
  const std::filesystem::path place =
      std::filesystem::is_directory(memory, ignored) ? memory : std::filesystem::temp_directory_path();
  const std::filesystem::path folder = place / ("fuzz-trace-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  return folder;
}

struct Folder {
  std::filesystem::path path = make_folder();
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

void check(const cosmos::TraceRows& trace) {
  if (trace.rows == 0 || trace.columns.size() != 2) std::abort();
  for (const cosmos::TraceReplay::Column& column : trace.columns)
    if (column.value_of_row.size() != trace.rows) std::abort();
}

std::size_t operations_of(const cosmos::Stream& stream) {
  constexpr std::int64_t kSeconds = 3'600;
  constexpr std::size_t kEnough = 100'000;
  cosmos::ArrivalSource source(stream, sim::Seed{1}, 1);
  cosmos::ArrivalBlock block;
  std::size_t n = 0;
  for (std::int64_t second = 0; second < kSeconds && n < kEnough; ++second) {
    source.generate(second, block);
    n += block.size();
    for (const auto& column : block.values)
      if (column.size() != block.size()) std::abort();
    for (std::size_t i = 1; i < block.size(); ++i)
      if (block.nanosecond(i) < block.nanosecond(i - 1)) std::abort();
  }
  return n;
}

void check_stream(const cosmos::Stream& stream) {
  if (const auto* wide = std::get_if<std::shared_ptr<const cosmos::TraceReplay>>(&stream.arrivals)) {
    check(**wide);
    if ((*wide)->counts.size() % (*wide)->rows != 0) std::abort();
  } else if (const auto* by_interval = std::get_if<std::shared_ptr<const cosmos::LongTrace>>(&stream.arrivals)) {
    check(**by_interval);
    if ((*by_interval)->begin.size() != (*by_interval)->rows) std::abort();
    if (!std::is_sorted((*by_interval)->begin.begin(), (*by_interval)->begin.end())) std::abort();
  } else if (operations_of(stream) != operations_of(stream)) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  std::ofstream(folder.path / "trace.csv", std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  for (const char* form : kForms) {
    cosmos::LoadRequest request;
    request.file = (folder.path / "scenario.yaml").string();
    request.text = kScenario;
    request.text->replace(request.text->find("FORM"), 4, form);
    request.memory = 256'000'000;
    try {
      const cosmos::LoadedScenario scenario = cosmos::load_scenario(request);
      check_stream(scenario.base.plan.streams[0]);
    } catch (const sim::InputError& error) {
      if (error.diagnostics().empty()) std::abort();
    }
  }
  return 0;
}
