#include "models/items/population.h"

#include <charconv>
#include <utility>

#include "sim/core/check.h"

namespace cosmos {

Population::Population(std::string name, std::vector<std::string> named, std::int64_t count, const std::string& pattern,
                       std::vector<double> weights, Placement placement)
    : name_(std::move(name)), named_(std::move(named)), weights_(std::move(weights)), placement_(placement) {
  SIM_CHECK(weights_.size() == named_.size() + static_cast<std::size_t>(count));
  const std::size_t hole = pattern.find("{}");
  before_number_ = pattern.substr(0, hole);
  after_number_ = hole == std::string::npos ? std::string() : pattern.substr(hole + 2);
  for (std::size_t i = 0; i < named_.size(); ++i) {
    index_of_named_.emplace(named_[i], i);
  }
}

std::string Population::member(std::size_t i) const {
  if (i < named_.size()) {
    return named_[i];
  }
  return before_number_ + std::to_string(i - named_.size() + 1) + after_number_;
}

std::optional<std::size_t> Population::find(std::string_view member_name) const {
  if (const auto at = index_of_named_.find(std::string(member_name)); at != index_of_named_.end()) {
    return at->second;
  }
  return find_numbered(member_name);
}

std::optional<std::size_t> Population::find_numbered(std::string_view member_name) const {
  if (!member_name.starts_with(before_number_) || !member_name.ends_with(after_number_) ||
      member_name.size() <= before_number_.size() + after_number_.size()) {
    return std::nullopt;
  }
  member_name.remove_prefix(before_number_.size());
  member_name.remove_suffix(after_number_.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(member_name.data(), member_name.data() + member_name.size(), number);
  const bool canonical =
      error == std::errc() && end == member_name.data() + member_name.size() && member_name[0] != '0';
  if (!canonical || number > size() - named_.size()) {
    return std::nullopt;
  }
  return named_.size() + number - 1;
}

}  // namespace cosmos
