#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/text/diagnostics.h"

// What the three kinds of trace have in common.
namespace cosmos {
namespace {

constexpr double kValueBytes = 100.0;  // of a value that was not met before, besides its text
constexpr double kMostInOneCount = 4e9;
constexpr std::int64_t kNanoseconds = 1'000'000'000;

}  // namespace

void Resolver::resolve_trace(const std::string& path, const TraceConfig& config, Stream& stream) {
  stream.arrivals = std::shared_ptr<const TraceReplay>();
  const int kinds = (config.wide ? 1 : 0) + (config.by_interval ? 1 : 0) + (config.events ? 1 : 0);
  if (kinds != 1) {
    error(path, kinds == 0 ? "does not say what its rows are" : "says twice what its rows are",
          "exactly one of `wide`, `long`, `events`");
    return;
  }
  if (!check_interval(path, config)) {
    return;
  }
  const bool charge_fits = check_trace_charge(path, config, stream);
  const bool columns_fit = check_trace_properties(path + ".properties", config, plan_.items[stream.item]);
  const auto file = find_file(path + ".file", config.file);
  if (!columns_fit || !charge_fits || !file) {
    return;
  }
  try {
    if (config.wide) {
      read_wide_trace(path, config, *file, stream);
    } else if (config.by_interval) {
      read_long_trace(path, config, *file, stream);
    } else {
      check_event_trace(path, config, *file, stream);
    }
  } catch (const sim::InputError& wrong) {
    diagnostics_.append(wrong.diagnostics());
  }
}

bool Resolver::check_trace_charge(const std::string& path, const TraceConfig& config, const Stream& stream) {
  constexpr double kMostCopies = 1e6;
  bool fits = true;
  const auto refuse = [&](const std::string& at, std::string message, std::string hint) {
    error(at, std::move(message), std::move(hint));
    fits = false;
  };
  const bool is_query = stream.operation == OperationKind::kQuery;
  if (config.charge && (stream.fixed_charge || stream.query_charge)) {
    refuse(path + ".charge", "is said by the stream's `charge`, too", "by one of the two");
  } else if (config.charge && is_query) {
    refuse(path + ".charge", "is of a query, which is not built yet", "`charge` of the stream, the same for all");
  }
  if (config.size && is_query) {
    refuse(path + ".size", "is of a query, whose charge does not depend on one item's size", "`loads` and `returns`");
  }
  if (config.events && config.volume > kMostCopies) {
    refuse(path + ".volume", fmt::format("makes {:.3g} operations of one", config.volume),
           fmt::format("at most {:.0f} where a row is an operation", kMostCopies));
  }
  return fits;
}

bool Resolver::check_trace_properties(const std::string& path, const TraceConfig& config, const Item& item) {
  bool fit = true;
  for (const auto& [name, column] : config.properties) {
    const auto property = item.find(name);
    if (!property) {
      error(path + "." + name, fmt::format("item `{}` has no property {}", item.name, sim::in_backquotes(name)),
            known_names(name, item.property_names()));
      fit = false;
      continue;
    }
    const PropertyGenerator& generator = item.properties[*property].generator;
    const auto* of_population = std::get_if<PopulationProperty>(&generator);
    if (of_population == nullptr && !std::holds_alternative<GivenProperty>(generator)) {
      error(path + "." + name, fmt::format("`{}` cannot come from a trace", name),
            "`given` properties and those of populations can");
      fit = false;
    }
    fit = fit && (of_population == nullptr || population_is_sound_[of_population->population]);
  }
  return fit;
}

std::vector<TraceDictionary> Resolver::trace_dictionaries(const TraceConfig& config, Item& item) {
  std::vector<TraceDictionary> dictionaries;
  for (const auto& [name, column] : config.properties) {
    const std::size_t property = *item.find(name);
    PropertyGenerator& generator = item.properties[property].generator;
    const auto* of_population = std::get_if<PopulationProperty>(&generator);
    dictionaries.emplace_back(property, std::get_if<GivenProperty>(&generator),
                              of_population == nullptr ? nullptr : &plan_.populations[of_population->population]);
  }
  return dictionaries;
}

std::optional<std::uint32_t> Resolver::learn_value(const std::string& path, const TraceColumns& columns,
                                                   std::size_t property, TraceDictionary& dictionary) {
  const std::string_view text = columns.text(property);
  const std::size_t known = dictionary.size();
  const auto value = dictionary.learn(text);
  if (!value) {
    diagnostics_.error(columns.mark(property), path,
                       fmt::format("{} {}", sim::in_backquotes(text), dictionary.problem()));
    return std::nullopt;
  }
  const bool is_new = dictionary.size() > known;
  if (is_new && !claim(path + ".file", kValueBytes + static_cast<double>(text.size()), 0.0)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint32_t> Resolver::trace_count(const std::string& path, const TraceConfig& config,
                                                   const sim::CsvReader& csv, std::size_t field, std::size_t row,
                                                   std::size_t column) {
  const std::int64_t count = csv.count(field);
  if (static_cast<double>(count) * config.volume > kMostInOneCount) {
    diagnostics_.error(csv.mark(field), path,
                       fmt::format("`{}` operations times volume {} in one interval is too many", count, config.volume),
                       fmt::format("at most {:.0f}", kMostInOneCount));
    return std::nullopt;
  }
  return scaled_count(count, config.volume, row, static_cast<std::int64_t>(column));
}

void Resolver::nothing_in_run(const std::string& path, const sim::Timestamp& first, const sim::Timestamp& last) {
  using Text = sim::ValueTraits<sim::Instant>;
  const std::int64_t from = first.nanoseconds / kNanoseconds;
  const std::int64_t to = last.nanoseconds / kNanoseconds;
  error(path + ".file",
        fmt::format("has nothing at a time of this run: its rows are from {} to {}", Text::print({from}),
                    Text::print({to})),
        fmt::format("clock.start: {}", Text::print({from})));
}

}  // namespace cosmos
