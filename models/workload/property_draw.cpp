#include "models/workload/property_draw.h"

#include <algorithm>

#include "sim/core/check.h"

namespace cosmos {
namespace {

// Properties of one population agree: what says one of them says the other.
bool of_one_population(const Item& item, std::size_t a, std::size_t b) {
  const auto* of_a = std::get_if<PopulationProperty>(&item.properties[a].generator);
  const auto* of_b = std::get_if<PopulationProperty>(&item.properties[b].generator);
  return of_a != nullptr && of_b != nullptr && of_a->population == of_b->population;
}

}  // namespace

PropertyDraw::PropertyDraw(const std::vector<Population>& populations, const Item& item, const Stream& stream,
                           std::size_t property)
    : property_(property) {
  if (says_itself(item, stream)) {
    return;
  }
  const PropertyGenerator& generator = item.properties[property].generator;
  if (const auto* member = std::get_if<PopulationProperty>(&generator)) {
    const Population& population = populations[member->population];
    purpose_ = sim::purpose_id("population/" + population.name());
    const std::vector<double>* weights = &population.weights();
    for (const PopulationChoice& choice : stream.population_choices) {
      if (choice.population != member->population) {
        continue;
      }
      if (const auto* one = std::get_if<FixedMember>(&choice.choice)) {
        fixed_ = static_cast<std::int64_t>(one->member);
        return;
      }
      weights = &std::get<WeightedMembers>(choice.choice).weights;
    }
    kind_ = Kind::kMember;
    members_.emplace(*weights);
  } else if (const auto* time = std::get_if<TimeProperty>(&generator)) {
    kind_ = Kind::kPeriod;
    pattern_ = &time->pattern;
  } else if (const auto* bucket = std::get_if<BucketProperty>(&generator)) {
    kind_ = Kind::kBucket;
    purpose_ = sim::purpose_id("property/" + item.properties[property].name);
    buckets_ = static_cast<std::uint64_t>(bucket->count);
  } else {
    SIM_CHECK(false);  // given properties without a value are refused when the scenario is resolved
  }
}

// By a value of its own, or by a column of its trace.
bool PropertyDraw::says_itself(const Item& item, const Stream& stream) {
  const auto fixed = std::find_if(stream.fixed_values.begin(), stream.fixed_values.end(),
                                  [&](const FixedValue& value) { return value.property == property_; });
  if (fixed != stream.fixed_values.end()) {
    fixed_ = fixed->value;
    return true;
  }
  const std::vector<std::size_t> traced = traced_properties(stream);
  const auto column = std::find_if(traced.begin(), traced.end(), [&](std::size_t property) {
    return property == property_ || of_one_population(item, property, property_);
  });
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

void PropertyDraw::draw(sim::Seed seed, std::uint64_t stream_id, std::int64_t second, const ArrivalBlock& block,
                        const std::vector<std::int64_t>& created, std::vector<std::int64_t>& coordinates) const {
  const std::size_t n = block.size();
  coordinates.resize(n);
  const sim::Draws words(seed, stream_id, second, purpose_);
  switch (kind_) {
    case Kind::kMember:
      for (std::size_t i = 0; i < n; ++i) coordinates[i] = members_->draw(words.bits(i));
      return;
    case Kind::kPeriod:
      for (std::size_t i = 0; i < n; ++i) coordinates[i] = pattern_->period_of(created[i]);
      return;
    case Kind::kBucket:
      for (std::size_t i = 0; i < n; ++i) {
        coordinates[i] = static_cast<std::int64_t>(sim::scale_bits(words.bits(i), buckets_));
      }
      return;
    case Kind::kTraceColumn:
      for (std::size_t i = 0; i < n; ++i) coordinates[i] = (*value_of_row_)[block.row[i]];
      return;
    case Kind::kEventColumn:
      std::copy(block.values[event_column_].begin(), block.values[event_column_].end(), coordinates.begin());
      return;
    case Kind::kFixed:
      break;
  }
  std::fill(coordinates.begin(), coordinates.end(), fixed_);
}

}  // namespace cosmos
