#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "models/items/popularity.h"
#include "models/scenario/resolver.h"
#include "models/scenario/table_file.h"
#include "sim/text/csv_reader.h"
#include "sim/text/diagnostics.h"

// Distributions of values, and popularity: from what is written to what is drawn from.
namespace cosmos {
namespace {

double as_double(sim::Duration value) { return static_cast<double>(value.count()); }
double as_double(Bytes value) { return static_cast<double>(value.count()); }
double as_double(std::int64_t value) { return static_cast<double>(value); }

std::int64_t whole(sim::Duration value) { return value.count(); }
std::int64_t whole(Bytes value) { return value.count(); }
std::int64_t whole(std::int64_t value) { return value; }

template <class T>
struct ToDistribution {
  Distribution operator()(const ConstantValue<T>& c) const { return Constant{whole(c.value)}; }
  Distribution operator()(const UniformConfig<T>& c) const { return Uniform{as_double(c.min), as_double(c.max)}; }
  Distribution operator()(const ExponentialConfig<T>& c) const {
    return Exponential{as_double(c.mean), as_double(c.min)};
  }
  Distribution operator()(const LognormalConfig<T>& c) const { return Lognormal{as_double(c.median), c.sigma}; }
  Distribution operator()(const ParetoConfig<T>& c) const {
    return Pareto{as_double(c.scale), c.shape, as_double(c.location)};
  }
  Distribution operator()(const TableFileConfig& /*c*/) const { return Constant{}; }  // read by the caller
};

// What is wrong with a distribution's numbers together; empty if nothing is.
struct Problem {
  std::string operator()(const Constant&) const { return {}; }
  std::string operator()(const Uniform& d) const { return d.max < d.min ? "`max` is below `min`" : ""; }
  std::string operator()(const Exponential& d) const { return d.mean < d.min ? "`mean` is below `min`" : ""; }
  std::string operator()(const Lognormal& d) const { return d.median <= 0.0 ? "`median` must be above 0" : ""; }
  std::string operator()(const Pareto& d) const { return d.scale <= 0.0 ? "`scale` must be above 0" : ""; }
  std::string operator()(const Table&) const { return {}; }
};

// With its unit, as in a scenario, or a plain number of `unit`.
template <class T>
std::optional<double> quantity(std::string_view text, double unit) {
  if (const auto number = sim::parse_decimal(text)) {
    return *number * unit;
  }
  const auto parsed = sim::ValueTraits<T>::parse(text);
  return parsed.value ? std::optional(as_double(*parsed.value)) : std::nullopt;
}

constexpr const char* kJsonValues = "valSizeRange";
constexpr const char* kJsonValueWeights = "valSizeRangeProbability";

TableForm table_of(sim::Duration /*of*/) {
  constexpr double kNanoseconds = 1e9;
  return {[](std::string_view text) { return quantity<sim::Duration>(text, kNanoseconds); }, "a duration",
          "250 ms, or a number of seconds", kJsonValues, kJsonValueWeights};
}
TableForm table_of(Bytes /*of*/) {
  return {[](std::string_view text) { return quantity<Bytes>(text, 1.0); }, "a size", "1 KiB, or a number of bytes",
          kJsonValues, kJsonValueWeights};
}
TableForm table_of(std::int64_t /*of*/) {
  return {sim::parse_decimal, "a count", "1, 40", kJsonValues, kJsonValueWeights};
}

// The groups of a table file: `value` members that get `weight` operations together, hottest first.
GroupedPopularity groups_of(const std::vector<ValueWeight>& rows) {
  std::vector<ValueWeight> sorted;
  double members = 0.0;
  double operations = 0.0;
  for (const ValueWeight& row : rows) {
    if (row.value > 0.0) {
      sorted.push_back(row);
      members += row.value;
      operations += row.weight;
    }
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ValueWeight& a, const ValueWeight& b) { return a.weight / a.value > b.weight / b.value; });
  GroupedPopularity popularity;
  for (const ValueWeight& row : sorted) {
    popularity.groups.push_back({row.value / members, row.weight / operations});
  }
  return popularity;
}

}  // namespace

