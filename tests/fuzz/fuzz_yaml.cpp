#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sim/config/node.h"
#include "sim/text/diagnostics.h"

// Any bytes are either refused with an InputError or give a tree that, written out, reads the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  sim::Node root;
  try {
    root = sim::parse_yaml_text(text, "fuzz.yaml");
  } catch (const sim::InputError& error) {
    if (error.diagnostics().empty()) std::abort();
    return 0;
  }
  const sim::Node again = sim::parse_yaml_text(sim::to_text(root), "again.yaml");
  if (!sim::same_content(root, again)) std::abort();
  return 0;
}
