#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/items/popularity.h"
#include "models/partition/partition_set.h"
#include "models/scenario/config/scenario_config.h"
#include "models/scenario/table_file.h"
#include "models/scenario/trace_columns.h"
#include "models/workload/known_key.h"
#include "models/world/run_plan.h"
#include "sim/config/read_config.h"

// Turns a scenario's fields into a run plan: names become positions, defaults are filled in, and what
// the fields mean together is checked. Private to models/scenario.
namespace cosmos {

// Where files that a scenario names are looked for, in order.
using FilePlaces = std::vector<std::filesystem::path>;

// Memory for the parts of a scenario that grow with its numbers. Estimated before they are made, shared by all
// variants.
struct MemoryBudget {
  double left = 0.0;  // bytes
};

class Resolver {
 public:
  Resolver(const ScenarioConfig& config, const sim::SourceIndex& index, const FilePlaces& places, MemoryBudget& memory,
           sim::Diagnostics& diagnostics)
      : config_(config), index_(index), places_(places), memory_(memory), diagnostics_(diagnostics) {}

  // The plan is to be used only when no diagnostics were added.
  [[nodiscard]] RunPlan resolve();

 private:
  void error(const std::string& path, std::string message, std::string hint = {});
  // Whole seconds of a duration; an error with the nearest right value otherwise.
  std::int64_t whole_seconds(const std::string& path, sim::Duration duration);
  std::optional<std::filesystem::path> find_file(const std::string& path, const std::string& name);
  // Takes `kept` bytes from the budget if they and those needed `in_passing` fit; an error otherwise.
  [[nodiscard]] bool claim(const std::string& path, double kept, double in_passing);

  // Reads what the reader of the file kept as it stood; nothing when it has errors.
  template <class T>
  [[nodiscard]] std::optional<T> read_below(const std::string& path, const sim::Node& node) {
    sim::Diagnostics own;
    T config = sim::read_config<T>(node, own);
    for (const sim::Diagnostic& found : own.all()) {
      diagnostics_.error(found.mark, sim::join_path(path, found.path), found.message, found.hint);
    }
    return own.empty() ? std::optional<T>(std::move(config)) : std::nullopt;
  }

  void resolve_clock();
  void resolve_model();

  // A distribution in the plan's units (ns, bytes). Nothing where its numbers do not go together or its file cannot be
  // read: that is the error.
  [[nodiscard]] std::optional<Distribution> distribution(const std::string& path, const DurationDistribution& config);
  [[nodiscard]] std::optional<Distribution> distribution(const std::string& path, const SizeDistribution& config);
  [[nodiscard]] std::optional<Distribution> distribution(const std::string& path, const CountDistribution& config);
  template <class T>
  [[nodiscard]] std::optional<Distribution> distribution_of(const std::string& path,
                                                            const DistributionConfig<T>& config);
  [[nodiscard]] std::optional<Popularity> popularity(const std::string& path, const PopularityConfig& config);
  [[nodiscard]] std::optional<std::vector<ValueWeight>> read_table(const std::string& path, const std::string& name,
                                                                   const TableForm& form);

  void resolve_populations();
  [[nodiscard]] std::vector<std::size_t> populations_by_depth();
  void check_names(const std::string& path, const sim::TextMap<MemberWeight>& members, const Population& population);
  // Memory for the members of all populations, before any is made.
  [[nodiscard]] bool claim_counts();
  [[nodiscard]] std::optional<Population> resolve_population(const std::string& path, const std::string& name,
                                                             const PopulationConfig& config);
  [[nodiscard]] std::optional<Population> resolve_listed(const std::string& path, const std::string& name,
                                                         const PopulationConfig& config);
  [[nodiscard]] std::optional<Population> nested(const std::string& path, const std::string& within,
                                                 const Population& population);
  [[nodiscard]] std::vector<std::string> columns_asked_of(const std::string& population) const;
  [[nodiscard]] std::optional<Population> resolve_from_file(const std::string& path, const std::string& name,
                                                            const PopulationConfig& config);
  [[nodiscard]] bool check_members(const std::string& path, const PopulationConfig& config);

  void resolve_items();
  void resolve_item(const std::string& path, const std::string& name, const ItemConfig& config);
  void resolve_other_properties(const std::string& path, const ItemConfig& config, Item& item);
  [[nodiscard]] PropertyGenerator generator(const std::string& path, const GeneratorFields& fields);
  [[nodiscard]] PropertyGenerator population_generator(const std::string& path, const GeneratorFields& fields,
                                                       ValueKind as);
  // What property p is made of, where its generator is a format or a modulo.
  void resolve_parts(const std::string& path, const GeneratorFields& fields, Item& item, std::size_t p);
  void check_made_sizes(Item& item, const std::function<std::string(std::size_t)>& path_of);