template <class T>
std::optional<Distribution> Resolver::distribution_of(const std::string& path, const DistributionConfig<T>& config) {
  if (const auto* table = config.template get_if<TableFileConfig>()) {
    TableForm form = table_of(T{});
    const auto rows = read_table(path + ".table.file", table->file, form);
    return rows ? std::optional<Distribution>(Table{std::make_shared<const ValueTable>(*rows)}) : std::nullopt;
  }
  const Distribution distribution = std::visit(ToDistribution<T>{}, config.value);
  if (std::string problem = std::visit(Problem{}, distribution); !problem.empty()) {
    error(path, std::move(problem));
    return std::nullopt;
  }
  return distribution;
}

std::optional<Distribution> Resolver::distribution(const std::string& path, const DurationDistribution& config) {
  return distribution_of<sim::Duration>(path, config);
}

std::optional<Distribution> Resolver::distribution(const std::string& path, const SizeDistribution& config) {
  return distribution_of<Bytes>(path, config);
}

// From 1 to 3 is 1, 2 or 3, each as likely: draws are rounded.
std::optional<Distribution> Resolver::distribution(const std::string& path, const CountDistribution& config) {
  std::optional<Distribution> made = distribution_of<std::int64_t>(path, config);
  if (auto* uniform = made ? std::get_if<Uniform>(&*made) : nullptr) {
    uniform->min -= 0.5;
    uniform->max += 0.5;
  }
  return made;
}

std::optional<std::vector<ValueWeight>> Resolver::read_table(const std::string& path, const std::string& name,
                                                             const TableForm& form) {
  const auto file = find_file(path, name);
  if (!file) {
    return std::nullopt;
  }
  try {
    std::vector<ValueWeight> rows = read_table_file(*file, form);
    const double bytes = static_cast<double>(rows.size()) * 2.0 * sizeof(ValueWeight);
    return claim(path, bytes, bytes) ? std::optional(std::move(rows)) : std::nullopt;
  } catch (const sim::InputError& wrong) {
    diagnostics_.append(wrong.diagnostics());
  }
  return std::nullopt;
}

std::optional<Popularity> Resolver::popularity(const std::string& path, const PopularityConfig& config) {
  // A part of the members that gets a part of the operations, as two of the forms state it.
  const auto is_pair = [&](const std::string& at, sim::Share members, sim::Share operations, bool all_may) {
    if (members.value <= 0.0 || members.value >= 1.0) {
      error(at + ".members", "is none or all of them", "above 0 % and below 100 %");
    } else if (operations.value < members.value) {
      error(at + ".operations", "is less than the share of members that get them", "these are the hot ones");
    } else if (!all_may && operations.value >= 1.0) {
      error(at + ".operations", "leaves nothing for the others", "below 100 %");
    } else {
      return true;
    }
    return false;
  };
  if (const auto* zipf = config.get_if<ZipfPopularityConfig>()) {
    return ZipfPopularity{zipf->theta};
  }
  if (config.is<InTurnPopularityConfig>()) {
    return InTurnPopularity{};
  }
  if (const auto* hotspot = config.get_if<HotspotPopularityConfig>()) {
    const double members = hotspot->members.value;
    const double operations = hotspot->operations.value;
    return is_pair(path + ".hotspot", hotspot->members, hotspot->operations, true)
               ? std::optional<Popularity>(
                     GroupedPopularity{{{members, operations}, {1.0 - members, 1.0 - operations}}})
               : std::nullopt;
  }
  if (const auto* exponential = config.get_if<ExponentialPopularityConfig>()) {
    const double members = exponential->members.value;
    const double operations = exponential->operations.value;
    if (!is_pair(path + ".exponential", exponential->members, exponential->operations, false)) {
      return std::nullopt;
    }
    return operations > members ? Popularity(ExponentialPopularity{exponential_decay(members, operations)})
                                : Popularity(UniformPopularity{});
  }
  if (const auto* lognormal = config.get_if<LognormalPopularityConfig>()) {
    return LognormalPopularity{lognormal->sigma};
  }
  if (const auto* table = config.get_if<TableFileConfig>()) {
    const TableForm form{sim::parse_decimal, "a number of members", "1, 4000", "popularityBuckets",
                         "popularityWeights"};
    const auto rows = read_table(path + ".table.file", table->file, form);
    if (!rows) {
      return std::nullopt;
    }
    const bool any = std::any_of(rows->begin(), rows->end(),
                                 [](const ValueWeight& row) { return row.value > 0.0 && row.weight > 0.0; });
    if (!any) {
      error(path + ".table.file", "has no members with a weight above 0", "a row with both above 0");
      return std::nullopt;
    }
    return groups_of(*rows);
  }
  return UniformPopularity{};
}

}  // namespace cosmos
