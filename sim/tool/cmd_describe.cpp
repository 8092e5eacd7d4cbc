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

// The field at `path`; throws InputError, which names the step that leads nowhere.
const FieldTree& field_at(const FieldTree& tree, std::string_view path) {
  std::size_t end = 0;
  const FieldTree* field = &tree;
  while (end < path.size()) {
    const std::size_t begin = end == 0 ? 0 : end + 1;
    const std::string_view before = path.substr(0, end);
    end = std::min(path.find('.', begin), path.size());
    const FieldTree* next = begin < path.size() ? find_field(tree, path.substr(0, end)) : nullptr;
    if (next == nullptr) {
      const std::string_view step = path.substr(begin, end - begin);
      std::vector<std::string> steps;
      collect_steps(*field, steps);
      const std::string_view where = before.empty() ? std::string_view("a scenario") : before;
      const std::string known = steps.empty() ? "it holds a single value" : did_you_mean(step, steps);
      throw InputError({"command line"}, fmt::format("{} has no field {}", where, in_backquotes(step)), known);
    }
    field = next;
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