  void resolve_containers();
  [[nodiscard]] std::optional<PartitionKeyDefinition> partition_key(const std::string& path,
                                                                    const PartitionKeyConfig& config);
  void check_key_paths();
  [[nodiscard]] bool is_brought(std::size_t container, std::size_t item) const;
  void check_key_path(const std::string& path, const Item& item, const std::string& property);
  void check_storage(const std::string& path, const ContainerConfig& config, const Container& container);
  // What a stated layout says of each of its ranges.
  void resolve_ranges(const std::string& path, const LayoutConfig& layout, Container& container);
  void resolve_timeline();
  [[nodiscard]] std::optional<TimelineAction> timeline_action(const std::string& path, const TimelineConfig& config);
  [[nodiscard]] std::optional<std::size_t> container_of_action(const std::string& path,
                                                               const std::optional<std::string>& name);
  [[nodiscard]] std::optional<Redistribute> new_shares(const std::string& path, const RedistributeConfig& config,
                                                       std::size_t container);
  [[nodiscard]] std::optional<SetThroughput> new_throughput(const std::string& path, const SetThroughputConfig& config,
                                                            std::size_t container);
  // Whose storage may come to a limit, and whose partitions may become others, while the run lasts.
  void follow_storage();
  // SPLIT-01: what is stored at the start has split what it was too much for.
  void split_full_partitions();
  void resolve_layout(const std::string& path, const ContainerConfig& config, Container& container);
  [[nodiscard]] std::vector<KeyPoint> stated_boundaries(const std::string& path, const LayoutConfig& layout,
                                                        const Container& container);
  [[nodiscard]] std::optional<KeyPoint> cut(const std::string& path, const CutConfig& config,
                                            const Container& container);
  [[nodiscard]] std::optional<KeyPoint> cut_inside_key(const std::string& path, const KeyCutFields& fields,
                                                       const Container& container);
  [[nodiscard]] std::optional<HashBlock> hash_in_every_item(const std::string& path, const std::string& property,
                                                            const KeyValue& value, KeyHashing hashing);
  void carry_out_history(const std::string& path, const ContainerConfig& config, Container& container);
  [[nodiscard]] bool scale_to(const std::string& path, Ru setting, bool may_split, PartitionSet& partitions,
                              Container& container);
  void resolve_stored(const std::string& path, const ContainerConfig& config, Container& container);
  [[nodiscard]] double bytes_stored(const std::string& path, const StoredConfig& stored, const Item& item,
                                    double bytes_each);
  [[nodiscard]] std::vector<double> bytes_of_members(const StoredConfig& stored, const Item& item) const;
  [[nodiscard]] double bytes_by_member(const std::string& path, const StoredConfig& stored, const Item& item);
  [[nodiscard]] IndexingPolicy indexing_policy(const std::string& path, const IndexingConfig& config);
  void read_index_paths(const std::string& path, const std::vector<std::string>& texts, bool included,
                        std::vector<IndexPath>& paths);
  [[nodiscard]] std::vector<std::string> composite_index(const std::string& path,
                                                         const std::vector<std::string>& texts);

