#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/scenario/load.h"
#include "sim/text/diagnostics.h"

// Any text is either refused, with a reason, or gives a plan for itself and each of its variants. Little memory is
// allowed, so that numbers cannot make it large.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kMemory = 64'000'000;
  static_cast<void>(unsetenv("COSMOSIM_DATA"));
  cosmos::LoadRequest request;
  request.file = "no-such-folder/fuzz.yaml";  // relative files that the text names are not found
  request.text = std::string(data, data + size);
  request.memory = kMemory;
  if (request.text->find('/') != std::string::npos && request.text->find("file") != std::string::npos) {
    return 0;  // it might name a file of this machine
  }
  try {
    const cosmos::LoadedScenario scenario = cosmos::load_scenario(request);
    if (scenario.base.plan.streams.empty() || scenario.base.plan.containers.empty()) std::abort();
    if (scenario.variants.size() != scenario.base.config.variants.size()) std::abort();
  } catch (const sim::InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    for (const sim::Diagnostic& wrong : error.diagnostics())
      if (wrong.message.empty()) std::abort();
  }
  return 0;
}
