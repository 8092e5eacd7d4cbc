#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/core/alias_table.h"

// A population: the tenants, users or devices that properties are drawn from (grammar section 2).
namespace cosmos {

// Where the members' hashes lie when a property of the population is itself a level of the key.
enum class Placement {
  kHash,    // where the names hash to
  kRandom,  // fresh names in every replication, to average over placements
  kEven,    // member i of n at (i - 1/2)/n of the hash range, to state an ideal
};

// A population may lie within another: each member of that one has as many members of its own, called
// `<its member>/<name>`. Member i of all is then member i % own_size() of the outer member i / own_size(). Cheap to
// copy.
class Population {
 public:
  // A further column of the file that lists the members.
  struct Column {
    std::string name;
    std::vector<std::string> values;       // different ones
    std::vector<std::uint32_t> of_member;  // position in `values`, by member
  };

  // Members called one by one, then `count` others called by `pattern` ("{}" stands for 1, 2, …).
  // `weights` has one entry a member, named ones first; not all are 0.
  Population(std::string name, std::vector<std::string> named, std::int64_t count, const std::string& pattern,
             std::vector<double> weights, Placement placement);

  // The same members, of whom the `count` others are drawn one after the other.
  [[nodiscard]] Population in_turn() const;
  // The same members within each of another population, the one at `position` of the plan.
  [[nodiscard]] Population within(std::size_t position, const Population& outer) const;
  [[nodiscard]] Population with_columns(std::vector<Column> columns) const;

  [[nodiscard]] const std::string& name() const { return list_->name; }
  // All members; those of one outer member, which is the same where there is none.
  [[nodiscard]] std::size_t size() const { return own_size() * (outer_ ? outer_->size() : 1); }
  [[nodiscard]] std::size_t own_size() const { return list_->weights.size(); }
  // Members that have a name of their own; they come before the others.
  [[nodiscard]] std::size_t named_size() const { return list_->named.size(); }
  [[nodiscard]] Placement placement() const { return placement_; }
  // By member, or by member of one outer member.
  [[nodiscard]] const std::vector<double>& weights() const { return list_->weights; }
  // Draws one of them by these weights. Made when it is first asked for, once for all copies.
  [[nodiscard]] std::shared_ptr<const sim::AliasTable> table() const;
  [[nodiscard]] bool others_in_turn() const { return others_in_turn_; }
  // The population around this one and its position in the plan; null where there is none.
  [[nodiscard]] const Population* outer() const { return outer_.get(); }
  [[nodiscard]] std::size_t outer_position() const { return outer_position_; }
  [[nodiscard]] const std::vector<Column>& columns() const { return *columns_; }
  [[nodiscard]] std::optional<std::size_t> find_column(std::string_view column) const;

  // Name of member i. Requires i < size().
  [[nodiscard]] std::string member(std::size_t i) const;
  // Index of the member with this name.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view member) const;
  // Index, among own_size(), of the numbered member with this name.
  [[nodiscard]] std::optional<std::size_t> find_numbered(std::string_view member) const;

 private:
  struct List {
    std::string name;
    std::vector<std::string> named;
    std::unordered_map<std::string, std::size_t> index_of_named;
    std::string before_number;
    std::string after_number;
    std::vector<double> weights;
  };

  struct MadeOnce {
    std::once_flag is_made;
    std::shared_ptr<const sim::AliasTable> table;
  };

  std::shared_ptr<const List> list_;
  std::shared_ptr<MadeOnce> table_;
  std::shared_ptr<const std::vector<Column>> columns_;
  std::shared_ptr<const Population> outer_;
  std::size_t outer_position_ = 0;
  Placement placement_;
  bool others_in_turn_ = false;
};

// Positions of the populations around the one at `position`, outermost first, and its own at the end.
[[nodiscard]] std::vector<std::size_t> nesting(const std::vector<Population>& populations, std::size_t position);
// Members of the one at `position` within each member of one around it; 1 within itself. Those of member i are
// i * members_within() and the next.
[[nodiscard]] std::size_t members_within(const std::vector<Population>& populations, std::size_t position,
                                         std::size_t outer);

}  // namespace cosmos