  void resolve_streams();
  void resolve_stream(const std::string& path, const std::string& name, const StreamConfig& config);
  [[nodiscard]] bool check_mix(const std::string& path, const StreamConfig& config);
  // `path` is that of the operation's fields, `stream_path` that of the stream which it is one of.
  void resolve_one_operation(const std::string& path, const std::string& stream_path, const std::string& name,
                             const StreamConfig& config, const std::optional<MixShare>& mix);
  // A stream that knows its item and container, or nothing: that is reported.
  [[nodiscard]] std::optional<Stream> stream_of(const std::string& stream_path, const std::string& name,
                                                const StreamConfig& config, const std::optional<MixShare>& mix);
  // What it does and about which item.
  void resolve_action(const std::string& path, const StreamConfig& config, Stream& stream);
  void resolve_steps(const std::string& path, const std::string& stream_path, const std::string& name,
                     const StreamConfig& config, const std::optional<MixShare>& mix);
  [[nodiscard]] bool check_steps(const std::string& path, const StreamConfig& config);
  // The streams of an operation of several parts, once all of them are resolved: they follow that of the whole.
  class Parts;
  void resolve_step(const std::string& path, const StreamConfig& config, const StepConfig& step, Stream stream,
                    Parts& parts);
  // Choices of the whole operation that a step's own take the place of.
  void forget_choice(const StepConfig& step, Stream& stream) const;
  // By property of the stream's item: whether a step that chooses these draws it anew.
  [[nodiscard]] std::vector<char> drawn_anew(const StepConfig& step, const Stream& stream) const;
  [[nodiscard]] bool moves_to_another_key(const Stream& stream) const;
  void find_and_write(const std::string& path, const StreamConfig& config, const Stream& stream, Parts& parts);
  void add_parts(Stream whole, Parts parts);
  void pick_executor();
  void check_rates();
  void resolve_operation(const std::string& path, const StreamConfig& config, Stream& stream);
  void check_operation_fields(const std::string& path, const StreamConfig& config, const Stream& stream);
  void resolve_changed_properties(const std::string& path, const StreamConfig& config, Stream& stream);
  void resolve_batch(const std::string& path, const StreamConfig& config, Stream& stream);
  // A predicate of a request.
  enum class FilterWay { kEquality, kRange, kScan, kList };
  struct Filter {
    std::size_t property = 0;
    FilterWay way = FilterWay::kEquality;
    std::int64_t values = 1;  // of a list
  };
  void resolve_where(const std::string& path, const StreamConfig& config, Stream& stream);
  [[nodiscard]] std::vector<Filter> read_where(const std::string& path, const std::vector<WhereConfig>& where,
                                               const Item& item);
  // How many values of a property can be listed; nothing where nobody can say, or where its population has an error.
  [[nodiscard]] std::optional<std::int64_t> values_to_list(const Item& item, std::size_t property) const;
  // Those of an IN list, at most as many as there are; nothing where such a list makes no sense: that is the error.
  [[nodiscard]] std::optional<std::int64_t> list_length(const std::string& path, const Item& item, std::size_t property,
                                                        std::int64_t wished);
  // Once all streams have said which values are given: no list is longer.
  void trim_lists();
  // Puts in the lists that the design's clients know. Routing must be able to follow all that is listed.
  void enumerate_values(const std::string& path, const Container& container, Stream& stream);
  void check_enumerated();
  void check_enumerated(const std::string& path, const std::string& name, std::size_t container);
  // What follows from the design of the stream's container.
  void check_design(const std::string& path, const StreamConfig& config, const std::vector<Filter>& filters,
                    Stream& stream);
  void resolve_loads(const std::string& path, const StreamConfig& config, const Container& container,
                     const std::vector<Filter>& filters, std::size_t known_levels, Stream& stream);
  void resolve_returns(const std::string& path, const CountDistribution& config, Stream& stream);
  void resolve_paging(const std::string& path, const StreamConfig& config, const Container& container,
                      const KnownKey& known, Stream& stream);
  void resolve_choose(const std::string& path, const StreamConfig& config, Stream& stream);
  void choose_property(const std::string& path, const sim::Node& node, std::size_t property, Stream& stream);
  [[nodiscard]] std::vector<std::size_t> decided_by(const PopulationChoice& choice) const;
  void add_choice(const std::string& path, PopulationChoice choice, Stream& stream);
  void choose_member(const std::string& path, const sim::Node& node, std::size_t population, Stream& stream);
  void choose_column(const std::string& path, const std::string& value, const ColumnProperty& property, Stream& stream);
  void choose_among(const std::string& field, const sim::Node& members, std::size_t population, Stream& stream);
  void choose_by_popularity(const std::string& field, const sim::Node& node, std::size_t population, Stream& stream);
  [[nodiscard]] std::optional<std::size_t> member_of(const std::string& path, const Population& population,
                                                     const std::string& member);
  void choose_value(const std::string& path, const sim::Node& node, std::size_t property, Stream& stream);
  void fix_value(const KeyValue& value, std::size_t property, Stream& stream);
  void replace_generator(const std::string& path, const GeneratorFields& fields, std::size_t property, Stream& stream);
  [[nodiscard]] Item& own_item(Stream& stream);
  void choose_item(const std::string& path, const sim::Node& node, std::size_t property, ItemChoice::Order order,
                   Stream& stream);
  void check_item_choices();
  void choose_for_cache(Stream& stream) const;
  [[nodiscard]] std::int64_t items_stored(std::size_t container, const Item& item) const;
  void resolve_charge(const std::string& path, const StreamConfig& config, Stream& stream);
  void resolve_arrivals(const std::string& path, const StreamConfig& config, Stream& stream);
  [[nodiscard]] bool says_how_often_once(const std::string& path, const StreamConfig& config);
  void resolve_rate(const std::string& path, const StreamConfig& config, Stream& stream);
  [[nodiscard]] std::vector<ShapeFactor> resolve_shape(const std::string& path,
                                                       const std::vector<ShapeFactorConfig>& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const StepsConfig& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const RampConfig& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const DailyConfig& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const DiurnalConfig& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const WeeklyConfig& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const SpikeConfig& config);
  [[nodiscard]] ShapeFactor shape_factor(const std::string& path, const GrowthConfig& config);
  // A moment as a second of the run; negative before its start.
  [[nodiscard]] std::int64_t second_of(const std::string& path, const Moment& moment);
  void resolve_bursts(const std::string& path, const BurstsConfig& config, Spacing spacing, Stream& stream);
  void resolve_trace(const std::string& path, const TraceConfig& config, Stream& stream);
  void read_wide_trace(const std::string& path, const TraceConfig& config, const std::filesystem::path& file,
                       Stream& stream);
  void read_long_trace(const std::string& path, const TraceConfig& config, const std::filesystem::path& file,
                       Stream& stream);
  void check_event_trace(const std::string& path, const TraceConfig& config, const std::filesystem::path& file,
                         Stream& stream);
  [[nodiscard]] bool check_interval(const std::string& path, const TraceConfig& config);
  [[nodiscard]] bool check_trace_charge(const std::string& path, const TraceConfig& config, const Stream& stream);
  // One for each property that the trace says, in the order of `properties`.
  [[nodiscard]] std::vector<TraceDictionary> trace_dictionaries(const TraceConfig& config, Item& item);
  // The value of the current row, or nothing: that is reported, and so is a value too many for the memory.
  [[nodiscard]] std::optional<std::uint32_t> learn_value(const std::string& path, const TraceColumns& columns,
                                                         std::size_t property, TraceDictionary& dictionary);
  // `count` times the trace's volume, or nothing: it is reported as too many.
  [[nodiscard]] std::optional<std::uint32_t> trace_count(const std::string& path, const TraceConfig& config,
                                                         const sim::CsvReader& csv, std::size_t field, std::size_t row,
                                                         std::size_t column);
  // Reports that none of a trace's times, from `first` to `last`, lies in the run.
  void nothing_in_run(const std::string& path, const sim::Timestamp& first, const sim::Timestamp& last);
  [[nodiscard]] bool check_trace_properties(const std::string& path, const TraceConfig& config, const Item& item);
  void resolve_client(const std::string& path, const StreamConfig& config, Stream& stream);
  void resolve_consistency(const std::string& path, Consistency level, Stream& stream);
  void check_given(const std::string& path, const StreamConfig& config, const Stream& stream);
  [[nodiscard]] RetryRules retry_rules(const std::string& path, const RetriesConfig& config, Sdk sdk);

