#include "models/charge/request_charge.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace cosmos {
namespace {

constexpr std::int64_t kKib = 1'024;

ChargeModel session() { return {Consistency::kSession, StrongReadCharge::kFixedPart, SizeCharge::kTiers}; }
ChargeModel smooth() { return {Consistency::kSession, StrongReadCharge::kFixedPart, SizeCharge::kSmooth}; }

struct Tier {
  std::int64_t kib;
  Ru read;
  Ru write;
};
// The table of the reference page, section 1, written out a second time.
constexpr Tier kTiers[] = {
    {1, Ru::milli(1'000), Ru::milli(4'950)},        {2, Ru::milli(1'040), Ru::milli(6'290)},
    {4, Ru::milli(1'140), Ru::milli(6'670)},        {8, Ru::milli(1'330), Ru::milli(7'040)},
    {16, Ru::milli(1'670), Ru::milli(9'520)},       {32, Ru::milli(2'190), Ru::milli(11'230)},
    {64, Ru::milli(4'760), Ru::milli(22'670)},      {128, Ru::milli(9'950), Ru::milli(48'190)},
    {256, Ru::milli(20'280), Ru::milli(98'290)},    {512, Ru::milli(40'950), Ru::milli(184'570)},
    {1024, Ru::milli(145'900), Ru::milli(625'000)}, {2048, Ru::milli(291'800), Ru::milli(1'250'000)},
};

TEST(RequestCharge, EveryTierCostsItsTableEntryFromOneByteAboveTheTierBelow) {
  std::int64_t below = 0;
  for (const Tier& tier : kTiers) {
    for (const std::int64_t bytes : {below + 1, tier.kib * kKib}) {
      EXPECT_EQ(session().point_read(Bytes::of(bytes)).milli(), tier.read.milli()) << bytes;
      EXPECT_EQ(session().create(Bytes::of(bytes), 0).milli(), tier.write.milli()) << bytes;
    }
    below = tier.kib * kKib;
  }
}

TEST(RequestCharge, SizesBeyondTheLargestItemCostWhatItCosts) {
  for (const SizeCharge reading : {SizeCharge::kTiers, SizeCharge::kSmooth}) {
    const ChargeModel model(Consistency::kSession, StrongReadCharge::kFixedPart, reading);
    EXPECT_EQ(model.point_read(Bytes::of(3'000 * kKib)).milli(), 291'800);
    EXPECT_EQ(model.create(Bytes::of(3'000 * kKib), 0).milli(), 1'250'000);
  }
}

TEST(RequestCharge, SmoothSizesMeetTheTableAtItsPoints) {
  for (const Tier& tier : kTiers) {
    EXPECT_EQ(smooth().point_read(Bytes::of(tier.kib * kKib)).milli(), tier.read.milli()) << tier.kib;
    EXPECT_EQ(smooth().create(Bytes::of(tier.kib * kKib), 0).milli(), tier.write.milli()) << tier.kib;
  }
}

TEST(RequestCharge, SmoothSizesAreLinearBetweenThePoints) {
  // 6 KiB, half way from 4 to 8: read (1.14 + 1.33) / 2 = 1.235, write (6.67 + 7.04) / 2 = 6.855.
  EXPECT_EQ(smooth().point_read(Bytes::of(6 * kKib)).milli(), 1'235);
  EXPECT_EQ(smooth().create(Bytes::of(6 * kKib), 0).milli(), 6'855);
  // 24 KiB, half way from 16 to 32: read (1.67 + 2.19) / 2 = 1.93, write (9.52 + 11.23) / 2 = 10.375.
  EXPECT_EQ(smooth().point_read(Bytes::of(24 * kKib)).milli(), 1'930);
  EXPECT_EQ(smooth().create(Bytes::of(24 * kKib), 0).milli(), 10'375);
  // Below the first point the charge is the first point's.
  EXPECT_EQ(smooth().point_read(Bytes::of(1)).milli(), 1'000);
}

TEST(RequestCharge, EachIndexTermOfACreateCostsNineteenHundredths) {
  // A flat item with 6 indexed properties: 11 terms; 1.5 KB: 6.29 + 11 x 0.19 = 8.38.
  EXPECT_EQ(index_terms(6), 11);
  EXPECT_EQ(session().create(Bytes::of(1'500), index_terms(6)).milli(), 8'380);
}

TEST(RequestCharge, ADeleteCostsWhatTheCreateDid) {
  // 1.5 KB with 11 terms, as above.
  EXPECT_EQ(session().remove(Bytes::of(1'500), 11).milli(), 8'380);
}

TEST(RequestCharge, AReplaceTakesTheOldItemOutAndPutsTheNewOneIn) {
  // 3 KiB before, 10 KiB after: 6.67 + 9.52; two changed properties leave and enter the index: 4 x 0.19 = 0.76.
  EXPECT_EQ(session().replace(Bytes::of(3 * kKib), Bytes::of(10 * kKib), 2).milli(), 16'950);
  EXPECT_EQ(session().replace(Bytes::of(10 * kKib), Bytes::of(3 * kKib), 2).milli(), 16'950);
  EXPECT_EQ(session().replace(Bytes::of(kKib), Bytes::of(kKib), 0).milli(), 9'900);
}

TEST(RequestCharge, APatchCostsMoreThanTheReplaceThatDoesTheSame) {
  // 1 KiB: 4.95 + 4.95 + 2 x 0.19 x 1 = 10.28; three patched properties of which one is indexed: 3 x 0.4 more.
  EXPECT_EQ(session().replace(Bytes::of(kKib), Bytes::of(kKib), 1).milli(), 10'280);
  EXPECT_EQ(session().patch(Bytes::of(kKib), Bytes::of(kKib), 1, 3).milli(), 11'480);
}

TEST(RequestCharge, TwoReplicaReadsOfPointsCostDoubleAndWritesTheSame) {
  for (const Consistency level : {Consistency::kStrong, Consistency::kBoundedStaleness}) {
    for (const StrongReadCharge reading : {StrongReadCharge::kFixedPart, StrongReadCharge::kEverything}) {
      const ChargeModel model(level, reading, SizeCharge::kTiers);
      EXPECT_EQ(model.point_read(Bytes::of(10 * kKib)).milli(), 3'340);   // 2 x 1.67
      EXPECT_EQ(model.create(Bytes::of(10 * kKib), 10).milli(), 11'420);  // 9.52 + 1.9
    }
  }
  for (const Consistency level : {Consistency::kSession, Consistency::kConsistentPrefix, Consistency::kEventual}) {
    const ChargeModel model(level, StrongReadCharge::kEverything, SizeCharge::kTiers);
    EXPECT_EQ(model.point_read(Bytes::of(10 * kKib)).milli(), 1'670);
  }
}

// 10 items of 2 KiB loaded, 5 of them returned, 3 predicates:
// result 0.096 x 2 + 0.0063 x 10 + 0.0103 x 20 + 0.0109 x 10 = 0.192 + 0.063 + 0.206 + 0.109 = 0.570.
const QueryShape kTenLoaded{3, 10, 5, Bytes::of(2 * kKib), {}, 0, 0};

TEST(RequestCharge, AQueryPaysForEachVisitAndOnceForItsResult) {
  const QueryCharges charges = session().query(kTenLoaded);
  EXPECT_EQ(charges.per_visit.milli(), 2'890);  // 2.20 + 0.69
  EXPECT_EQ(charges.result.milli(), 570);
}

TEST(RequestCharge, AQueryWithoutAFilterPaysLessForAVisit) {
  // One item of 2 KiB loaded and returned: 0.0063 + 0.0206 + 0.0218 = 0.0487, to 0.001 RU.
  const QueryCharges charges = session().query({0, 1, 1, Bytes::of(2 * kKib), {}, 0, 0});
  EXPECT_EQ(charges.per_visit.milli(), 2'200);
  EXPECT_EQ(charges.result.milli(), 49);
}

TEST(RequestCharge, AQueryPaysForWhatItSortsAndReturns) {
  QueryShape shape = kTenLoaded;
  shape.sorts = 10;  // 0.570 + 10 x 0.052
  EXPECT_EQ(session().query(shape).result.milli(), 1'090);
  shape.sorts = 0;
  shape.prefix_matches = 10;  // 0.570 + 10 x 0.020
  EXPECT_EQ(session().query(shape).result.milli(), 770);
  shape.prefix_matches = 0;
  shape.returned_item = Bytes::of(0);  // values, not items: 0.570 - 0.0109 x 2 KiB x 5
  EXPECT_EQ(session().query(shape).result.milli(), 461);
}

TEST(RequestCharge, StrongQueriesDoubleTheFixedPartOrEverythingAsTheReadingSays) {
  const ChargeModel fixed(Consistency::kStrong, StrongReadCharge::kFixedPart, SizeCharge::kTiers);
  EXPECT_EQ(fixed.query(kTenLoaded).per_visit.milli(), 5'780);
  EXPECT_EQ(fixed.query(kTenLoaded).result.milli(), 570);
  const ChargeModel everything(Consistency::kStrong, StrongReadCharge::kEverything, SizeCharge::kTiers);
  EXPECT_EQ(everything.query(kTenLoaded).per_visit.milli(), 5'780);
  EXPECT_EQ(everything.query(kTenLoaded).result.milli(), 1'140);
}

}  // namespace
}  // namespace cosmos
