#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scenario/config/arrival_config.h"
#include "models/scenario/config/client_config.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/operation_config.h"
#include "models/scenario/config/shape_config.h"

// Streams of operations as a scenario writes them (grammar sections 4 and 5).
namespace cosmos {

// What one operation is: of a stream, of one entry of its mix, or one of several steps.
struct ActionFields {
  std::optional<OperationConfig> operation;
  sim::TextMap<sim::Node> choose;
  std::optional<DurationDistribution> age;
  std::optional<std::vector<WhereConfig>> where;
  std::optional<CountDistribution> returns;
  std::optional<std::int64_t> loads;
  std::optional<std::int64_t> top;
  std::optional<QueryOrder> order;
  std::optional<std::int64_t> max_item_count;
  std::optional<MaxConcurrency> max_concurrency;
  std::optional<std::int64_t> changed_properties;
  std::optional<std::int64_t> batch;
  std::optional<ChargeConfig> charge;
  template <class V>
  void action_fields(V& v) {
    v.optional("operation", operation, "what is done");
    v.optional("choose", choose,
               "property: how this stream draws it: a value, a generator, {members: …}, {popularity: …}; an item that "
               "exists by a `unique` one: {existing: popularity}, {newest: popularity}");
    v.optional("age", age, "how long before the operation the item was created; default 0 s");
    v.optional("where", where,
               "properties that the request knows, {month: {in: 12}} as a list; queries must say it, [] is no filter");
    v.optional("returns", returns, "items that a query returns in all, a number or drawn for each; default 1");
    v.optional("loads", loads, "items that a query loads for it; default `returns`, of a full scan all that is stored",
               sim::range<std::int64_t>(0, 1'000'000'000));
    v.optional("top", top, "items after which a query stops; default all", sim::range<std::int64_t>(1, 1'000'000'000));
    v.optional("order", order, "what a query does with the items that it finds; default none");
    v.optional("max_item_count", max_item_count, "most items in a page of a query's answer; default 100",
               sim::range<std::int64_t>(1, 1'000'000));
    v.optional("max_concurrency", max_concurrency, "physical partitions that a query asks at a time; default all");
    v.optional("changed_properties", changed_properties,
               "indexed properties that a replace, patch or upsert changes; default 1", sim::at_least<std::int64_t>(0));
    v.optional("batch", batch, "writes in one transactional batch, which is one request (OPS-03); default 1",
               sim::at_least<std::int64_t>(1));
    v.optional("charge", charge, "measured charge, instead of the model's");
  }
};

struct StepConfig : ActionFields {
  static constexpr std::string_view kSummary = "one of several steps; its `choose` draws anew for it alone";
  template <class V>
  void fields(V& v) {
    action_fields(v);
  }
};

// An operation of a stream, or of one entry of its mix: one action, or several one after the other.
struct OperationFields : ActionFields {
  std::vector<StepConfig> steps;
  std::optional<OnFailure> on_failure;
  template <class V>
  void operation_fields(V& v) {
    action_fields(v);
    v.optional("steps", steps, "operations one after another on the same item, instead of `operation`");
    v.optional("on_failure", on_failure, "what becomes of the steps before one that fails; default stop");
  }
};

struct MixedOperationConfig : OperationFields {
  static constexpr std::string_view kSummary = "one of several operations";
  sim::Share share{0.0};
  template <class V>
  void fields(V& v) {
    v.required("share", share, "of the stream's operations; those of a mix are 100 % together");
    operation_fields(v);
  }
};

struct StreamConfig : OperationFields {
  static constexpr std::string_view kSummary = "operations: what, and how often";
  std::optional<std::string> container;
  std::optional<std::string> item;
  sim::TextMap<MixedOperationConfig> mix;
  std::optional<sim::Rate> rate;
  std::optional<Spacing> spacing;
  std::vector<ShapeFactorConfig> shape;
  std::optional<BurstsConfig> bursts;
  std::optional<TraceConfig> trace;
  sim::Duration start;
  std::optional<sim::Duration> stop;
  std::optional<std::int64_t> limit;
  std::optional<ClientConfig> client;
  template <class V>
  void fields(V& v) {
    v.optional("container", container, "where it goes; default the only one");
    v.optional("item", item, "the kind of item; default the only one");
    operation_fields(v);
    v.optional("mix", mix, "name: one of several operations, instead of `operation`; each is counted by its name");
    v.optional("rate", rate, "open loop: arrivals do not wait for answers");
    v.optional("spacing", spacing, "of the arrivals of a rate, or inside a burst; default poisson");
    v.optional("shape", shape, "factors on the rate, multiplied");
    v.optional("bursts", bursts, "so many operations at a time, instead of a rate");
    v.optional("trace", trace, "replay, instead of a rate");
    v.optional("start", start, "when the stream begins, from the run's start");
    v.optional("stop", stop, "when it ends; default the run's end");
    v.optional("limit", limit, "done after so many operations", sim::at_least<std::int64_t>(1));
    v.optional("client", client, "laid over the top-level client, field by field");
    v.not_built("clients");
    v.not_built("think");
  }
};

}  // namespace cosmos
