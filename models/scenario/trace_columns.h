#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/items/item.h"
#include "models/items/population.h"
#include "models/scenario/config/arrival_config.h"
#include "sim/text/csv_reader.h"
#include "sim/text/timestamp.h"

namespace cosmos {

// What a row of a trace says besides its time and counts.
class TraceColumns {
 public:
  // `csv` outlives this. Throws InputError for a column that the file lacks.
  TraceColumns(const sim::CsvReader& csv, const TraceConfig& config);

  // Of the current row: whether `only` takes it, the text for a property (by its position in `properties`), the payload
  // in bytes and the charge. The last two throw InputError at the field for what is no number or too large.
  [[nodiscard]] bool takes_row() const;
  [[nodiscard]] std::string_view text(std::size_t property) const { return csv_.row()[properties_[property]]; }
  [[nodiscard]] sim::SourceMark mark(std::size_t property) const { return csv_.mark(properties_[property]); }
  [[nodiscard]] std::int64_t payload() const;
  [[nodiscard]] std::int64_t milli_ru() const;

  [[nodiscard]] std::size_t properties() const { return properties_.size(); }
  [[nodiscard]] bool says_size() const { return size_.has_value(); }
  [[nodiscard]] bool says_charge() const { return charge_.has_value(); }

 private:
  struct Filter {
    std::size_t column;
    std::vector<std::string> texts;
  };
  [[nodiscard]] std::int64_t product(std::size_t column, std::int64_t times, std::string_view unit) const;

  const sim::CsvReader& csv_;
  std::vector<std::size_t> properties_;
  std::vector<Filter> filters_;
  std::optional<std::size_t> size_;
  std::optional<std::size_t> charge_;
  std::int64_t bytes_of_one_ = 1;
  std::int64_t milli_ru_of_one_ = 1000;
};

// The time of the current row; InputError at the field for what is none.
[[nodiscard]] sim::Timestamp trace_time(const sim::CsvReader& csv, std::size_t column);

// Numbers the texts of one property's column: members of its population, or values that are given.
class TraceDictionary {
 public:
  // One of the two is null. What is given grows with learn().
  TraceDictionary(std::size_t property, GivenProperty* given, const Population* population);

  [[nodiscard]] std::size_t property() const { return property_; }
  // The number of a text, a new one if it must be; nothing if the text is no member, or no number where one is due.
  [[nodiscard]] std::optional<std::uint32_t> learn(std::string_view text);
  // The number of a text that was learnt.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;
  [[nodiscard]] std::size_t size() const { return known_.size(); }
  // What is wrong with a text that cannot be learnt.
  [[nodiscard]] std::string_view problem() const;
  // Nothing more is learnt: the population and the given values may go.
  void close();

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::size_t property_;
  GivenProperty* given_;
  const Population* population_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> known_;
};

}  // namespace cosmos
