#include "sim/tool/cmd_describe.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "models/scenario/config/scenario_config.h"
#include "sim/config/describe.h"
#include "sim/config/field_tree.h"
#include "sim/text/diagnostics.h"
#include "sim/tool/command_line.h"
#include "sim/tool/output.h"

namespace sim {
namespace {

// The steps that may follow a field: its fields, tags, or those of its elements and plain alternatives.
void collect_steps(const FieldTree& field, std::vector<std::string>& steps) {
  for (const FieldTree& child : field.children) {
    if (child.form == FieldTree::Form::kWord) continue;
    if (child.form == FieldTree::Form::kPlain) {
      collect_steps(child, steps);
    } else {
      steps.push_back(child.name);
    }
  }
}

[[noreturn]] void refuse_step(std::string_view before, const FieldTree& field, std::string_view step) {
  std::vector<std::string> steps;
  collect_steps(field, steps);
  throw InputError({"command line"},
                   fmt::format("{} has no field {}", before.empty() ? "a scenario" : before, in_backquotes(step)),
                   steps.empty() ? "it holds a single value" : did_you_mean(step, steps));
}

// The field at `path`; throws InputError, which names the step that leads nowhere.
const FieldTree& field_at(const FieldTree& tree, std::string_view path) {
  if (path.empty()) return tree;
  const FieldTree* field = &tree;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const FieldTree* next = end > begin ? find_field(tree, path.substr(0, end)) : nullptr;
    if (next == nullptr) {
      refuse_step(path.substr(0, begin == 0 ? 0 : begin - 1), *field, path.substr(begin, end - begin));
    }
    field = next;
    begin = end + 1;
  }
  return *field;
}

}  // namespace

ExitCode cmd_describe(std::span<const std::string> arguments) {
  std::string path;
  CommandLine line("describe",
                   "What can be written in a scenario: a line a field, with type, default, range and meaning.");
  line.optional_positional("FIELD", path, "path of a field, such as streams.*.rate; default: all of them");
  line.note("Below a field that is one of several things stand these things, as they are written.");
  line.example("clock", "the fields of the clock");
  line.example("containers.orders.throughput", "any name stands for *");
  if (!line.parse(arguments)) return ExitCode::kDone;
  const FieldTree tree = describe_fields<cosmos::ScenarioConfig>();
  write_output(describe_text(field_at(tree, path)));
  return ExitCode::kDone;
}

}  // namespace sim
