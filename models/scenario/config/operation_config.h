#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/scenario/config/distribution_config.h"
#include "models/scenario/config/words.h"

// What a stream does, as a scenario writes it (grammar section 4).
namespace cosmos {

struct CreateWord {
  static constexpr std::string_view kTag = "create";
  static constexpr std::string_view kSummary = "write a new item";
};
struct PointReadWord {
  static constexpr std::string_view kTag = "point_read";
  static constexpr std::string_view kSummary = "read one item by key and id";
};
struct QueryWord {
  static constexpr std::string_view kTag = "query";
  static constexpr std::string_view kSummary = "read items by a filter";
};
using OperationConfig = sim::Choice<CreateWord, PointReadWord, QueryWord, NotBuilt<"upsert">, NotBuilt<"replace">,
                                    NotBuilt<"patch">, NotBuilt<"delete">>;

struct RangeFilterWord {
  static constexpr std::string_view kTag = "range";
  static constexpr std::string_view kSummary = "filters without routing, by the index";
};
using FilterConfig = sim::Choice<RangeFilterWord, NotBuilt<"scan">, NotBuilt<"in">>;
struct EqualityFilter {
  static constexpr std::string_view kSummary = "a property's name: equality";
  std::string value;
};
struct OtherFilter {
  static constexpr std::string_view kSummary = "property: how it is filtered";
  sim::TextMap<FilterConfig> value;
};
using WhereConfig = sim::Choice<EqualityFilter, OtherFilter>;

struct QueryChargeFields {
  static constexpr std::string_view kSummary = "measured parts of a query's charge";
  Charge per_partition;
  Charge result;
  template <class V>
  void fields(V& v) {
    v.required("per_partition", per_partition, "of each visited partition");
    v.optional("result", result, "of the result, shared over the visited partitions");
  }
};
struct FixedCharge {
  static constexpr std::string_view kSummary = "measured charge of the operation";
  Charge value;
};
struct QueryCharge {
  static constexpr std::string_view kSummary = "measured parts of a query's charge";
  QueryChargeFields value;
};
using ChargeConfig = sim::Choice<FixedCharge, QueryCharge>;

}  // namespace cosmos
