#include "models/scenario/table_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "sim/text/csv_reader.h"
#include "sim/text/diagnostics.h"
#include "sim/text/json_columns.h"

namespace cosmos {
namespace {

constexpr double kMostWeight = 1e15;   // of one row, as of a population's member
constexpr double kMostValue = 4.5e15;  // what a distribution can draw: 2^52 (sim/core/quantile_table.h)
constexpr std::size_t kMostRows = 1'000'000;
constexpr std::uintmax_t kMostJsonBytes = std::uintmax_t{64} << 20;

std::vector<ValueWeight> read_csv(const std::filesystem::path& file, const TableForm& form) {
  auto stream = sim::open_csv(file);
  sim::CsvReader csv(stream, file.string());
  const std::size_t value = csv.column("value");
  const std::size_t weight = csv.column("weight");
  std::vector<ValueWeight> rows;
  while (csv.next()) {
    if (rows.size() == kMostRows) {
      throw sim::InputError({file.string(), csv.line(), 1}, fmt::format("has more than {} rows", kMostRows));
    }
    const auto read = form.value(csv.row()[value]);
    if (!read || *read > kMostValue) {
      throw sim::InputError(csv.mark(value),
                            fmt::format("{} is not {}", sim::in_backquotes(csv.row()[value]), form.expected),
                            std::string(form.example));
    }
    const double weighs = csv.decimal(weight);
    if (weighs > kMostWeight) {
      throw sim::InputError(csv.mark(weight),
                            fmt::format("{} is too large a weight", sim::in_backquotes(csv.row()[weight])),
                            "at most 1e15");
    }
    rows.push_back({*read, weighs});
  }
  return rows;
}

std::vector<ValueWeight> read_json(const std::filesystem::path& file, const TableForm& form) {
  const sim::SourceMark start{file.string(), 1, 1};
  if (std::filesystem::file_size(file) > kMostJsonBytes) {
    throw sim::InputError(start, "is larger than 64 MiB", "a distribution, or a CSV file with `value` and `weight`");
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const std::array names = {form.json_values, form.json_weights};
  const auto columns = sim::read_json_columns(text, file.string(), names);
  if (columns[0].size() != columns[1].size()) {
    throw sim::InputError(start, fmt::format("has {} values in `{}`, but {} in `{}`", columns[0].size(), names[0],
                                             columns[1].size(), names[1]));
  }
  if (columns[0].size() > kMostRows) {
    throw sim::InputError(start, fmt::format("has more than {} values", kMostRows));
  }
  std::vector<ValueWeight> rows;
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    for (const std::size_t column : {0U, 1U}) {
      const double most = column == 0 ? kMostValue : kMostWeight;
      if (columns[column][i] < 0.0 || columns[column][i] > most) {
        throw sim::InputError(start, fmt::format("has {} at position {} of `{}`", columns[column][i], i, names[column]),
                              fmt::format("0 to {:g}", most));
      }
    }
    rows.push_back({columns[0][i], columns[1][i]});
  }
  return rows;
}

}  // namespace

std::vector<ValueWeight> read_table_file(const std::filesystem::path& file, const TableForm& form) {
  std::vector<ValueWeight> rows = file.extension() == ".json" ? read_json(file, form) : read_csv(file, form);
  if (std::none_of(rows.begin(), rows.end(), [](const ValueWeight& row) { return row.weight > 0.0; })) {
    throw sim::InputError({file.string(), 1, 1}, "has no value with a weight above 0", "at least one row");
  }
  return rows;
}

}  // namespace cosmos
