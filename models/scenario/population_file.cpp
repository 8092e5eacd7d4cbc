#include "models/scenario/population_file.h"

#include <utility>

namespace cosmos {
namespace {

constexpr double kColumnBytes = 100.0;  // of a member's value in a column: mostly its text, twice

}  // namespace

FileMembers::FileMembers(const sim::CsvReader& csv, const std::vector<std::string>& columns) {
  for (const std::string& name : columns) {
    columns_.push_back({csv.column(name), {}, {name, {}, {}}});
  }
}

std::optional<double> FileMembers::letters_of_new(std::string_view member) const {
  if (known_.contains(std::string(member))) {
    return std::nullopt;
  }
  return static_cast<double>(member.size()) + kColumnBytes * static_cast<double>(columns_.size());
}

std::optional<std::size_t> FileMembers::add(const sim::CsvReader& csv, std::size_t key, double weight) {
  const auto [at, is_new] = known_.try_emplace(std::string(csv.row()[key]), named_.size());
  if (is_new) {
    named_.push_back(at->first);
    weights_.push_back(0.0);
  }
  weights_[at->second] += weight;
  for (OneColumn& column : columns_) {
    const std::string value(csv.row()[column.position]);
    const auto [index, is_new_value] =
        column.known.try_emplace(value, static_cast<std::uint32_t>(column.column.values.size()));
    if (is_new_value) {
      column.column.values.push_back(value);
    }
    if (is_new) {
      column.column.of_member.push_back(index->second);
    } else if (column.column.of_member[at->second] != index->second) {
      return column.position;
    }
  }
  return std::nullopt;
}

Population FileMembers::population(const std::string& name, Placement placement) {
  std::vector<Population::Column> columns;
  for (OneColumn& column : columns_) {
    columns.push_back(std::move(column.column));
  }
  return Population(name, std::move(named_), 0, "{}", std::move(weights_), placement).with_columns(std::move(columns));
}

}  // namespace cosmos
