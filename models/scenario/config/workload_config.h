#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/scenario/config/client_config.h"
#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"
#include "models/workload/stream.h"

// populations, items and streams as a scenario writes them (grammar sections 2 to 5).
namespace cosmos {

struct UniformPopularityConfig {
  static constexpr std::string_view kTag = "uniform";
  static constexpr std::string_view kSummary = "every member is drawn equally often";
};
struct ZipfPopularityConfig {
  static constexpr std::string_view kTag = "zipf";
  static constexpr std::string_view kSummary = "member of rank r is drawn with weight r^-theta";
  double theta = 0.99;
  template <class V>
  void fields(V& v) {
    v.optional("theta", theta, "skew; 0 is uniform", sim::range(0.0, 3.0));
  }
};
using PopularityConfig =
    sim::Choice<UniformPopularityConfig, ZipfPopularityConfig, NotBuilt<"in_turn">, NotBuilt<"hotspot">,
                NotBuilt<"exponential">, NotBuilt<"lognormal">, NotBuilt<"table">>;

struct PopulationConfig {
  static constexpr std::string_view kSummary = "who and what there is: tenants, users, devices";
  std::optional<sim::TextMap<MemberWeight>> members;
  std::optional<std::int64_t> count;
  std::optional<std::string> names;
  std::optional<PopularityConfig> popularity;
  std::optional<std::string> file;
  std::optional<std::string> key;
  std::optional<std::string> weight;
  Placement placement = Placement::kHash;
  template <class V>
  void fields(V& v) {
    v.optional("members", members, "name: weight (relative), or name: share of all draws");
    v.optional("count", count, "further members that are not worth a name", sim::range<std::int64_t>(1, 100'000'000));
    v.optional("names", names, "how those are called, {} stands for 1, 2, …; default <population>-{}");
    v.optional("popularity", popularity, "of the `count` others; default uniform");
    v.optional("file", file, "CSV file of the members, instead of members and count");
    v.optional("key", key, "its column that names a member");
    v.optional("weight", weight, "its column that weighs a member; default: the rows that a key has");
    v.optional("placement", placement, "where the members' hashes lie");
    v.not_built("within");
  }
};

struct UniqueConfig {
  static constexpr std::string_view kTag = "unique";
  static constexpr std::string_view kSummary = "a fresh GUID for every item";
};
struct GivenConfig {
  static constexpr std::string_view kTag = "given";
  static constexpr std::string_view kSummary = "each stream's `choose` or trace must say it";
};
struct GeneratorFields {
  static constexpr std::string_view kSummary = "a generator with its settings: exactly one of the first five";
  std::optional<std::string> population;
  std::optional<std::string> time;
  std::optional<std::int64_t> bucket;
  std::optional<std::string> format;
  std::optional<sim::Node> constant;
  std::optional<ValueKind> as;
  template <class V>
  void fields(V& v) {
    v.optional("population", population, "a member's name; one draw per population and operation");
    v.optional("time", time, "strftime pattern of the item's creation time, UTC: %Y %m %d %H %M %S");
    v.optional("bucket", bucket, "0 … n-1 at random: a suffix that only the item itself tells",
               sim::range<std::int64_t>(1, 1'000'000));
    v.optional("format", format, "a synthetic key: text with other properties in it, {tenantId}-{month}");
    v.optional("constant", constant, "text, number, true, false, null or `undefined`");
    v.optional("as", as, "the type of the value; default string");
    v.not_built("column");
    v.not_built("modulo");
  }
};
struct GeneratorConfig {
  static constexpr std::string_view kSummary = "a generator with its settings";
  GeneratorFields value;
};
using PropertyConfig = sim::Choice<UniqueConfig, GivenConfig, GeneratorConfig>;

struct PropertyCount {
  static constexpr std::string_view kSummary = "so many";
  std::int64_t value = 0;
};
struct PropertyCounts {
  static constexpr std::string_view kSummary = "by top-level path";
  sim::TextMap<std::int64_t> value;
};

struct ItemConfig {
  static constexpr std::string_view kSummary = "a kind of item and its properties";
  SizeDistribution size;
  Bytes system_properties = Bytes::of(205);
  sim::Choice<PropertyCount, PropertyCounts> other_properties;
  sim::TextMap<PropertyConfig> properties;
  template <class V>
  void fields(V& v) {
    v.required("size", size, "JSON payload");
    v.optional("system_properties", system_properties, "what the service adds to each item (_rid, _ts, …)");
    v.optional("other_properties", other_properties, "scalar properties besides those named, for the index charge");
    v.optional("properties", properties, "name: generator; `id: unique` is there unless redefined");
  }
};

struct CreateWord {
  static constexpr std::string_view kTag = "create";
  static constexpr std::string_view kSummary = "write a new item";
};
struct PointReadWord {
  static constexpr std::string_view kTag = "point_read";
  static constexpr std::string_view kSummary = "read one item by key and id";
};
struct QueryWord {
  static constexpr std::string_view kTag = "query";
  static constexpr std::string_view kSummary = "read items by a filter";
};
using OperationConfig = sim::Choice<CreateWord, PointReadWord, QueryWord, NotBuilt<"upsert">, NotBuilt<"replace">,
                                    NotBuilt<"patch">, NotBuilt<"delete">>;

struct RangeFilterWord {
  static constexpr std::string_view kTag = "range";
  static constexpr std::string_view kSummary = "filters without routing, by the index";
};
using FilterConfig = sim::Choice<RangeFilterWord, NotBuilt<"scan">, NotBuilt<"in">>;
struct EqualityFilter {
  static constexpr std::string_view kSummary = "a property's name: equality";
  std::string value;
};
struct OtherFilter {
  static constexpr std::string_view kSummary = "property: how it is filtered";
  sim::TextMap<FilterConfig> value;
};
using WhereConfig = sim::Choice<EqualityFilter, OtherFilter>;

struct QueryChargeFields {
  static constexpr std::string_view kSummary = "measured parts of a query's charge";
  Charge per_partition;
  Charge result;
  template <class V>
  void fields(V& v) {
    v.required("per_partition", per_partition, "of each visited partition");
    v.optional("result", result, "of the result, shared over the visited partitions");
  }
};
struct FixedCharge {
  static constexpr std::string_view kSummary = "measured charge of the operation";
  Charge value;
};
struct QueryCharge {
  static constexpr std::string_view kSummary = "measured parts of a query's charge";
  QueryChargeFields value;
};
using ChargeConfig = sim::Choice<FixedCharge, QueryCharge>;

struct WideTraceConfig {
  static constexpr std::string_view kSummary = "a row a series, a column an interval";
  std::string first;
  sim::Duration interval;
  template <class V>
  void fields(V& v) {
    v.required("first", first, "first column of counts; those after it follow");
    v.required("interval", interval, "time that a column covers", sim::at_least(sim::Duration::seconds(1)));
  }
};
struct TraceConfig {
  static constexpr std::string_view kSummary = "replay of a file of counts";
  std::string file;
  WideTraceConfig wide;
  sim::TextMap<std::string> properties;
  double volume = 1.0;
  double speed = 1.0;
  template <class V>
  void fields(V& v) {
    v.required("file", file, "CSV, looked for beside the scenario, then under $COSMOSIM_DATA");
    v.required("wide", wide, "counts per interval, one column each");
    v.optional("properties", properties, "property: column of the file");
    v.optional("volume", volume, "factor on every count", sim::range(0.0, 1e9));
    v.optional("speed", speed, "replays so many times as fast", sim::range(0.001, 1e6));
    v.not_built("long");
    v.not_built("events");
    v.not_built("only");
    v.not_built("size");
    v.not_built("charge");
  }
};

struct StreamConfig {
  static constexpr std::string_view kSummary = "operations: what, and how often";
  std::optional<std::string> container;
  std::optional<std::string> item;
  OperationConfig operation;
  sim::TextMap<sim::Node> choose;
  std::optional<DurationDistribution> age;
  std::optional<std::vector<WhereConfig>> where;
  std::optional<std::int64_t> returns;
  std::optional<std::int64_t> loads;
  std::optional<ChargeConfig> charge;
  std::optional<sim::Rate> rate;
  std::optional<Spacing> spacing;
  std::optional<TraceConfig> trace;
  sim::Duration start;
  std::optional<sim::Duration> stop;
  std::optional<std::int64_t> limit;
  std::optional<ClientConfig> client;
  template <class V>
  void fields(V& v) {
    v.optional("container", container, "where it goes; default the only one");
    v.optional("item", item, "the kind of item; default the only one");
    v.required("operation", operation, "what is done");
    v.optional("choose", choose, "property: how this stream draws it: a value, {members: …} or {popularity: …}");
    v.optional("age", age, "how long before the operation the item was created; default 0 s");
    v.optional("where", where, "properties that the request knows; queries must say it, [] is no filter");
    v.optional("returns", returns, "items that a query returns in all; default 1",
               sim::range<std::int64_t>(0, 1'000'000));
    v.optional("loads", loads, "items that a query loads for it; default `returns`",
               sim::range<std::int64_t>(0, 1'000'000'000));
    v.optional("charge", charge, "measured charge, instead of the model's");
    v.optional("rate", rate, "open loop: arrivals do not wait for answers");
    v.optional("spacing", spacing, "of the arrivals; default poisson");
    v.optional("trace", trace, "replay, instead of a rate");
    v.optional("start", start, "when the stream begins, from the run's start");
    v.optional("stop", stop, "when it ends; default the run's end");
    v.optional("limit", limit, "done after so many operations", sim::at_least<std::int64_t>(1));
    v.optional("client", client, "laid over the top-level client, field by field");
    for (const char* name : {"top", "order", "max_item_count", "max_concurrency", "changed_properties", "batch", "mix",
                             "steps", "on_failure", "shape", "bursts", "clients", "think"}) {
      v.not_built(name);
    }
  }
};

}  // namespace cosmos

namespace sim {
template <>
struct EnumNames<cosmos::Placement> {
  static constexpr std::string_view kType = "placement";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Placement>{"hash", cosmos::Placement::kHash, "where the names hash to"},
      EnumValue<cosmos::Placement>{"random", cosmos::Placement::kRandom, "fresh names in every replication"},
      EnumValue<cosmos::Placement>{"even", cosmos::Placement::kEven,
                                   "member i of n hashes to (i - 1/2)/n of the range"}};
};
template <>
struct EnumNames<cosmos::ValueKind> {
  static constexpr std::string_view kType = "value type";
  static constexpr std::array kValues = {
      EnumValue<cosmos::ValueKind>{"string", cosmos::ValueKind::kString, "a text"},
      EnumValue<cosmos::ValueKind>{"number", cosmos::ValueKind::kNumber, "a number: hashes to another place"}};
};
template <>
struct EnumNames<cosmos::Spacing> {
  static constexpr std::string_view kType = "spacing";
  static constexpr std::array kValues = {
      EnumValue<cosmos::Spacing>{"poisson", cosmos::Spacing::kPoisson, "independent arrivals"},
      EnumValue<cosmos::Spacing>{"even", cosmos::Spacing::kEven, "equal gaps, the first at the stream's start"}};
};
}  // namespace sim
