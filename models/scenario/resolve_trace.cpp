#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "models/scenario/resolver.h"
#include "sim/core/rng.h"
#include "sim/text/csv_reader.h"

namespace cosmos {
namespace {

constexpr std::uint64_t kVolumePurpose = sim::purpose_id("fraction of a count");
constexpr double kMostInOneCount = 4e9;
constexpr double kCountBytes = 4.0;    // of a count
constexpr double kValueBytes = 100.0;  // of a row's value: its index, and its text if it is a new one
constexpr std::int64_t kLongestInterval = 3660 * std::int64_t{86'400};  // s: the longest run

// count x volume as a whole number: the fraction is one more with its own probability, the same in every run.
std::uint32_t scaled_count(std::int64_t count, double volume, std::size_t row, std::size_t column) {
  const double exact = static_cast<double>(count) * volume;
  const double whole = std::floor(exact);
  const sim::Draws draws(sim::Seed{0}, row, static_cast<std::int64_t>(column), kVolumePurpose);
  return static_cast<std::uint32_t>(whole) + (draws.uniform(0) < exact - whole ? 1U : 0U);
}

// Gives every value of one column of a trace its index.
class ColumnReader {
 public:
  ColumnReader(std::size_t csv_column, std::size_t property, GivenProperty* given, const Population* population)
      : csv_column_(csv_column), given_(given), population_(population) {
    column_.property = property;
    if (given_ != nullptr) {
      for (std::size_t i = 0; i < given_->values.size(); ++i) {
        if (const std::string* text = given_->values[i].as_text()) {
          known_.emplace(*text, static_cast<std::uint32_t>(i));
        }
      }
    }
  }

  // False if the row's value is no member of the population.
  bool read(const sim::CsvReader& csv) {
    const std::string text(csv.row()[csv_column_]);
    if (population_ != nullptr) {
      const auto member = population_->find(text);
      column_.value_of_row.push_back(static_cast<std::uint32_t>(member.value_or(0)));
      return member.has_value();
    }
    const auto [at, is_new] = known_.try_emplace(text, static_cast<std::uint32_t>(given_->values.size()));
    if (is_new) {
      given_->values.push_back(KeyValue::text(text));
    }
    column_.value_of_row.push_back(at->second);
    return true;
  }

  [[nodiscard]] std::size_t csv_column() const { return csv_column_; }
  [[nodiscard]] TraceReplay::Column take() { return std::move(column_); }

 private:
  std::size_t csv_column_;
  GivenProperty* given_;
  const Population* population_;
  TraceReplay::Column column_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

}  // namespace

void Resolver::resolve_trace(const std::string& path, const TraceConfig& config, Stream& stream) {
  stream.arrivals = std::shared_ptr<const TraceReplay>();
  auto trace = std::make_shared<TraceReplay>();
  const double seconds = config.wide.interval.in_seconds() / config.speed;
  trace->interval_seconds = static_cast<std::int64_t>(std::llround(seconds));
  if (trace->interval_seconds < 1 || std::abs(seconds - static_cast<double>(trace->interval_seconds)) > 1e-9) {
    error(path + ".speed", "makes an interval that is not in whole seconds",
          fmt::format("an interval of {} lasts {:.6g} s at this speed",
                      sim::ValueTraits<sim::Duration>::print(config.wide.interval), seconds));
    return;
  }
  if (trace->interval_seconds > kLongestInterval) {
    error(path + ".speed", "makes an interval longer than any run", "at most 3660 d");
    return;
  }
  Item& item = plan_.items[stream.item];
  const bool columns_fit = check_trace_properties(path + ".properties", config, item);
  const auto file = find_file(path + ".file", config.file);
  if (!columns_fit || !file) {
    return;
  }
  try {
    std::ifstream input = sim::open_csv(*file);
    sim::CsvReader csv(input, file->string());
    std::vector<ColumnReader> columns;
    for (const auto& [name, column] : config.properties) {
      const std::size_t property = *item.find(name);
      PropertyGenerator& generator = item.properties[property].generator;
      const auto* of_population = std::get_if<PopulationProperty>(&generator);
      columns.emplace_back(csv.column(column), property, std::get_if<GivenProperty>(&generator),
                           of_population == nullptr ? nullptr : &plan_.populations[of_population->population]);
    }
    const std::size_t first = csv.column(config.wide.first);
    const std::size_t intervals = csv.header().size() - first;
    const double row_bytes =
        kCountBytes * static_cast<double>(intervals) + kValueBytes * static_cast<double>(columns.size());
    std::vector<std::uint32_t> by_row;
    while (csv.next()) {
      if (!claim(path + ".file", row_bytes, row_bytes)) {
        return;
      }
      for (ColumnReader& column : columns) {
        if (!column.read(csv)) {
          diagnostics_.error(csv.mark(column.csv_column()), path,
                             fmt::format("{} is no member of the property's population",
                                         sim::in_backquotes(csv.row()[column.csv_column()])));
          return;
        }
      }
      for (std::size_t i = 0; i < intervals; ++i) {
        const std::int64_t count = csv.count(first + i);
        if (static_cast<double>(count) * config.volume > kMostInOneCount) {
          diagnostics_.error(
              csv.mark(first + i), path,
              fmt::format("`{}` operations times volume {} in one interval is too many", count, config.volume),
              "at most 4000000000");
          return;
        }
        by_row.push_back(scaled_count(count, config.volume, trace->rows, i));
      }
      ++trace->rows;
    }
    if (trace->rows == 0) {
      diagnostics_.error({file->string(), csv.line(), 1}, path, "has no rows", "a row a series");
      return;
    }
    trace->counts.resize(by_row.size());
    for (std::size_t row = 0; row < trace->rows; ++row) {
      for (std::size_t i = 0; i < intervals; ++i) {
        trace->counts[i * trace->rows + row] = by_row[row * intervals + i];
      }
    }
    for (ColumnReader& column : columns) {
      trace->columns.push_back(column.take());
    }
    stream.arrivals = std::shared_ptr<const TraceReplay>(std::move(trace));
  } catch (const sim::InputError& wrong) {
    diagnostics_.append(wrong.diagnostics());
  }
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

}  // namespace cosmos
