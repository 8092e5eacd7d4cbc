#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "models/charge/request_charge.h"
#include "sim/text/csv_reader.h"

// The charge model against published readings (tests/data/ru-charges.csv): point operations within 10 %, equality
// queries within 25 %. Every row that carries the quantities which the model needs is compared.
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

// Without indexing nothing; the stated sum of depths where there is one; otherwise each leaf once, those that the
// notes call nested once more, and the five of any item.
std::int64_t terms(const Reading& reading) {
  if (*reading.indexed == 0 || reading.says("lazy index")) {
    return 0;
  }
  if (const auto sum = reading.number_after("depth-sum terms ")) {
    return *sum;
  }
  const std::int64_t nested = reading.says("all nested") ? *reading.indexed : reading.number_before(" nested");
  return index_terms(*reading.indexed + nested);
}

std::optional<Ru> modelled(const Reading& reading) {
  const ChargeModel model = model_for(reading);
  if (!reading.bytes) {
    return std::nullopt;
  }
  if (reading.operation == "point_read") {
    return model.point_read(stored(reading));
  }
  if (reading.operation == "create" && reading.indexed) {
    return model.create(stored(reading), terms(reading));
  }
  if (reading.operation == "query_eq" && reading.returned) {
    const QueryCharges charges = model.query({1, *reading.returned, *reading.returned, stored(reading)});
    return charges.per_visit * reading.partitions + charges.result;
  }
  return std::nullopt;
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
  int compared = 0;
  for (const Reading& reading : load_readings()) {
    const std::optional<Ru> charge = is_trusted(reading) ? modelled(reading) : std::nullopt;
    if (!charge) {
      EXPECT_EQ(excuse(reading.line), nullptr) << "line " << reading.line << " is not compared";
      continue;
    }
    ++compared;
    const double band = reading.operation == "query_eq" ? 0.25 : 0.10;
    const double off = std::abs(charge->as_double() - reading.ru) / reading.ru;
    EXPECT_EQ(off > band, excuse(reading.line) != nullptr)
        << "line " << reading.line << ": " << reading.operation << " of " << *reading.bytes << " bytes: model "
        << charge->as_double() << ", reading " << reading.ru << " (" << reading.notes << ")";
  }
  EXPECT_EQ(compared, 95);
}

}  // namespace
}  // namespace cosmos
