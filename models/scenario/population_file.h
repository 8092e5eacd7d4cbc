#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/items/population.h"
#include "sim/text/csv_reader.h"

namespace cosmos {

// The members of a population as a file lists them row by row, with those of its columns that properties ask for.
class FileMembers {
 public:
  // Throws InputError where the file lacks one of the columns.
  FileMembers(const sim::CsvReader& csv, const std::vector<std::string>& columns);

  // Letters of all that is kept of a row whose member is new; nothing where it is known.
  [[nodiscard]] std::optional<double> letters_of_new(std::string_view member) const;
  // Adds the reader's row to its member. The column whose value is another than the member has, if there is one.
  [[nodiscard]] std::optional<std::size_t> add(const sim::CsvReader& csv, std::size_t key, double weight);
  [[nodiscard]] const std::vector<double>& weights() const { return weights_; }
  // To be called once, at the end.
  [[nodiscard]] Population population(const std::string& name, Placement placement);

 private:
  struct OneColumn {
    std::size_t position = 0;
    std::unordered_map<std::string, std::uint32_t> known;
    Population::Column column;
  };

  std::vector<std::string> named_;
  std::vector<double> weights_;
  std::unordered_map<std::string, std::size_t> known_;
  std::vector<OneColumn> columns_;
};

}  // namespace cosmos
