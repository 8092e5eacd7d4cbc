#include "models/items/population.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/core/check.h"

namespace cosmos {

Population::Population(std::string name, std::vector<std::string> named, std::int64_t count, const std::string& pattern,
                       std::vector<double> weights, Placement placement)
    : table_(std::make_shared<MadeOnce>()),
      columns_(std::make_shared<const std::vector<Column>>()),
      placement_(placement) {
  List list;
  list.name = std::move(name);
  list.named = std::move(named);
  list.weights = std::move(weights);
  SIM_CHECK(list.weights.size() == list.named.size() + static_cast<std::size_t>(count));
  const std::size_t hole = pattern.find("{}");
  list.before_number = pattern.substr(0, hole);
  list.after_number = hole == std::string::npos ? std::string() : pattern.substr(hole + 2);
  for (std::size_t i = 0; i < list.named.size(); ++i) {
    list.index_of_named.emplace(list.named[i], i);
  }
  list_ = std::make_shared<const List>(std::move(list));
}

Population Population::in_turn() const {
  Population other = *this;
  other.others_in_turn_ = true;
  return other;
}

Population Population::within(std::size_t position, const Population& outer) const {
  Population other = *this;
  other.outer_ = std::make_shared<const Population>(outer);
  other.outer_position_ = position;
  return other;
}

Population Population::with_columns(std::vector<Column> columns) const {
  Population other = *this;
  other.columns_ = std::make_shared<const std::vector<Column>>(std::move(columns));
  return other;
}

std::shared_ptr<const sim::AliasTable> Population::table() const {
  std::call_once(table_->is_made, [this] { table_->table = std::make_shared<const sim::AliasTable>(weights()); });
  return table_->table;
}

std::optional<std::size_t> Population::find_column(std::string_view column) const {
  for (std::size_t i = 0; i < columns_->size(); ++i) {
    if ((*columns_)[i].name == column) {
      return i;
    }
  }
  return std::nullopt;
}

std::string Population::member(std::size_t i) const {
  if (outer_) {
    Population alone = *this;
    alone.outer_ = nullptr;
    return outer_->member(i / own_size()) + "/" + alone.member(i % own_size());
  }
  if (i < list_->named.size()) {
    return list_->named[i];
  }
  return list_->before_number + std::to_string(i - list_->named.size() + 1) + list_->after_number;
}

std::optional<std::size_t> Population::find(std::string_view member_name) const {
  if (!outer_) {
    const auto at = list_->index_of_named.find(std::string(member_name));
    return at != list_->index_of_named.end() ? at->second : find_numbered(member_name);
  }
  // Either name may hold slashes itself.
  for (std::size_t slash = member_name.find('/'); slash != std::string_view::npos;
       slash = member_name.find('/', slash + 1)) {
    const auto own = find_numbered(member_name.substr(slash + 1));
    const auto of_outer = own ? outer_->find(member_name.substr(0, slash)) : std::nullopt;
    if (of_outer) {
      return *of_outer * own_size() + *own;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> Population::find_numbered(std::string_view member_name) const {
  const List& list = *list_;
  if (!member_name.starts_with(list.before_number) || !member_name.ends_with(list.after_number) ||
      member_name.size() <= list.before_number.size() + list.after_number.size()) {
    return std::nullopt;
  }
  member_name.remove_prefix(list.before_number.size());
  member_name.remove_suffix(list.after_number.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(member_name.data(), member_name.data() + member_name.size(), number);
  const bool canonical =
      error == std::errc() && end == member_name.data() + member_name.size() && member_name[0] != '0';
  if (!canonical || number > own_size() - list.named.size()) {
    return std::nullopt;
  }
  return list.named.size() + number - 1;
}

std::vector<std::size_t> nesting(const std::vector<Population>& populations, std::size_t position) {
  std::vector<std::size_t> positions{position};
  while (populations[positions.back()].outer() != nullptr) {
    positions.push_back(populations[positions.back()].outer_position());
  }
  std::reverse(positions.begin(), positions.end());
  return positions;
}

std::size_t members_within(const std::vector<Population>& populations, std::size_t position, std::size_t outer) {
  return populations[position].size() / populations[outer].size();
}

}  // namespace cosmos
