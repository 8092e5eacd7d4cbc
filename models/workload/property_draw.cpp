#include "models/workload/property_draw.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "sim/core/check.h"

namespace cosmos {
namespace {

// How many populations, from the outermost on, two nestings have in common.
std::size_t common_levels(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

// Members of the innermost population for each member of level `levels` - 1.
std::uint64_t members_below(const std::vector<Population>& populations, const std::vector<std::size_t>& nesting,
                            std::size_t levels) {
  std::uint64_t members = 1;
  for (std::size_t i = levels; i < nesting.size(); ++i) {
    members *= populations[nesting[i]].own_size();
  }
  return members;
}

}  // namespace

PropertyDraw::PropertyDraw(const std::vector<Population>& populations, const Item& item, const Stream& stream,
                           std::size_t property)
    : property_(property) {
  if (says_itself(stream)) {
    return;
  }
  const PropertyGenerator& generator = item.properties[property].generator;
  if (const auto* member = std::get_if<PopulationProperty>(&generator)) {
    set_members(populations, item, stream, member->population);
  } else if (const auto* column = std::get_if<ColumnProperty>(&generator)) {
    set_members(populations, item, stream, column->population);
    value_of_member_ = &populations[column->population].columns()[column->column].of_member;
    fixed_ = kind_ == Kind::kFixed ? (*value_of_member_)[static_cast<std::size_t>(fixed_)] : 0;
  } else if (const auto* time = std::get_if<TimeProperty>(&generator)) {
    kind_ = Kind::kPeriod;
    pattern_ = &time->pattern;
  } else if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    kind_ = Kind::kBucket;
    purpose_ = sim::purpose_id("property/" + item.properties[property].name);
    buckets_ = static_cast<std::uint64_t>(bucket->count);
  } else if (const auto* modulo = std::get_if<ModuloProperty>(&generator)) {
    kind_ = Kind::kUniqueRemainder;
    purpose_ = unique_purpose(item, *unique_part(item, property));
    buckets_ = static_cast<std::uint64_t>(modulo->by);
  } else {
    SIM_CHECK(false);  // given properties without a value are refused when the scenario is resolved
  }
}

// By a value of its own, or by a column of its trace.
bool PropertyDraw::says_itself(const Stream& stream) {
  const auto fixed = std::find_if(stream.fixed_values.begin(), stream.fixed_values.end(),
                                  [&](const FixedValue& value) { return value.property == property_; });
  if (fixed != stream.fixed_values.end()) {
    fixed_ = fixed->value;
    return true;
  }
  const std::vector<std::size_t> traced = traced_properties(stream);
  const auto column = std::find(traced.begin(), traced.end(), property_);
  if (column == traced.end()) {
    return false;
  }
  const auto at = static_cast<std::size_t>(column - traced.begin());
  if (const TraceRows* rows = trace_rows(stream)) {
    kind_ = Kind::kTraceColumn;
    value_of_row_ = &rows->columns[at].value_of_row;
  } else {
    kind_ = Kind::kEventColumn;
    event_column_ = at;
  }
  return true;
}

// Populations that lie within one another agree: the draw of each level is the same whichever of them asks, and what
// the stream says of one of them holds for all levels that they share.
void PropertyDraw::set_members(const std::vector<Population>& populations, const Item& item, const Stream& stream,
                               std::size_t population) {
  kind_ = Kind::kMember;
  const std::vector<std::size_t> own = nesting(populations, population);
  std::size_t said_levels = 0;
  const auto takes = [&](std::size_t of) {
    const std::vector<std::size_t> theirs = nesting(populations, of);
    const std::size_t common = common_levels(own, theirs);
    if (common <= said_levels) {
      return false;
    }
    said_levels = common;
    said_.emplace().divisor = members_below(populations, theirs, common);
    return true;
  };
  const std::vector<std::size_t> traced = traced_properties(stream);
  const TraceRows* const rows = trace_rows(stream);
  for (std::size_t column = 0; column < traced.size(); ++column) {
    const auto* of = std::get_if<PopulationProperty>(&item.properties[traced[column]].generator);
    if (of == nullptr || !takes(of->population)) {
      continue;
    }
    if (rows != nullptr) {
      said_->value_of_row = &rows->columns[column].value_of_row;
    } else {
      said_->event_column = column;
    }
  }
  for (const PopulationChoice& choice : stream.population_choices) {
    const auto* nested = std::get_if<NestedMembers>(&choice.choice);
    if (nested != nullptr && takes(choice.population)) {
      said_->purpose = sim::purpose_id("population/" + populations[choice.population].name());
      said_->table.emplace(nested->weights);
      said_->members.assign(nested->members.begin(), nested->members.end());
    }
  }
  for (std::size_t i = said_levels; i < own.size(); ++i) {
    levels_.push_back(level_of(populations[own[i]], stream, own[i]));
  }
  if (!said_ && levels_.size() == 1 && levels_.front().way == Level::Way::kFixed) {
    kind_ = Kind::kFixed;
    fixed_ = static_cast<std::int64_t>(levels_.front().named);
  }
}

PropertyDraw::Level PropertyDraw::level_of(const Population& population, const Stream& stream, std::size_t position) {
  Level level;
  level.purpose = sim::purpose_id("population/" + population.name());
  level.members = population.own_size();
  for (const PopulationChoice& choice : stream.population_choices) {
    if (choice.population != position) {
      continue;
    }
    level.by_operation = true;
    if (const auto* one = std::get_if<FixedMember>(&choice.choice)) {
      level.way = Level::Way::kFixed;
      level.named = one->member;
      return level;
    }
    if (std::holds_alternative<MembersInTurn>(choice.choice)) {
      level.way = Level::Way::kInTurn;
      return level;
    }
    if (const auto* weighted = std::get_if<WeightedMembers>(&choice.choice)) {
      level.table = std::make_shared<const sim::AliasTable>(weighted->weights);
      return level;
    }
  }
  if (!population.others_in_turn()) {
    level.table = population.table();
  } else if (population.named_size() == 0) {
    level.way = Level::Way::kInTurn;
  } else {
    level.way = Level::Way::kNamedOrInTurn;
    level.named = population.named_size();
    const auto first_other = population.weights().begin() + static_cast<std::ptrdiff_t>(level.named);
    std::vector<double> weights(population.weights().begin(), first_other);
    weights.push_back(std::accumulate(first_other, population.weights().end(), 0.0));
    level.table = std::make_shared<const sim::AliasTable>(weights);
  }
  return level;
}

void PropertyDraw::draw(const SecondOfStream& second, std::vector<std::int64_t>& coordinates) const {
  const std::size_t n = second.block.size();
  coordinates.resize(n);
  switch (kind_) {
    case Kind::kMember:
      draw_members(second, coordinates);
      return;
    case Kind::kPeriod:
      for (std::size_t i = 0; i < n; ++i) coordinates[i] = pattern_->period_of(second.created[i]);
      return;
    case Kind::kBucket:
      for_each_word(second, purpose_, false, [&](std::size_t i, std::uint64_t, std::uint64_t bits) {
        coordinates[i] = static_cast<std::int64_t>(sim::scale_bits(bits, buckets_));
      });
      return;
    case Kind::kUniqueRemainder: {
      // The first of the two words that a unique value is drawn from (KeyRouter::route).
      const bool by_item = !second.items.empty();
      const sim::Draws words = by_item ? sim::Draws(second.seed, second.item_id, 0, purpose_)
                                       : sim::Draws(second.seed, second.stream_id, second.second, purpose_);
      for (std::size_t i = 0; i < n; ++i) {
        coordinates[i] =
            modulo_of(words.bits(2 * (by_item ? second.items[i] : i)), static_cast<std::int64_t>(buckets_));
      }
      return;
    }
    case Kind::kTraceColumn:
      for (std::size_t i = 0; i < n; ++i) coordinates[i] = (*value_of_row_)[second.block.row[i]];
      return;
    case Kind::kEventColumn:
      std::copy(second.block.values[event_column_].begin(), second.block.values[event_column_].end(),
                coordinates.begin());
      return;
    case Kind::kFixed:
      break;
  }
  std::fill(coordinates.begin(), coordinates.end(), fixed_);
}

void PropertyDraw::draw_members(const SecondOfStream& second, std::vector<std::int64_t>& coordinates) const {
  const std::size_t n = coordinates.size();
  bool is_first = true;
  if (said_) {
    is_first = false;
    if (said_->value_of_row != nullptr) {
      for (std::size_t i = 0; i < n; ++i) {
        coordinates[i] = static_cast<std::int64_t>((*said_->value_of_row)[second.block.row[i]] / said_->divisor);
      }
    } else if (said_->event_column) {
      const std::vector<std::uint32_t>& values = second.block.values[*said_->event_column];
      for (std::size_t i = 0; i < n; ++i) {
        coordinates[i] = static_cast<std::int64_t>(values[i] / said_->divisor);
      }
    } else {
      for_each_drawn(second, said_->purpose, true, *said_->table,
                     [&](std::size_t i, std::uint64_t, std::uint32_t drawn) {
                       coordinates[i] = static_cast<std::int64_t>(said_->members[drawn] / said_->divisor);
                     });
    }
  }
  for (const Level& level : levels_) {
    draw_level(level, second, is_first, coordinates);
    is_first = false;
  }
  if (value_of_member_ != nullptr) {
    for (std::size_t i = 0; i < n; ++i) {
      coordinates[i] = (*value_of_member_)[static_cast<std::size_t>(coordinates[i])];
    }
  }
}

void PropertyDraw::draw_level(const Level& level, const SecondOfStream& second, bool is_first,
                              std::vector<std::int64_t>& coordinates) {
  // Calls give(take) with a take(i, member) that says what each operation drew.
  const auto put = [&](auto give) {
    if (is_first) {
      give([&](std::size_t i, std::uint64_t member) { coordinates[i] = static_cast<std::int64_t>(member); });
      return;
    }
    const auto members = static_cast<std::int64_t>(level.members);
    give([&](std::size_t i, std::uint64_t member) {
      coordinates[i] = coordinates[i] * members + static_cast<std::int64_t>(member);
    });
  };
  const auto put_drawn = [&](auto member) {
    put([&](auto take) {
      for_each_drawn(second, level.purpose, level.by_operation, *level.table,
                     [&](std::size_t i, std::uint64_t number, std::uint32_t drawn) { take(i, member(number, drawn)); });
    });
  };
  const auto put_numbered = [&](auto member) {
    put([&](auto take) {
      for_each_word(second, level.purpose, level.by_operation,
                    [&](std::size_t i, std::uint64_t number, std::uint64_t) { take(i, member(number)); });
    });
  };
  const std::uint64_t others = level.members - level.named;
  switch (level.way) {
    case Level::Way::kWeighted:
      put_drawn([](std::uint64_t, std::uint32_t drawn) { return std::uint64_t{drawn}; });
      return;
    case Level::Way::kInTurn:
      put_numbered([&](std::uint64_t number) { return number % level.members; });
      return;
    case Level::Way::kNamedOrInTurn:
      put_drawn([&](std::uint64_t number, std::uint32_t drawn) {
        return drawn < level.named ? std::uint64_t{drawn} : level.named + number % others;
      });
      return;
    case Level::Way::kFixed:
      put_numbered([&](std::uint64_t) { return level.named; });
      return;
  }
}

}  // namespace cosmos
