#pragma once

#include <array>
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
struct UpsertWord {
  static constexpr std::string_view kTag = "upsert";
  static constexpr std::string_view kSummary = "replace an item; with `choose: {id: unique}` write a new one";
};
struct ReplaceWord {
  static constexpr std::string_view kTag = "replace";
  static constexpr std::string_view kSummary = "write an existing item anew";
};
struct PatchWord {
  static constexpr std::string_view kTag = "patch";
  static constexpr std::string_view kSummary = "change some properties of an existing item";
};
struct DeleteWord {
  static constexpr std::string_view kTag = "delete";
  static constexpr std::string_view kSummary = "take an existing item out";
};
using OperationConfig =
    sim::Choice<CreateWord, PointReadWord, QueryWord, UpsertWord, ReplaceWord, PatchWord, DeleteWord>;

// What a query does with the items that it finds.
enum class QueryOrder { kNone, kSorted, kAggregate };

// What becomes of an operation of several steps of which one fails.
enum class OnFailure { kStop, kUndo };

// Physical partitions that a query asks at a time.
struct AllPartitions {
  static constexpr std::string_view kTag = "all";
  static constexpr std::string_view kSummary = "all at once";
};
struct SomePartitions {
  static constexpr std::string_view kSummary = "so many at a time; 1: one after the other";
  std::int64_t value = 1;
};
using MaxConcurrency = sim::Choice<AllPartitions, SomePartitions>;

struct RangeFilterWord {
  static constexpr std::string_view kTag = "range";
  static constexpr std::string_view kSummary = "filters without routing, by the index";
};
struct ScanFilterWord {
  static constexpr std::string_view kTag = "scan";
  static constexpr std::string_view kSummary = "filters without routing and without an index: loads what it looks at";
};
struct InFilter {
  static constexpr std::string_view kTag = "in";
  static constexpr std::string_view kSummary = "an IN list of so many different values, which routes like equality";
  static auto range() { return sim::range<std::int64_t>(1, 10'000); }
  std::int64_t value = 1;
};
using FilterConfig = sim::Choice<RangeFilterWord, ScanFilterWord, InFilter>;
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

namespace sim {
template <>
struct EnumNames<cosmos::QueryOrder> {
  static constexpr std::string_view kType = "order";
  using O = cosmos::QueryOrder;
  static constexpr std::array kValues = {
      EnumValue<O>{"none", O::kNone, "as they are found"},
      EnumValue<O>{"sorted", O::kSorted, "in order: sorts what it loads, unless a composite index does"},
      EnumValue<O>{"aggregate", O::kAggregate, "returns values made of the items, not items"}};
};
template <>
struct EnumNames<cosmos::OnFailure> {
  static constexpr std::string_view kType = "what to do";
  using O = cosmos::OnFailure;
  static constexpr std::array kValues = {
      EnumValue<O>{"stop", O::kStop, "what was done stays"},
      EnumValue<O>{"undo", O::kUndo, "what was written is taken back, the last step first"}};
};
}  // namespace sim
