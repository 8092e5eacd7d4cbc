#include "sim/tool/cmd_schema.h"

#include "models/scenario/config/scenario_config.h"
#include "sim/config/describe.h"
#include "sim/config/json_schema.h"
#include "sim/tool/command_line.h"
#include "sim/tool/output.h"

namespace sim {

ExitCode cmd_schema(std::span<const std::string> arguments) {
  CommandLine line("schema", "The JSON Schema (draft 2020-12) of a scenario, on standard output.");
  line.note(
      "Editors with a YAML language server complete and check a file whose first line is "
      "`# yaml-language-server: $schema=scenario.schema.json`. The schema knows fields, kinds and units; "
      "`cosmosim validate` also checks what belongs together.");
  line.example("> scenario.schema.json", "keep it beside the scenarios");
  if (!line.parse(arguments)) return ExitCode::kDone;
  write_output(json_schema(describe_fields<cosmos::ScenarioConfig>(), "cosmosim scenario"));
  return ExitCode::kDone;
}

}  // namespace sim
