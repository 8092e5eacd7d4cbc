#include <gtest/gtest.h>

#include "models/keys/key_range.h"
#include "tests/unit/keys/vectors.h"

namespace cosmos::test {
namespace {

std::vector<KeyRange> initial_ranges(KeyHashing hashing, std::size_t partitions) {
  return ranges_between(initial_boundaries(hashing, partitions));
}

KeyPoint point(const sim::Json& hex, KeyHashing hashing) {
  return key_point_from_hex(hex.get<std::string>(), hashing).value();
}

TEST(PublishedRanges, BoundariesSeenInServiceAnswersAreMet) {
  const auto rows = load("epk_range_vectors.json").at("observed");
  EXPECT_EQ(rows.size(), 3U);
  for (const auto& row : rows) {
    const KeyHashing hashing = hashing_of(row);
    const auto ranges = initial_ranges(hashing, row.at("partitions"));
    const KeyRange range = ranges.at(row.at("index"));
    EXPECT_EQ(to_hex(range.min, hashing), row.at("min"));
    EXPECT_EQ(to_hex(range.max, hashing), row.at("max"));
  }
}

TEST(PublishedRanges, BoundariesSeenAfterSplitsReadAndWriteBack) {
  const auto rows = load("epk_range_vectors.json").at("observed_after_splits");
  EXPECT_EQ(rows.size(), 2U);
  for (const auto& row : rows) {
    for (const char* end : {"min", "max"}) {
      EXPECT_EQ(to_hex(point(row.at(end), KeyHashing::kHashV1), KeyHashing::kHashV1), row.at(end));
    }
  }
  // Range 151 of that container is 377 hash values wide.
  const KeyRange narrow{point(rows[1].at("min"), KeyHashing::kHashV1), point(rows[1].at("max"), KeyHashing::kHashV1)};
  EXPECT_EQ(narrow.width(), 377 / 4294967296.0);
}

TEST(PublishedRanges, InitialRangesOfEveryKindAreMet) {
  const auto rows = load("epk_range_vectors.json").at("derived_initial");
  EXPECT_EQ(rows.size(), 24U);
  for (const auto& row : rows) {
    const KeyHashing hashing = hashing_of(row);
    const auto ranges = initial_ranges(hashing, row.at("partitions"));
    ASSERT_EQ(ranges.size(), row.at("ranges").size());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      EXPECT_EQ(to_hex(ranges[i].min, hashing), row.at("ranges")[i][0]);
      EXPECT_EQ(to_hex(ranges[i].max, hashing), row.at("ranges")[i][1]);
    }
  }
}

TEST(PublishedRanges, EveryDerivedMiddleIsMet) {
  const auto rows = load("epk_range_vectors.json").at("derived_split_points");
  EXPECT_EQ(rows.size(), 52U);
  for (const auto& row : rows) {
    const KeyHashing hashing = hashing_of(row);
    const KeyRange range{point(row.at("min"), hashing), point(row.at("max"), hashing)};
    const KeyPoint cut = middle(range, hashing, row.at("paths"));
    EXPECT_EQ(cut, point(row.at("split"), hashing)) << row;
    EXPECT_EQ(splitting_point(range, hashing, row.at("paths")) == cut, range.has_inside(cut)) << row;
  }
}

}  // namespace
}  // namespace cosmos::test
