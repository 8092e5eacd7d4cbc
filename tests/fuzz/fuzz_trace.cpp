#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include "models/scenario/load.h"
#include "sim/text/diagnostics.h"

// Any bytes as the trace of a fixed scenario are either refused or give counts for every row and value.
namespace {

constexpr const char* kScenario = R"(name: trace
clock: {duration: 1 h}
populations: {apps: {members: {a: 1, b: 2}}}
items: {call: {size: 1 KB, properties: {owner: given, app: {population: apps}}}}
streams:
  calls:
    operation: create
    trace: {file: trace.csv, wide: {first: "1", interval: 1 min}, properties: {owner: who, app: app}, volume: 1.5}
containers: {calls: {partition_key: [/owner, /app], throughput: {manual: 1000 RU/s}}}
)";

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

void check(const cosmos::TraceReplay& trace) {
  if (trace.rows == 0 || trace.counts.size() % trace.rows != 0 || trace.columns.size() != 2) std::abort();
  for (const cosmos::TraceReplay::Column& column : trace.columns)
    if (column.value_of_row.size() != trace.rows) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  std::ofstream(folder.path / "trace.csv", std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  cosmos::LoadRequest request;
  request.file = (folder.path / "scenario.yaml").string();
  request.text = kScenario;
  request.memory = 256'000'000;
  try {
    const cosmos::LoadedScenario scenario = cosmos::load_scenario(request);
    check(*std::get<std::shared_ptr<const cosmos::TraceReplay>>(scenario.base.plan.streams[0].arrivals));
  } catch (const sim::InputError& error) {
    if (error.diagnostics().empty()) std::abort();
  }
  return 0;
}
