#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/scenario/config/design_config.h"
#include "models/scenario/config/experiment_config.h"
#include "models/scenario/config/item_config.h"
#include "models/scenario/config/population_config.h"
#include "models/scenario/config/stream_config.h"
#include "models/scenario/config/timeline_config.h"

// A scenario file, field for field. Only the form is checked here; what the fields mean together is
// checked when they are resolved (models/scenario/resolve.h).
namespace cosmos {

struct ScenarioConfig {
  static constexpr std::string_view kSummary = "a workload, one or more designs, and how to try them";
  std::string name;
  std::string description;
  ClockConfig clock;
  ExperimentConfig experiment;
  OutputConfig output;
  ModelConfig model;
  sim::NameMap<PopulationConfig> populations;
  sim::NameMap<ItemConfig> items;
  sim::NameMap<StreamConfig> streams;
  AccountConfig account;
  sim::NameMap<ContainerConfig> containers;
  ClientConfig client;
  sim::NameMap<sim::TextMap<sim::Node>> variants;
  std::vector<TimelineConfig> timeline;
  std::vector<ObjectiveConfig> objectives;
  template <class V>
  void fields(V& v) {
    v.required("name", name, "of the scenario");
    v.optional("description", description, "what it asks");
    v.required("clock", clock, "when the run starts and how long it lasts");
    v.optional("experiment", experiment, "how the experiment is run");
    v.optional("output", output, "what the result file keeps");
    v.optional("model", model, "readings of the service where sources conflict or are silent");
    v.optional("populations", populations, "who and what there is");
    v.required("items", items, "kinds of item and their properties");
    v.required("streams", streams, "operations: what, and how often");
    v.optional("account", account, "the account");
    v.required("containers", containers, "the design");
    v.optional("client", client, "the default for every stream");
    v.optional("variants", variants, "name: {path: value}, put in place whole; {} is the file as written");
    v.optional("timeline", timeline, "what is done while the run lasts, in order");
    v.optional("objectives", objectives, "thresholds that the design must keep");
    for (const char* field : {"databases", "change_feeds", "sweep", "plan"}) {
      v.not_built(field);
    }
  }
};

}  // namespace cosmos
