#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "models/charge/request_charge.h"
#include "sim/text/csv_reader.h"

// The charge model against published readings (tests/data/ru-charges.csv): point operations within 10 %, queries by an
// index within 25 %. Every row of a trusted kind that carries the quantities which the model needs is compared.
namespace cosmos {
namespace {

struct Reading {
  std::int64_t line = 0;
  std::string operation;
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> indexed;
  std::optional<std::int64_t> returned;
  std::int64_t partitions = 1;
  std::string consistency;
  double ru = 0.0;
  std::string source;
  std::string confidence;
  std::string notes;

  [[nodiscard]] bool says(std::string_view words) const { return notes.find(words) != std::string::npos; }
  // The number right before or right after some words of the notes.
  [[nodiscard]] std::optional<std::int64_t> number_after(std::string_view words) const {
    const std::size_t at = notes.find(words);
    if (at == std::string::npos) {
      return std::nullopt;
    }
    const std::size_t begin = at + words.size();
    return sim::parse_count(notes.substr(begin, notes.find_first_not_of("0123456789", begin) - begin));
  }
  [[nodiscard]] std::int64_t number_before(std::string_view words) const {
    const std::size_t end = notes.find(words);
    if (end == std::string::npos || end == 0) {
      return 0;
    }
    const std::size_t begin = notes.find_last_not_of("0123456789", end - 1) + 1;
    return sim::parse_count(notes.substr(begin, end - begin)).value_or(0);
  }
};

std::vector<Reading> load_readings() {
  const std::string path = COSMOSIM_SOURCE_DIR "/tests/data/ru-charges.csv";
  std::ifstream file = sim::open_csv(path);
  sim::CsvReader csv(file, path);
  std::vector<Reading> readings;
  while (csv.next()) {
    const auto text = [&](std::string_view column) { return std::string(csv.row()[csv.column(column)]); };
    Reading reading;
    reading.line = csv.line();
    reading.operation = text("op");
    reading.bytes = sim::parse_count(text("item_bytes"));
    reading.indexed = sim::parse_count(text("indexed_properties"));
    reading.returned = sim::parse_count(text("items_returned"));
    reading.partitions = sim::parse_count(text("physical_partitions")).value_or(1);
    reading.consistency = text("consistency");
    reading.ru = csv.decimal(csv.column("ru"));
    reading.source = text("source");
    reading.confidence = text("confidence");
    reading.notes = text("notes");
    readings.push_back(reading);
  }
  return readings;
}

ChargeModel model_for(const Reading& reading) {
  return {reading.consistency == "strong" ? Consistency::kStrong : Consistency::kSession, StrongReadCharge::kFixedPart,
          SizeCharge::kTiers};
}

// A payload is stored with 205 bytes of the service's own (reference page, section 1). Where the notes do not call
// the size a payload, it is the stored size.
Bytes stored(const Reading& reading) {
  const bool payload = reading.says("payload") || reading.says("without metadata");
  return Bytes::of(*reading.bytes + (payload ? 205 : 0));
}

// Without indexing nothing; the stated sum of depths where there is one, and the terms that a worked example states;
// otherwise each leaf once, those that the notes call nested once more, and the five of any item.
std::int64_t terms(const Reading& reading) {
  if (*reading.indexed == 0 || reading.says("lazy index")) {
    return 0;
  }
  if (const auto sum = reading.number_after("depth-sum terms ")) {
    return *sum;
  }
  if (reading.says("worked example")) {
    return *reading.indexed;
  }
  const std::int64_t nested = reading.says("all nested") ? *reading.indexed : reading.number_before(" nested");
  return index_terms(*reading.indexed + nested);
}

// Of a replace and a patch the column says what changed; a lazy index charges nothing for it.
std::int64_t changed(const Reading& reading) { return reading.says("lazy index") ? 0 : *reading.indexed; }

bool is_point_operation(const Reading& reading) {
  static const std::set<std::string> kOperations = {"point_read", "create", "delete", "replace", "upsert", "patch"};
  return kOperations.contains(reading.operation);
}

std::optional<Ru> modelled_point(const Reading& reading) {
  const ChargeModel model = model_for(reading);
  if (!reading.bytes) {
    return std::nullopt;
  }
  if (reading.operation == "point_read") {
    return model.point_read(stored(reading));
  }
  if (!reading.indexed) {
    return std::nullopt;
  }
  if (reading.operation == "create") {
    return model.create(stored(reading), terms(reading));
  }
  if (reading.operation == "delete") {
    return model.remove(stored(reading), terms(reading));
  }
  if (reading.operation == "patch") {
    return model.patch(stored(reading), stored(reading), changed(reading), *reading.indexed);
  }
  return model.replace(stored(reading), stored(reading), changed(reading));  // an upsert of an existing item, too
}

// Items of a query that states no size are taken to have 1 KiB if they are few: each KiB is 0.02 RU.
std::optional<QueryShape> shape(const Reading& reading) {
  constexpr std::int64_t kFew = 10;
  if (!reading.returned || (!reading.bytes && *reading.returned > kFew)) {
    return std::nullopt;
  }
  QueryShape shape;
  shape.filters = reading.operation == "query_all" ? 0 : 1;
  shape.loads = *reading.returned;
  shape.returns = *reading.returned;
  shape.stored_item = reading.bytes ? stored(reading) : Bytes::of(1'024);
  if (reading.says("two equality predicates")) {
    shape.filters = 2;
  } else if (reading.operation == "query_in") {
    shape.filters = 1 + *reading.number_after("type filter + IN list of ");
  } else if (reading.operation == "query_scan") {
    shape.returns = reading.number_before(" returned");
  } else if (reading.operation.starts_with("query_like")) {
    shape.prefix_matches = shape.loads;
    if (const std::int64_t bytes = reading.number_before(" bytes per item returned"); bytes > 0) {
      shape.returned_item = Bytes::of(bytes);
    }
  }
  return shape;
}

// Kinds of rows that are no operation of a scenario.
bool is_modelled(const Reading& reading) {
  static const std::set<std::string> kQueries = {"query_eq",   "query_all",  "query_in",           "query_empty",
                                                 "query_scan", "query_like", "query_like_project", "query_orderby"};
  return is_point_operation(reading) || kQueries.contains(reading.operation);
}

// Nothing where the row lacks a quantity.
std::optional<Ru> modelled(const Reading& reading) {
  if (is_point_operation(reading)) {
    return modelled_point(reading);
  }
  const std::optional<QueryShape> of_query = shape(reading);
  if (!of_query) {
    return std::nullopt;
  }
  const QueryCharges charges = model_for(reading).query(*of_query);
  return charges.per_visit * reading.partitions + charges.result;
}

bool is_trusted(const Reading& reading) {
  static const std::set<std::string> kTrusted = {"official", "official_measured", "measured", "measured_rounded"};
  return kTrusted.contains(reading.confidence);
}

struct Disagreement {
  std::int64_t line;
  const char* reason;
};
// Rows that the model does not meet, by their line in the file.
constexpr Disagreement kDisagreements[] = {
    {118, "printed in whole RU: 1.33 reads as 1"},
    {119, "printed in whole RU: 1.67 reads as 2"},
    {124, "printed in whole RU: 2.66 reads as 3"},
    {125, "printed in whole RU: 3.34 reads as 3"},
    {134,
     "large item, session: read at 7 where eventual reads of its neighbours, which the formula meets, are 4 and 6"},
    {135, "large item, session: read at 10 where the same item under eventual was read at 6, which the formula meets"},
    {141, "the largest strong query: 26 % off, the size part may double in part"},
    {153, "150 of 157 leaves lie in an array, whose terms no rule of the reference page counts"},
    {157, "estimated size: 900 bytes of payload and metadata would be the next tier, 14.65 RU"},
    {159, "a spatial index, whose terms are not published"},
};

const char* excuse(std::int64_t line) {
  for (const Disagreement& row : kDisagreements) {
    if (row.line == line) {
      return row.reason;
    }
  }
  return nullptr;
}

TEST(PublishedCharges, AreMetWithinTheStatedBandsExceptWhereNamed) {
  std::map<std::string, int> compared;
  std::map<std::string, int> without_quantities;
  std::map<std::string, int> without_model;
  for (const Reading& reading : load_readings()) {
    if (!is_trusted(reading)) {
      continue;
    }
    const std::optional<Ru> charge = is_modelled(reading) ? modelled(reading) : std::nullopt;
    if (!charge) {
      ++(is_modelled(reading) ? without_quantities : without_model)[reading.operation];
      EXPECT_EQ(excuse(reading.line), nullptr) << "line " << reading.line << " is not compared";
      continue;
    }
    ++compared[reading.operation];
    const double band = is_point_operation(reading) ? 0.10 : 0.25;
    const double off = std::abs(charge->as_double() - reading.ru) / reading.ru;
    EXPECT_EQ(off > band, excuse(reading.line) != nullptr)
        << "line " << reading.line << ": " << reading.operation << " of " << reading.bytes.value_or(0)
        << " bytes: model " << charge->as_double() << ", reading " << reading.ru << " (" << reading.notes << ")";
  }
  const std::map<std::string, int> all_compared = {
      {"create", 33},    {"delete", 13},     {"patch", 1},    {"point_read", 38}, {"query_all", 6},
      {"query_eq", 28},  {"query_empty", 1}, {"query_in", 2}, {"query_like", 5},  {"query_like_project", 3},
      {"query_scan", 2}, {"replace", 13},    {"upsert", 7}};
  EXPECT_EQ(compared, all_compared);
  const std::map<std::string, int> all_without_quantities = {{"create", 7},   {"point_read", 3},    {"query_all", 4},
                                                             {"query_eq", 8}, {"query_orderby", 6}, {"query_scan", 1},
                                                             {"replace", 1}};
  EXPECT_EQ(without_quantities, all_without_quantities);
  const std::map<std::string, int> all_without_model = {
      {"change_feed", 2},           {"multi_op", 3},       {"point_read_304", 1},
      {"point_read_404", 1},        {"query_join_agg", 2}, {"query_offset", 3},
      {"query_planner_default", 1}, {"query_range", 1},    {"query_xp", 1},
      {"query_xp_scan", 1},         {"sproc", 7},          {"sproc_bulk", 2}};
  EXPECT_EQ(without_model, all_without_model);
}

}  // namespace
}  // namespace cosmos
