#include "models/scenario/trace_columns.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace cosmos {

TraceColumns::TraceColumns(const sim::CsvReader& csv, const TraceConfig& config) : csv_(csv) {
  for (const auto& [name, column] : config.properties) {
    properties_.push_back(csv.column(column));
  }
  for (const auto& [column, texts] : config.only) {
    filters_.push_back({csv.column(column), texts});
  }
  if (config.size) {
    size_ = csv.column(config.size->column);
    bytes_of_one_ = config.size->times.count();
  }
  if (config.charge) {
    charge_ = csv.column(config.charge->column);
    milli_ru_of_one_ = config.charge->times.ru.milli();
  }
}

bool TraceColumns::takes_row() const {
  return std::all_of(filters_.begin(), filters_.end(), [&](const Filter& filter) {
    const std::string_view text = csv_.row()[filter.column];
    return std::find(filter.texts.begin(), filter.texts.end(), text) != filter.texts.end();
  });
}

std::int64_t TraceColumns::payload() const { return product(*size_, bytes_of_one_, "B"); }

std::int64_t TraceColumns::milli_ru() const { return product(*charge_, milli_ru_of_one_, "milli-RU"); }

std::int64_t TraceColumns::product(std::size_t column, std::int64_t times, std::string_view unit) const {
  constexpr double kMost = 1e12;
  const double exact = csv_.decimal(column) * static_cast<double>(times);
  if (exact > kMost) {
    throw sim::InputError({{csv_.mark(column), csv_.header()[column],
                            fmt::format("{} makes {:.3g} {}", sim::in_backquotes(csv_.row()[column]), exact, unit),
                            fmt::format("at most {:.0f} {}", kMost, unit)}});
  }
  return static_cast<std::int64_t>(std::floor(exact + 0.5));
}

sim::Timestamp trace_time(const sim::CsvReader& csv, std::size_t column) {
  if (const auto time = sim::parse_timestamp(csv.row()[column])) {
    return *time;
  }
  throw sim::InputError(
      {{csv.mark(column), csv.header()[column], fmt::format("{} is not a time", sim::in_backquotes(csv.row()[column])),
        "UTC, or seconds: 2026-01-01T08:00:00Z, 2026-01-01 08:00:00.125, 1767254400.125"}});
}

TraceDictionary::TraceDictionary(std::size_t property, GivenProperty* given, const Population* population)
    : property_(property), given_(given), population_(population) {
  if (given_ == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < given_->values.size(); ++i) {
    if (const std::string* text = given_->values[i].as_text(); text != nullptr && given_->as == ValueKind::kString) {
      known_.emplace(*text, static_cast<std::uint32_t>(i));
    }
  }
}

std::optional<std::uint32_t> TraceDictionary::learn(std::string_view text) {
  if (const auto known = known_.find(text); known != known_.end()) {
    return known->second;
  }
  std::optional<std::uint32_t> number;
  if (population_ != nullptr) {
    if (const auto member = population_->find(std::string(text))) {
      number = static_cast<std::uint32_t>(*member);
    }
  } else {
    std::optional<KeyValue> value = KeyValue::text(std::string(text));
    if (given_->as == ValueKind::kNumber) {
      const auto decimal = sim::parse_decimal(text);
      value = decimal ? std::optional(KeyValue::number(*decimal)) : std::nullopt;
    }
    if (value) {
      number = static_cast<std::uint32_t>(given_->values.size());
      given_->values.push_back(*value);
    }
  }
  if (number) {
    known_.emplace(text, *number);
  }
  return number;
}

std::optional<std::uint32_t> TraceDictionary::find(std::string_view text) const {
  const auto known = known_.find(text);
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

std::string_view TraceDictionary::problem() const {
  return population_ != nullptr ? "is no member of the property's population" : "is not a number of 0 or more";
}

void TraceDictionary::close() {
  given_ = nullptr;
  population_ = nullptr;
}

}  // namespace cosmos