  void resolve_objectives();
  [[nodiscard]] std::optional<Objective> objective(const std::string& path, const ObjectiveConfig& config);
  [[nodiscard]] std::size_t window(const std::string& path, const ObjectiveConfig& config);

  const ScenarioConfig& config_;
  const sim::SourceIndex& index_;
  const FilePlaces& places_;
  MemoryBudget& memory_;
  sim::Diagnostics& diagnostics_;
  RunPlan plan_;
  std::vector<std::pair<std::string, std::string>> item_choices_;  // name of the stream that has it; path
  std::vector<bool> population_is_sound_;  // false: it has an error, and what refers to it is not looked at
};

// Where a value of an item's property lies as a level of a key: by its hash, or evenly where the workload places the
// population so. No hash and a `problem` where no place is stated, or the property never has a value of that type.
struct PlacedValue {
  std::optional<HashBlock> hash;
  std::string problem;
};
[[nodiscard]] PlacedValue place_of(const RunPlan& plan, const Item& item, std::size_t property, const KeyValue& value,
                                   KeyHashing hashing);

// A plain YAML value as a key value: text, number, true, false, null, or `undefined`.
[[nodiscard]] std::optional<KeyValue> key_value(const sim::Node& node);

// "did you mean `x`?", or the known names.
[[nodiscard]] std::string known_names(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace cosmos
