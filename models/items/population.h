#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// A population: the tenants, users or devices that properties are drawn from (grammar section 2).
namespace cosmos {

// Where the members' hashes lie when a property of the population is itself a level of the key.
enum class Placement {
  kHash,    // where the names hash to
  kRandom,  // fresh names in every replication, to average over placements
  kEven,    // member i of n at (i - 1/2)/n of the hash range, to state an ideal
};

class Population {
 public:
  // Members called one by one, then `count` others called by `pattern` ("{}" stands for 1, 2, …).
  // `weights` has one entry a member, named ones first; not all are 0.
  Population(std::string name, std::vector<std::string> named, std::int64_t count, const std::string& pattern,
             std::vector<double> weights, Placement placement);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t size() const { return weights_.size(); }
  [[nodiscard]] Placement placement() const { return placement_; }
  [[nodiscard]] const std::vector<double>& weights() const { return weights_; }
  // Name of member i. Requires i < size().
  [[nodiscard]] std::string member(std::size_t i) const;
  // Index of the numbered member with this name.
  [[nodiscard]] std::optional<std::size_t> find_numbered(std::string_view member) const;
  // Index of the member with this name.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view member) const;

 private:
  std::string name_;
  std::vector<std::string> named_;
  std::unordered_map<std::string, std::size_t> index_of_named_;
  std::string before_number_;
  std::string after_number_;
  std::vector<double> weights_;
  Placement placement_;
};

}  // namespace cosmos
